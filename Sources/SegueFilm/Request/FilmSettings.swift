import SegueFields
import SegueRun
import SegueTransitions

/// Parses the text `HEAD,KEY=VALUE,KEY=VALUE…`.
///
/// After a text, a comma without a key belongs to the previous value, so texts and font lists may contain
/// commas. After a file, every comma outside of quotes and brackets begins a setting. The head is the longest
/// name of an existing file. Quotes around a value are removed. A text that contains a comma and a key is
/// written `text='…'`.
package struct FilmSettings {
  package private(set) var head: String
  /// The settings in order; each key occurs once.
  package private(set) var values: [(key: String, value: String)] = []
  let word: String

  /// The part of an argument before its settings: a text, another value, or nothing.
  enum Head { case text, value, none }

  /// Splits `word`, which begins with `head`, at the settings with one of `keys`.
  /// - Throws: `FilmError.argument` for an unknown key in a text, a word that resembles a key, and a repeated
  ///   key.
  init(text word: String, keys: [String], head kind: Head = .text) throws(FilmError) {
    let pieces = word.split(separator: ",", omittingEmptySubsequences: false)
    self.word = word
    let isKeyed = kind == .text && word.hasPrefix("text=")
    let keys = isKeyed ? ["text"] + keys : keys
    let isBare = isKeyed || kind == .none
    let settings = pieces.dropFirst(isBare ? 0 : 1)
    head = isBare ? "" : String(pieces.first ?? "")
    // The opening quote of the current value.
    var quote: Character?
    for piece in settings {
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
          settings.contains(where: { $0.startIndex > piece.startIndex && $0.last == first })
        {
          quote = first
        }
        continue
      }
      try checkUnknown(name, in: piece, keys, after: kind)
      if values.isEmpty { head += "," + piece } else { values[values.count - 1].value += "," + piece }
    }
    if isKeyed { head = Self.unquoted(values.removeFirst().value, mayHoldQuotes: true) }
    for place in values.indices { values[place].value = Self.unquoted(values[place].value) }
  }

  /// Rejects a `name` that resembles one of `keys` and, after a text, any key outside of a transition.
  private func checkUnknown(
    _ name: String, in piece: Substring, _ keys: [String], after kind: Head
  ) throws(FilmError) {
    let suggestion = Self.isKey(name) ? NameSuggestion.nearest(to: name, in: keys) : nil
    let isParameter = ["enter", "exit"].contains(values.last?.key)
    let isKey = kind == .text && !isParameter && piece.prefixMatch(of: /[A-Za-z][\w-]*=/) != nil
    guard isKey || suggestion != nil else { return }
    let known = "a setting in place of “\(name)”: \(keys.joined(separator: ", "))"
    let advice = kind == .text ? "; quotes keep a comma in the text: text='…'" : ""
    throw .argument(word, expected: (suggestion.map { "“\($0)” instead of “\(name)”" } ?? known) + advice)
  }

  /// Splits `word` into a file's name and settings. The name may end in a time range, as in
  /// `a.mp4@2-5`. Each setting has one of `keys`.
  /// - Throws: `FilmError.argument` for an unknown setting, and for a repeated key.
  package init(file word: String, keys: [String], exists: (String) -> Bool) throws(FilmError) {
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
    // The head is the longest name of a file, else the text before the first key.
    let commas = word.indices.filter { word[$0] == "," }
    let end =
      commas.last { isInput(word[..<$0]) } ?? commas.first { key(word[word.index(after: $0)...]) != nil }
    guard !isInput(word[...]), let end else {
      head = word
      return
    }
    head = String(word[..<end])
    for piece in Self.pieces(of: word[word.index(after: end)...]) {
      guard let name = key(piece[...]), let equals = piece.firstIndex(of: "=") else {
        throw .argument(word, expected: "KEY=VALUE in place of “\(piece)”")
      }
      guard keys.contains(name) else {
        let suggestion = NameSuggestion.words(for: name, in: keys)
        throw .argument(
          word, expected: "a setting in place of “\(name)”: \(keys.joined(separator: ", "))\(suggestion)")
      }
      try add(name, Self.unquoted(piece[piece.index(after: equals)...])[...])
    }
  }

  /// Splits `text` at its commas, except those in brackets or quotes. A quote begins in brackets or after `=`.
  package static func pieces(of text: Substring) -> [String] {
    var pieces = [""]
    var (depth, quote): (Int, Character?) = (0, nil)
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = depth > 0 || pieces[pieces.count - 1].last == "=" ? character : nil
      } else if character == "(" {
        depth += 1
      } else if character == ")" {
        depth -= 1
      } else if character == ",", depth <= 0 {
        pieces.append("")
        continue
      }
      pieces[pieces.count - 1].append(character)
    }
    return pieces
  }

  private mutating func add(_ key: String, _ value: Substring) throws(FilmError) {
    if values.contains(where: { $0.key == key }) { throw .argument(word, expected: "“\(key)” once") }
    values.append((key, String(value)))
  }

  private static func isKey(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 }
  }

  /// `text` without enclosing quotes. Text with the same quotes inside is unchanged, since it may
  /// be a list of quoted fonts, unless `mayHoldQuotes` is true.
  static func unquoted(_ text: some StringProtocol, mayHoldQuotes: Bool = false) -> String {
    guard text.count >= 2, let first = text.first, first == "'" || first == "\"", text.last == first,
      mayHoldQuotes || !text.dropFirst().dropLast().contains(first)
    else { return String(text) }
    return String(text.dropFirst().dropLast())
  }

  subscript(key: String) -> String? { values.first { $0.key == key }?.value }
}
