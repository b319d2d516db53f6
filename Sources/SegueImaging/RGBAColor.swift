/// A colour of 8 bits a channel: sRGB values, straight (not premultiplied) alpha.
///
/// **Thread-safety:** a value.
public struct RGBAColor: Sendable, Hashable, CustomStringConvertible {
  /// Red, 0…255.
  public var red: UInt8
  /// Green, 0…255.
  public var green: UInt8
  /// Blue, 0…255.
  public var blue: UInt8
  /// Alpha, 0 (transparent) … 255 (opaque).
  public var alpha: UInt8

  /// A colour from its four channels.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black.
  public static let black = RGBAColor(red: 0, green: 0, blue: 0)
  /// Opaque white.
  public static let white = RGBAColor(red: 255, green: 255, blue: 255)
  /// Transparent black, all channels 0.
  public static let transparent = RGBAColor(red: 0, green: 0, blue: 0, alpha: 0)

  /// Whether alpha is 255.
  public var isOpaque: Bool { alpha == 255 }

  /// `#rrggbb`, or `#rrggbbaa` when it is not opaque.
  public var description: String {
    func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    return "#" + hex(red) + hex(green) + hex(blue) + (isOpaque ? "" : hex(alpha))
  }
}
