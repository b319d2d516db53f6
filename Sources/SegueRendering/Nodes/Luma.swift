import CSegueKernels
import SegueImaging

extension NodeKind {
  /// A picture in grey: BT.709's luma in full range. Alpha is kept. The node has no parameters.
  static let grayscale: NodeKind = .pointwise(
    "grayscale", kernel: (segue_grayscale, segue_grayscale_16), shader: PackageResources.grayscale_glsl,
    lower: { _, _, _ in NumberTable([]) },
    samples: { [Node(.grayscale)] },
    pixel: { color, _, _, _, _ in color.with(red: color.grey, green: color.grey, blue: color.grey) })
}

extension Recipe {
  /// `input` in grey, alpha kept.
  ///
  /// **Source:** the luma of ITU-R BT.709-6, in full range.
  package static func grayscale(_ input: Recipe) -> Recipe { .node(Node(.grayscale), [input]) }
}

extension NodeKind {
  /// A linear function of each channel, chosen by the pixel's brightness: highlights and shadows,
  /// monochrome, solarization. Alpha is kept. The table has the three brightness weights in 1/65536,
  /// with a sum of at most 1. It continues with 3 × 256 factors in 16.16 (within ±16) and 3 × 256
  /// offsets in 16.16 of 0…255 (within ±4080). At 16 bits, each 256 entries become 65536, with offsets
  /// in 24.8 of 0…65535.
  static let luma: NodeKind = .pointwise(
    "luma", kernel: (segue_luma_lines, segue_luma_lines_16), shader: PackageResources.luma_glsl,
    lower: { node, _, depth in node.table?[depth] },
    samples: {
      func table(_ line: @escaping @Sendable (Int, Int) -> (Int32, Int32)) -> DepthTable {
        DepthTable { depth in
          let lines = (0..<3).flatMap { channel in
            (0...depth.maximum).map { line(channel, $0 >> (depth.rawValue - 8)) }
          }
          return NumberTable([13933, 46871, 4732] + lines.map(\.0) + lines.map(\.1))
        }
      }
      return [
        table { _, y in y < 128 ? (-65536, 255 << 16) : (65536, 0) },
        table { channel, y in (Int32(y * 4096 - 524_288), Int32((channel - 1) * y) << 20) },
      ].map { Node(.luma, table: $0) }
    },
    pixel: { color, _, _, _, table in
      guard color.alpha > 0 else { return color.cleared }
      let weights = table.prefix(3).map(Int.init)
      let sum = weights[0] * color.red + weights[1] * color.green + weights[2] * color.blue
      let count = color.maximum + 1
      let brightness = (sum + 32768) >> 16
      func channel(_ number: Int, _ value: Int) -> Int {
        let at = 3 + number * count + brightness
        let offset = Int(table[at + 3 * count]) << (color.depth.rawValue - 8)
        return color.limited((Int(table[at]) * value + offset + 32768) >> 16)
      }
      return color.with(
        red: channel(0, color.red), green: channel(1, color.green), blue: channel(2, color.blue))
    })
}

extension Recipe {
  /// `input` with each channel mapped by a linear function for the pixel's brightness. The table has
  /// three weights in 1/65536, 768 factors in 16.16 (red's for each brightness, then green's and
  /// blue's), and 768 offsets in 16.16 of 0…255.
  package static func luma(_ input: Recipe, _ table: DepthTable) -> Recipe {
    .node(Node(.luma, table: table), [input])
  }
}
