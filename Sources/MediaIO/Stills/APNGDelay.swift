/// How long a frame of an APNG is shown: a fraction of a second in lowest terms.
///
/// **Thread-safety:** a value.
public struct APNGDelay: Sendable, Hashable {
  /// Numerator, in `1 / denominator` seconds.
  public let numerator: UInt16
  /// Denominator, never 0.
  public let denominator: UInt16

  /// `numerator / denominator` seconds; `nil` when the format, whose numbers have 16 bits, cannot say it exactly.
  public init?(numerator: Int, denominator: Int) {
    guard numerator >= 0, denominator > 0 else { return nil }
    let divisor = Self.greatestCommonDivisor(numerator, denominator)
    guard let top = UInt16(exactly: numerator / divisor),
      let bottom = UInt16(exactly: denominator / divisor)
    else { return nil }
    self.numerator = top
    self.denominator = bottom
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }
}
