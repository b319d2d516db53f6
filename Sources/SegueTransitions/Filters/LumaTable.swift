import SegueMath

/// A line for each brightness: each channel becomes `slope`·c + `offset`, by the table's entry for the pixel's
/// weighted sum of red, green and blue.
///
/// **Thread-safety:** a value. **Source:** GPUImage's filters of the names below.
package struct LumaTable: Sendable, Hashable {
  /// What red, green and blue count for; a sum of at most 1.
  package var weights: [Double]
  /// For red, then green, then blue: 256 slopes, limited to ±16.
  package var slopes: [Double]
  /// For red, then green, then blue: 256 offsets in 0…1, limited to ±16.
  package var offsets: [Double]

  /// The lines of a function from channel and brightness (0…1) to slope and offset.
  package init(
    weights: [Double] = ColorMatrix.luma,
    line: (_ channel: Int, _ brightness: Double) -> (slope: Double, offset: Double)
  ) {
    self.weights = weights
    let lines = (0..<3).flatMap { channel in (0..<256).map { line(channel, Double($0) / 255) } }
    slopes = lines.map { min(16, max(-16, $0.slope)) }
    offsets = lines.map { min(16, max(-16, $0.offset)) }
  }

  /// Brighter where it is dark, darker where it is bright.
  /// - Parameters:
  ///   - shadows: 0 as they are … 1 much brighter.
  ///   - highlights: 1 as they are … 0 much darker.
  package static func highlightsShadows(shadows: Double, highlights: Double) -> LumaTable {
    LumaTable(weights: [0.3, 0.3, 0.3]) { _, luminance in
      guard luminance > 0 else { return (1, 0) }
      let (a, q) = (1 / (shadows + 1), 1 / (2 - highlights))
      let lift = StableMath.pow(luminance, a) - 0.76 * StableMath.pow(luminance, 2 * a) - luminance
      let rest = 1 - luminance
      let drop = (1 - (StableMath.pow(rest, q) - 0.8 * StableMath.pow(rest, 2 * q))) - luminance
      return ((luminance + min(1, max(0, lift)) + min(0, max(-1, drop))) / luminance, 0)
    }
  }

  /// The overlay of the brightness and one colour (components 0…1), in a share of `amount`.
  package static func monochrome(_ color: [Double], amount: Double) -> LumaTable {
    LumaTable { channel, brightness in
      let overlay =
        brightness < 0.5 ? 2 * brightness * color[channel] : 1 - 2 * (1 - brightness) * (1 - color[channel])
      return (1 - amount, amount * overlay)
    }
  }

  /// Brightness compressed toward the middle by a share of `amount`, colours kept.
  package static func luminanceRange(_ amount: Double) -> LumaTable {
    LumaTable { _, brightness in (1, (0.5 - brightness) * amount) }
  }

  /// Inverted where the brightness is at most `limit`.
  package static func solarize(_ limit: Double) -> LumaTable {
    LumaTable { _, brightness in brightness <= limit ? (-1, 1) : (1, 0) }
  }

  /// In integers: three weights of 65536, 768 slopes in 16.16, 768 offsets in 16.16 of 0…255.
  package var fixedPoint: [Int32] {
    weights.map { Int32(($0 * 65536).rounded()) } + slopes.map { Int32(($0 * 65536).rounded()) }
      + offsets.map { Int32(($0 * 255 * 65536).rounded()) }
  }
}
