import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A picture in grey: BT.709's luma in full range, alpha kept. No parameters.
  static let grayscale: NodeKind = .pointwise(
    "grayscale", kernel: segue_grayscale, shader: PackageResources.grayscale_glsl,
    lower: { _, _ in NumberTable([]) },
    samples: { [Node(.grayscale)] },
    pixel: { color, _, _, _, _ in
      // (.2126, .7152, .0722) · 65536, then a half.
      let red: UInt32 = 13933 * UInt32(color.red)
      let green: UInt32 = 46871 * UInt32(color.green)
      let blue: UInt32 = 4732 * UInt32(color.blue)
      let grey = UInt8((red + green + blue + 32768) >> 16)
      return RGBAColor(red: grey, green: grey, blue: grey, alpha: color.alpha)
    })
}

extension Recipe {
  /// `input` in grey, alpha kept. **Source:** BT.709's luma, in full range.
  public static func grayscale(_ input: Recipe) -> Recipe { .node(Node(.grayscale), [input]) }
}
