import SegueFields

/// A table of keys of a film file, with a film around a part that has them.
package struct FilmTable: Sendable, CustomStringConvertible {
  package let name: String
  /// The schemas of the keys.
  package let properties: [String: JSONValue]
  package let required: [String]
  /// The film around the part, which is `"@"` in it.
  private let film: JSONValue
  /// The part in which a key is set; `bases` has other parts in which further keys have an effect.
  private let base: JSONValue
  private let bases: [String: JSONValue]

  package var description: String { name }

  package static subscript(name: String) -> FilmTable? { all.first { $0.name == name } }

  /// - Parameters:
  ///   - schema: the schema of the part. Of several forms, a key has the first schema that accepts a value.
  ///   - others: keys of the schema that are not keys of the table.
  init(
    _ name: String, _ schema: JSONValue, without others: [String] = [], in film: String, base: String,
    _ bases: [String: String] = [:]
  ) {
    let forms = schema.forms.filter { $0["properties"] != nil }
    self.name = name
    properties = forms.reduce(into: [:]) { all, form in
      for (key, schema) in form.members("properties") where !others.contains(key) {
        if all[key] == nil, schema != .flag(true), !schema.isNull { all[key] = schema }
      }
    }
    required = forms.count == 1 ? forms[0].required.filter { !others.contains($0) } : []
    self.film = Self.json(film)
    self.base = Self.json(base)
    self.bases = bases.mapValues(Self.json)
    precondition(!properties.isEmpty, "\(name) has no keys")
  }

  private static func json(_ text: String) -> JSONValue {
    guard let value = try? JSONValue(parsing: Array(text.utf8)) else {
      preconditionFailure("not JSON: \(text)")
    }
    return value
  }

  package var keys: [String] { properties.keys.sorted() }

  /// The valid values of `key`.
  package func values(of key: String) -> [JSONValue] {
    properties[key].map(SchemaSamples.film.valid) ?? []
  }

  /// The values that `key` does not accept.
  package func wrongValues(of key: String) -> [JSONValue] {
    properties[key].map(SchemaSamples.film.invalid) ?? []
  }

  /// The film with the `value` of `key`; `nil` removes the key.
  package func film(with value: JSONValue?, of key: String) -> JSONValue {
    guard case .object(var part) = bases[key] ?? base else { return .null }
    part[key] = value
    return film.replacing(.object(part))
  }

  /// The film in which `key` has an effect, before it is set.
  package func film(before key: String) -> JSONValue { film.replacing(bases[key] ?? base) }
}

extension JSONValue {
  /// The alternatives of a schema.
  var forms: [JSONValue] { self["anyOf"]?.list?.flatMap(\.forms) ?? [self] }

  /// Whether a schema accepts null only.
  fileprivate var isNull: Bool { self["anyOf"]?.list?.allSatisfy(\.isNull) ?? (self["type"]?.text == "null") }

  /// The value with `part` in place of `"@"`.
  fileprivate func replacing(_ part: JSONValue) -> JSONValue {
    switch self {
    case .text("@"): part
    case .list(let list): .list(list.map { $0.replacing(part) })
    case .object(let values): .object(values.mapValues { $0.replacing(part) })
    default: self
    }
  }
}
