import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A colour looked up in a 3D table by tetrahedral interpolation between grid points. Alpha is kept.
  ///
  /// The table has, in this order:
  /// - the grid points per side, then three unused numbers;
  /// - 3 × 256 grid offsets of each channel's value: red's cell, green's cell × side, blue's cell ×
  ///   side²;
  /// - 3 × 256 positions of the values in their cells (0…4096);
  /// - four numbers per grid point, red fastest: red, green and blue in 8.8 fixed point, and one
  ///   unused.
  ///
  /// At 16 bits the table has 3 × 65536 offsets and positions, and grid points without a fraction. Grid
  /// points may be outside of 0…1; the interpolated colour is clamped.
  ///
  /// **Source:** tetrahedral interpolation as in US patent 4,275,413 (Sakamoto, Itooka; expired).
  static let cube: NodeKind = .pointwise(
    "cube", kernel: (segue_cube, segue_cube_16), shader: PackageResources.cube_glsl,
    lower: { node, _, depth in node.table?[depth] },
    samples: {
      func cube(_ side: Int, _ value: (Int, Int) -> Int) -> Node {
        let values = (0..<(side * side * side * 3)).map { Int32(value($0 / 3, $0 % 3)) }
        return Node(.cube, table: Cube.table(side: side, values: values) { $1 })
      }
      return [
        cube(2) { index, channel in index >> channel & 1 == 0 ? 65280 : 0 },
        cube(5) { index, channel in (index * 2477 + channel * 9173) % 65281 },
        cube(5) { index, channel in (index * 190_927 + channel * 9173) % 1_044_481 - 522_240 },
        cube(17) { index, channel in [index % 17, index / 17 % 17, index / 289][(channel + 1) % 3] * 4080 },
      ]
    },
    pixel: { color, _, _, _, table in
      guard color.alpha > 0 else { return color.cleared }
      let side = Int(table[0])
      let (channels, count) = ([color.red, color.green, color.blue], color.maximum + 1)
      let first = (0..<3).reduce(0) { $0 + Int(table[4 + $1 * count + channels[$1]]) }
      let shares = (0..<3).map { Int(table[4 + 3 * count + $0 * count + channels[$0]]) }
      let points = 4 + 6 * count
      let steps = [1, side, side * side]
      // Tetrahedral interpolation: the axes in descending order of their shares.
      let order = (0..<3).sorted { (shares[$0], $1) > (shares[$1], $0) }
      func channel(_ number: Int) -> Int {
        var point = first
        var (sum, before) = (0, 4096)
        for axis in order {
          sum += Int(table[points + point * 4 + number]) * (before - shares[axis])
          (point, before) = (point + steps[axis], shares[axis])
        }
        sum += Int(table[points + point * 4 + number]) * before
        // 8-bit points have 8 fraction bits, shares 12.
        let shift = color.depth == .eight ? 20 : 12
        return min(color.maximum, max(0, (sum + 1 << (shift - 1)) >> shift))
      }
      return color.with(red: channel(0), green: channel(1), blue: channel(2))
    })
}

/// Tables for the cube node.
package enum Cube {
  /// A cube of `side` grid points per side, 2 or more.
  /// - Parameters:
  ///   - values: three values per point in 8.8 fixed point, red fastest: 65280 is 1. They are
  ///     within ±8, so that sums fit 32 bits.
  ///   - place: the position of a channel's value (0…1) on the grid, 0…1 from its first point to
  ///     its last.
  package static func table(
    side: Int, values: [Int32], place: @escaping @Sendable (_ channel: Int, _ value: Double) -> Double
  ) -> DepthTable {
    DepthTable { depth in
      let (steps, count) = ([1, side, side * side].map(Int32.init), depth.maximum + 1)
      let positions = (0..<3).flatMap { channel in
        (0..<count).map { value -> Int32 in
          let share = min(1, max(0, place(channel, Double(value) / Double(depth.maximum))))
          return Int32((share * Double((side - 1) * 4096)).rounded())
        }
      }
      let cells = positions.map { min(Int32(side - 2), $0 >> 12) }
      var numbers = [Int32(side), 0, 0, 0]
      numbers.reserveCapacity(4 + 6 * count + values.count / 3 * 4)
      numbers += cells.indices.map { cells[$0] * steps[$0 / count] }
      numbers += cells.indices.map { positions[$0] - cells[$0] << 12 }
      for point in 0..<(values.count / 3) {
        for channel in 0..<3 {
          let value = values[point * 3 + channel]
          numbers.append(depth == .eight ? value : (value * 257 + 128) >> 8)
        }
        numbers.append(0)
      }
      return NumberTable(numbers)
    }
  }
}

extension Recipe {
  /// `input` with its colours looked up in a cube: see `Cube.table`.
  package static func cube(_ input: Recipe, _ table: DepthTable) -> Recipe {
    .node(Node(.cube, table: table), [input])
  }
}
