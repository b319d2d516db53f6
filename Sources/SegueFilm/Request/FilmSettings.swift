import SegueImaging
import SegueRun
import SegueSystem
import SegueTransitions

/// The text `HEAD,KEY=VALUE,KEY=VALUE…`, read.
///
/// Behind a text, a comma that no known key follows belongs to what stands before it, so a text, a list of fonts and a
/// file's name may have commas of their own. Behind a file, every comma begins a setting but those in quotes and brackets,
/// and a file of the longer name wins. Quotes around a value go.
struct FilmSettings {
  /// The text before the first key.
  private(set) var head: String
  /// The settings in order, each key once.
  private(set) var values: [(key: String, value: String)] = []
  private let word: String

  /// Splits `word`, which begins with a text, at those of `keys`.
  /// - Throws: `FilmError.argument` for a key that resembles one of them, and for one that is given twice.
  init(text word: String, keys: [String]) throws(FilmError) {
    let pieces = word.split(separator: ",", omittingEmptySubsequences: false)
    (self.word, head) = (word, String(pieces.first ?? ""))
    // The quote that the value before has open.
    var quote: Character?
    for piece in pieces.dropFirst() {
      if let open = quote {
        values[values.count - 1].value += "," + piece
        if piece.last == open { quote = nil }
        continue
      }
      let equals = piece.firstIndex(of: "=")
      let name = String(equals.map { piece[..<$0].drop { $0 == " " } } ?? "")
      if let equals, keys.contains(name) {
        let value = piece[piece.index(after: equals)...]
        try add(name, value)
        if let first = value.first, first == "'" || first == "\"", value.count == 1 || value.last != first,
          pieces.dropFirst().contains(where: { $0.startIndex > piece.startIndex && $0.last == first })
        {
          quote = first
        }
        continue
      }
      if Self.isKey(name), let meant = NameSuggestion.nearest(to: name, in: keys) {
        throw .argument(word, expected: "“\(meant)” instead of “\(name)”")
      }
      if values.isEmpty { head += "," + piece } else { values[values.count - 1].value += "," + piece }
    }
    for place in values.indices { values[place].value = Self.unquoted(values[place].value) }
  }

  /// Takes the settings, `keys`, off a `word` that begins with a file's name, which may have a part after `@`.
  /// - Throws: `FilmError.argument` for an unknown setting, and for one that is given twice.
  init(file word: String, keys: [String], exists: (String) -> Bool) throws(FilmError) {
    self.word = word
    func isInput(_ text: Substring) -> Bool {
      guard !exists(String(text)), let at = text.lastIndex(of: "@"), !text[at...].contains(",") else {
        return exists(String(text))
      }
      return exists(String(text[..<at]))
    }
    func key(_ text: Substring) -> String? {
      guard let equals = text.firstIndex(of: "=") else { return nil }
      let name = text[..<equals].drop { $0 == " " }
      return Self.isKey(name) ? String(name) : nil
    }
    // The longest name of a file, else all before the first key.
    let commas = word.indices.filter { word[$0] == "," }
    let end =
      commas.last { isInput(word[..<$0]) } ?? commas.first { key(word[word.index(after: $0)...]) != nil }
    guard !isInput(word[...]), let end else {
      head = word
      return
    }
    head = String(word[..<end])
    for piece in FilmArguments.pieces(of: word[word.index(after: end)...], quotesValues: true) {
      guard let name = key(piece[...]), let equals = piece.firstIndex(of: "=") else {
        throw .argument(word, expected: "KEY=VALUE in place of “\(piece)”")
      }
      guard keys.contains(name) else {
        let meant = NameSuggestion.nearest(to: name, in: keys).map { "; did you mean \($0)?" } ?? ""
        throw .argument(
          word, expected: "a setting in place of “\(name)”: \(keys.joined(separator: ", "))\(meant)")
      }
      try add(name, Self.unquoted(piece[piece.index(after: equals)...])[...])
    }
  }

  private mutating func add(_ key: String, _ value: Substring) throws(FilmError) {
    if values.contains(where: { $0.key == key }) { throw .argument(word, expected: "“\(key)” once") }
    values.append((key, String(value)))
  }

