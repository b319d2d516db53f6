import SegueFields
import SegueRun
import SegueTransitions

extension Kind<FilmJunction> {
  /// The start or end of a film or layer: a transition's name, or an object as between two clips.
  private static func end(_ reference: String, isLayer: Bool) -> Kind {
    Kind(
      schema: JSONSchema.reference(reference), expected: "a transition, such as push:0.5",
      read: { object, key in
        if object.value(key)?.text != nil, let name = try object.word(key) {
          return FilmJunction(named: name, in: object)
        }
        return try object.object(key).map { try FilmJunction($0, isLayer: isLayer) }
      },
      parse: { (text, _) throws(FilmError) in try FilmJunction(parsing: "+" + text) },
      check: { (junction, place) throws(FilmError) in try FilmJunction.fields.check(junction, place) },
      words: { Catalogue.builtIn.transitions.map(\.name) })
  }

  static var filmEnd: Kind { end("end", isLayer: false) }
  /// The transition at the start or end of a layer. It has neither `sound` nor `overlap`.
  static var layerEnd: Kind { end("layerEnd", isLayer: true) }
}

extension Kind {
  /// A list of parts. Errors name the index of a part.
  /// - Parameters:
  ///   - reference: the name of the part's schema in `$defs`; `nil` inlines it.
  ///   - shorthand: the key that a bare text sets, and the schema of that text. A single part may then
  ///     stand for the list.
  ///   - base: the part with its default values; `nil` means the defaults of its fields.
  static func list<Part: Described>(
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
      schema: schema(),
      read: { object, name in
        guard object.value(name) != nil else { return nil }
        return try object.objects(name, shorthand: key).map { try Part.fields.read($0, over: base) }
      },
      check: { (parts, place) throws(FilmError) in
        try FilmBounds.check(parts.count, in: count, "\(place).count")
        for (index, part) in parts.enumerated() { try Part.fields.check(part, "\(place)[\(index)]") }
      })
  }
}

extension Kind where Value: Described {
  /// A part as an object, or as the text of one of its keys.
  /// - Parameters:
  ///   - shorthand: the key that a bare text sets.
  ///   - reference: the name of the part's schema in `$defs`; `nil` inlines it.
  static func part(shorthand: String, reference: String? = nil) -> Kind {
    @Sendable func schema() -> JSONValue {
      let part = reference.map { JSONSchema.reference($0) } ?? Value.fields.schema
      return JSONSchema.any((Value.fields.properties[shorthand].map { [$0] } ?? []) + [part])
    }
    return Kind(
      schema: schema(),
      read: { object, key in
        try object.object(key, shorthand: shorthand).map { try Value.fields.read($0) }
      }, check: { (part, place) throws(FilmError) in try Value.fields.check(part, place) })
  }
}
