import Foundation
import SegueRun

/// A decoder that has every key: a type with a synthesised `init(from:)` gets a value in each optional property and one
/// element in each list.
struct EveryKey: Decoder {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  /// A value of `type` with every key, as JSON.
  static func json<Value: Codable>(of type: Value.Type) throws -> JSONValue {
    let value = try Value(from: EveryKey())
    return try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>())
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single() }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let codingPath: [any CodingKey] = []
    // A report's dictionaries have no fixed keys.
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try Value(from: EveryKey())
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { EveryKey().container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { Unkeyed() }
    func superDecoder() -> any Decoder { EveryKey() }
    func superDecoder(forKey key: Key) -> any Decoder { EveryKey() }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let codingPath: [any CodingKey] = []
    let count: Int? = 1
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    mutating func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      currentIndex += 1
      return try Value(from: EveryKey())
    }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> { EveryKey().container(keyedBy: type) }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed() }
    mutating func superDecoder() -> any Decoder { EveryKey() }
  }

  private struct Single: SingleValueDecodingContainer {
    let codingPath: [any CodingKey] = []

    func decodeNil() -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let samples: [any Sendable] = [true, "", 1, 1.0, Int32(1)]
      for case let sample as Value in samples { return sample }
      return try Value(from: EveryKey())
    }
  }
}

extension JSONValue {
  /// The paths of the keys, such as `clips.source`; list elements have the path of their list.
  func keyPaths(_ place: String = "") -> Set<String> {
    switch self {
    case .object(let values):
      values.reduce(into: []) { paths, entry in
        let path = place.isEmpty ? entry.key : "\(place).\(entry.key)"
        paths.formUnion([path] + entry.value.keyPaths(path))
      }
    case .list(let values): values.reduce(into: []) { $0.formUnion($1.keyPaths(place)) }
    default: []
    }
  }

  /// The paths of the keys of a schema whose references are to `definitions`.
  func schemaPaths(_ place: String = "", _ definitions: JSONValue?) -> Set<String> {
    guard case .object(let values) = self else { return [] }
    var paths: Set<String> = []
    if case .object(let properties)? = values["properties"] {
      for (key, part) in properties {
        let path = place.isEmpty ? key : "\(place).\(key)"
        paths.formUnion([path] + part.schemaPaths(path, definitions))
      }
    }
    if case .list(let parts)? = values["anyOf"] {
      for part in parts { paths.formUnion(part.schemaPaths(place, definitions)) }
    }
    if let items = values["items"] { paths.formUnion(items.schemaPaths(place, definitions)) }
    if let name = values["$ref"]?.text?.split(separator: "/").last {
      paths.formUnion(definitions?[String(name)]?.schemaPaths(place, definitions) ?? [])
    }
    return paths
  }
}
