import SegueImaging
import SegueMotion
import SegueRun
import SegueTransitions

/// Parses the inputs and transitions of a command line: `a.mp4 +slide:1.2,rows=12 b.jpg@2-75f +iris`.
package struct FilmArguments: Sendable, Hashable {
  package var clips: [FilmClip] = []
  /// The junctions between the inputs, one fewer.
  package var junctions: [FilmJunction] = []
  /// The transition before the first input; `nil` for none.
  package var opening: FilmJunction?
  /// The transition after the last input; `nil` for none.
  package var closing: FilmJunction?

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
        pending = (word, try Self.junction(word))
        continue
      }
      if clips.isEmpty {
        opening = pending?.junction
      } else {
        junctions.append(pending?.junction ?? .standard)
      }
      pending = nil
      clips.append(try Self.clip(word, exists: exists))
    }
    if clips.isEmpty { throw .empty }
    closing = pending?.junction
  }

  /// Rejects a transition's word that names a file, and an input's word that names a transition.
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
      let meant = NameSuggestion.words(forColor: text)
      throw .argument(word, expected: "color:#rrggbb, or a CSS name as in color:black" + meant)
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

  /// Splits `text` at its commas, except those in brackets or quotes, which belong to a filter.
  /// - Parameter quotesValues: whether a quote may also begin after an equals sign.
  static func pieces(of text: Substring, quotesValues: Bool = false) -> [String] {
    var pieces = [""]
    var (depth, quote): (Int, Character?) = (0, nil)
    for character in text {
      if let open = quote {
        if character == open { quote = nil }
      } else if character == "'" || character == "\"" {
        quote = depth > 0 || quotesValues && pieces[pieces.count - 1].last == "=" ? character : nil
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

  private static let junctionForm = "+NAME[:SECONDS][,PARAMETER=VALUE…]"

  /// Parses `+NAME[:SECONDS][,PARAMETER=VALUE…]` or `+cut`. Keys of a junction are recognised before
  /// parameters.
  static func junction(_ word: String) throws(FilmError) -> FilmJunction {
    let pieces = pieces(of: word.dropFirst())
    let (name, duration) = try head(pieces[0], of: word)
    if name == "cut", duration == nil { return try cut(pieces.dropFirst(), of: word) }
    guard !name.isEmpty, name != "cut" else { throw .argument(word, expected: junctionForm) }
    var junction = FilmJunction()
    junction.duration = duration
    var parameters: [(name: String, value: String)] = []
    for piece in pieces.dropFirst() {
      if let equals = piece.firstIndex(of: "="), equals != piece.startIndex {
        let (name, value) = (String(piece[..<equals]), String(piece[piece.index(after: equals)...]))
        if try !FilmJunction.fields.set(name, value, of: word, &junction) { parameters.append((name, value)) }
      } else if let last = parameters.indices.last {
        // A vector's value contains commas: a piece without an equals sign continues the value before it.
        parameters[last].value += "," + piece
      } else {
        throw .argument(word, expected: junctionForm)
      }
    }
    junction.transition = TransitionChoice(name: name, texts: parameters)
    return junction
  }

  /// Splits `head` of `word` into name and duration. Both may contain colons, as `xfade:NAME` and `1:02.5`
  /// do.
  private static func head(
    _ head: String, of word: String
  ) throws(FilmError) -> (name: String, duration: FilmClip.Position?) {
    let colons = head.indices.filter { head[$0] == ":" }
    for colon in colons {
      guard let duration = FilmClip.Position(head[head.index(after: colon)...]) else { continue }
      return (String(head[..<colon]), duration)
    }
    guard let colon = colons.last, !head.hasPrefix("xfade:") || colon == head.indices.last else {
      return (head, nil)
    }
    let meant =
      head[colon...].contains("=")
      ? "; parameters follow a comma: +\(head[..<colon]),\(word.dropFirst(head[...colon].count + 1))" : ""
    throw .argument(word, expected: junctionForm + meant)
  }

  /// Parses a cut, whose only setting is `sound`.
  private static func cut(_ pieces: ArraySlice<String>, of word: String) throws(FilmError) -> FilmJunction {
    var junction = FilmJunction()
    junction.isCut = true
    for piece in pieces {
      guard piece.hasPrefix("sound="),
        (try? FilmJunction.fields.set("sound", String(piece.dropFirst(6)), of: word, &junction)) == true
      else { throw .argument(word, expected: "+cut[,sound=SECONDS]") }
    }
    return junction
  }
}

extension FilmClip.Position {
  /// Parses seconds, `2.5`, `2.5s`, `500ms` or `1:02.5`, or frames, `75f`; with `mayCountFromEnd` also a
  /// time from the film's end, `-2.5` or `-75f`. Returns `nil` for other text.
  package init?(_ text: some StringProtocol, mayCountFromEnd: Bool = false) {
    if mayCountFromEnd, text.hasPrefix("-") {
      switch FilmClip.Position(text.dropFirst()) {
      case .seconds(let seconds): self = .seconds(-seconds)
      case .frames(let frames): self = .frames(-frames)
      case nil: return nil
      }
      return
    }
    if let seconds = ClockText.seconds(text) {
      guard FilmBounds.sourceSeconds.contains(seconds) else { return nil }
      self = .seconds(seconds)
      return
    }
    let isFrames = text.hasSuffix("f")
    let unit = isFrames ? "f" : text.hasSuffix("ms") ? "ms" : text.hasSuffix("s") ? "s" : ""
    let digits = text.dropLast(unit.count)
    let isNumber =
      !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 && !isFrames }
    guard isNumber, let value = Double(String(digits)), FilmBounds.sourceSeconds.contains(value) else {
      return nil
    }
    self = isFrames ? .frames(Int(value)) : .seconds(unit == "ms" ? value / 1000 : value)
  }
}

/// Parses clock times.
package enum ClockText {
  /// Parses `1:02.5` (minutes and seconds) or `1:00:02` (with hours); returns `nil` for other text.
  package static func seconds(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count) else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      let isLast = index == parts.count - 1
      let isNumber = part.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 && isLast }
      guard isNumber, let value = Double(String(part)), index == 0 || value < 60 else { return nil }
      seconds = seconds * 60 + value
    }
    return seconds
  }
}
