import SegueFields
import SegueFilmFiles

/// Values that a schema describes: choices, bounds, and the examples of texts with a fixed syntax.
package struct SchemaSamples: Sendable {
  private let definitions: [String: JSONValue]

  /// The samples of `document` and its definitions.
  package init(_ document: JSONValue) { definitions = document.members("$defs") }

  /// The samples of film files.
  package static let film = SchemaSamples(FilmSchema.document)

  /// Valid values of `schema`. They are empty for null, for keys without effect, and for a text with a pattern but
  /// without examples.
  package func valid(_ schema: JSONValue) -> [JSONValue] {
    if let examples = schema["examples"]?.list { return examples }
    if let parts = schema["anyOf"]?.list { return parts.flatMap(valid) }
    if let words = schema["enum"]?.list { return words }
    if let value = schema["const"] { return [value] }
    if schema["$ref"] != nil { return valid(resolved(schema)) }
    switch schema["type"]?.text {
    case "boolean": return [.flag(true), .flag(false)]
    case "integer": return numbers(schema, usual: 2)
    case "number": return numbers(schema, usual: 1.5)
    case "string": return schema["pattern"] == nil ? [.text("A")] : []
    case "array":
      let lists = schema["items"].map { valid($0).map { JSONValue.list([$0]) } } ?? []
      return (schema["minItems"] == nil ? [.list([])] : []) + lists
    case "object": return objects(schema)
    default: return []
    }
  }

  /// A usual number within the bounds of `schema`, and both bounds.
  private func numbers(_ schema: JSONValue, usual: Double) -> [JSONValue] {
    let (minimum, maximum) = (schema["minimum"]?.number, schema["maximum"]?.number)
    let inside = min(maximum ?? usual, max(minimum ?? usual, usual))
    let values = [inside] + [minimum, maximum].compactMap(\.self).filter { $0 != inside }
    return values.map { .number($0) }
  }

  /// The object with only its required keys; if it has none, an object for each key.
  private func objects(_ schema: JSONValue) -> [JSONValue] {
    let properties = schema.members("properties")
    let required = schema.required
    guard required.isEmpty else {
      let values = required.compactMap { key in
        properties[key].flatMap { valid($0).first }.map { (key, $0) }
      }
      return values.count == required.count ? [.object(Dictionary(values) { $1 })] : []
    }
    return properties.sorted { $0.key < $1.key }.compactMap { key, part in
      valid(part).first.map { .object([key: $0]) }
    }
  }

  /// Values that `schema` rejects: a list of an unknown object, numbers just beyond the bounds, and objects with such
  /// a value.
  package func invalid(_ schema: JSONValue) -> [JSONValue] {
    [.list([.object(["a": .number(1)])])] + beyond(schema) + nested(schema)
  }

  private func beyond(_ schema: JSONValue) -> [JSONValue] {
    let leaves = alternatives(schema).filter { ["integer", "number"].contains($0["type"]?.text) }
    let lower = leaves.compactMap { $0["minimum"]?.number }
    let upper = leaves.compactMap { $0["maximum"]?.number }
    guard !leaves.isEmpty, lower.count == leaves.count, upper.count == leaves.count else { return [] }
    let step = leaves.contains { $0["type"]?.text == "integer" } ? 1 : 1e-6
    let numbers = [lower.min().map { $0 - step }, upper.max().map { $0 + step }]
    return numbers.compactMap { $0.map { .number($0) } }
  }

  private func nested(_ schema: JSONValue) -> [JSONValue] {
    alternatives(schema).flatMap { part -> [JSONValue] in
      let properties = part.members("properties")
      guard let base = objects(part).first, case .object(let values) = base else { return [] }
      return properties.filter { !valid($0.value).isEmpty }.sorted { $0.key < $1.key }.flatMap {
        key, schema in
        invalid(schema).map { wrong in
          .object((part.required.isEmpty ? [:] : values).merging([key: wrong]) { $1 })
        }
      }
    }
  }

  /// The alternatives of `schema`. Definitions of objects are left out, since they have their own samples.
  private func alternatives(_ schema: JSONValue) -> [JSONValue] {
    if let parts = schema["anyOf"]?.list { return parts.flatMap(alternatives) }
    guard schema["$ref"] != nil else { return [schema] }
    let definition = resolved(schema)
    return definition["type"]?.text == "object" ? [] : alternatives(definition)
  }

  /// The definition that `schema` refers to, or `schema` itself.
  package func resolved(_ schema: JSONValue) -> JSONValue {
    guard let name = schema["$ref"]?.text?.split(separator: "/").last else { return schema }
    return definitions[String(name)] ?? .null
  }
}

extension JSONValue {
  /// The members of the object `key`; empty if there is none.
  package func members(_ key: String) -> [String: JSONValue] {
    if case .object(let members)? = self[key] { members } else { [:] }
  }

  /// The required keys of a schema's object.
  package var required: [String] { self["required"]?.list?.compactMap(\.text) ?? [] }
}
