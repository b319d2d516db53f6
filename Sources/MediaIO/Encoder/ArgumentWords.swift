/// Splits a line into words by a shell's rules of quoting, with nothing expanded and no shell at hand.
enum ArgumentWords {
  /// Words are parted by white space; `'…'` is taken literally, in `"…"` and outside a backslash takes the next
  /// character literally.
  /// - Throws: `MediaError.unsupported` for a quote or backslash at the end.
  static func split(_ text: String) throws(MediaError) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = Substring(text)
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("\\", nil), ("\\", "\""):
        guard let next = rest.popFirst() else { throw unfinished(text) }
        word = (word ?? "") + String(next)
      case ("'", nil), ("\"", nil):
        quote = character
        word = word ?? ""
      case (_, .some(character)):
        quote = nil
      case (_, nil) where character.isWhitespace:
        if let finished = word { words.append(finished) }
        word = nil
      default:
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { throw unfinished(text) }
    return words + (word.map { [$0] } ?? [])
  }

  private static func unfinished(_ text: String) -> MediaError {
    .unsupported(
      format: "--encoder-args", reason: "a quote or a backslash at the end of \(text) has no partner")
  }
}
