/// A type of value that people write in a file, as `KEY=VALUE` on the command line, or in a program.
package struct Kind<Value: Sendable>: Sendable {
  /// The form on the command line; `nil` if only files can have the value.
  package var text: TextForm<Value>?
  /// The form in a JSON file.
  package var json: JSONForm<Value>
  /// Refuses a value out of its bounds.
  package var check: @Sendable (Value) throws(Refusal) -> Void

  package init(
    _ text: TextForm<Value>?, _ json: JSONForm<Value>,
    check: @escaping @Sendable (Value) throws(Refusal) -> Void = { _ in }
  ) {
    self.text = text
    self.json = json
    self.check = check
  }

  package var schema: JSONValue { json.schema }

  /// The words that shells complete; by default the words of the schema's enumerations.
  package var words: [String] { text?.words?() ?? schema.enumeratedWords }

  package var optional: Kind<Value?> { map({ $0 }, back: { $0 }) }

  /// The kind for a field whose description already lists the accepted values.
  package var unlisted: Kind {
    var kind = self
    kind.json.documented = ""
    return kind
  }

  /// The kind of the values that `make` makes from values of this kind. `back` is the inverse of `make`. It
  /// returns `nil` for a value that `make` cannot make.
  package func map<Made: Sendable>(
    _ make: @escaping @Sendable (Value) -> Made, back: @escaping @Sendable (Made) -> Value?
  ) -> Kind<Made> {
    Kind<Made>(
      text.map { text in
        TextForm<Made>(text.expected, suggestion: text.suggestion, words: text.words) {
          (typed) throws(Refusal) in
          if let value = try text.parse(typed) { .some(make(value)) } else { nil }
        }
      },
      JSONForm<Made>(
        schema, documented: json.documented, write: { [json] in back($0).flatMap(json.write) },
        read: { [json] in try json.read($0, $1).map(make) }),
      check: { [check] (made) throws(Refusal) in if let value = back(made) { try check(value) } })
  }

  /// The kind that also accepts an object, which `other` reads.
  package func or(object other: Kind) -> Kind {
    Kind(
      text,
      JSONForm(
        JSONSchema.any(schema, other.schema), documented: json.documented,
        write: { [json] in json.write($0) ?? other.json.write($0) },
        read: { [json] object, key in
          let isObject = if case .object? = object.value(key) { true } else { false }
          return try (isObject ? other.json : json).read(object, key)
        }),
      check: { [check] (value) throws(Refusal) in
        try check(value)
        try other.check(value)
      })
  }

  /// The kind that also accepts the text `word`, which means `value`.
  /// - Parameters:
  ///   - expected: the accepted texts in words.
  ///   - documented: the suffix of a field's description.
  package func or(_ word: String, _ value: Value, expected: String, documented: String = "") -> Kind
  where Value: Equatable {
    let form = text.map { text -> TextForm<Value> in
      let words: @Sendable () -> [String] = { [word] + (text.words?() ?? []) }
      return TextForm(expected, suggestion: text.suggestion, words: text.words == nil ? nil : words) {
        (typed) throws(Refusal) -> Value? in
        if typed == word { return value }
        return try text.parse(typed)
      }
    }
    return Kind(
      form,
      JSONForm(
        JSONSchema.any(schema, JSONSchema.words([word])), documented: documented,
        write: { [json] in $0 == value ? .text(word) : json.write($0) },
        read: { [json] in $0.value($1)?.text == word ? value : try json.read($0, $1) }),
      check: check)
  }
}

/// The form of a value on the command line.
package struct TextForm<Value: Sendable>: Sendable {
  /// The accepted texts, in words.
  package let expected: String
  /// The suffix of the error for a text that is not accepted.
  package let suggestion: @Sendable (String) -> String
  /// The words that shells complete; `nil` means the words of the schema.
  package let words: (@Sendable () -> [String])?
  /// Parses a text; returns `nil` if it is not accepted.
  package let parse: @Sendable (String) throws(Refusal) -> Value?

  package init(
    _ expected: String, suggestion: @escaping @Sendable (String) -> String = { _ in "" },
    words: (@Sendable () -> [String])? = nil,
    _ parse: @escaping @Sendable (String) throws(Refusal) -> Value?
  ) {
    self.expected = expected
    self.suggestion = suggestion
    self.words = words
    self.parse = parse
  }
}

/// The form of a value in a JSON file.
package struct JSONForm<Value: Sendable>: Sendable {
  /// The schema. It is built on demand, since reading a film does not need it.
  package var schema: JSONValue { makeSchema() }
  private let makeSchema: @Sendable () -> JSONValue
  /// The separator and the accepted values, to append to a field's description. It is empty if the
  /// description already lists the values.
  package var documented: String
  /// Converts a value to JSON; returns `nil` for a value that is only read.
  package let write: @Sendable (Value) -> JSONValue?
  /// Reads the value of a key; returns `nil` if the object does not have the key.
  package let read: @Sendable (_ object: JSONObject, _ key: String) throws -> Value?

  package init(
    _ schema: @autoclosure @escaping @Sendable () -> JSONValue, documented: String = "",
    write: @escaping @Sendable (Value) -> JSONValue? = { _ in nil },
    read: @escaping @Sendable (JSONObject, String) throws -> Value?
  ) {
    makeSchema = schema
    self.documented = documented
    self.write = write
    self.read = read
  }
}

extension JSONValue {
  /// The texts and Booleans that a schema enumerates.
  fileprivate var enumeratedWords: [String] {
    if self["type"]?.text == "boolean" { return ["true", "false"] }
    return self["enum"]?.list?.compactMap(\.text) ?? (self["anyOf"]?.list ?? []).flatMap(\.enumeratedWords)
  }
}
