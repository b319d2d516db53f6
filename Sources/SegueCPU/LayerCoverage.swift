import CSegueKernels
import SegueImaging
import SegueRendering

/// A layer's soft edges, solved row by row for the columns that it touches and those that it fills.
///
/// **Thread-safety:** immutable.
final class LayerCoverage: Sendable {
  private let map: CoverageMap
  private let across: MonotoneTable
  /// `nil` where the vertical distance is the same for a whole row.
  private let down: MonotoneTable?

  init(_ map: CoverageMap) {
    self.map = map
    across = MonotoneTable(map.dux)
    down = map.dvx.isEmpty ? nil : MonotoneTable(map.dvx)
  }

  /// Whether the filled columns of a row include those that are filled both above and below of it.
  var isConvex: Bool { MonotoneTable(map.duy).isMonotone && MonotoneTable(map.dvy).isMonotone }

  /// The columns of row `y` with a coverage above 0: at most these.
  func touched(_ y: Int) -> Range<Int> { columns(y, margin: -2047) ?? 0..<map.dux.count }

  /// The columns of row `y` with full coverage: at least most of them.
  func filled(_ y: Int) -> Range<Int> { columns(y, margin: 2048) ?? 0..<0 }

  /// The weights of the columns `span` of row `y`, written to their places in `weights`.
  func weigh(_ y: Int, _ span: Range<Int>, opacity: Int32, into weights: UnsafeMutablePointer<UInt16>) {
    let (du0, dv0) = (map.duy.isEmpty ? 0 : map.duy[y], map.dvy[y])
    map.dvx.withUnsafeBufferPointer { dvx in
      segue_coverage_weights(
        weights, span.lowerBound, span.upperBound, map.dux, du0, dvx.isEmpty ? nil : dvx.baseAddress, dv0,
        map.width, map.height, opacity)
    }
  }

  /// Columns at least `margin` inside of all four edges; `nil` where the tables don't tell.
  private func columns(_ y: Int, margin: Int64) -> Range<Int>? {
    let (du0, dv0) = (Int64(map.duy.isEmpty ? 0 : map.duy[y]), Int64(map.dvy[y]))
    let (right, bottom) = (Int64(map.width) - margin, Int64(map.height) - margin)
    guard let inWidth = across.columns(from: margin - du0, below: right - du0 + 1) else { return nil }
    guard let down else { return dv0 >= margin && dv0 <= bottom ? inWidth : 0..<0 }
    guard let inHeight = down.columns(from: margin - dv0, below: bottom - dv0 + 1) else { return nil }
    return inWidth.overlaps(inHeight) ? inWidth.clamped(to: inHeight) : 0..<0
  }
}
