import SegueImaging
import SegueMath
import SegueRendering

/// A linear map of each channel c for each brightness: `slope` · c + `offset`. The brightness is the
/// weighted sum of the pixel's red, green and blue.
///
/// **Source:** GPUImage's filters of the same names.
package struct LumaTable: Sendable {
  /// The weights of red, green and blue; a sum of at most 1.
  package let weights: [Double]
  private let line: @Sendable (_ channel: Int, _ brightness: Double) -> (slope: Double, offset: Double)

  /// A table of the values of `line` for each channel and brightness (0…1). Slopes and offsets are clamped
  /// to ±16.
  package init(
    weights: [Double] = ColorMatrix.luma,
    line: @escaping @Sendable (_ channel: Int, _ brightness: Double) -> (slope: Double, offset: Double)
  ) {
    self.weights = weights
    self.line = line
  }

  /// A table that brightens shadows and darkens highlights.
  /// - Parameters:
  ///   - shadows: 0 unchanged … 1 much brighter.
  ///   - highlights: 1 unchanged … 0 much darker.
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

  /// A table that mixes in, by `amount`, the overlay of the brightness and one colour (components 0…1).
  package static func monochrome(_ color: [Double], amount: Double) -> LumaTable {
    LumaTable { channel, brightness in
      let overlay =
        brightness < 0.5 ? 2 * brightness * color[channel] : 1 - 2 * (1 - brightness) * (1 - color[channel])
      return (1 - amount, amount * overlay)
    }
  }

  /// A table that compresses brightness towards the middle by `amount`; colours are kept.
  package static func luminanceRange(_ amount: Double) -> LumaTable {
    LumaTable { _, brightness in (1, (0.5 - brightness) * amount) }
  }

  /// A table that inverts colours up to a brightness of `limit`.
  package static func solarize(_ limit: Double) -> LumaTable {
    LumaTable { _, brightness in brightness <= limit ? (-1, 1) : (1, 0) }
  }

  /// The table for drawing.
  var numbers: DepthTable { DepthTable { NumberTable(fixedPoint($0)) } }

  /// The slope and the offset for each brightness of a depth: red's, then green's, then blue's.
  package func lines(_ depth: PixelDepth) -> [(slope: Double, offset: Double)] {
    (0..<3).flatMap { channel in
      (0...depth.maximum).map { line(channel, Double($0) / Double(depth.maximum)) }
    }
  }

  /// The table as integers: three weights in 1/65536, then red's, green's and blue's slopes for each
  /// brightness in 16.16, then the offsets, in 16.16 of 0…255 or in 24.8 of 0…65535.
  package func fixedPoint(_ depth: PixelDepth = .eight) -> [Int32] {
    func fixed(_ value: Double, _ one: Double) -> Int32 { Int32((min(16, max(-16, value)) * one).rounded()) }
    let unit = depth == .eight ? 255.0 * 65536 : 65535 * 256
    let lines = lines(depth)
    return weights.map { Int32(($0 * 65536).rounded()) } + lines.map { fixed($0.slope, 65536) }
      + lines.map { fixed($0.offset, unit) }
  }
}
