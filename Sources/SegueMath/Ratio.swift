/// An exact fraction in lowest terms: a rate, an aspect ratio, or a time in seconds on the grid of
/// frames, stream ticks or samples.
///
/// Sums and products are exact if their numerator and denominator fit 63 bits, as for times up to a day
/// in any two of these units. Other results are rounded to 60 significant bits.
package struct Ratio: Sendable, Hashable, Comparable {
  package let numerator: Int
  /// The denominator, above 0.
  package let denominator: Int

  /// The fraction `numerator` / `denominator`; `denominator` is above 0. `Int.min`, which cannot be
  /// negated, counts as `Int.min + 1`.
  package init(_ numerator: Int, _ denominator: Int = 1) {
    precondition(denominator > 0, "the denominator must be above 0")
    let numerator = max(numerator, -.max)
    let divisor = Int(Self.divisor(numerator.magnitude, denominator.magnitude))
    self.numerator = numerator / divisor
    self.denominator = denominator / divisor
  }

  /// `value` rounded to nine decimal places. Values beyond ±2³³ are clamped to that range, and NaN
  /// becomes 0.
  package init(typed value: Double) {
    let billionths = value.isNaN ? 0 : (max(-0x1p33, min(0x1p33, value)) * 1e9).rounded()
    self.init(Int(exactly: billionths) ?? 0, 1_000_000_000)
  }

  /// Reads `30000/1001` or `4:3`; `nil` for parts that are not above 0 or have more than 31 bits.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(whereSeparator: { $0 == "/" || $0 == ":" })
    guard parts.count == 2, let a = Int32(parts[0]), let b = Int32(parts[1]), a > 0, b > 0 else { return nil }
    self.init(Int(a), Int(b))
  }

  /// The nearest fraction to `numerator` / `denominator` whose two numbers fit `Int`; `denominator` is
  /// above 0.
  private init(_ numerator: Int128, over denominator: Int128) {
    let divisor = Int128(Self.divisor(numerator.magnitude, denominator.magnitude))
    let (top, bottom) = ((numerator / divisor).magnitude, (denominator / divisor).magnitude)
    let maximum = UInt128(Int.max)
    var shift = 0
    while top >> shift > maximum || bottom >> shift > maximum { shift += 1 }
    let below = shift == 0 ? bottom : max(1, bottom >> shift)
    let above = shift == 0 ? top : bottom.dividingFullWidth(top.multipliedFullWidth(by: below)).quotient
    let part = Int(min(above, maximum))
    self.init(numerator < 0 ? -part : part, Int(below))
  }

  /// The fraction as a floating-point number.
  package var value: Double { Double(numerator) / Double(denominator) }

  /// The greatest whole number that is at most the fraction.
  package var floor: Int {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The least whole number that is at least the fraction.
  package var ceiling: Int { -Ratio(-numerator, denominator).floor }

  /// The nearest whole number; halves are rounded up.
  package var rounded: Int { (self + Ratio(1, 2)).floor }

  package static func < (a: Ratio, b: Ratio) -> Bool {
    Int128(a.numerator) * Int128(b.denominator) < Int128(b.numerator) * Int128(a.denominator)
  }

  package static func + (a: Ratio, b: Ratio) -> Ratio {
    if a.denominator == b.denominator {
      return Ratio(Int128(a.numerator) + Int128(b.numerator), over: Int128(a.denominator))
    }
    return Ratio(
      Int128(a.numerator) * Int128(b.denominator) + Int128(b.numerator) * Int128(a.denominator),
      over: Int128(a.denominator) * Int128(b.denominator))
  }

  package static prefix func - (a: Ratio) -> Ratio { Ratio(-a.numerator, a.denominator) }

  package static func - (a: Ratio, b: Ratio) -> Ratio { a + -b }

  package static func * (a: Ratio, b: Ratio) -> Ratio {
    Ratio(
      Int128(a.numerator) * Int128(b.numerator), over: Int128(a.denominator) * Int128(b.denominator))
  }

  /// The quotient; `b` is not 0.
  package static func / (a: Ratio, b: Ratio) -> Ratio {
    precondition(b.numerator != 0, "division by zero")
    let sign = Int128(b.numerator.signum())
    return Ratio(
      sign * Int128(a.numerator) * Int128(b.denominator),
      over: Int128(a.denominator) * Int128(b.numerator) * sign)
  }

  package static func += (a: inout Ratio, b: Ratio) { a = a + b }
  package static func -= (a: inout Ratio, b: Ratio) { a = a - b }

  private static func divisor<Value: UnsignedInteger>(_ a: Value, _ b: Value) -> Value {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return max(1, a)
  }
}

extension Ratio: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  package init(integerLiteral value: Int) { self.init(value) }
  package init(floatLiteral value: Double) { self.init(typed: value) }
}

extension Ratio: CustomStringConvertible {
  /// The numerator and the denominator, for example `30000/1001`.
  package var description: String { "\(numerator)/\(denominator)" }
}
