import CSegueKernels
import SegueImaging

extension NodeKind {
  /// Red, green and blue by a matrix of three rows of four: hue, saturation, sepia. The table: twelve numbers in
  /// 16.16, what is added counted in 0…255. The colour is straight, alpha is kept.
  static let matrix: NodeKind = .pointwise(
    "matrix", kernel: segue_matrix, shader: PackageResources.matrix_glsl,
    lower: { node, _ in node.table == Matrix.identity ? nil : node.table },
    samples: {
      let wide = [16, -16, 16, -16].map { Int32($0) << 16 }
      return [
        [25000, 20000, 10000, 0, -30000, 90000, 5536, 1_000_000, 65536, 65536, 65536, -9_000_000],
        wide + wide.reversed() + [1 << 20, 1 << 20, 1 << 20, 255 << 20], Matrix.identity.values,
      ].map { Node(.matrix, table: NumberTable($0)) }
    },
    pixel: { color, _, _, _, m in
      guard color.alpha > 0 else { return .transparent }
      func channel(_ row: Int) -> UInt8 {
        let sum =
          Int(m[row]) * Int(color.red) + Int(m[row + 1]) * Int(color.green) + Int(m[row + 2])
          * Int(color.blue)
          + Int(m[row + 3])
        return UInt8(max(0, min(255, (sum + 32768) >> 16)))
      }
      return RGBAColor(red: channel(0), green: channel(4), blue: channel(8), alpha: color.alpha)
    })
}

/// Tables for the matrix node.
package enum Matrix {
  /// The table that leaves every picture as it is.
  package static let identity = NumberTable([65536, 0, 0, 0, 0, 65536, 0, 0, 0, 0, 65536, 0])
}

extension Recipe {
  /// `input` with its colours put through a matrix: twelve numbers in 16.16, row by row, red's, green's and blue's
  /// factor (each within ±16), then what is added (in 0…255, within ±4080).
  package static func matrix(_ input: Recipe, _ table: NumberTable) -> Recipe {
    .node(Node(.matrix, table: table), [input])
  }
}
