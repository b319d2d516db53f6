import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

/// A film that is worked out to the frame: every input was looked at, every position is a whole number.
package struct FilmPlan: Sendable {
  /// The request.
  package private(set) var request: FilmRequest
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
  package private(set) var backdrop: Backdrop
  /// Warnings, a sentence each.
  package internal(set) var warnings: [String]
  /// The layout of its sound.
  package private(set) var soundLayout = SoundLayout.stereo

  /// An input and the part of it that is in the film.
  struct Clip: Sendable {
    /// The content of an input.
    enum Content: Sendable {
      /// A video; `start` is in seconds after its first picture.
      case video(ClipInfo, ClipInfo.Video, start: Double, toEnd: Bool)
      /// One picture, and which of the film's pictures it is; what came from standard input is kept.
      case picture(path: String, kept: Snapshot?, index: Int)
      /// One colour.
      case color(RGBAColor)
    }

    var input: FilmClip
    var content: Content
    /// The beginning in its source, in seconds.
    var start: Double
    /// The end in its source, in seconds.
    var end: Double
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

    /// The number of the sound track that is heard; `nil` where its file has no other.
    var soundTrack: String? {
      if let voice { return voice.heardTrack }
      return if case .video(let info, _, _, _) = content { info.heardTrack } else { nil }
    }
  }

  /// The junctions between the inputs.
  var junctions: [Junction] { transitions.junctions }

  /// The same with the request's open values filled in.
  func fixed() -> FilmPlan {
    var plan = self
    plan.request.output.size = .exact(size)
    plan.request.output.frameRate = rate
    if request.copies, let codec = copiedCodec { plan.request.output.codec = codec }
    return plan
  }

  /// The same without its music, unless that is kept, in 8 bits of standard dynamic range, its background opaque unless its
  /// transparency is kept.
  func inStandardRange(keepsTransparency: Bool = false, keepsMusic: Bool = false) -> FilmPlan {
    var plan = self
    (plan.request.output.color, plan.request.output.depth) = (.sdr, .eight)
    if !keepsMusic { plan.request.music = [] }
    if keepsTransparency, !backdrop.color.isOpaque {
      plan.backdrop = .transparent(backdrop.color)
    } else {
      plan.backdrop = .opaque(backdrop.color.isOpaque ? backdrop.color : .black)
    }
    return plan
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
  func isHeard(_ clip: Clip) -> Bool { clip.sound != nil && !request.isMute }

  /// The language of the film's sound: that of the first clip that has one; empty where none says it.
  var soundLanguage: String {
    clips.lazy.filter(isHeard).compactMap(\.sound?.language).first { !$0.isEmpty } ?? ""
  }

  /// The layout of its frames: 4:2:0 planes, but pixels where the output keeps what is transparent.
  var layout: PixelFormat { backdrop.keepsTransparency ? color.pixels : color.planes }

  /// Whether anything is heard, unless the container holds no sound.
  package var hasSound: Bool {
    !request.music.isEmpty || clips.contains(where: isHeard)
      || overlays.contains(where: \.isHeard)
  }
}
