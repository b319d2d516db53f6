import SegueImaging
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem
import SegueTransitions

/// A film planned to the frame: all inputs are probed and all positions are frame numbers.
///
/// The plan is a class, since all stages share it and copying its members would be expensive.
package final class FilmPlan: Sendable {
  package let request: FilmRequest
  /// The frame size; both sides are even unless frames are RGBA.
  package let size: ImageSize
  private let arrangement: FilmArrangement
  private let layerTransitions: [Junction]
  /// The filters applied to every frame.
  let filters: RequestFilters
  /// The titles of the clips, then those of the film, also those that are not drawn.
  let titles: [PlacedTitle]
  let overlays: [PlacedOverlay]
  /// The captions of the clips, then those of the film.
  let captions: [RequestedLayer<FilmCaptions>]
  /// The frames to render.
  package let frames: Range<Int>
  /// The background behind the clips, and whether the output shows it.
  package let backdrop: Backdrop
  package let warnings: [String]
  package let soundLayout: SoundLayout

  init(
    request: FilmRequest, size: ImageSize, arrangement: FilmArrangement, layerTransitions: [Junction],
    filters: RequestFilters, titles: [PlacedTitle], overlays: [PlacedOverlay],
    captions: [RequestedLayer<FilmCaptions>], frames: Range<Int>, backdrop: Backdrop, warnings: [String], soundLayout: SoundLayout
  ) {
    self.request = request
    self.size = size
    self.arrangement = arrangement
    self.layerTransitions = layerTransitions
    self.filters = filters
    self.titles = titles
    self.overlays = overlays
    self.captions = captions
    self.frames = frames
    self.backdrop = backdrop
    self.warnings = warnings
    self.soundLayout = soundLayout
  }

  /// A copy of a plan with another request and background.
  private convenience init(_ plan: FilmPlan, _ request: FilmRequest, _ backdrop: Backdrop) {
    self.init(
      request: request, size: plan.size, arrangement: plan.arrangement,
      layerTransitions: plan.layerTransitions, filters: plan.filters, titles: plan.titles,
      overlays: plan.overlays, captions: plan.captions, frames: plan.frames, backdrop: backdrop, warnings: plan.warnings, soundLayout: plan.soundLayout)
  }

  /// The titles and overlays, from bottom to top.
  var layers: [any PlacedLayer] { titles + overlays }

  package var timeline: FilmTimeline { arrangement.timeline }
  /// The inputs in order.
  var clips: [ResolvedClip] { arrangement.clips }
  /// The transition from the background to the first clip.
  var opening: ResolvedJunction { arrangement.opening }
  /// The transition from the last clip to the background.
  var closing: ResolvedJunction { arrangement.closing }

  /// The plan with the request's size, rate and codec set.
  func fixed() -> FilmPlan {
    var request = request
    request.output.size = .exact(size)
    request.output.frameRate = rate
    if request.copies, let codec = copiedCodec { request.output.codec = codec }
    return FilmPlan(self, request, backdrop)
  }

  /// The plan in 8-bit SDR for a preview or a nested film. Music, voices and transparency are
  /// dropped by default.
  /// - Parameter drawsPixels: whether the frames are RGBA; else they are 4:2:0 planes, unless a side is odd
  ///   or transparency is kept.
  func inStandardRange(
    keepsTransparency: Bool = false, keepsMusic: Bool = false, drawsPixels: Bool
  ) -> FilmPlan {
    var request = request
    (request.output.color, request.output.depth) = (.sdr, .eight)
    request.output.format = drawsPixels || !size.isEven ? .raw : .mp4
    if !keepsMusic {
      request.music = []
      request.voices = []
    }
    let color = backdrop.color
    let isKept = keepsTransparency && !color.isOpaque
    return FilmPlan(
      self, request, isKept ? .transparent(color) : .opaque(color.isOpaque ? color : .black))
  }

  /// Whether the film needs OpenGL.
  var needsOpenGL: Bool {
    (arrangement.junctions.map(\.transition) + layerTransitions)
      .contains { $0.prepared?.needsOpenGL == true }
      || ([filters] + clips.map(\.filters)).contains { !$0.shaderFiles.isEmpty }
  }

  package var rate: FrameRate { timeline.rate }

  /// The colour encoding and bit depth of the frames.
  package var color: FrameColor { request.output.frameColor }

  /// The language of the film's sound: that of the first clip with a language tag; else empty.
  var soundLanguage: String {
    clips.lazy.compactMap(\.sound?.language).first { !$0.isEmpty } ?? ""
  }

  /// The pixel format of the frames.
  var layout: PixelFormat { Self.drawsPixels(request, over: backdrop) ? color.pixels : color.planes }

  /// Whether frames are RGBA, because the output takes RGBA or keeps transparency. Otherwise they
  /// are 4:2:0 planes.
  static func drawsPixels(_ request: FilmRequest, over backdrop: Backdrop) -> Bool {
    // A nested film has a format but no path.
    let format = request.output.format ?? request.output.knownFormat
    return format?.facts.takesRGB == true || backdrop.keepsTransparency
  }

  /// Whether both sides of the frames have to be even. Clips become HDR as 4:2:0 planes, and VP9 keeps
  /// alpha beside planes.
  static func needsEvenSize(_ request: FilmRequest, over backdrop: Backdrop) -> Bool {
    let codec = request.output.codec ?? request.output.knownFormat?.facts.codec
    return !drawsPixels(request, over: backdrop) || request.output.frameColor.encoding.isHDR || codec == .vp9
  }

  /// Whether the film has sound, regardless of the container.
  package var hasSound: Bool { Self.hasSound(request, clips, overlays) }

  static func hasSound(_ request: FilmRequest, _ clips: [ResolvedClip], _ overlays: [PlacedOverlay]) -> Bool {
    !request.music.isEmpty || !request.voices.isEmpty
      || clips.contains { $0.sound != nil } || overlays.contains(where: \.isHeard)
  }
}
