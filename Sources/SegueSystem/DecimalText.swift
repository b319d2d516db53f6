import Glibc

/// Decimal numbers as text, with a point in every locale.
package enum DecimalText {
  /// A number with exactly `digits` digits after the point; never −0.
  package static func fixed(_ number: Double, _ digits: Int) -> String {
    // The C locale has a point, and the program may have set another locale.
    let plain = newlocale(1 << LC_NUMERIC, "C", nil)
    let previous = uselocale(plain)
    defer {
      uselocale(previous)
      freelocale(plain)
    }
    var bytes = [CChar](repeating: 0, count: 400)  // The largest number has 309 digits before the point.
    let count = withVaList([number]) { vsnprintf(&bytes, bytes.count, "%.\(digits)f", $0) }
    let text = String(decoding: bytes.prefix(Int(count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    let isZero = text.allSatisfy { "-0.".contains($0) }
    return isZero && text.hasPrefix("-") ? String(text.dropFirst()) : text
  }

  /// A number with at most `digits` digits after the point, without trailing zeros.
  package static func text(_ number: Double, _ digits: Int = 3) -> String {
    var text = fixed(number, digits)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
