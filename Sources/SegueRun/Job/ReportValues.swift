import FoundationEssentials
import Glibc

/// Numbers as decimal text, with a point whatever the locale.
package enum DecimalText {
  /// With exactly `digits` digits after the point; never −0.
  package static func fixed(_ number: Double, _ digits: Int) -> String {
    // The C library's locale has a point, whatever the program that uses this has set.
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

  /// With at most `digits` digits after the point, and no zeros at the end.
  package static func text(_ number: Double, _ digits: Int = 3) -> String {
    var text = fixed(number, digits)
    guard text.contains(".") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

extension JSONEncoder {
  /// One that writes keys in the order of their names, and slashes as they are.
  package static func sorted(isPretty: Bool = false) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return encoder
  }
}

/// An optional value that a report writes as `null` where it is missing, instead of leaving its key out.
@propertyWrapper
package struct Nullable<Value: Sendable & Encodable>: Sendable, Encodable {
  /// The value; `nil` is `null`.
  package var wrappedValue: Value?

  /// A value, or `null`.
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
