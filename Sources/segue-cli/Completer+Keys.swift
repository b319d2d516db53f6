import FoundationEssentials
import SegueFilms

// Completions of `HEAD,KEY=VALUE,KEY=VALUE…`: inputs, titles and other layers, and transitions between inputs.

extension Completer {
  /// The head, or the key or value after a comma. Files whose names begin with `word` have precedence.
  static func keyed(_ word: String, _ keys: FilmKeys, takesFiles: Bool) -> [Candidate] {
    let heads = keys.heads().map { Candidate(value: $0) }
    if takesFiles, !word.contains(",") || beginsFile(word) { return [.paths] }
    return word.contains(",") ? settings(word, keys.keys()) : followed(heads, word)
  }

  /// The transition between two inputs, its length, or the key or value after a comma.
  static func junctions(_ word: String) -> [Candidate] {
    guard let (text, _) = FilmSettings.last(of: word) else {
      let names = [Candidate(value: "cut")] + transitions(String(word.dropFirst()))
      return names.map { Candidate(value: "+" + $0.value, explanation: $0.explanation) } + lengths(word)
    }
    guard let junction = try? FilmJunction(parsing: String(word.dropLast(text.count + 1))) else { return [] }
    let keys = FilmKeys.junction.keys()
    if junction.isCut { return settings(word, keys.filter { $0.name == "sound" }) }
    return settings(word, keys + (transition(of: junction)?.keys ?? []))
  }

  /// The default length after `+NAME:`, and the end of a typed length.
  private static func lengths(_ word: String) -> [Candidate] {
    let text = word.hasSuffix(":") ? "\(word)\(FilmJunction.standardSeconds)" : word
    let junction = try? FilmJunction(parsing: text)
    guard let junction, junction.duration != nil, transition(of: junction) != nil else { return [] }
    return followed([Candidate(value: text, explanation: "the length in seconds")], word)
  }

  private static func transition(of junction: FilmJunction) -> TransitionDescription? {
    (junction.transition?.name).flatMap { try? TransitionLibrary.ofUser.transition(named: $0).description }
  }

  /// The keys that `word` does not have yet, or the values of its last key.
  private static func settings(_ word: String, _ keys: [FilmKeys.Key]) -> [Candidate] {
    guard let (last, before) = FilmSettings.last(of: word) else { return [] }
    let text = last.drop { $0 == " " }
    let head = word.dropLast(text.count)
    let given = before.map { setting in setting.drop { $0 == " " }.prefix { $0 != "=" } }
    let isValue = text.contains("=")
    let free = isValue ? keys : keys.filter { !given.contains($0.name[...]) }
    let found = candidates(text, free).map { Candidate(value: head + $0.value, explanation: $0.explanation) }
    return isValue ? followed(found, word) : found
  }

  /// `name=` for each key; after the equals sign the values of that key.
  static func candidates(_ text: Substring, _ keys: [FilmKeys.Key]) -> [Candidate] {
    guard let equals = text.firstIndex(of: "=") else {
      return keys.map { Candidate(value: $0.name + "=", explanation: $0.summary) }
    }
    let words = keys.first { $0.name == text[..<equals] }?.words ?? []
    return words.map { Candidate(value: text[...equals] + $0) }
  }

  /// `candidates`, and the only one that begins with `word` also with a comma. Shells therefore add no space.
  private static func followed(_ candidates: [Candidate], _ word: String) -> [Candidate] {
    let values = Set(candidates.map(\.value).filter { $0.hasPrefix(word) })
    guard values.count == 1, let only = values.first else { return candidates }
    return candidates + [Candidate(value: only + ",", explanation: "another key follows")]
  }

  /// Whether the name of a file begins with `word`.
  private static func beginsFile(_ word: String) -> Bool {
    let folder = word.lastIndex(of: "/").map { word[...$0] } ?? ""
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : String(folder))
    return names?.contains { $0.hasPrefix(word.dropFirst(folder.count)) } ?? false
  }
}

extension TransitionDescription {
  /// The parameters as keys.
  var keys: [FilmKeys.Key] {
    parameters.map { parameter in
      let words =
        switch parameter.type {
        case .choice(let words): words
        case .bool: ["true", "false"]
        case .color: RGBAColor.names
        default: [String]()
        }
      return (parameter.name, parameter.summary, words)
    }
  }
}

extension FilmSettings {
  /// Splits off the last setting of an unfinished word; `nil` without a comma.
  fileprivate static func last(of word: String) -> (text: String, before: [String])? {
    guard let comma = word.firstIndex(of: ",") else { return nil }
    var settings = pieces(of: word[word.index(after: comma)...])
    return (settings.removeLast(), settings)
  }
}
