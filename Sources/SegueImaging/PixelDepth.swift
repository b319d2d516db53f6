/// The bits per channel in memory.
package enum PixelDepth: Int, Sendable, Hashable, CaseIterable {
  /// A byte per channel.
  case eight = 8
  /// Two bytes per channel, in the machine's byte order.
  case sixteen = 16

  /// The largest value of a channel.
  @inlinable package var maximum: Int { (1 << rawValue) - 1 }
  /// The number of bytes in a pixel of four channels.
  @inlinable package var bytesPerPixel: Int { rawValue / 2 }

  /// The factor from an 8-bit value to one of this depth.
  package var scale: Int { self == .eight ? 1 : 257 }

  /// A value of 0…1 as a channel, clamped and rounded to nearest; NaN is 0.
  package func channel(_ value: Double) -> Int {
    value > 0 ? Int((min(1, value) * Double(maximum)).rounded()) : 0
  }
}

/// A colour of 8 or 16 bits per channel, for nodes' specifications: red, green, blue and straight
/// alpha, each 0…`depth.maximum`.
package struct DeepColor: Sendable, Hashable {
  package var red: Int
  package var green: Int
  package var blue: Int
  package var alpha: Int
  package var depth: PixelDepth

  package init(red: Int, green: Int, blue: Int, alpha: Int, depth: PixelDepth) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
    self.depth = depth
  }

  /// An 8-bit colour, widened to a depth.
  package init(_ color: RGBAColor, _ depth: PixelDepth = .eight) {
    self.init(
      red: Int(color.red) * depth.scale, green: Int(color.green) * depth.scale,
      blue: Int(color.blue) * depth.scale, alpha: Int(color.alpha) * depth.scale, depth: depth)
  }

  /// The largest value of a channel.
  package var maximum: Int { depth.maximum }
  /// Whether alpha is the largest value.
  package var isOpaque: Bool { alpha == maximum }
  /// Transparent black of the same depth.
  package var cleared: DeepColor { DeepColor(red: 0, green: 0, blue: 0, alpha: 0, depth: depth) }
  /// BT.709's luma in full range.
  package var grey: Int { (13933 * red + 46871 * green + 4732 * blue + 32768) >> 16 }

  /// A value limited to 0…`maximum`.
  package func limited(_ value: Int) -> Int { max(0, min(maximum, value)) }

  /// A colour with the alpha and the depth of this colour.
  package func with(red: Int, green: Int, blue: Int) -> DeepColor {
    DeepColor(red: red, green: green, blue: blue, alpha: alpha, depth: depth)
  }

  /// The colour with another alpha; with alpha 0 it is transparent black.
  package func with(alpha: Int) -> DeepColor {
    alpha == 0 ? cleared : DeepColor(red: red, green: green, blue: blue, alpha: alpha, depth: depth)
  }

  /// The colour in 8 bits. Its channels must be below 256.
  package var bytes: RGBAColor {
    RGBAColor(
      red: UInt8(truncatingIfNeeded: red), green: UInt8(truncatingIfNeeded: green),
      blue: UInt8(truncatingIfNeeded: blue), alpha: UInt8(truncatingIfNeeded: alpha))
  }
}
