/// Builders of JSON Schemas.
///
/// **Source:** json-schema.org, draft 2020-12.
package enum JSONSchema {
  /// A complete schema.
  /// - Parameter definitions: the subschemas that are referenced by name.
  package static func document(
    _ title: String, _ schema: JSONValue, definitions: [String: JSONValue] = [:]
  ) -> JSONValue {
    guard case .object(var values) = schema else { return schema }
    values["$schema"] = .text("https://json-schema.org/draft/2020-12/schema")
    values["title"] = .text(title)
    if !definitions.isEmpty { values["$defs"] = .object(definitions) }
    return .object(values)
  }

  /// An object with these properties and possibly others.
  package static func object(_ properties: [String: JSONValue], required: [String] = []) -> JSONValue {
    var values: [String: JSONValue] = ["type": .text("object"), "properties": .object(properties)]
    if !required.isEmpty { values["required"] = .list(required.map { .text($0) }) }
    return .object(values)
  }

  /// An object that may have only these properties and keys that begin with `_`.
  /// - Parameters:
  ///   - mayBeNull: whether null counts as a missing value.
  ///   - idle: keys without effect.
  package static func form(
    _ properties: [String: JSONValue], required: [String] = [], mayBeNull: Bool, idle: [String] = []
  ) -> JSONValue {
    let own = Dictionary(
      uniqueKeysWithValues: properties.map {
        ($0.key, mayBeNull && !required.contains($0.key) ? orNull($0.value) : $0.value)
      })
    let whole = own.merging(idle.map { ($0, .flag(true)) }) { own, _ in own }
    guard case .object(var values) = object(whole, required: required) else { return .null }
    values["patternProperties"] = .object(["^_": .flag(true)])
    values["additionalProperties"] = .flag(false)
    return .object(values)
  }

  package static func orNull(_ part: JSONValue) -> JSONValue {
    let whole = any(part, .object(["type": .text("null")]))
    return part["description"]?.text.map { described(whole, $0) } ?? whole
  }

  /// An object with any keys, whose values match `value`.
  package static func dictionary(of value: JSONValue) -> JSONValue {
    .object(["type": .text("object"), "additionalProperties": value])
  }

  package static let text = JSONValue.object(["type": .text("string")])
  package static let flag = JSONValue.object(["type": .text("boolean")])
  package static let number = JSONValue.object(["type": .text("number")])
  package static let count = JSONValue.object(["type": .text("integer"), "minimum": .number(0)])
  /// A number or an expression.
  package static let formula = any(number, text)

  /// A text that matches `pattern`.
  package static func text(_ pattern: String) -> JSONValue {
    .object(["type": .text("string"), "pattern": .text(pattern)])
  }

  /// A text with the syntax of `examples`. The schema does not check the syntax.
  package static func text(like examples: [String]) -> JSONValue { like(examples.map { .text($0) }, text) }

  /// An enumeration of `words`.
  package static func words(_ words: [String]) -> JSONValue {
    .object(["enum": .list(words.map { .text($0) })])
  }

  package static func number(_ range: ClosedRange<Double>) -> JSONValue { Bounds(range).schema }

  package static func list(of item: JSONValue, _ count: ClosedRange<Int> = 0...Int.max) -> JSONValue {
    var values: [String: JSONValue] = ["type": .text("array"), "items": item]
    if count.lowerBound > 0 { values["minItems"] = .number(Double(count.lowerBound)) }
    if count.upperBound < .max { values["maxItems"] = .number(Double(count.upperBound)) }
    return .object(values)
  }

  /// A value that matches at least one of `parts`.
  package static func any(_ parts: JSONValue...) -> JSONValue { any(parts) }

  /// A value that matches at least one of `parts`.
  package static func any(_ parts: [JSONValue]) -> JSONValue { .object(["anyOf": .list(parts)]) }

  /// A reference to the definition called `name`.
  package static func reference(_ name: String) -> JSONValue { .object(["$ref": .text("#/$defs/\(name)")]) }

  /// `part` with examples, which editors offer. Every text with a pattern or a grammar needs examples.
  package static func like(_ examples: [JSONValue], _ part: JSONValue) -> JSONValue {
    guard case .object(var values) = part, !examples.isEmpty else { return part }
    values["examples"] = .list(examples)
    return .object(values)
  }

  /// `part` with a description for editors.
  package static func described(_ part: JSONValue, _ sentence: String) -> JSONValue {
    guard case .object(var values) = part else { return part }
    values["description"] = .text(sentence)
    return .object(values)
  }
}
