import SegueFields
import SegueImaging
import SegueRun
import SegueSystem
import SegueTransitions

extension Kind<Double> {
  static func number(_ range: ClosedRange<Double>, _ unit: String = "") -> Kind {
    let bounds = "\(range.lowerBound.typed) to \(range.upperBound.typed)"
    return Kind(
      schema: JSONSchema.number(range), expected: unit.isEmpty ? bounds : "\(bounds) \(unit)",
      documented: ", \(bounds)",
      read: { try $0.number($1, in: range, unit) },
      parse: { text, _ in Double(text).flatMap { range.contains($0) ? $0 : nil } },
      check: { (value, place) throws(FilmError) in
        try FilmBounds.check(value, in: range, place, unit)
      }, write: { .number($0) })
  }

  /// Seconds in a film, 0 to 86 400.
  static var seconds: Kind { number(FilmBounds.seconds, "s").unlisted }
}

extension Kind<Int> {
  static func count(_ range: ClosedRange<Int>) -> Kind {
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    let expected = "a whole number from \(bounds)"
    @Sendable func count(_ number: Double?) -> Int? {
      number.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
    }
    return Kind(
      schema: .object([
        "type": .text("integer"), "minimum": .number(Double(range.lowerBound)),
        "maximum": .number(Double(range.upperBound)),
      ]), expected: expected, documented: ", \(bounds)",
      read: { object, key in
        guard let number = try object.number(key) else { return nil }
        guard let count = count(number) else {
          throw object.problem("“\(key)” is \(number.typed), but must be \(expected)")
        }
        return count
      }, parse: { text, _ in count(Double(text)) },
      check: { (value, place) throws(FilmError) in try FilmBounds.check(value, in: range, place) },
      write: { .number(Double($0)) })
  }
}

extension Kind<Bool> {
  private static var expected: String { "true or false" }
  @Sendable private static func flag(_ text: String) -> Bool? { ["true": true, "false": false][text] }

  static var flag: Kind {
    Kind(
      schema: JSONSchema.flag, expected: expected, read: { try $0.flag($1) },
      parse: { text, _ in flag(text) },
      write: { .flag($0) })
  }

  /// True or false; a film file may also have it as text.
  static var flagOrText: Kind {
    spelled(
      expected, JSONSchema.any(JSONSchema.flag, JSONSchema.words(["true", "false"])),
      text: { try $0.value($1)?.flag.map { "\($0)" } ?? $0.spelling($1) }, write: { .flag($0) }
    ) { flag($0) }
  }
}

extension Kind where Value: RawRepresentable<String> & CaseIterable & SendableMetatype {
  static var word: Kind {
    let words = Value.allCases.map(\.rawValue)
    return .spelled(
      words.joined(separator: ", "), JSONSchema.words(words), inFile: words.inWords(last: "or"),
      documented: ": " + words.map { "`\"\($0)\"`" }.inWords(last: "or"),
      meant: { NameSuggestion.words(for: $0, in: words) }, text: { try $0.text($1) },
      write: { .text($0.rawValue) }
    ) { Value(rawValue: $0) }
  }
}

extension Kind<String> {
  /// A text. `expected` describes it in errors for typed settings.
  static func text(_ expected: String = "a text") -> Kind {
    Kind(
      schema: JSONSchema.text, expected: expected, read: { try $0.text($1) }, parse: { text, _ in text },
      write: { .text($0) })
  }

  /// The path of a file, relative to the film file.
  static var path: Kind {
    Kind(
      schema: JSONSchema.word, read: { object, key in try object.word(key).map(object.path) },
      parse: { text, _ in text })
  }
}

extension Kind<RGBAColor> {
  static var color: Kind {
    Kind(
      schema: JSONSchema.reference("color"), expected: "#rrggbb or a CSS colour name",
      read: { object, key in try object.text(key).map { try object.color($0) } },
      parse: { text, _ in RGBAColor(text) }, meant: NameSuggestion.words(forColor:),
      write: { .text("\($0)") },
      words: { RGBAColor.names })
  }

  /// A colour without transparency.
  static var opaqueColor: Kind {
    .spelled(
      "an opaque colour, #rrggbb or a CSS colour name", JSONSchema.reference("opaqueColor"),
      meant: NameSuggestion.words(forColor:), text: { try $0.text($1) },
      check: { (color, place) throws(FilmError) in
        if !color.isOpaque { throw .value(place: place, value: color.typed, expected: "opaque") }
      }, write: { .text("\($0)") }, words: { RGBAColor.names }
    ) { RGBAColor($0).flatMap { $0.isOpaque ? $0 : nil } }
  }
}

extension Kind<RGBAColor?> {
  /// A colour, or `none`.
  static var colorOrNone: Kind {
    Kind(
      schema: JSONSchema.any(JSONSchema.reference("color"), JSONSchema.words(["none"])),
      expected: "#rrggbb, a CSS colour name or none", documented: "; or `\"none\"`",
      read: { object, key in
        try object.text(key).map { $0 == "none" ? RGBAColor?.none : try object.color($0) }
      }, parse: { text, _ in text == "none" ? .some(nil) : RGBAColor(text).map(Optional.some) },
      meant: NameSuggestion.words(forColor:), write: { .text($0.map { "\($0)" } ?? "none") },
      words: { ["none"] + RGBAColor.names })
  }
}

extension JSONObject {
  func color(_ text: String) throws(JSONProblem) -> RGBAColor {
    if let color = RGBAColor(text) { return color }
    let meant = NameSuggestion.words(forColor: text)
    throw problem("unknown colour “\(text)”\(meant.isEmpty ? "; use #rrggbb or a CSS colour name" : meant)")
  }
}
