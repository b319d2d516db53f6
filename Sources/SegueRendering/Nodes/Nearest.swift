import CSegueKernels
import SegueImaging

extension NodeKind {
  /// The first picture where its colour is near the second's, else the second.
  /// One value: the Euclidean distance over red, green and blue from 0 to 1. One number: the largest sum of the
  /// three squared differences, −1…195075.
  static let nearest: NodeKind = .pointwise(
    "nearest", inputs: 2, kernel: segue_nearest, shader: PackageResources.nearest_glsl,
    lower: { node, _ in
      let distance = node.values[0]
      // Three times 255², the largest sum there is.
      let farthest = 195_075.0
      guard distance >= 0 else { return NumberTable([-1]) }
      let limit = (distance * distance * 65025).rounded()
      return limit < farthest ? NumberTable([Int32(limit)]) : nil
    },
    samples: { [-1, 0, 0.2, 0.7, 1.2, 2].map { Node(.nearest, [$0]) } },
    pixel: { first, second, _, _, numbers in
      func square(_ x: UInt8, _ y: UInt8) -> Int32 { (Int32(x) - Int32(y)) * (Int32(x) - Int32(y)) }
      let distance =
        square(first.red, second.red) + square(first.green, second.green) + square(first.blue, second.blue)
      return distance <= numbers[0] ? first : second
    })
}

extension Recipe {
  /// `first` where its colour is within `distance` of `second`'s, else `second`. The distance is Euclidean
  /// over red, green and blue from 0 to 1, alpha not counted: at most √3.
  package static func nearest(_ first: Recipe, _ second: Recipe, distance: Double) -> Recipe {
    .node(Node(.nearest, [distance]), [first, second])
  }
}
