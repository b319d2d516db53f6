import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A colour looked up in a cube, between the four corners of the tetrahedron that it lies in. Alpha is kept.
  ///
  /// The table: grid points a side (0…2 unused after it), 3 × 256 grid offsets of each channel's byte (red's cell,
  /// green's times the side, blue's times its square), 3 × 256 shares of a cell (0…4096), then four numbers a grid
  /// point, red fastest: red, green, blue in 8.8 fixed point, and nothing.
  /// **Source:** tetrahedral interpolation as in US patent 4,275,413 (Sakamoto, Itooka; expired).
  static let cube: NodeKind = .pointwise(
    "cube", kernel: segue_cube, shader: PackageResources.cube_glsl,
    lower: { node, _ in node.table },
    samples: {
      func cube(_ side: Int, _ value: @escaping (Int, Int) -> Int) -> Node {
        let positions = (0..<768).map { Int32(($0 % 256 * (side - 1) * 4096 + 127) / 255) }
        let values = (0..<(side * side * side * 3)).map { UInt16(value($0 / 3, $0 % 3)) }
        return Node(.cube, table: Cube.table(side: side, positions: positions, values: values))
      }
      return [
        cube(2) { index, channel in index >> channel & 1 == 0 ? 65280 : 0 },
        cube(5) { index, channel in (index * 2477 + channel * 9173) % 65281 },
        cube(17) { index, channel in [index % 17, index / 17 % 17, index / 289][(channel + 1) % 3] * 4080 },
      ]
    },
    pixel: { color, _, _, _, table in
      guard color.alpha > 0 else { return .transparent }
      let side = Int(table[0])
      let bytes = [Int(color.red), Int(color.green), Int(color.blue)]
      let first = (0..<3).reduce(0) { $0 + Int(table[4 + $1 * 256 + bytes[$1]]) }
      let shares = (0..<3).map { Int(table[772 + $0 * 256 + bytes[$0]]) }
      let steps = [1, side, side * side]
      // From the largest share to the least: the way along the edges of the cell.
      let order = (0..<3).sorted { (shares[$0], $1) > (shares[$1], $0) }
      func channel(_ number: Int) -> UInt8 {
        var point = first
        var (sum, before) = (0, 4096)
        for axis in order {
          sum += Int(table[1540 + point * 4 + number]) * (before - shares[axis])
          (point, before) = (point + steps[axis], shares[axis])
        }
        sum += Int(table[1540 + point * 4 + number]) * before
        return UInt8((sum + (1 << 19)) >> 20)
      }
      return RGBAColor(red: channel(0), green: channel(1), blue: channel(2), alpha: color.alpha)
    })
}

/// Tables for the cube node.
package enum Cube {
  /// A cube of `side` grid points a side, 2 or more.
  /// - Parameters:
  ///   - positions: for red, green and blue 256 places on the grid, 20.12, 0…(side − 1)·4096.
  ///   - values: three values a point in 8.8 fixed point, 0…65280, red fastest.
  package static func table(side: Int, positions: [Int32], values: [UInt16]) -> NumberTable {
    let steps = [1, side, side * side].map(Int32.init)
    let cells = positions.map { min(Int32(side - 2), $0 >> 12) }
    var numbers = [Int32(side), 0, 0, 0]
    numbers.reserveCapacity(1540 + values.count / 3 * 4)
    numbers += cells.indices.map { cells[$0] * steps[$0 / 256] }
    numbers += cells.indices.map { positions[$0] - cells[$0] << 12 }
    for point in 0..<(values.count / 3) {
      for channel in 0..<3 { numbers.append(Int32(values[point * 3 + channel])) }
      numbers.append(0)
    }
    return NumberTable(numbers)
  }
}

extension Recipe {
  /// `input` with its colours looked up in a cube: see `Cube.table`.
  package static func cube(_ input: Recipe, _ table: NumberTable) -> Recipe {
    .node(Node(.cube, table: table), [input])
  }
}
