import SegueMotion
import SegueRun

// Transitions, motions, and lists of other parts.

extension Kind<FilmJunction> {
  /// The beginning or the end of a film, or of a layer: a transition's name, or an object as between two clips.
  private static func end(_ reference: String, isLayer: Bool) -> Kind {
    Kind(
      schema: JSONSchema.reference(reference), expected: "a transition, such as push:0.5",
      read: { object, key in
        if object.value(key)?.text != nil, let name = try object.word(key) {
          return FilmJunction(named: name, in: object)
        }
        return try object.object(key).map { try FilmJunction($0, isLayer: isLayer) }
      },
      parse: { (text, _) throws(FilmError) in try FilmArguments.junction("+" + text) },
      check: { (junction, place) throws(FilmError) in try FilmJunction.fields.check(junction, place) })
  }

  /// The beginning or the end of a film.
  static var filmEnd: Kind { end("end", isLayer: false) }
  /// The beginning or the end of a layer, which has no sound to cross, and nothing to overlap.
  static var layerEnd: Kind { end("layerEnd", isLayer: true) }
}

extension Kind {
  /// A list of parts, each with its place.
  /// - Parameters:
  ///   - reference: the name of their schema, where that is not said here.
  ///   - shorthand: the key whose text stands for a part, and its schema; one may stand for the list then.
  ///   - base: the part with its defaults; `nil` is that of its fields.
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
