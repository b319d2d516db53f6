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

extension NodeKind {
  /// Each channel by a line that the pixel's brightness chooses: highlights and shadows, monochrome, solarization.
  /// The table: three weights of 65536 (their sum is at most that), 3 × 256 factors in 16.16 (within ±16), 3 × 256
  /// numbers that are added, in 16.16 of 0…255 (within ±4080). Alpha is kept.
  static let luma: NodeKind = .pointwise(
    "luma", kernel: segue_luma_lines, shader: PackageResources.luma_glsl,
    lower: { node, _ in node.table },
    samples: {
      func table(_ line: (Int, Int) -> (Int32, Int32)) -> NumberTable {
        let lines = (0..<3).flatMap { channel in (0..<256).map { line(channel, $0) } }
        return NumberTable([13933, 46871, 4732] + lines.map(\.0) + lines.map(\.1))
      }
      return [
        table { _, y in y < 128 ? (-65536, 255 << 16) : (65536, 0) },
        table { channel, y in (Int32(y * 4096 - 524_288), Int32((channel - 1) * y) << 20) },
      ].map { Node(.luma, table: $0) }
    },
    pixel: { color, _, _, _, table in
      guard color.alpha > 0 else { return .transparent }
      let weights = table.prefix(3).map(Int.init)
      let sum = weights[0] * Int(color.red) + weights[1] * Int(color.green) + weights[2] * Int(color.blue)
      let brightness = (sum + 32768) >> 16
      func channel(_ number: Int, _ value: UInt8) -> UInt8 {
        let at = 3 + number * 256 + brightness
        return UInt8(max(0, min(255, (Int(table[at]) * Int(value) + Int(table[at + 768]) + 32768) >> 16)))
      }
      return RGBAColor(
        red: channel(0, color.red), green: channel(1, color.green), blue: channel(2, color.blue),
        alpha: color.alpha)
    })
}

extension Recipe {
  /// `input` with each channel put through the line that the pixel's brightness chooses: three weights of 65536,
  /// 768 factors in 16.16 (red's for each brightness, then green's and blue's), 768 numbers to add in 16.16 of 0…255.
  package static func luma(_ input: Recipe, _ table: NumberTable) -> Recipe {
    .node(Node(.luma, table: table), [input])
  }
}
