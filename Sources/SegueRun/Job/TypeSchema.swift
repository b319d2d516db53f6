import SegueFields
import SegueRendering
import SegueSystem

extension JSONSchema {
  /// The schema of the values of a type, from its synthesised `init(from:)`. Optional properties are
  /// not required.
  package static func of<Value: Decodable>(_ type: Value.Type) throws -> JSONValue {
    let shape = TypeShape()
    _ = try shape.decode(type)
    return shape.schema
  }
}

/// A decoder that has every key. Decoding a value with it yields the type's shape.
private final class TypeShape: Decoder, SingleValueDecodingContainer {
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]
  private var scalar: JSONValue?
  private var properties: [String: TypeShape] = [:]
  private var optional: Set<String> = []
  private var items: TypeShape?
  private var isNullable = false

  var schema: JSONValue {
    let schema =
      scalar ?? items.map { JSONSchema.list(of: $0.schema) }
      ?? JSONSchema.object(
        properties.mapValues(\.schema),
        required: properties.keys.filter { !optional.contains($0) }.sorted())
    return isNullable ? JSONSchema.orNull(schema) : schema
  }

  /// Called only for a value that may be null.
  func decodeNil() -> Bool {
    isNullable = true
    return false
  }

  /// A value of `type` with every optional property and with one element in every list.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let samples: [(value: any Sendable, schema: JSONValue)] = [
      (true, JSONSchema.flag), ("", JSONSchema.text), (1, JSONSchema.count), (Int32(1), JSONSchema.count),
      (1.0, JSONSchema.number), ([String: String](), JSONSchema.dictionary(of: JSONSchema.text)),
      (SIMD4<Int>(), JSONSchema.list(of: JSONSchema.number, 4...4)),
      (ReportVersion.current, .object(["const": .number(Double(ReportVersion.current.rawValue))])),
      (Notice.Kind.note, JSONSchema.words(Notice.Kind.allCases.map(\.rawValue))),
      (SegueError.Code.conflict, JSONSchema.words(SegueError.Code.allCases.map(\.rawValue))),
      (RendererKind.cpu, JSONSchema.words(RendererKind.allCases.map(\.rawValue))),
    ]
    for (sample, schema) in samples {
      guard let value = sample as? Value else { continue }
      scalar = schema
      return value
    }
    return try Value(from: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Keyed<Key>(shape: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer { Unkeyed(shape: self) }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let shape: TypeShape
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { true }
    /// Called by `decodeIfPresent`, and not by `decode`.
    func decodeNil(forKey key: Key) -> Bool {
      shape.optional.insert(key.stringValue)
      return false
    }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try property(key).decode(type)
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { property(key).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      property(key).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { shape }
    func superDecoder(forKey key: Key) -> any Decoder { property(key) }

    private func property(_ key: Key) -> TypeShape {
      let property = TypeShape()
      shape.properties[key.stringValue] = property
      return property
    }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let shape: TypeShape
    let codingPath: [any CodingKey] = []
    let count: Int? = 1
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try item().decode(type) }
    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> { item().container(keyedBy: type) }
    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { item().unkeyedContainer() }
    mutating func superDecoder() -> any Decoder { item() }

    private mutating func item() -> TypeShape {
      currentIndex += 1
      let item = TypeShape()
      shape.items = item
      return item
    }
  }
}
