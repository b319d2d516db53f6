import SegueImaging

/// The coverage of each pixel by a rectangle with round corners.
///
/// The coverage at column x, row y is `PixelArithmetic.coverage` of the shares `across[x]` and
/// `down[y]` and the distance `acrossArc[x] + downArc[y]`.
package struct OutlineMap: Sendable, Hashable {
  /// The share of each column's pixels between the left and the right edge, 0…4096.
  package var across: [Int32]
  /// The share of each row's pixels between the top and the bottom edge, 0…4096.
  package var down: [Int32]
  /// The distance of each column from a corner's circle, 20.12.
  package var acrossArc: [Int32]
  /// The distance of each row from a corner's circle, added to `acrossArc`.
  package var downArc: [Int32]
  /// The first column in the right half, 0…width of the frame. Along a row, the coverage does not
  /// decrease before this column, and does not increase after it.
  package var middle: Int
  /// The pixels with a coverage above 0, or a superset of them; never empty.
  package var bounds: PixelRect

  /// Hashes the bounds, a cheap way to distinguish outlines.
  package func hash(into hasher: inout Hasher) { hasher.combine(bounds) }
}

extension OutlineMap {
  /// The outline of `rectangle` in a frame of `size`; `nil` if it is outside or empty.
  ///
  /// A pixel at (a, b) from the centre of a corner of radius r is at (a² + b² − r²) / 2r from its
  /// circle. This equals the distance on the circle, and is larger by 1 / 8r half a pixel away. The
  /// value is the sum of a column's and a row's term.
  init?(_ rectangle: RoundedRectangle, _ size: ImageSize) {
    let numbers = [rectangle.x, rectangle.y, rectangle.width, rectangle.height, rectangle.radius]
    guard numbers.allSatisfy(\.isFinite) else { return nil }
    let radius = max(0, min(rectangle.radius, rectangle.width / 2, rectangle.height / 2))
    let columns = Axis(size.width, from: rectangle.x, rectangle.width, radius: radius)
    let rows = Axis(size.height, from: rectangle.y, rectangle.height, radius: radius)
    guard let x0 = columns.shares.firstIndex(where: { $0 > 0 }),
      let x1 = columns.shares.lastIndex(where: { $0 > 0 }),
      let y0 = rows.shares.firstIndex(where: { $0 > 0 }), let y1 = rows.shares.lastIndex(where: { $0 > 0 })
    else { return nil }
    across = columns.shares
    down = rows.shares
    // Radii below half a pixel would cut off pixels that the edges cover partly.
    let diameter = 2 * max(radius, 0.5)
    acrossArc = columns.arcs.map { $0.map { fixed($0 * $0 / diameter) } ?? Axis.inside }
    downArc = rows.arcs.map { $0.map { fixed(($0 * $0 - radius * radius) / diameter) } ?? Axis.inside }
    middle = Int(max(0, min(Double(size.width), (rectangle.x + rectangle.width / 2).rounded(.down))))
    bounds = PixelRect(x0: x0, y0: y0, x1: x1 + 1, y1: y1 + 1)
  }

  /// The columns or the rows of the frame.
  private struct Axis {
    /// The distance of pixels between the centres of the corners: negative, with a magnitude above all
    /// others.
    static let inside: Int32 = -(1 << 28)

    /// The share of each pixel between the edges, 0…4096.
    let shares: [Int32]
    /// The distance of each pixel's middle from the centre of the nearest corner; `nil` between the
    /// centres.
    let arcs: [Double?]

    init(_ count: Int, from start: Double, _ extent: Double, radius: Double) {
      let (half, middle) = (extent / 2, start + extent / 2)
      shares = (0..<count).map { index in
        let distance = Double(index) + 0.5 - start
        return fixed(max(0, min(distance + 0.5, extent) - max(distance - 0.5, 0)))
      }
      arcs = (0..<count).map { index in
        let distance = abs(Double(index) + 0.5 - middle) - half + radius
        return radius > 0 && distance > 0 ? distance : nil
      }
    }
  }
}
