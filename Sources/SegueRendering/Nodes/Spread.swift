import CSegueKernels
import SegueImaging

extension NodeKind {
  /// Columns and rows sampled at other positions: a picture stretched unevenly, or cells of one
  /// colour.
  ///
  /// The first of three values is the kind. Kind 0 stretches the middle by a share, the second value.
  /// Kind 1 makes cells with the colour at their middle; the other values are a cell's width and height
  /// in pixels. Kind 2 makes cells with the colour of the pixel at their middle; a pixel belongs to the
  /// cell that contains its top-left corner. The numbers are the frame's width, three unused numbers,
  /// and the sampled position of each column, then of each row, 20.12.
  static let spread: NodeKind = .map(
    "spread", kernel: segue_spread, shader: PackageResources.spread_glsl,
    lower: { node, size, _ in
      let values = node.values
      let isCells = values[0] > 0
      guard isCells ? values[1] > 0 && values[2] > 0 : values[1] != 0 else { return nil }
      func places(_ count: Int, _ cell: Double) -> [Int32] {
        let extent = Double(count)
        return (0..<count).map { index in
          let middle = Double(index) + 0.5
          func seen(_ place: Double) -> Double { ((place / cell).rounded(.down) + 0.5) * cell }
          if values[0] == 2 { return fixed(min(seen(Double(index)), extent - 1).rounded(.down)) }
          if isCells { return fixed(seen(middle) - 0.5) }
          let n = 2 * (middle / extent - 0.5)
          let t = max(0, min(1, (abs(n) - 0.25) / 0.25))
          let stretched = n * (0.5 + 0.5 * t * t * (3 - 2 * t))
          return fixed(((n + (stretched - n) * values[1]) / 2 + 0.5) * extent - 0.5)
        }
      }
      return NumberTable(
        [Int32(size.width), 0, 0, 0] + places(size.width, values[1]) + places(size.height, values[2]))
    },
    samples: {
      [[0, 1, 0], [0, 0.5, 0], [0, 0, 0], [1, 3.7, 5], [1, 1, 40], [2, 3.7, 5]].map { Node(.spread, $0) }
    },
    place: { x, y, numbers in (numbers[4 + x], numbers[4 + Int(numbers[0]) + y], 4096) })
}

extension Recipe {
  /// `input` with its middle enlarged to twice its size and its edges compressed, by a share of
  /// `amount`.
  /// **Source:** GPUImage's stretch distortion.
  package static func spread(_ input: Recipe, amount: Double) -> Recipe {
    .node(Node(.spread, [0, amount, 0]), [input])
  }

  /// `input` in cells of `width` by `height` pixels, the first one in the top-left corner. A cell
  /// has the colour at its middle.
  /// - Parameter ofPixels: whether a cell has the colour of the pixel at its middle, and contains
  ///   the pixels whose corners are in it.
  package static func cells(
    _ input: Recipe, width: Double, height: Double, ofPixels: Bool = false
  ) -> Recipe {
    .node(Node(.spread, [ofPixels ? 2 : 1, width, height]), [input])
  }
}
