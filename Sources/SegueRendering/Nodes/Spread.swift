import CSegueKernels
import SegueImaging

extension NodeKind {
  /// Columns and rows each taken from somewhere else: a picture stretched unevenly, or cells of one colour.
  ///
  /// Three values: 0, a share and nothing stretches the middle; 1, a width and a height in pixels makes cells, each seen
  /// at its middle. Numbers: the frame's width, three unused, where each column looks, then where each row does, 20.12.
  static let spread: NodeKind = .map(
    "spread", kernel: segue_spread, shader: PackageResources.spread_glsl,
    lower: { node, size in
      let values = node.values
      let isCells = values[0] == 1
      guard isCells ? values[1] > 0 && values[2] > 0 : values[1] != 0 else { return nil }
      func places(_ count: Int, _ cell: Double) -> [Int32] {
        let extent = Double(count)
        return (0..<count).map { index in
          let middle = Double(index) + 0.5
          if isCells { return fixed(((middle / cell).rounded(.down) + 0.5) * cell - 0.5) }
          let n = 2 * (middle / extent - 0.5)
          let t = max(0, min(1, (abs(n) - 0.25) / 0.25))
          let stretched = n * (0.5 + 0.5 * t * t * (3 - 2 * t))
          return fixed(((n + (stretched - n) * values[1]) / 2 + 0.5) * extent - 0.5)
        }
      }
      return NumberTable(
        [Int32(size.width), 0, 0, 0] + places(size.width, values[1]) + places(size.height, values[2]))
    },
    samples: { [[0, 1, 0], [0, 0.5, 0], [0, 0, 0], [1, 3.7, 5], [1, 1, 40]].map { Node(.spread, $0) } },
    place: { x, y, numbers in (numbers[4 + x], numbers[4 + Int(numbers[0]) + y], 4096) })
}

extension Recipe {
  /// `input` with its middle enlarged to twice its size and its edges compressed, in a share of `amount`.
  /// **Source:** GPUImage's stretch distortion.
  package static func spread(_ input: Recipe, amount: Double) -> Recipe {
    .node(Node(.spread, [0, amount, 0]), [input])
  }

  /// `input` in cells of `width` by `height` pixels, the first one in the top-left corner, each of the colour at its
  /// middle.
  package static func cells(_ input: Recipe, width: Double, height: Double) -> Recipe {
    .node(Node(.spread, [1, width, height]), [input])
  }
}
