import SegueImaging
import SegueMedia
import SegueRendering
import SegueRun
import SegueTransitions

/// The filters of a film, a clip or an overlay. The variable `p` goes from 0 at the owner's first frame to 1
/// at its last.
struct FilmFilters: Sendable {
  private let chain: FilterChain
  private let frames: Range<Int>
  private let size: ImageSize

  /// Loads the files of `filters` and checks their values for pictures of `size`; `nil` without filters.
  /// - Throws: `SystemError`, `ColorTableError`, `FilterError.chain`.
  init?(
    _ filters: RequestFilters, over frames: Range<Int>, _ size: ImageSize, _ limits: DecodingLimits
  ) async throws {
    if filters.isEmpty { return nil }
    var filters = filters
    try await filters.load(limits: limits)
    let progresses = (0..<frames.count).lazy.map { FilmTimeline.progress($0, of: frames.count) }
    guard let chain = try filters.checkedResult(size: size, progresses: progresses) else { return nil }
    self.chain = chain
    self.frames = frames
    self.size = size
  }

  /// Whether a still picture remains still after filtering.
  var isConstant: Bool { chain.isConstant }

  func recipe(of picture: Recipe, at index: Int) -> Recipe {
    let progress = FilmTimeline.progress(index - frames.lowerBound, of: frames.count)
    return chain.recipe(of: picture, at: progress, size: size)
  }
}
