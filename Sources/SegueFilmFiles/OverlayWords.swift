import SegueFields
import SegueFilm
import SegueRun
import SegueTransitions

// Overlays, music and devices as command-line arguments.

extension FilmOverlay {
  /// Parses `FILE[@IN-OUT][,KEY=VALUE…]`. If a file with the whole text as its name exists, there are no
  /// settings.
  /// - Throws: `FilmError.argument`.
  package init(parsing word: String, exists: (String) -> Bool) throws(FilmError) {
    let settings = try FilmSettings(file: word, keys: Self.fields.typedNames, exists: exists)
    try self.init(head: settings.head, exists: exists)
    let hasPart = sourceStart != nil || sourceEnd != nil
    if hasPart, settings.values.contains(where: { ["in", "out"].contains($0.key) }) {
      throw .argument(word, expected: "IN and OUT once, after @ or as in=IN,out=OUT")
    }
    try Self.fields.fill(&self, settings)
    typed = TypedWord(word)
  }

  /// Parses `FILE`, `FILE@IN-OUT`, `color:#rrggbb` or `gradient:…`.
  private init(head: String, exists: (String) -> Bool) throws(FilmError) {
    if head.hasPrefix(FilmGradient.prefix), !exists(head) {
      guard let gradient = FilmGradient(head) else {
        throw .argument(head, expected: FilmGradient.expected)
      }
      self.init(.gradient(gradient))
      return
    }
    let clip = try FilmArguments.part(head, exists: exists)
    if case .color(let color) = clip.source {
      self.init(.color(color))
    } else {
      self.init(path: clip.path ?? head)
    }
    sourceStart = clip.start
    sourceEnd = clip.end
  }
}

extension FilmMusic {
  /// Parses `FILE[,KEY=VALUE…]`. If a file with the whole text as its name exists, there are no settings.
  /// Unset values come from `base`.
  /// - Throws: `FilmError.argument`.
  package init(
    parsing word: String, over base: FilmMusic = FilmMusic(path: ""), exists: (String) -> Bool
  ) throws(FilmError) {
    let settings = try FilmSettings(file: word, keys: Self.fields.typedNames, exists: exists)
    self = base
    path = settings.head
    try Self.fields.fill(&self, settings)
  }
}

extension FilmDevice {
  /// Parses `KIND[,KEY=VALUE…]`.
  /// - Throws: `FilmError.argument`.
  package init(parsing word: String) throws(FilmError) {
    let keys = Self.fields.typedNames.filter { $0 != "kind" }
    let settings = try FilmSettings(file: word, keys: keys) { _ in false }
    self.init(.none)
    try Self.fields.fill(&self, settings)
    _ = try Self.fields.set("kind", settings.head, of: word, &self)
  }

  /// Whether `word` is a device around a film rather than the name of a GPU.
  package static func isFrame(_ word: String) -> Bool {
    let kinds = Kind.allCases.map(\.rawValue)
    return word.contains("=")
      || NameSuggestion.nearest(to: String(word.prefix { $0 != "," }), in: kinds) != nil
  }

  /// Whether `word` begins with a kind of device.
  package static func isKind(_ word: String) -> Bool {
    Kind(rawValue: String(word.prefix { $0 != "," })) != nil
  }
}
