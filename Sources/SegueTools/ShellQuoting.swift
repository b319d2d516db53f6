/// Words as a POSIX shell reads them back.
package enum ShellQuoting {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+@%-".utf8)

  /// The words with a space between them, each quoted where it has to be.
  package static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  /// A word, in single quotes where it has to be: in them nothing has a meaning but the quote itself.
  package static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
