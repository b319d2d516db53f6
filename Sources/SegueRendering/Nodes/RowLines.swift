import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A linear function of each channel that depends on the row: haze that increases towards the top or
  /// the bottom.
  ///
  /// The two values are the haze d at the top and at the bottom, at most 0.95; c becomes (c − d) / (1 −
  /// d). The numbers are a factor and an offset (of 0…255) in 16.16 for each row. At 16 bits the offset
  /// (of 0…65535) is in 24.8. Colours are straight, alpha is kept.
  static let rowLines: NodeKind = .pointwise(
    "rowLines", kernel: (segue_row_lines, segue_row_lines_16), shader: PackageResources.row_lines_glsl,
    usesPlace: true,
    lower: { node, size, depth in
      let (top, bottom) = (node.values[0], node.values[1])
      guard top != 0 || bottom != 0 else { return nil }
      let white = depth == .eight ? 255.0 * 65536 : 65535 * 256
      return NumberTable(
        (0..<size.height).flatMap { row -> [Int32] in
          let place = (Double(row) + 0.5) / Double(size.height)
          let haze = max(-1000, min(0.95, top + (bottom - top) * place))
          return [
            Int32((65536 / (1 - haze)).rounded()), Int32((-white * haze / (1 - haze)).rounded()),
          ]
        })
    },
    samples: { [[0, 0.4], [-0.9, 0.2], [0.7, 3], [0, 0]].map { Node(.rowLines, $0) } },
    pixel: { color, _, _, y, numbers in
      guard color.alpha > 0 else { return color.cleared }
      let (factor, offset) = (Int(numbers[2 * y]), Int(numbers[2 * y + 1]) << (color.depth.rawValue - 8))
      func line(_ value: Int) -> Int { color.limited((factor * value + offset + 32768) >> 16) }
      return color.with(red: line(color.red), green: line(color.green), blue: line(color.blue))
    })
}

extension Recipe {
  /// `input` with haze removed, by `top` in the first row and `bottom` in the last; negative values
  /// add haze.
  package static func hazeRemoved(_ input: Recipe, top: Double, bottom: Double) -> Recipe {
    .node(Node(.rowLines, [top, bottom]), [input])
  }
}
