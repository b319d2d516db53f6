import SegueFields
import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization

/// A film that can be drawn and mixed: its plan with the loaded transitions, filters, layers and sounds.
final class ResolvedFilm: Sendable {
  let plan: FilmPlan
  /// The format in which the film is drawn.
  let format: FrameFormat
  let clips: [LoadedClip]
  /// The transition from the background to the first clip; `nil` for a cut.
  let opening: FilmTransition?
  /// The transition from the last clip to the background; `nil` for a cut.
  let closing: FilmTransition?
  /// The filters of every frame; `nil` without filters.
  let filters: FilmFilters?
  /// The layers over the film, from bottom to top.
  let layers: [any Layer]
  let drawnDevice = Mutex<DeviceFrame?>(nil)
  /// The clips' subtitles.
  let text: MergedSubtitles?
  /// The music and the voices.
  let music: [ResolvedMusic]
  /// The light levels of the first video with the film's encoding; `nil` if unknown.
  let light: LightLevels?
  let pictures: SharedPictures
  let notices: [Notice]

  /// Loads textures, draws titles and probes the music.
  /// - Parameters:
  ///   - format: the format in which the film is drawn; `nil` means the output's format.
  ///   - hasMusic: whether music and voices are heard.
  /// - Throws: `FilmError.part`, `SystemError`, `UsageError`, `ColorTableError`.
  init(
    _ plan: FilmPlan, as format: FrameFormat? = nil, hasMusic: Bool = true,
    pictures: SharedPictures = RenderPool.shared.pictures
  ) async throws {
    let drawn = format ?? plan.format
    self.plan = plan
    self.format = drawn
    self.pictures = pictures
    var loader = FilmLoader(plan: plan, format: drawn, pictures: pictures)
    opening = try await loader.transition(plan.opening, "opening")
    var clips: [LoadedClip] = []
    for clip in plan.clips { clips.append(try await loader.loaded(clip)) }
    self.clips = clips
    closing = try await loader.transition(plan.closing, "closing")
    filters = try await FilmFilters(
      plan.filters, over: 0..<plan.timeline.forwardCount, plan.size, loader.limits)
    var layers: [any Layer] = []
    for placed in plan.layers { layers += [try await placed.load(by: &loader)].compactMap(\.self) }
    loader.notices += loader.nestedNotices
    // The motions of pictures are only checked; they are computed again when they are drawn.
    for clip in plan.clips { _ = try await plan.request.inFile { try plan.motionTrack(of: clip) } }
    text = format == nil ? try await MergedSubtitles(plan) : nil
    loader.notices += text?.notices ?? []
    layers += [try Self.subtitles(by: &loader)].compactMap(\.self)
    for kind in FilmLayerKind.all { layers += try await kind.load(&loader) }
    self.layers = layers
    let sounds = hasMusic ? try await Self.music(plan) : (placed: [], notices: [])
    music = sounds.placed
    light = drawn.color.encoding == .pq ? try await Self.light(plan) : nil
    let lost = light.flatMap { _ in Self.lostLight(plan.request.output.codec) }
    notices = loader.notices + sounds.notices + [lost].compactMap(\.self)
  }

  private static func subtitles(by loader: inout FilmLoader) throws -> SubtitleLayer? {
    guard let source = loader.plan.request.subtitles else { return nil }
    let subtitles = try SubtitleLayer(source, in: loader.plan)
    loader.notices += subtitles.notices
    // Create a painter now, so that libass reports errors before the first frame.
    _ = try subtitles.painter()
    return subtitles
  }

  /// The light levels of the first video with the film's encoding; `nil` if unknown.
  private static func light(_ plan: FilmPlan) async throws -> LightLevels? {
    for case .video(let info, let video, _, _) in plan.clips.map(\.content) where video.color == .pq {
      return try await ClipProbe().light(of: info)
    }
    return nil
  }

  /// The notice that `codec` cannot store light levels; `nil` if it can.
  private static func lostLight(_ codec: VideoCodec?) -> Notice? {
    guard let codec, !codec.facts.storesLightLevels else { return nil }
    return Notice(.loss, of: .codec, "\(codec.name) cannot store the light levels of the mastering display")
  }
}

final class LoadedClip: Sendable {
  let planned: ResolvedClip
  /// The transition from the previous clip; `nil` for the first clip and for a cut.
  let transition: FilmTransition?
  let filters: FilmFilters?

  init(_ planned: ResolvedClip, _ transition: FilmTransition?, _ filters: FilmFilters?) {
    self.planned = planned
    self.transition = transition
    self.filters = filters
  }
}
