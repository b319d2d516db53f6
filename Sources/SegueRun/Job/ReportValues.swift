import FoundationEssentials
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

extension JSONEncoder {
  /// An encoder that sorts keys and does not escape slashes.
  package static func sorted(isPretty: Bool = false) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return encoder
  }
}

/// An optional value that is encoded as `null` if missing, instead of leaving out its key.
@propertyWrapper
package struct Nullable<Value: Sendable & Encodable>: Sendable, Encodable {
  /// The value; `nil` is `null`.
  package var wrappedValue: Value?

  /// Wraps a value, or `nil` for `null`.
  package init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Writes the value, or `null`.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension Nullable: Equatable where Value: Equatable {}
extension Nullable: Hashable where Value: Hashable {}
extension Nullable: Decodable where Value: Decodable {
  /// Reads the value, or `null`.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    wrappedValue = container.decodeNil() ? nil : try container.decode(Value.self)
  }
}
