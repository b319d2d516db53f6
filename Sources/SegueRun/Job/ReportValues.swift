import Foundation
import SegueTransitions

/// Numbers as decimal text, with a point whatever the locale.
package enum DecimalText {
  /// With exactly `digits` digits after the point; never −0.
  package static func fixed(_ number: Double, _ digits: Int) -> String {
    let text = String(format: "%.\(digits)f", locale: Locale(identifier: "en_US_POSIX"), number)
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

/// A value of JSON.
///
/// **Thread-safety:** a value.
package enum JSONValue: Codable, Sendable, Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// Reads any value.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Why `bytes` are not JSON, and where.
  package static func fault(in bytes: [UInt8]) -> String {
    do throws(LookSyntax.Failure) {
      _ = try LookSyntax(parsing: bytes)
      return "it is not valid JSON"
    } catch {
      return "it is not valid JSON; in line \(error.line), \(error.expected) should stand"
    }
  }

  /// Writes the value as it was read.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .text(let text): try container.encode(text)
    case .list(let list): try container.encode(list)
    case .object(let object): try container.encode(object)
    }
  }

  /// As it is typed on the command line; a list is a vector, and of an object there are the keys.
  package var typed: String {
    switch self {
    case .null: "null"
    case .flag(let flag): "\(flag)"
    case .number(let number): number.typed
    case .text(let text): text
    case .list(let list): list.map(\.typed).joined(separator: ",")
    case .object(let object): object.keys.sorted().joined(separator: ",")
    }
  }

  /// Whether it, or anything in it, is missing.
  package var holdsNull: Bool {
    switch self {
    case .null: true
    case .list(let list): list.contains(where: \.holdsNull)
    case .object(let object): object.values.contains(where: \.holdsNull)
    case .flag, .number, .text: false
    }
  }

  /// The value of an object's key; `nil` where there is none, or it is null.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let values) = self, let value = values[key], value != .null else { return nil }
    return value
  }

  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  package var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
}

/// An optional value that a report writes as `null` where it is missing, instead of leaving its key out.
///
/// **Thread-safety:** a value.
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
