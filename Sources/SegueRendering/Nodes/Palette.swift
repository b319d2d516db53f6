import CSegueKernels
import SegueImaging

extension NodeKind {
  /// The nearest of a few colours, by the Euclidean distance over red, green and blue; of equally near ones the first.
  /// Alpha is kept. The table: how many colours there are, three unused, then red, green and blue of each.
  static let palette: NodeKind = .pointwise(
    "palette", kernel: segue_palette, shader: PackageResources.palette_glsl,
    lower: { node, _ in node.table },
    samples: {
      [
        Palette.table([.black, .white]),
        Palette.table([
          RGBAColor(red: 200, green: 10, blue: 90), RGBAColor(red: 20, green: 210, blue: 90),
          RGBAColor(red: 20, green: 10, blue: 240), .white, .black,
        ]),
      ].map { Node(.palette, table: $0) }
    },
    pixel: { color, _, _, _, table in
      guard color.alpha > 0 else { return .transparent }
      let own = [Int32(color.red), Int32(color.green), Int32(color.blue)]
      var (best, least) = (0, Int32.max)
      for index in 0..<Int(table[0]) {
        let square = (0..<3).reduce(Int32(0)) {
          let difference = table[4 + index * 3 + $1] - own[$1]
          return $0 + difference * difference
        }
        if square < least { (best, least) = (index, square) }
      }
      func channel(_ number: Int) -> UInt8 { UInt8(table[4 + best * 3 + number]) }
      return RGBAColor(red: channel(0), green: channel(1), blue: channel(2), alpha: color.alpha)
    })
}

/// Tables for the palette node.
package enum Palette {
  /// A table of `colors`, one or more; their alpha does not matter.
  package static func table(_ colors: [RGBAColor]) -> NumberTable {
    NumberTable(
      [Int32(colors.count), 0, 0, 0]
        + colors.flatMap { [Int32($0.red), Int32($0.green), Int32($0.blue)] })
  }
}

extension Recipe {
  /// `input` in the colours of a table alone: see `Palette.table`.
  package static func palette(_ input: Recipe, _ table: NumberTable) -> Recipe {
    .node(Node(.palette, table: table), [input])
  }
}
