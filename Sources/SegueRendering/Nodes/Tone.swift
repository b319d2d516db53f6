import CSegueKernels
import SegueImaging

extension NodeKind {
  /// Each channel mapped through its own table: brightness, contrast, gamma, curves, inversion, opacity.
  /// The table has 4 × 256 bytes, or 4 × 65536 values at 16 bits: red, green, blue, alpha. The colour is
  /// straight; a pixel whose alpha becomes 0 is (0, 0, 0, 0).
  package static let tone: NodeKind = .pointwise(
    "tone", kernel: (segue_tone, segue_tone_16), shader: PackageResources.tone_glsl,
    keepsOpacity: { ($0.table?[$1].values.last).map(Int.init) == $1.maximum },
    lower: { node, _, depth in
      let table = node.table?[depth]
      return table == Tone.identity[depth] ? nil : table
    },
    samples: {
      let tables: [@Sendable (_ channel: Int, _ x: Int, _ maximum: Int) -> Int] = [
        { _, x, maximum in maximum - x }, { channel, x, _ in channel == 3 ? x / 2 : x },
        { channel, x, maximum in channel == 3 ? x : min(maximum, x * (channel + 1)) },
        { channel, x, maximum in (x * 37 + channel * 11) & maximum }, { _, x, _ in x },
      ]
      return tables.map { table in
        Node(.tone, table: DepthTable { depth in Tone.table(depth) { table($0, $1, depth.maximum) } })
      }
    },
    pixel: { color, _, _, _, table in
      let count = color.maximum + 1
      let alpha = Int(table[3 * count + color.alpha])
      guard alpha > 0 else { return color.cleared }
      return DeepColor(
        red: Int(table[color.red]), green: Int(table[count + color.green]),
        blue: Int(table[2 * count + color.blue]), alpha: alpha, depth: color.depth)
    })
}

/// Tables for the tone node.
package enum Tone {
  /// The table that leaves every picture unchanged.
  package static let identity = DepthTable { table($0) { _, x in x } }

  /// A table of a function from channel (0 red, 1 green, 2 blue, 3 alpha) and value
  /// (0…`depth.maximum`) to 0…`depth.maximum`.
  package static func table(_ depth: PixelDepth, _ value: (_ channel: Int, _ x: Int) -> Int) -> NumberTable {
    let maximum = depth.maximum
    return NumberTable(
      (0..<4).flatMap { channel in (0...maximum).map { Int32(max(0, min(maximum, value(channel, $0)))) } })
  }
}

extension Recipe {
  /// `input` with each channel mapped through a table: see `Tone.table`.
  package static func tone(_ input: Recipe, _ table: DepthTable) -> Recipe {
    .node(Node(.tone, table: table), [input])
  }
}
