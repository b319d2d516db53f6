import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A picture rotated and scaled about a point, by angles and factors that depend on the distance:
  /// swirl, bulge, pinch. A pixel at (x, y) from the point samples (a·x − b·y, b·x + a·y) from the
  /// sampled centre, times the factors.
  ///
  /// The seven values are the point's column and row and a radius, in pixels; the sampled centre;
  /// and factors for columns and rows (below 4).
  ///
  /// The table has 1025 pairs (a, b) in 2.14 for distances of 0…1 radius. The last pair applies
  /// beyond it.
  ///
  /// The numbers are the point in 20.12, the frame's width, an unused number, the sampled centre, the
  /// factors in 2.14, the pairs, and two unused numbers. Then they have each column's and each row's
  /// distance from the point in 1/32768 of the radius, clamped to ±40000.
  static let radial: NodeKind = .map(
    "radial", kernel: segue_radial, shader: PackageResources.radial_glsl,
    lower: { node, size, depth in
      guard let pairs = node.table?[depth].values else { return nil }
      let (x, y, radius) = (node.values[0], node.values[1], node.values[2])
      guard radius > 0 else { return nil }
      func place(_ value: Double) -> Int32 { Int32((max(-16000, min(16000, value)) * 4096).rounded()) }
      func distances(_ count: Int, _ middle: Double) -> [Int32] {
        (0..<count).map { (pixel: Int) -> Int32 in
          let distance = (Double(pixel) + 0.5 - middle) / radius * 32768
          return Int32(max(-40000, min(40000, distance)).rounded())
        }
      }
      func factor(_ value: Double) -> Int32 {
        let bounded = max(-3.99, min(3.99, value))
        return Int32((bounded * 16384).rounded())
      }
      var numbers: [Int32] = [place(x - 0.5), place(y - 0.5), Int32(size.width), 0]
      numbers += [place(node.values[3] - 0.5), place(node.values[4] - 0.5)]
      numbers += [factor(node.values[5]), factor(node.values[6])]
      numbers += pairs
      numbers += [0, 0]
      numbers += distances(size.width, x)
      return NumberTable(numbers + distances(size.height, y))
    },
    samples: {
      [
        Node(.radial, [13.3, 9.1, 11, 13.3, 9.1, 1, 1], table: Radial.table { ($0, 3 * (1 - $0)) }),
        Node(.radial, [5, 30, 40, 5, 30, 1, 1], table: Radial.table { (1.9 - $0, -$0) }),
        Node(.radial, [-3, 4, 0.7, -3, 4, 1, 1], table: Radial.table { _ in (0.4, 1.2) }),
        Node(.radial, [9, 11, 15, 20.5, 3, -2.5, 3.7], table: Radial.table { (1 - $0 * $0, $0) }),
        Node(.radial, [5, 5, 0, 5, 5, 1, 1], table: Radial.table { _ in (1, 0) }),
      ]
    },
    place: { x, y, numbers in
      let width = Int(numbers[2])
      let (dx, dy) = (Int(numbers[2060 + x]), Int(numbers[2060 + width + y]))
      var r = Int(Double(dx * dx + dy * dy).squareRoot())
      r = min(r, 32768)
      let (entry, share) = (min(r >> 5, 1023), r - min(r >> 5, 1023) << 5)
      func pair(_ number: Int) -> Int {
        let (low, high) = (Int(numbers[8 + entry * 2 + number]), Int(numbers[10 + entry * 2 + number]))
        return low + ((high - low) * share + 16) >> 5
      }
      let (a, b) = (pair(0), pair(1))
      let (px, py) = (x << 12 - Int(numbers[0]), y << 12 - Int(numbers[1]))
      func times(_ factor: Int, _ way: Int) -> Int {
        (factor * (way >> 12)) >> 2 + (factor * (way & 4095)) >> 14
      }
      func seen(_ way: Int, _ axis: Int) -> Int32 {
        let limited = max(-1 << 26, min(1 << 26, way))
        return Int32(Int(numbers[4 + axis]) + times(Int(numbers[6 + axis]), limited))
      }
      return (seen(times(a, px) - times(b, py), 0), seen(times(b, px) + times(a, py), 1), 4096)
    })
}

/// Tables for the radial node.
package enum Radial {
  /// A table of a function from the distance (0…1 radius) to a factor and an angle (radians,
  /// clockwise), given as (a, b) = factor · (cos, sin). Both are limited to ±3.99.
  package static func table(_ look: (_ distance: Double) -> (a: Double, b: Double)) -> DepthTable {
    func fixed(_ value: Double) -> Int32 { Int32((max(-3.99, min(3.99, value)) * 16384).rounded()) }
    let table = NumberTable(
      (0...1024).flatMap { index -> [Int32] in
        let pair = look(Double(index) / 1024)
        return [fixed(pair.a), fixed(pair.b)]
      })
    return DepthTable(table)
  }
}

extension Recipe {
  /// `input` rotated and scaled about the point (`x`, `y`), in pixels, by the pairs of a `Radial.table`
  /// over `radius` pixels. Sampled positions are relative to the point `from`, by default (`x`, `y`),
  /// and multiplied by `scale`.
  package static func radial(
    _ input: Recipe, x: Double, y: Double, radius: Double, from: (x: Double, y: Double)? = nil,
    scale: (x: Double, y: Double) = (1, 1), _ table: DepthTable
  ) -> Recipe {
    let from = from ?? (x, y)
    return .node(Node(.radial, [x, y, radius, from.x, from.y, scale.x, scale.y], table: table), [input])
  }
}
