import CSegueKernels
import SegueImaging

extension NodeKind {
  /// The gradient magnitude of a pixel's grey, mapped through a table: Sobel, Prewitt, sketches.
  ///
  /// The table has the weight of the corners, the weight of the sides and two unused numbers. 1443 bytes
  /// follow, indexed by the integer root of the sum of both squared differences. At 16 bits there are
  /// 46341 values, and differences are divided by 8. The grey is the grayscale node's. The result is
  /// grey with the pixel's alpha. A transparent neighbour counts as the pixel itself.
  static let gradient: NodeKind = .window(
    "gradient", kernel: (segue_gradient, segue_gradient_16),
    reduction: WindowShape.Reduction(
      row: (segue_greys, segue_greys_16), window: (segue_gradient_of_greys, segue_gradient_of_greys_16)),
    shader: PackageResources.gradient_glsl,
    radius: { _ in 1 },
    lower: { node, _, depth in node.table?[depth] },
    samples: {
      [
        Gradient.table(.sobel) { min(1, $0) }, Gradient.table(.prewitt) { 1 - min(1, 3 * $0) },
        Gradient.table(.sides) { $0 >= 0.25 ? 1 : 0 },
      ].map { Node(.gradient, table: $0) }
    },
    pixel: { at, table in
      let own = at(0, 0)
      guard own.alpha > 0 else { return own.cleared }
      func grey(_ dx: Int, _ dy: Int) -> Int {
        let color = at(dx, dy).alpha == 0 ? own : at(dx, dy)
        return color.grey
      }
      let (corner, side) = (Int(table[0]), Int(table[1]))
      let across =
        corner * (grey(1, -1) + grey(1, 1) - grey(-1, -1) - grey(-1, 1)) + side * (grey(1, 0) - grey(-1, 0))
      let down =
        corner * (grey(-1, 1) + grey(1, 1) - grey(-1, -1) - grey(1, -1)) + side * (grey(0, 1) - grey(0, -1))
      let less = own.depth == .eight ? 0 : 3
      let square = (across >> less) * (across >> less) + (down >> less) * (down >> less)
      let value = Int(table[4 + Int(Double(square).squareRoot())])
      return own.with(red: value, green: value, blue: value)
    })
}

/// Tables for the gradient node.
package enum Gradient {
  /// The weights of the compared neighbours.
  package enum Neighbours: Sendable {
    /// The sides with twice the weight of the corners.
    case sobel
    /// Sides and corners with equal weights.
    case prewitt
    /// The sides alone.
    case sides
  }

  /// The table of `value`, a function from the gradient's magnitude to 0…1. Greys are 0…1, so the magnitude
  /// is up to 5.7 with Sobel's weights.
  package static func table(_ neighbours: Neighbours, _ value: @escaping @Sendable (Double) -> Double)
    -> DepthTable
  {
    let weights: [Int32] =
      switch neighbours {
      case .sobel: [1, 2]
      case .prewitt: [1, 1]
      case .sides: [0, 1]
      }
    return DepthTable { depth in
      let unit = depth == .eight ? 255 : 65535.0 / 8
      return NumberTable(
        weights + [0, 0]
          + (0...(depth == .eight ? 1442 : 46340)).map { Int32(depth.channel(value(Double($0) / unit))) })
    }
  }
}

extension Recipe {
  /// The gradient magnitude of `input`'s grey at each pixel, mapped through `Gradient.table`.
  package static func gradient(_ input: Recipe, _ table: DepthTable) -> Recipe {
    .node(Node(.gradient, table: table), [input])
  }
}