  /// Whether `text` could be a key.
  private static func isKey(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 }
  }

  /// `text` without quotes around all of it.
  private static func unquoted(_ text: some StringProtocol) -> String {
    guard text.count >= 2, let first = text.first, first == "'" || first == "\"", text.last == first,
      !text.dropFirst().dropLast().contains(first)
    else { return String(text) }
    return String(text.dropFirst().dropLast())
  }

  /// The value of `key` as `read` returns it; `nil` where it is not given.
  /// - Throws: `FilmError.argument` where `read` makes nothing of it.
  /// - Parameter meant: what is added to the sentence about a value that cannot be read.
  func value<Read>(
    _ key: String, _ expected: String, meant: (String) -> String = { _ in "" },
    _ read: (String) throws(FilmError) -> Read?
  ) throws(FilmError) -> Read? {
    guard let value = values.first(where: { $0.key == key })?.value else { return nil }
    guard let result = try read(value) else {
      throw .argument(word, expected: "\(key) as \(expected), not “\(value)”" + meant(value))
    }
    return result
  }

  /// A number within `range`.
  func number(_ key: String, in range: ClosedRange<Double>, _ unit: String) throws(FilmError) -> Double? {
    try value(key, "\(range.lowerBound.typed) to \(range.upperBound.typed) \(unit)") { text in
      Double(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// A time in the film; what is negative counts from its end.
  func position(_ key: String) throws(FilmError) -> FilmClip.Position? {
    try value(key, "seconds, 1:02.5, frames such as 75f, or -2.5 before the film's end") { text in
      guard let position = FilmClip.Position(text, mayCountFromEnd: true),
        (try? position.check(key, FilmBounds.secondsFromEnd)) != nil
      else { return nil }
      return position
    }
  }

  /// A transition, as `+NAME[:SECONDS][,PARAMETER=VALUE…]` at a junction without its sign.
  func transition(_ key: String) throws(FilmError) -> FilmJunction? {
    guard let value = values.first(where: { $0.key == key })?.value else { return nil }
    return try FilmArguments.junction("+" + value)
  }

  /// One of an enumeration's words.
  func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, of type: Word.Type
  ) throws(FilmError) -> Word? {
    try value(key, Word.allCases.map(\.rawValue).joined(separator: ", ")) { Word(rawValue: $0) }
  }

  /// True or false.
  func flag(_ key: String) throws(FilmError) -> Bool? {
    try value(key, "true or false") { ["true": true, "false": false][$0] }
  }

  /// A place in the frame.
  func place(_ key: String) throws(FilmError) -> FilmTitle.Place? {
    try word(key, of: FilmTitle.Place.self)
  }

  /// A colour; `.some(nil)` for “none”.
  func color(_ key: String) throws(FilmError) -> RGBAColor?? {
    try value(key, "#rrggbb, a CSS colour name or none", meant: NameSuggestion.words(forColor:)) {
      text -> RGBAColor?? in
      text == "none" ? .some(nil) : RGBAColor(text).map { .some($0) }
    }
  }
}

extension FilmTitle {
  /// Reads `TEXT[,KEY=VALUE…]`, with `\n` for a line feed and a soft shadow unless another one is asked for.
  /// - Throws: `FilmError.argument`.
  package init(parsing word: String) throws(FilmError) {
    let keys = [
      "start", "end", "at", "size", "font", "color", "outline", "shadow", "box", "fade", "enter", "exit",
      "within", "by", "stagger", "shrink", "markup",
    ]
    let settings = try FilmSettings(text: word, keys: keys)
    self.init(settings.head.replacing("\\n", with: "\n"))
    outline = try settings.color("outline") ?? nil
    shadow = try settings.color("shadow") ?? Self.softShadow
    box = try settings.color("box") ?? nil
    start = try settings.position("start") ?? start
    end = try settings.position("end")
    place = try settings.place("at") ?? place
    size = try settings.number("size", in: FilmBounds.titleSize, "frame heights") ?? size
    font = try settings.value("font", "a family", { $0 }) ?? font
    color =
      try settings.value("color", "#rrggbb or a CSS colour name", meant: NameSuggestion.words(forColor:)) {
        RGBAColor($0)
      } ?? color
    fade = try settings.number("fade", in: FilmBounds.seconds, "s") ?? fade
    enter = try settings.transition("enter")
    exit = try settings.transition("exit")
    within = try settings.word("within", of: LayerArea.self) ?? within
    pieces = try settings.word("by", of: Pieces.self)
    stagger = try settings.value("stagger", "0 to 60 s, or a curve and its seconds such as ease-out:0.6") {
      Stagger($0)
    }
    shrinks = try settings.flag("shrink") ?? shrinks
    isMarkup = try settings.flag("markup") ?? isMarkup
  }
}
