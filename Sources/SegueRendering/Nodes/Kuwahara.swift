import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A picture as if painted with a brush. Four squares have the pixel at a corner. The result is the
  /// mean of the square with the least variance.
  ///
  /// The only value is the reach of the squares, 1…8. The variance is the sum over the channels of n·Σc²
  /// − (Σc)², where c is the upper 8 bits. Of equal squares the first is chosen: top left, top right,
  /// bottom left, bottom right. The result has the pixel's alpha. A transparent neighbour counts as the
  /// pixel itself. **Source:** Kuwahara, Hachimura, Eiho, Kinoshita: Processing of RI-angiocardiographic
  /// images, 1976; GPUImage.
  static let kuwahara: NodeKind = .window(
    "kuwahara", kernel: (segue_kuwahara, segue_kuwahara_16), shader: PackageResources.kuwahara_glsl,
    radius: { Int($0[0]) },
    lower: { node, _, _ in node.values[0] < 1 ? nil : NumberTable([Int32(min(8, node.values[0]))]) },
    samples: { [[1], [3], [0]].map { Node(.kuwahara, $0) } },
    pixel: { at, numbers in
      let own = at(0, 0)
      guard own.alpha > 0 else { return own.cleared }
      let reach = Int(numbers[0])
      let count = (reach + 1) * (reach + 1)
      var (best, least) = ([0, 0, 0], Int.max)
      for (left, top) in [(-reach, -reach), (0, -reach), (-reach, 0), (0, 0)] {
        var (sums, seen, squares) = ([0, 0, 0], [0, 0, 0], 0)
        for dy in 0...reach {
          for dx in 0...reach {
            let neighbour = at(left + dx, top + dy)
            let color = neighbour.alpha == 0 ? own : neighbour
            for (channel, value) in [color.red, color.green, color.blue].enumerated() {
              let byte = value >> (own.depth.rawValue - 8)
              sums[channel] += value
              seen[channel] += byte
              squares += byte * byte
            }
          }
        }
        let unrest = count * squares - seen.reduce(0) { $0 + $1 * $1 }
        if unrest < least { (best, least) = (sums, unrest) }
      }
      func mean(_ channel: Int) -> Int { (best[channel] + count / 2) / count }
      return own.with(red: mean(0), green: mean(1), blue: mean(2))
    })
}

extension Recipe {
  /// `input` in strokes of a brush of `radius` pixels, 1…8.
  package static func kuwahara(_ input: Recipe, radius: Int) -> Recipe {
    .node(Node(.kuwahara, [Double(radius)]), [input])
  }
}
