import CSegueKernels
import SegueImaging
import SegueRendering

/// A picture looked up through a map: one level, or two of them mixed.
///
/// **Thread-safety:** immutable.
final class RowSampler: Sendable {
  /// Whether every sample has alpha 255.
  let isOpaque: Bool
  private let sharp: LevelSampler
  private let coarse: LevelSampler?
  private let weight: Int32

  init(_ map: SampleMap, of picture: MipPicture, workers: WorkerPool) {
    isOpaque = picture.isOpaque
    sharp = LevelSampler(map, level: map.level, of: picture, workers: workers)
    coarse =
      map.levelWeight > 0 ? LevelSampler(map, level: map.level + 1, of: picture, workers: workers) : nil
    weight = map.levelWeight
  }

  /// Samples the columns `span` of row `y` into the row `dst`.
  func sample(_ y: Int, _ span: Range<Int>, into dst: UnsafeMutablePointer<UInt8>, _ scratch: RowScratch) {
    sharp.sample(y, span, into: dst, scratch)
    guard let coarse else { return }
    coarse.sample(y, span, into: scratch.coarse, scratch)
    let (a, b) = (dst + span.lowerBound * 4, scratch.coarse + span.lowerBound * 4)
    if isOpaque {
      segue_mix_opaque(a, a, b, span.count, weight)
    } else {
      segue_mix_alpha(a, a, b, span.count, weight)
    }
  }
}
