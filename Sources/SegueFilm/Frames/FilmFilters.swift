import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueTransitions

struct FilmFilters: Sendable {
  private let film: FilterChain?
  private let clips: [(chain: FilterChain?, frames: Range<Int>)]
  private let frameCount: Int
  private let size: ImageSize

  /// Loads the filters' files and checks their values.
  /// - Throws: `MediaError`, `ColorTableError`, `FilterError.chain`.
  init(_ plan: FilmPlan, _ limits: DecodingLimits) async throws {
    frameCount = plan.timeline.frameCount
    size = plan.size
    film = try await Self.chain(plan.filters, frameCount, size, limits)
    var clips: [(FilterChain?, Range<Int>)] = []
    for clip in plan.clips {
      clips.append((try await Self.chain(clip.filters, clip.frames.count, size, limits), clip.frames))
    }
    self.clips = clips
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
  func picture(_ recipe: Recipe, ofClip clip: Int?, at index: Int) -> Recipe {
    guard let (chain, frames) = clip.map({ clips[$0] }), let chain else { return recipe }
    let progress = FilmTimeline.progress(index - frames.lowerBound, of: frames.count)
    return chain.recipe(of: recipe, at: progress, size: size)
  }

  /// Whether a still picture in a clip stays unchanged after filtering.
  func areSteady(inClip clip: Int) -> Bool { isFilmSteady && clips[clip].chain?.isConstant != false }

  var isFilmSteady: Bool { film?.isConstant != false }
}
