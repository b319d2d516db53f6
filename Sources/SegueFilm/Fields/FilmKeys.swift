import SegueFields

/// The keys of a command-line argument `HEAD,KEY=VALUE,KEY=VALUE…`.
package struct FilmKeys: Sendable {
  /// A key, its explanation, and the words of a choice; no words for other kinds of values.
  package typealias Key = (name: String, summary: String, words: [String])

  /// The keys with their remarks, as the help lists them.
  package let help: String
  /// Lists the valid words for the head; empty for texts and files.
  package let heads: @Sendable () -> [String]
  /// Lists the keys that may follow the head.
  package let keys: @Sendable () -> [Key]

  /// - Parameter head: the field whose value precedes the keys.
  init<Owner>(_ fields: Fields<Owner>, head: String = "") {
    let others = fields.without(head)
    help = others.help
    heads = { fields.list.first { $0.name == head }?.words() ?? [] }
    keys = {
      others.list.compactMap { field in field.typedName.map { ($0, field.summary, field.words()) } }
    }
  }

  package static let clip = FilmKeys(FilmClip.fields)
  package static let junction = FilmKeys(FilmJunction.fields)
  package static let title = FilmKeys(FilmTitle.fields)
  package static let overlay = FilmKeys(FilmOverlay.fields)
  package static let captions = FilmKeys(FilmCaptions.fields)
  package static let progress = FilmKeys(FilmProgress.fields, head: "at")
  package static let device = FilmKeys(FilmDevice.fields, head: "kind")
  package static let music = FilmKeys(FilmMusic.fields)
}

extension Field {
  /// The description without Markdown, up to its first semicolon.
  fileprivate var summary: String {
    String(sentence.prefix { $0 != ";" }).replacing(/\[([^\]]*)\]\([^)]*\)/) { $0.1 }.replacing("`", with: "")
  }
}
