import SegueFields
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// A film planned to the frame: all inputs are probed and all positions are frame numbers.
///
/// The plan is a class, since all stages share it and copying its members would be expensive.
package final class FilmPlan: Sendable {
  private let output: OutputDecision
  private let resolvedTimeline: ResolvedTimeline
  /// The filters applied to every frame.
  let filters: RequestFilters
  /// The titles of the clips, then of the film, including titles that are not drawn.
  let titles: [ResolvedTitle]
  let overlays: [ResolvedOverlay]
  /// The captions of the clips, then of the film.
  let captions: [RequestedLayer<FilmCaptions>]
  let needsOpenGL: Bool
  package let frames: Range<Int>
  package let notices: [Notice]
  package let soundLayout: SoundLayout
  /// Whether the film has sound, regardless of the container.
  package let hasSound: Bool

  /// Probes every input of `request` and plans the film.
  /// - Throws: `FilmError`, `UsageError`, `SystemError`, `MediaError`, `ShaderFileError`.
  package convenience init(_ request: FilmRequest) async throws {
    try request.check()
    let resolved = try ResolvedRequest(request)
    let clips = try await FilmInputs.look(at: resolved.clips, of: resolved.request)
    let overlays = try await FilmInputs.look(at: resolved.overlays, of: resolved.request)
    try await self.init(resolved, clips, overlays)
  }

  init(
    _ resolved: ResolvedRequest, _ probed: [ProbedClip], _ probedOverlays: [ProbedOverlay] = []
  ) async throws {
    let output = try await OutputDecision(resolved, probed)
    let (request, rate, file) = (output.request, output.rate, output.request.output.knownFormat)
    self.output = output
    let inputs = probed.map { $0.paced(rate) }
    var resolver = ClipResolver(request: request, rate: rate)
    for (index, input) in inputs.enumerated() {
      let place = request.items[index].clipPlace ?? Place(request.place(ofClip: index))
      _ = try await request.inFile(place) { try await resolver.add(input) }
    }
    let layout = Self.soundLayout(request, probed.map(\.content), file)
    soundLayout = layout.layout
    var notices = output.notices + resolver.notices + InputNotices.all(output, inputs, soundLayout)
    let music = try await Self.sharedMusic(request, rate)
    notices += [layout.notice].compactMap(\.self) + music.notices
    var resolvedTimeline = try ResolvedTimeline(
      resolver.clips, resolved.junctions.map { $0.timed(rate) }, request, rate: rate, musicEnd: music.end)
    let timeline = resolvedTimeline.timeline
    titles = resolved.titles.map { ResolvedTitle($0, on: timeline) }
    let placed = try await Self.overlays(probedOverlays.map { $0.paced(rate) }, output, on: timeline)
    try request.checkLoop(of: placed.overlays)
    overlays = placed.overlays
    notices += resolvedTimeline.notices + titles.flatMap(\.notices) + placed.notices
    captions = resolved.captions
    filters = resolved.filters
    needsOpenGL = resolved.needsOpenGL(resolvedTimeline.junctions)
    notices += try await resolvedTimeline.fitSoundShifts(request, soundLayout)
    self.resolvedTimeline = resolvedTimeline
    hasSound =
      !request.music.isEmpty || !request.voices.isEmpty
      || resolvedTimeline.clips.contains { $0.sound != nil } || placed.overlays.contains(where: \.isHeard)
    if !hasSound, file?.facts.holdsSound ?? true { notices += request.unusedSound }
    frames = try request.frames(of: timeline)
    self.notices = notices
    if !hasSound, let file, file.facts.isSound { throw UsageError.conflict(.soundOfSilence(file)) }
  }

  package var request: FilmRequest { output.request }
  package var size: ImageSize { output.size }
  var device: DeviceLayout? { output.device }
  var format: FrameFormat { output.format }
  var firstVideo: ClipInfo.Video? { output.firstVideo }

  /// The size of the output's frames: that of the film with the device around it.
  package var frameSize: ImageSize { device?.size ?? size }

  /// The titles and overlays, from bottom to top.
  var layers: [any ResolvedLayer] { titles + overlays }

  package var timeline: FilmTimeline { resolvedTimeline.timeline }
  /// The clips in order; in a cycle the first clip is also the last.
  package var clips: [ResolvedClip] { resolvedTimeline.clips }
  /// The clips in order, each once.
  package var inputs: [ResolvedClip] { timeline.isCycle ? Array(clips.dropLast()) : clips }
  /// The transition from the background to the first clip.
  var opening: ResolvedJunction { resolvedTimeline.opening }
  /// The transition from the last clip to the background.
  var closing: ResolvedJunction { resolvedTimeline.closing }

  package var rate: FrameRate { timeline.rate }

  /// The colour encoding and bit depth of the output's frames.
  package var color: FrameColor { format.color }

  /// The language of the film's sound: that of the first clip with a language tag; else empty.
  var soundLanguage: String {
    clips.lazy.compactMap(\.sound?.language).first { !$0.isEmpty } ?? ""
  }

  /// The visible overlays with their rectangles, and the notices about all overlays.
  private static func overlays(
    _ probed: [ProbedOverlay], _ output: OutputDecision, on timeline: FilmTimeline
  ) async throws -> (overlays: [ResolvedOverlay], notices: [Notice]) {
    var (overlays, notices): ([ResolvedOverlay], [Notice]) = ([], [])
    for overlay in probed {
      let layer = overlay.requested.content
      let frames = timeline.rate.frames(from: layer.start, to: layer.end, of: timeline.forwardCount)
      let place = Place(overlay.requested.place)
      try await output.request.inFile(place, isTyped: layer.typed.text != nil) {
        let part = try await OverlayPart(layer, overlay.content, output.request, rate: timeline.rate)
        if frames.isEmpty { return notices.append(layer.unseenNotice.at(place)) }
        let placed = try ResolvedOverlay(
          overlay, part, frames: frames, rate: timeline.rate, size: output.size,
          step: output.format.backdrop.keepsTransparency ? 1 : 2)
        notices += placed.notices
        overlays.append(placed)
      }
    }
    try ResolvedOverlay.check(overlays)
    return (overlays, notices)
  }
}
