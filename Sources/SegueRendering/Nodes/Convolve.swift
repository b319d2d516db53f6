import CSegueKernels
import SegueImaging

extension NodeKind {
  /// The weighted sum of a pixel and its eight neighbours, as for sharpening, embossing and edges.
  /// Colours are straight. The result has the pixel's alpha. A transparent neighbour counts as the pixel
  /// itself.
  ///
  /// The values are nine weights from the top left, row by row, then an offset in 0…1, all in 1.10 fixed
  /// point. The middle weight compensates the rounding of the others, so that their sum is right. The
  /// magnitudes of the nine sum to at most 64.
  static let convolve: NodeKind = .window(
    "convolve", kernel: (segue_convolve, segue_convolve_16), shader: PackageResources.convolve_glsl,
    radius: { _ in 1 },
    lower: { node, _, depth in
      // At 16 bits the offset has 8 fewer fraction bits.
      let offset = depth == .eight ? 1.0 : 256
      let size = node.values.prefix(9).reduce(0) { $0 + abs($1) }
      let scale = 1024 * (size > 64 ? 64 / size : 1)
      var numbers = node.values.prefix(9).map { Int32(($0 * scale).rounded()) }
      let sum = Int32((node.values.prefix(9).reduce(0, +) * scale).rounded())
      numbers[4] += sum - numbers.reduce(0, +)
      let added = Int32((max(-64, min(64, node.values[9])) * Double(depth.maximum) * 1024 / offset).rounded())
      let isIdentity = added == 0 && numbers == [0, 0, 0, 0, 1024, 0, 0, 0, 0]
      return isIdentity ? nil : NumberTable(numbers + [added])
    },
    samples: {
      [
        [0, -1, 0, -1, 5, -1, 0, -1, 0, 0], [0.5, 1, 0.5, 1, -6, 1, 0.5, 1, 0.5, 0.5],
        [-8, -8, -8, -8, 0, 8, 8, 8, 8, 0], [0, 0, 0, 0, 1, 0, 0, 0, 0, 0],
        [0.11, 0.11, 0.11, 0.11, 0.12, 0.11, 0.11, 0.11, 0.11, -0.2],
      ].map { Node(.convolve, $0) }
    },
    pixel: { at, weights in
      let own = at(0, 0)
      guard own.alpha > 0 else { return own.cleared }
      func channel(_ value: (DeepColor) -> Int) -> Int {
        var sum = Int(weights[9]) << (own.depth.rawValue - 8) + 512
        for dy in -1...1 {
          for dx in -1...1 {
            let neighbour = at(dx, dy)
            sum += Int(weights[(dy + 1) * 3 + dx + 1]) * value(neighbour.alpha == 0 ? own : neighbour)
          }
        }
        return own.limited(sum >> 10)
      }
      return own.with(red: channel(\.red), green: channel(\.green), blue: channel(\.blue))
    })
}

extension Recipe {
  /// `input` convolved with nine `weights`, row by row from the top left, plus the offset `added`
  /// (colours are 0…1).
  package static func convolve(_ input: Recipe, _ weights: [Double], added: Double = 0) -> Recipe {
    precondition(weights.count == 9, "a convolution needs nine weights")
    return .node(Node(.convolve, weights + [added]), [input])
  }
}
