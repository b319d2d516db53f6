import CSegueKernels
import SegueImaging

extension NodeKind {
  /// The weighted average of nine samples along a line. Samples with colours like the pixel's have the
  /// most weight, so areas are smoothed and edges kept. The result has the pixel's alpha. A transparent
  /// neighbour counts as the pixel itself.
  ///
  /// The three values are the step between samples in pixels (0…8), the loss of weight per distance of
  /// colours (the weight is 0 at 1 / loss), and 1 for a column or 0 for a row.
  ///
  /// The numbers are the step, 1 for a column, two unused numbers, and the weights for each of the five
  /// distances from the middle. A distance from the middle has 442 weights of 12 bits, indexed by the
  /// integer root of the sum of three squared differences. At 16 bits there are 1772 weights, for
  /// differences of the upper 10 bits.
  ///
  /// **Source:** GPUImage's bilateral filter.
  static let bilateral: NodeKind = .window(
    "bilateral", kernel: (segue_bilateral, segue_bilateral_16),
    shader: PackageResources.bilateral_glsl, radius: { 4 * Int($0[0]) },
    lower: { node, _, depth in
      let step = Int32(min(8, node.values[0]))
      guard step >= 1 else { return nil }
      let largest = depth == .eight ? 255.0 : 1023.984375
      let weights = [0.18, 0.15, 0.12, 0.09, 0.05].enumerated().flatMap { index, weight in
        (0..<distances(depth)).map { distance in
          let loss = index == 0 ? 0 : min(1, Double(distance) / largest * node.values[1])
          return Int32((weight * (1 - loss) * 4096).rounded())
        }
      }
      return NumberTable([step, Int32(node.values[2]), 0, 0] + weights)
    },
    samples: { [[1, 8, 0], [4, 2, 1], [8, 0, 0], [0, 8, 0]].map { Node(.bilateral, $0) } },
    pixel: { at, numbers in
      let own = at(0, 0)
      guard own.alpha > 0 else { return own.cleared }
      func channels(_ color: DeepColor) -> [Int] { [color.red, color.green, color.blue] }
      let less = own.depth == .eight ? 0 : 6
      var (sums, total) = ([0, 0, 0], 0)
      for look in -4...4 {
        let offset = look * Int(numbers[0])
        let neighbour = numbers[1] == 1 ? at(0, offset) : at(offset, 0)
        let color = channels(neighbour.alpha == 0 ? own : neighbour)
        let square = zip(color, channels(own)).reduce(0) {
          let step = $1.0 >> less - $1.1 >> less
          return $0 + step * step
        }
        let weight = Int(numbers[4 + abs(look) * distances(own.depth) + Int(Double(square).squareRoot())])
        for channel in 0..<3 { sums[channel] += color[channel] * weight }
        total += weight
      }
      func channel(_ number: Int) -> Int { (sums[number] + total / 2) / total }
      return own.with(red: channel(0), green: channel(1), blue: channel(2))
    })

  /// The number of weighted colour distances.
  private static func distances(_ depth: PixelDepth) -> Int { depth == .eight ? 442 : 1772 }
}

extension Recipe {
  /// `input` smoothed where neighbours `step` pixels apart have similar colours; `edge` is the loss of
  /// weight per distance of colours.
  package static func bilateral(_ input: Recipe, step: Int, edge: Double) -> Recipe {
    let across = Recipe.node(Node(.bilateral, [Double(step), edge, 0]), [input])
    return step < 1 ? input : .node(Node(.bilateral, [Double(step), edge, 1]), [across])
  }
}
