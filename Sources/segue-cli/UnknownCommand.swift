import Segue

/// Recognises a mistyped subcommand, which the argument parser takes for a picture.
enum UnknownCommand {
  /// A sentence with the subcommand that was meant; `nil` where the arguments do not look like that.
  static func hint(for arguments: [String]) -> String? {
    guard let word = arguments.first, word.allSatisfy(\.isLetter) else { return nil }
    let known = SegueTool.configuration.subcommands.compactMap { $0.configuration.commandName }
    guard !known.contains(word), let nearest = NameSuggestion.nearest(to: word, in: known) else { return nil }
    return "there is no command “\(word)”; did you mean segue \(nearest)?"
  }
}
