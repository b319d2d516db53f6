import SegueFields
import SegueFilm
import SegueImaging
import SegueRun
import SegueTransitions

/// Parses the inputs and transitions of a command line: `a.mp4 +slide:1.2,rows=12 b.jpg@2-75f +iris`.
package struct FilmArguments: Sendable, Hashable {
  package private(set) var items: [FilmItem] = []
  /// The transition after the last input; `nil` for none.
  package let closing: FilmJunction?
  /// The place of ``closing`` in errors.
  package private(set) var closingPlace = "closing"

  /// Parses `words`.
  /// - Parameter exists: returns whether a file of that name exists.
  /// - Throws: `FilmError.argument`, `.empty`.
  package init(_ words: [String], exists: (String) -> Bool) throws(FilmError) {
    var pending: (word: String, junction: FilmJunction)?
    for word in words {
      try Self.checkKind(word, exists: exists)
      if word.hasPrefix("+") {
        if let pending {
          throw .argument(word, expected: "an input, since \(pending.word) comes before it")
        }
        pending = (word, try FilmJunction(parsing: word))
        continue
      }
      var item = FilmItem(try Self.clip(word, exists: exists), into: pending?.junction)
      item.junctionPlace = pending.map { "“\($0.word)”" }
      items.append(item)
      pending = nil
    }
    if items.isEmpty { throw .empty }
    closing = pending?.junction
    if let pending { closingPlace = "“\(pending.word)”" }
  }

  /// Rejects a transition's argument that names a file, and an input's argument that names a transition.
  /// - Throws: `FilmError.argument`.
  private static func checkKind(_ word: String, exists: (String) -> Bool) throws(FilmError) {
    if word.hasPrefix("+"), word.contains("."), exists(word) {
      throw .argument(word, expected: "a transition; the file of that name is ./\(word)")
    }
    let name = word.prefix { $0 != ":" && $0 != "," }
    let isTransition = name == "cut" || Catalogue.builtIn.transitions.contains { $0.name == name }
    if isTransition, !exists(word) {
      throw .argument(word, expected: "an input, but the file does not exist; the transition is +\(word)")
    }
  }

  /// Parses `FILE`, `FILE@IN-OUT`, `color:#rrggbb` or `color:#rrggbb@IN-OUT`, followed by settings.
  static func clip(_ word: String, exists: (String) -> Bool) throws(FilmError) -> FilmClip {
    let settings = try FilmSettings(file: word, keys: FilmClip.fields.typedNames, exists: exists)
    var clip = try part(settings.head, exists: exists)
    let given = settings.values.map(\.key)
    try checkOrder(settings, of: word)
    if clip.start != nil || clip.end != nil, given.contains("in") || given.contains("out") {
      throw .argument(word, expected: "IN and OUT once, after @ or as in=IN,out=OUT")
    }
    if given.contains("each"), given.contains("duration") {
      throw .argument(word, expected: "each or duration, not both; they set the same value")
    }
    try FilmClip.fields.fill(&clip, settings)
    return clip
  }

  /// Checks that IN and OUT follow the file, not its settings.
  /// - Throws: `FilmError.argument`.
  private static func checkOrder(_ settings: FilmSettings, of word: String) throws(FilmError) {
    for (key, value) in settings.values where !["title", "chapter"].contains(key) {
      guard let at = value.lastIndex(of: "@") else { continue }
      let times = value[value.index(after: at)...].split(separator: "-", omittingEmptySubsequences: false)
      guard times.count == 2, times != ["", ""],
        times.allSatisfy({ $0.isEmpty || FilmClip.Position(String($0)) != nil })
      else { continue }
      throw .argument(
        word,
        expected:
          "IN and OUT directly after the file: \(settings.head)\(value[at...]),\(key)=\(value[..<at])")
    }
  }

  /// Parses an input without settings.
  static func part(_ word: String, exists: (String) -> Bool) throws(FilmError) -> FilmClip {
    if exists(word) { return FilmClip(.file(path: word)) }
    guard let at = word.lastIndex(of: "@") else { return FilmClip(try source(word)) }
    let path = String(word[..<at])
    let isColor = path.hasPrefix("color:")
    let times = word[word.index(after: at)...]
    guard let dash = times.firstIndex(of: "-") else {
      if isColor || exists(path) { throw .argument(word, expected: range) }
      return FilmClip(.file(path: word))
    }
    var clip = FilmClip(try source(path))
    do {
      clip.start = try position(times[..<dash], in: word)
      clip.end = try position(times[times.index(after: dash)...], in: word)
    } catch {
      // An invalid range may be part of the name of a missing file.
      if isColor || exists(path) { throw error }
      return FilmClip(.file(path: word))
    }
    return clip
  }

  private static let range = "FILE@IN-OUT, in seconds, as 1:02.5, or in frames such as 75f"

  private static func source(_ word: String) throws(FilmError) -> FilmClip.Source {
    guard word.hasPrefix("color:") else { return .file(path: word) }
    let text = String(word.dropFirst(6))
    guard let color = RGBAColor(text) else {
      let suggestion = NameSuggestion.words(forColor: text)
      throw .argument(word, expected: "color:#rrggbb, or a CSS name as in color:black" + suggestion)
    }
    return .color(color)
  }

  private static func position(_ text: Substring, in word: String) throws(FilmError) -> FilmClip.Position? {
    if text.isEmpty { return nil }
    guard let position = FilmClip.Position(text) else {
      throw .argument(word, expected: range)
    }
    return position
  }
}
