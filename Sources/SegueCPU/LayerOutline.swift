import CSegueKernels
import SegueMath
import SegueRendering

/// The rectangle with round corners that clips a layer, and the columns that it covers in each row.
///
/// **Thread-safety:** immutable.
final class LayerOutline {
  private let map: OutlineMap
  /// For each row, the columns with a coverage above 0 and those with full coverage.
  private let spans: [(touched: Range<Int>, filled: Range<Int>)]

  init(_ map: OutlineMap) {
    self.map = map
    var spans: [(touched: Range<Int>, filled: Range<Int>)] = []
    spans.reserveCapacity(map.down.count)
    for y in map.down.indices {
      if let last = spans.last, map.down[y] == map.down[y - 1], map.downArc[y] == map.downArc[y - 1] {
        spans.append(last)
      } else {
        spans.append((map.columns(y, from: 1), map.columns(y, from: 4096)))
      }
    }
    self.spans = spans
  }

  func touched(_ y: Int) -> Range<Int> { spans[y].touched }

  func filled(_ y: Int) -> Range<Int> { spans[y].filled }

  /// Multiplies the weights of the columns `span` of row `y` by the coverage.
  func weigh(_ y: Int, _ span: Range<Int>, into weights: UnsafeMutablePointer<UInt16>) {
    segue_outline_weights(
      weights, span.lowerBound, span.upperBound, map.across, map.down[y], map.acrossArc, map.downArc[y])
  }
}

extension OutlineMap {
  /// The columns of row `y` with a coverage of at least `least`.
  fileprivate func columns(_ y: Int, from least: Int32) -> Range<Int> {
    func isCovered(_ x: Int) -> Bool {
      PixelArithmetic.coverage(
        across: across[x], down: down[y], distance: acrossArc[x] + downArc[y]) >= least
    }
    let start = (0..<middle).partitioningIndex { isCovered($0) }
    return start..<(middle..<across.count).partitioningIndex { !isCovered($0) }
  }
}
