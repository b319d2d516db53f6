import CSegueKernels
import SegueImaging

extension NodeKind {
  /// Each channel through a table of its own: brightness, contrast, gamma, curves, inversion, opacity.
  /// The table: 4 × 256 bytes, red, green, blue, alpha. The colour is straight; where alpha comes out as 0 the pixel
  /// is (0, 0, 0, 0).
  package static let tone: NodeKind = .pointwise(
    "tone", kernel: segue_tone, shader: PackageResources.tone_glsl,
    keepsOpacity: { $0.table?.values[1023] == 255 },
    lower: { node, _ in node.table == Tone.identity ? nil : node.table },
    samples: {
      [
        Tone.table { _, x in 255 - x }, Tone.table { channel, x in channel == 3 ? x / 2 : x },
        Tone.table { channel, x in channel == 3 ? x : min(255, x * (channel + 1)) },
        Tone.table { channel, x in (x * 37 + channel * 11) & 255 }, Tone.identity,
      ].map { Node(.tone, table: $0) }
    },
    pixel: { color, _, _, _, table in
      let alpha = UInt8(table[768 + Int(color.alpha)])
      guard alpha > 0 else { return .transparent }
      return RGBAColor(
        red: UInt8(table[Int(color.red)]), green: UInt8(table[256 + Int(color.green)]),
        blue: UInt8(table[512 + Int(color.blue)]), alpha: alpha)
    })
}

/// Tables for the tone node.
package enum Tone {
  /// The table that leaves every picture as it is.
  package static let identity = table { _, x in x }

  /// A table from a function: channel (0 red, 1 green, 2 blue, 3 alpha) and value (0…255) to 0…255.
  package static func table(_ value: (_ channel: Int, _ x: Int) -> Int) -> NumberTable {
    NumberTable((0..<1024).map { Int32(max(0, min(255, value($0 / 256, $0 % 256)))) })
  }
}

extension Recipe {
  /// `input` with each channel put through a table: see `Tone.table`.
  package static func tone(_ input: Recipe, _ table: NumberTable) -> Recipe {
    .node(Node(.tone, table: table), [input])
  }
}
