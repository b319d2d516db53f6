import CSegueKernels
import SegueImaging
import SegueRendering

/// The weighted average of one picture seen through several maps.
///
/// **Thread-safety:** immutable.
final class AverageRows: RowSource {
  private let taps: [(sampler: RowSampler, weight: UInt32)]
  private let width: Int
  private let slot: Int
  let isOpaque: Bool

  init(_ taps: [PlannedTap], of picture: MipPicture, width: Int, slot: Int, workers: WorkerPool) {
    self.taps = taps.map { (RowSampler($0.map, of: picture, workers: workers), $0.weight) }
    self.width = width
    self.slot = slot
    isOpaque = picture.isOpaque
  }

  func repeatsRow(_ y: Int) -> Bool { false }

  func row(_ y: Int, _ scratch: RowScratch) -> UnsafePointer<UInt8> {
    let (row, sums) = (scratch.row(slot), scratch.sums)
    sums.update(repeating: 0, count: width * 4)
    for tap in taps {
      tap.sampler.sample(y, 0..<width, into: scratch.layer, scratch)
      if isOpaque {
        segue_add_opaque(sums, scratch.layer, width, tap.weight)
      } else {
        segue_add_alpha(sums, scratch.layer, width, tap.weight)
      }
    }
    if isOpaque {
      segue_round_opaque(row, sums, width)
    } else {
      segue_divide_alpha(row, sums, width)
    }
    return UnsafePointer(row)
  }
}
