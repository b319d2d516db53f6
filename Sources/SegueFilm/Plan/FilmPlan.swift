import SegueImaging
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

/// A film that is worked out to the frame: every input was looked at, every position is a whole number.
///
/// It is shared by all that make the film, so it is a class: nobody copies its many parts.
package final class FilmPlan: Sendable {
  /// The request.
  package let request: FilmRequest
  /// Size of the frames, both sides even.
  package let size: ImageSize
  /// The timeline.
  package let timeline: FilmTimeline
  /// The inputs in order.
  let clips: [Clip]
  /// The junctions between them, and at the film's ends.
  let transitions: Transitions
  /// The filters of every frame.
  let filters: RequestFilters
  /// The titles in order; `nil` for one that no frame shows.
  let titles: [LayerPlan?]
  /// The overlays, the first at the bottom.
  let overlays: [PlacedOverlay]
  /// The frames that are made: all of them, or a part.
  package let frames: Range<Int>
  /// The background behind the clips, and whether it shows in the output.
  package let backdrop: Backdrop
  /// Warnings, a sentence each.
  package let warnings: [String]
  /// The layout of its sound.
  package let soundLayout: SoundLayout

  /// An input and the part of it that is in the film.
  struct Clip: Sendable {
    /// The content of an input.
    enum Content: Sendable {
      /// A video; `start` is in seconds after its first picture.
      case video(ClipInfo, ClipInfo.Video, start: Ratio, toEnd: Bool)
      /// One picture, and which of the film's pictures it is; what came from standard input is kept.
      case picture(path: String, kept: Snapshot?, index: Int)
      /// One colour.
      case color(RGBAColor)
    }

    var input: FilmClip
    var content: Content
    /// The beginning in its source, in seconds.
    var start: Ratio
    /// The end in its source, in seconds.
    var end: Ratio
    /// The filters of its pictures; `nil` before they are read.
    var filters: RequestFilters?
    /// The way through its source; `nil` at the speed of that.
    var pace: ClipPace?
    /// The order of its frames; `nil` where they follow each other.
    var order: ClipOrder?
    /// The file that is heard where its content stands still; `nil` for none.
    var voice: ClipInfo?
    /// Frames of the film before its own beginning.
    var lead = 0
    /// Frames of the film at its beginning and at its end for which its source has nothing.
    var held = (before: 0, after: 0)

    /// The encoding of the values in its file.
    var color = ColorEncoding.sdr
    /// Bits of a channel in its file, or as they are read where they are more than 8.
    var depth = 8

    /// The sound that goes with it: none where the speed changes.
    var sound: ClipInfo.Audio? {
      if let voice { return voice.audio }
      guard case .video(let info, _, _, _) = content, pace == nil || pace?.speed.constant != nil else {
        return nil
      }
      return info.audio
    }

    /// Whether its sound is heard in the film of `request`.
    func isHeard(in request: FilmRequest) -> Bool { sound != nil && !request.isMute }

    /// The number of the sound track that is heard; `nil` where its file has no other.
    var soundTrack: String? {
      if let voice { return voice.heardTrack }
      return if case .video(let info, _, _, _) = content { info.heardTrack } else { nil }
    }
  }

  init(
    request: FilmRequest, size: ImageSize, timeline: FilmTimeline, clips: [Clip], transitions: Transitions,
    filters: RequestFilters, titles: [LayerPlan?], overlays: [PlacedOverlay], frames: Range<Int>,
    backdrop: Backdrop, warnings: [String], soundLayout: SoundLayout
  ) {
    (self.request, self.size, self.timeline, self.clips) = (request, size, timeline, clips)
    (self.transitions, self.filters, self.titles, self.overlays) = (transitions, filters, titles, overlays)
    (self.frames, self.backdrop, self.warnings, self.soundLayout) = (frames, backdrop, warnings, soundLayout)
  }

  /// The same film by another request, over another background.
  private convenience init(_ plan: FilmPlan, _ request: FilmRequest, _ backdrop: Backdrop) {
    self.init(
      request: request, size: plan.size, timeline: plan.timeline, clips: plan.clips,
      transitions: plan.transitions, filters: plan.filters, titles: plan.titles, overlays: plan.overlays,
      frames: plan.frames, backdrop: backdrop, warnings: plan.warnings, soundLayout: plan.soundLayout)
  }

  /// The junctions between the inputs.
  var junctions: [Junction] { transitions.junctions }

  /// The same with the request's open values filled in.
  func fixed() -> FilmPlan {
    var request = request
    request.output.size = .exact(size)
    request.output.frameRate = rate
    if request.copies, let codec = copiedCodec { request.output.codec = codec }
    return FilmPlan(self, request, backdrop)
  }

  /// The plan in 8 bits of standard dynamic range, without music and voices unless `keepsMusic`, over an opaque
  /// background unless `keepsTransparency`.
  /// - Parameter drawsPixels: whether its frames are RGBA; else they are planes unless transparency is kept.
  func inStandardRange(
    keepsTransparency: Bool = false, keepsMusic: Bool = false, drawsPixels: Bool
  ) -> FilmPlan {
    var request = request
    (request.output.color, request.output.depth) = (.sdr, .eight)
    request.output.format = drawsPixels ? .raw : .mp4
    if !keepsMusic {
      request.music = []
      request.voices = []
    }
    let color = backdrop.color
    let isKept = keepsTransparency && !color.isOpaque
    return FilmPlan(
      self, request, isKept ? .transparent(color) : .opaque(color.isOpaque ? color : .black))
  }

  /// The fit of clip `index` in the frame.
  func fit(of index: Int) -> Fit { clips[index].input.fit ?? request.output.fit }

  /// Whether only OpenGL draws it.
  var needsOpenGL: Bool {
    transitions.all.contains { $0.prepared?.needsOpenGL == true }
      || ([filters] + clips.compactMap(\.filters)).contains { !$0.shaderFiles.isEmpty }
  }

  /// The film's rate.
  package var rate: FrameRate { timeline.rate }

  /// The encoding and the depth of its frames' values.
  package var color: FrameColor { request.output.frameColor }

  /// Whether the sound of `clip` is heard.
  func isHeard(_ clip: Clip) -> Bool { clip.isHeard(in: request) }

  /// The language of the film's sound: that of the first clip that has one; empty where none says it.
  var soundLanguage: String {
    clips.lazy.filter(isHeard).compactMap(\.sound?.language).first { !$0.isEmpty } ?? ""
  }

  /// The layout of its frames: pixels where the output takes those or keeps what is transparent, else 4:2:0 planes.
  var layout: PixelFormat {
    // A film over another has a format and no path.
    let format = request.output.format ?? request.output.knownFormat
    let takesPixels = format?.facts.takesPixels == true
    return takesPixels || backdrop.keepsTransparency ? color.pixels : color.planes
  }

  /// Whether anything is heard, unless the container holds no sound.
  package var hasSound: Bool { Self.hasSound(request, clips, overlays) }

  static func hasSound(_ request: FilmRequest, _ clips: [Clip], _ overlays: [PlacedOverlay]) -> Bool {
    !request.music.isEmpty || !request.voices.isEmpty
      || clips.contains { $0.isHeard(in: request) } || overlays.contains(where: \.isHeard)
  }
}
