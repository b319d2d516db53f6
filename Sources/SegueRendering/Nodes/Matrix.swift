import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A picture with its colours multiplied by a 3 × 4 matrix: hue, saturation, sepia. The table has
  /// twelve numbers in 16.16, with offsets in 0…255. At 16 bits, lowering converts the offsets to 24.8
  /// of 0…65535. The colour is straight, and alpha is kept.
  static let matrix: NodeKind = .pointwise(
    "matrix", kernel: (segue_matrix, segue_matrix_16), shader: PackageResources.matrix_glsl,
    lower: { node, _, depth in
      guard let table = node.table?[.eight], table != Matrix.identity else { return nil }
      if depth == .eight { return table }
      // Offsets are converted from 16.16 of 0…255 to 24.8 of 0…65535.
      return NumberTable(
        table.values.enumerated().map { $0 % 4 == 3 ? Int32((Int64($1) * 257 + 128) >> 8) : $1 })
    },
    samples: {
      let wide = [16, -16, 16, -16].map { Int32($0) << 16 }
      return [
        [25000, 20000, 10000, 0, -30000, 90000, 5536, 1_000_000, 65536, 65536, 65536, -9_000_000],
        wide + wide.reversed() + [1 << 20, 1 << 20, 1 << 20, 255 << 20], Matrix.identity.values,
      ].map { Node(.matrix, table: NumberTable($0)) }
    },
    pixel: { color, _, _, _, m in
      guard color.alpha > 0 else { return color.cleared }
      func channel(_ row: Int) -> Int {
        let sum = Int(m[row]) * color.red + Int(m[row + 1]) * color.green + Int(m[row + 2]) * color.blue
        return color.limited((sum + Int(m[row + 3]) << (color.depth.rawValue - 8) + 32768) >> 16)
      }
      return color.with(red: channel(0), green: channel(4), blue: channel(8))
    })
}

/// Tables for the matrix node.
package enum Matrix {
  /// The table that leaves every picture unchanged.
  package static let identity = NumberTable([65536, 0, 0, 0, 0, 65536, 0, 0, 0, 0, 65536, 0])
}

extension Recipe {
  /// `input` with its colours multiplied by a matrix: twelve numbers in 16.16, row by row, the
  /// factors of red, green and blue (each within ±16), then an offset (in 0…255, within ±4080).
  package static func matrix(_ input: Recipe, _ table: NumberTable) -> Recipe {
    .node(Node(.matrix, table: table), [input])
  }
}
