import CSegueKernels
import SegueImaging

extension NodeKind {
  /// The minimum or the maximum of each channel along a row or a column of neighbours. A row node
  /// and a column node together cover a square.
  ///
  /// The three values are the distance (1…16), 1 for the maximum or 0 for the minimum, and 1 for a
  /// column or 0 for a row. The result has the pixel's alpha. A transparent neighbour counts as the
  /// pixel itself.
  static let extreme: NodeKind = .window(
    "extreme", kernel: (segue_extreme, segue_extreme_16),
    shader: PackageResources.extreme_glsl, radius: { Int($0[0]) },
    lower: { node, _, _ in
      node.values[0] < 1
        ? nil : NumberTable([Int32(min(16, node.values[0])), Int32(node.values[1]), Int32(node.values[2])])
    },
    samples: { [[1, 0, 0], [2, 1, 1], [4, 0, 1], [3, 1, 0], [0, 0, 0]].map { Node(.extreme, $0) } },
    pixel: { at, numbers in
      let own = at(0, 0)
      guard own.alpha > 0 else { return own.cleared }
      let reach = Int(numbers[0])
      let colors = (-reach...reach).map { offset -> DeepColor in
        let color = numbers[2] == 1 ? at(0, offset) : at(offset, 0)
        return color.alpha == 0 ? own : color
      }
      func channel(_ value: (DeepColor) -> Int) -> Int {
        let values = colors.map(value)
        return (numbers[1] == 1 ? values.max() : values.min()) ?? 0
      }
      return own.with(red: channel(\.red), green: channel(\.green), blue: channel(\.blue))
    })

  /// The median of the nine values of each channel around a pixel. The result has the pixel's alpha. A
  /// transparent neighbour counts as the pixel itself.
  static let median: NodeKind = .window(
    "median", kernel: (segue_median, segue_median_16),
    shader: PackageResources.median_glsl, radius: { _ in 1 },
    lower: { _, _, _ in NumberTable([]) }, samples: { [Node(.median)] },
    pixel: { at, _ in
      let own = at(0, 0)
      guard own.alpha > 0 else { return own.cleared }
      let colors = (0..<9).map { at($0 % 3 - 1, $0 / 3 - 1) }.map { $0.alpha == 0 ? own : $0 }
      func channel(_ value: (DeepColor) -> Int) -> Int { colors.map(value).sorted()[4] }
      return own.with(red: channel(\.red), green: channel(\.green), blue: channel(\.blue))
    })
}

extension Recipe {
  /// The minimum of each channel within a square of `radius` pixels: dark shapes grow.
  package static func eroded(_ input: Recipe, radius: Int) -> Recipe { extremes(input, radius, 0) }

  /// The maximum of each channel within a square of `radius` pixels: bright shapes grow.
  package static func dilated(_ input: Recipe, radius: Int) -> Recipe { extremes(input, radius, 1) }

  private static func extremes(_ input: Recipe, _ radius: Int, _ largest: Double) -> Recipe {
    guard radius > 0 else { return input }
    let rows = Recipe.node(Node(.extreme, [Double(radius), largest, 0]), [input])
    return .node(Node(.extreme, [Double(radius), largest, 1]), [rows])
  }

  /// The median of the nine values of each channel around each pixel: specks vanish, edges stay.
  package static func median(_ input: Recipe) -> Recipe { .node(Node(.median), [input]) }
}
