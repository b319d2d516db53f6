import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueTransitions

struct FilmFilters: Sendable {
  private let film: FilterChain?
  private let frameCount: Int
  private let size: ImageSize

  /// Loads the filters' files and checks their values.
  /// - Throws: `MediaError`, `ColorTableError`, `FilterError`.
  init(_ plan: FilmPlan, _ limits: DecodingLimits) async throws {
    frameCount = plan.timeline.forwardCount
    size = plan.size
    film = try await Self.chain(plan.filters, frameCount, size, limits)
  }

  /// The loaded chain for pictures of `size` over `count` frames; `nil` without filters.
  static func chain(
    _ filters: RequestFilters, _ count: Int, _ size: ImageSize, _ limits: DecodingLimits
  ) async throws -> FilterChain? {
    if filters.isEmpty { return nil }
    var filters = filters
    try await filters.load(limits: limits)
    let progresses = (0..<count).lazy.map { FilmTimeline.progress($0, of: count) }
    return try filters.checkedResult(size: size, progresses: progresses)
  }

  func frame(_ recipe: Recipe, at index: Int) -> Recipe {
    let progress = FilmTimeline.progress(index, of: frameCount)
    return film?.recipe(of: recipe, at: progress, size: size) ?? recipe
  }

  /// The picture of a clip in film frame `index` with the clip's filter. Without a clip it is the
  /// background.
  func picture(_ recipe: Recipe, of clip: LoadedClip?, at index: Int) -> Recipe {
    guard let clip, let chain = clip.filters else { return recipe }
    let frames = clip.planned.frames
    let progress = FilmTimeline.progress(index - frames.lowerBound, of: frames.count)
    return chain.recipe(of: recipe, at: progress, size: size)
  }

  /// Whether a still picture in a clip stays unchanged after filtering.
  func areSteady(in clip: LoadedClip) -> Bool { isFilmSteady && clip.filters?.isConstant != false }

  var isFilmSteady: Bool { film?.isConstant != false }
}
