import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A mix of two pictures by the distance from a point: vignettes, tilt-shift, soft discs.
  ///
  /// The eleven values are the point's column and row in pixels; the scales of columns and rows (0
  /// ignores them); an offset s; and two ramps, each with a height k and edges e, f. The weight of the
  /// second picture at a distance d is s + k₁·smoothstep(e₁, f₁, d) + k₂·smoothstep(e₂, f₂, d),
  /// clamped to 0…1.
  ///
  /// The numbers are the frame's width, three unused numbers, 7074 table entries at distances 1/2048
  /// apart, and two unused numbers. Then they have each column's and each row's component of the
  /// distance in 1/16384, clamped to ±40000. The low 16 bits of an entry are its 15-bit weight, the high
  /// 16 bits the next entry's weight.
  static let weighted: NodeKind = .pointwise(
    "weighted", inputs: 2, kernel: (segue_weighted, segue_weighted_16), shares: segue_weighted_shares,
    shader: PackageResources.weighted_glsl, usesPlace: true,
    lower: { node, size, _ in
      let v = node.values
      func ramp(_ at: Int, _ d: Double) -> Double {
        let (height, low, high) = (v[at], v[at + 1], v[at + 2])
        guard height != 0 else { return 0 }
        let t = high > low ? max(0, min(1, (d - low) / (high - low))) : d >= high ? 1 : 0
        return height * t * t * (3 - 2 * t)
      }
      let weights = (0..<7074).map { index -> Int32 in
        let d = Double(index) / 2048
        return fixedWeight(v[4] + ramp(5, d) + ramp(8, d))
      }
      if weights.allSatisfy({ $0 == 0 }) { return nil }
      let pairs = zip(weights, weights.dropFirst() + [0]).map { (low, high) -> Int32 in
        Int32(bitPattern: UInt32(low) | UInt32(high) << 16)
      }
      func parts(_ count: Int, _ middle: Double, _ scale: Double) -> [Int32] {
        (0..<count).map { (pixel: Int) -> Int32 in
          let share = (Double(pixel) + 0.5 - middle) * scale * 16384
          return Int32(max(-40000, min(40000, share)).rounded())
        }
      }
      return NumberTable(
        [Int32(size.width), 0, 0, 0] + pairs + [0, 0] + parts(size.width, v[0], v[2])
          + parts(size.height, v[1], v[3]))
    },
    samples: {
      [
        [12, 8, 0.04, 0.04, 0, 1, 0.2, 0.6, 0, 0, 0], [0, 0, 0, 0.05, 1, -1, 0.2, 0.4, 1, 0.6, 0.8],
        [20, 15, 0.01, 0.02, 0.3, 0.4, 0.1, 0.1, 0, 0, 0], [3, 3, 1, 1, 0, 0.7, 0, 4, 0, 0, 0],
        [3, 3, 1, 1, 0, 0, 0, 4, 0, 0, 0],
      ].map { Node(.weighted, $0) }
    },
    pixel: { first, second, x, y, numbers in
      let (dx, dy) = (Int(numbers[7080 + x]), Int(numbers[7080 + Int(numbers[0]) + y]))
      let r = Int(Double(dx * dx + dy * dy).squareRoot())
      let pair = UInt32(bitPattern: numbers[4 + r >> 3])
      let (low, high) = (Int32(pair & 65535), Int32(pair >> 16))
      return PixelArithmetic.mix(first, second, weight: low + ((high - low) * Int32(r & 7) + 4) >> 3)
    })
}

extension Recipe {
  /// A term of the weight: `height` times a smoothstep of the distance between two edges.
  package struct Ramp: Sendable, Hashable {
    /// The value added beyond the second edge.
    package var height: Double
    /// The first edge.
    package var low: Double
    /// The second edge.
    package var high: Double

    /// A ramp that adds `height` from `low` to `high`.
    package init(_ height: Double, from low: Double, to high: Double) {
      self.height = height
      self.low = low
      self.high = high
    }
  }

  /// A mix of `first` and `second` by the distance from the point (`x`, `y`), in pixels. The weight
  /// of `second` is `share` plus one or two ramps. `perColumn` and `perRow` scale the distance.
  package static func weighted(
    _ first: Recipe, _ second: Recipe, x: Double, y: Double, perColumn: Double, perRow: Double,
    share: Double = 0,
    _ ramp: Ramp, _ other: Ramp = Ramp(0, from: 0, to: 1)
  ) -> Recipe {
    .node(
      Node(
        .weighted,
        [
          x, y, perColumn, perRow, share, ramp.height, ramp.low, ramp.high, other.height, other.low,
          other.high,
        ]),
      [first, second])
  }
}
