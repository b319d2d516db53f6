import SegueMath

package enum JSONValue: Codable, Sendable, Hashable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

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

  /// Parses a JSON text.
  /// - Parameter firstLine: the line number at which the text begins in its file.
  /// - Throws: `JSONProblem` with the line number; also for a duplicate key.
  package init(parsing bytes: [UInt8], firstLine: Int = 1) throws(JSONProblem) {
    do throws(JSONSyntax.Failure) { self.init(try JSONSyntax(parsing: bytes)) } catch {
      let line = firstLine + error.line - 1
      throw JSONProblem("it is not valid JSON; in line \(line), expected \(error.expected)")
    }
  }

  private init(_ syntax: JSONSyntax) {
    switch syntax {
    case .null: self = .null
    case .truth(let flag): self = .flag(flag)
    case .number(let number): self = .number(number)
    case .text(let text): self = .text(text)
    case .list(let list): self = .list(list.map(JSONValue.init))
    case .object(let members):
      self = .object(Dictionary(uniqueKeysWithValues: members.map { ($0.key, JSONValue($0.value)) }))
    }
  }

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

  /// The value as typed on the command line. Commas separate the items of a list and the keys of an object.
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

  /// Whether the value or any part of it is null.
  package var holdsNull: Bool {
    switch self {
    case .null: true
    case .list(let list): list.contains(where: \.holdsNull)
    case .object(let object): object.values.contains(where: \.holdsNull)
    case .flag, .number, .text: false
    }
  }

  /// The value of an object's key; `nil` if it is missing or null, or if this is not an object.
  package subscript(key: String) -> JSONValue? {
    guard case .object(let values) = self, let value = values[key], value != .null else { return nil }
    return value
  }

  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
  package var number: Double? { if case .number(let number) = self { number } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  /// Whether this is a flag, a number or a text.
  package var isScalar: Bool { flag != nil || number != nil || text != nil }
  package var list: [JSONValue]? { if case .list(let list) = self { list } else { nil } }
}

/// A problem in a JSON file.
package struct JSONProblem: DescribedError {
  private let reason: String
  /// The path of the object with the problem; `nil` for the whole file.
  package let place: String?
  /// The key with the problem; `nil` if several or none are concerned.
  package let property: String?

  package init(_ reason: String, at place: String? = nil, of property: String? = nil) {
    self.reason = reason
    self.place = place
    self.property = property
  }

  package var code: SegueError.Code { .invalidData }
  package var sentence: String { (place.map { "\($0): " } ?? "") + reason }

  /// The problem with `key` as its property, if it has no property and is in the object at `place`.
  package func naming(_ key: String, at place: String?) -> JSONProblem {
    JSONProblem(reason, at: self.place, of: property ?? (self.place == place ? key : nil))
  }
}
