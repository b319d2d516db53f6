import SegueMath

extension Kind {
  /// A value with the same spelling in a file and on the command line.
  /// - Parameters:
  ///   - types: the JSON types, besides text, whose values are converted to text.
  package static func spelled(
    _ text: TextForm<Value>, _ schema: @autoclosure @escaping @Sendable () -> JSONValue,
    from types: JSONTypes = .number, documented: String = "",
    write: @escaping @Sendable (Value) -> JSONValue? = { _ in nil },
    check: @escaping @Sendable (Value) throws(Refusal) -> Void = { _ in }
  ) -> Kind {
    Kind(
      text,
      JSONForm(schema(), documented: documented, write: write) { object, key in
        guard let spelling = try object.spelling(key, types) else { return nil }
        if let value = try text.parse(spelling) { return value }
        throw object.refusal(key, text.expected + text.suggestion(spelling))
      }, check: check)
  }

  /// A choice of words, each with a value.
  package static func choice(_ choices: [(word: String, value: Value)]) -> Kind where Value: Equatable {
    let words = choices.map(\.word)
    return .spelled(
      TextForm(words.inWords(last: "or"), suggestion: { NameSuggestion.words(for: $0, in: words) }) {
        text in
        choices.first { $0.word == text }?.value
      }, JSONSchema.words(words), from: [],
      documented: ": " + words.map { "`\"\($0)\"`" }.inWords(last: "or"),
      write: { value in choices.first { $0.value == value }.map { .text($0.word) } })
  }
}

extension Kind where Value: RawRepresentable<String> & CaseIterable & Equatable & SendableMetatype {
  package static var word: Kind { choice(Value.allCases.map { ($0.rawValue, $0) }) }
}

extension Kind<Double> {
  package static func number(
    _ range: ClosedRange<Double>, _ unit: String = "", isAbove: Bool = false
  ) -> Kind {
    let bounds = Bounds(range, unit, isAbove: isAbove)
    return Kind(
      TextForm(bounds.expected) { Double($0).flatMap { bounds.contains($0) ? $0 : nil } },
      JSONForm(bounds.schema, documented: ", \(bounds.words)", write: { .number($0) }) {
        try $0.number($1, in: bounds)
      }, check: bounds.check)
  }

  /// A number without bounds.
  package static var number: Kind { Kind(nil, JSONForm(JSONSchema.number) { try $0.number($1) }) }
}

extension Kind<Int> {
  package static func count(_ range: ClosedRange<Int>) -> Kind {
    let bounds = Bounds(range)
    let expected = "a whole number from \(bounds.words)"
    @Sendable func count(_ number: Double?) -> Int? {
      number.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    return Kind(
      TextForm(expected) { count(Double($0)) },
      JSONForm(bounds.schema(of: "integer"), documented: ", \(bounds.words)", write: { .number(Double($0)) })
      {
        object, key in
        guard let number = try object.number(key) else { return nil }
        guard let count = count(number) else { throw object.refusal(key, expected) }
        return count
      }, check: { (value) throws(Refusal) in try bounds.check(Double(value)) })
  }
}

extension Kind<Bool> {
  private static var form: TextForm<Bool> {
    TextForm("true or false") { ["true": true, "false": false][$0] }
  }

  package static var flag: Kind {
    Kind(form, JSONForm(JSONSchema.flag, write: { .flag($0) }) { try $0.flag($1) })
  }

  /// True or false. A file may also have the text `"true"` or `"false"`.
  package static var flagOrText: Kind {
    .spelled(
      form, JSONSchema.any(JSONSchema.flag, JSONSchema.words(["true", "false"])), from: .flag,
      write: { .flag($0) })
  }
}

extension Kind<String> {
  /// A text. `expected` describes it in errors on the command line.
  package static func text(_ expected: String = "a text", like examples: [String] = []) -> Kind {
    Kind(
      TextForm(expected) { $0 },
      JSONForm(JSONSchema.text(like: examples), write: { .text($0) }) { try $0.text($1) })
  }
}

extension Kind {
  /// A list of parts. An error names the index of the invalid part.
  /// - Parameters:
  ///   - reference: the name of the part's schema in `$defs`; `nil` inlines it.
  ///   - shorthand: the key that is set by a text in place of a part, and the schema of that text. A single
  ///     part may then replace the list.
  ///   - base: the default values of a part; `nil` means the defaults of its fields.
  package static func list<Part: FieldOwner>(
    _ count: ClosedRange<Int>, reference: String? = nil,
    shorthand: (key: String, schema: JSONValue)? = nil, over base: Part? = nil
  ) -> Kind where Value == [Part] {
    let key = shorthand?.key
    @Sendable func schema() -> JSONValue {
      let part = reference.map { JSONSchema.reference($0) } ?? Part.fields.schema
      guard let shorthand else { return JSONSchema.list(of: part, count) }
      let one = [shorthand.schema, part]
      return JSONSchema.any(one + [JSONSchema.list(of: JSONSchema.any(one), count)])
    }
    return Kind(
      nil,
      JSONForm(schema()) { object, name in
        guard object.value(name) != nil else { return nil }
        let parts = try object.objects(name, shorthand: key).map { try Part.fields.read($0, over: base) }
        if parts.isEmpty, count.lowerBound > 0 { throw object.problem("“\(name)” is empty; add an entry") }
        return parts
      },
      check: { (parts) throws(Refusal) in
        do throws(Refusal) { try Bounds(count).check(Double(parts.count)) } catch {
          throw error.inside(".count")
        }
        for (index, part) in parts.enumerated() {
          do throws(Refusal) { try Part.fields.validate(part) } catch { throw error.inside("[\(index)]") }
        }
      })
  }
}

extension Kind where Value: FieldOwner {
  /// A part as an object, or as a text that sets the key `shorthand`.
  /// - Parameter reference: the name of the part's schema in `$defs`; `nil` inlines it.
  package static func part(
    _ text: TextForm<Value>? = nil, shorthand: String? = nil, reference: String? = nil
  ) -> Kind {
    @Sendable func schema() -> JSONValue {
      let part = reference.map { JSONSchema.reference($0) } ?? Value.fields.schema
      return shorthand.flatMap { Value.fields.properties[$0] }.map { JSONSchema.any($0, part) } ?? part
    }
    return Kind(
      text,
      JSONForm(schema()) { object, key in
        try object.object(key, shorthand: shorthand).map { try Value.fields.read($0) }
      }, check: { (part) throws(Refusal) in try Value.fields.validate(part) })
  }
}
