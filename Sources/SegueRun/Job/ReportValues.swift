import FoundationEssentials

extension JSONEncoder {
  /// An encoder that sorts keys and does not escape slashes.
  package static func sorted(isPretty: Bool = false) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isPretty { encoder.outputFormatting.insert(.prettyPrinted) }
    return encoder
  }
}

/// The version of the JSON format of reports.
package enum ReportVersion: Int, Sendable, Codable { case current = 1 }

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
