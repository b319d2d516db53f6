/// Quotes words for a POSIX shell.
package enum ShellQuoting {
  private static let plain = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+@%-".utf8)

  /// The words separated by spaces, each quoted if necessary.
  package static func line(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  /// A word, in single quotes if necessary. Inside single quotes, only a single quote needs escaping.
  package static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.utf8.allSatisfy(plain.contains) { return word }
    return "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
