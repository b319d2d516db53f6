import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A picture in the nearest colours of a palette, by the Euclidean distance of red, green and blue. Of
  /// equally near colours the first is chosen. Alpha is kept. The table has the number of colours, three
  /// unused numbers, then red, green and blue of each colour.
  static let palette: NodeKind = .pointwise(
    "palette", kernel: (segue_palette, segue_palette_16), shader: PackageResources.palette_glsl,
    lower: { node, _, depth in
      guard let table = node.table?[.eight], depth == .sixteen else { return node.table?[.eight] }
      return NumberTable(table.values.enumerated().map { $0 < 4 ? $1 : $1 * 257 })
    },
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
      guard color.alpha > 0 else { return color.cleared }
      let (own, less) = ([color.red, color.green, color.blue], color.depth == .eight ? 0 : 2)
      var (best, least) = (0, Int.max)
      for index in 0..<Int(table[0]) {
        let square = (0..<3).reduce(0) {
          let difference = Int(table[4 + index * 3 + $1]) >> less - own[$1] >> less
          return $0 + difference * difference
        }
        if square < least { (best, least) = (index, square) }
      }
      func channel(_ number: Int) -> Int { Int(table[4 + best * 3 + number]) }
      return color.with(red: channel(0), green: channel(1), blue: channel(2))
    })
}

/// Tables for the palette node.
package enum Palette {
  /// A table of `colors`, one or more; their alpha is ignored.
  package static func table(_ colors: [RGBAColor]) -> NumberTable {
    NumberTable(
      [Int32(colors.count), 0, 0, 0]
        + colors.flatMap { [Int32($0.red), Int32($0.green), Int32($0.blue)] })
  }
}

extension Recipe {
  /// `input` reduced to the colours of a table: see `Palette.table`.
  package static func palette(_ input: Recipe, _ table: NumberTable) -> Recipe {
    .node(Node(.palette, table: table), [input])
  }
}

extension NodeKind {
  /// The first picture at pixels where its colour is near the second's, else the second picture. The
  /// only value is the Euclidean distance of red, green and blue in 0…1. The only number is the maximum
  /// sum of the three squared differences; −1 selects no pixel.
  static let nearest: NodeKind = .pointwise(
    "nearest", inputs: 2, kernel: (segue_nearest, segue_nearest_16), shader: PackageResources.nearest_glsl,
    lower: { node, _, depth in
      let distance = node.values[0]
      // At 16 bits only the upper 14 bits count. Three times the largest square is the largest possible
      // sum.
      let largest = depth == .eight ? 255.0 : 16383
      let farthest = 3 * largest * largest
      guard distance >= 0 else { return NumberTable([-1]) }
      let limit = (distance * distance * largest * largest).rounded()
      return limit < farthest ? NumberTable([Int32(limit)]) : nil
    },
    samples: { [-1, 0, 0.2, 0.7, 1.2, 2].map { Node(.nearest, [$0]) } },
    pixel: { first, second, _, _, numbers in
      let less = first.depth == .eight ? 0 : 2
      func square(_ x: Int, _ y: Int) -> Int { (x >> less - y >> less) * (x >> less - y >> less) }
      let distance =
        square(first.red, second.red) + square(first.green, second.green) + square(first.blue, second.blue)
      return distance <= Int(numbers[0]) ? first : second
    })
}

extension Recipe {
  /// `first` at pixels where its colour is within `distance` of `second`'s, else `second`. The
  /// distance is Euclidean over red, green and blue from 0 to 1, at most √3; alpha is ignored.
  package static func nearest(_ first: Recipe, _ second: Recipe, distance: Double) -> Recipe {
    .node(Node(.nearest, [distance]), [first, second])
  }
}
