import SegueFilms

/// Sentences about filter chains, with a caret under the text.
enum FilterFailure {
  /// The sentence, followed by the text with a caret.
  static func sentence(_ error: FormulaError) -> String {
    guard case .unknownName(let name, .filter, let known) = error.problem,
      NameSuggestion.nearest(to: name, in: known) == nil
    else { return "\(error)" + caret(error) }
    let suggestion = Suggestion.filter(for: name).map { "did you mean \($0)?" }
    return "\(error); \(suggestion ?? "segue list filters shows them all")" + caret(error)
  }

  /// The text with a caret under the error. A long text is shortened to the part around the error.
  private static func caret(_ error: FormulaError) -> String {
    let bytes = Array(error.text.utf8)
    let start = min(error.range.lowerBound, bytes.count)
    func line(_ part: ArraySlice<UInt8>) -> String {
      String(String(decoding: part, as: UTF8.self).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
    var (before, after) = (line(bytes[..<start]), line(bytes[start...]))
    if before.count > 60 { before = "…" + before.suffix(60) }
    if after.count > 60 { after = after.prefix(60) + "…" }
    let width = max(
      1, min(after.count, line(bytes[start..<max(start, min(error.range.upperBound, bytes.count))]).count))
    return "\n  | \(before)\(after)\n  | " + String(repeating: " ", count: before.count)
      + String(repeating: "^", count: width)
  }
}

/// Sentences about looks, each with the file and the place in it.
enum LookFailure {
  /// The sentence about a look and its place, with a suggestion.
  static func sentence(_ error: LookError) -> String {
    let own = error.problem.description
    return error.description.hasSuffix(own)
      ? error.description.dropLast(own.count) + (reason(error.problem) ?? own) : error.description
  }

  /// The wording for the command line; `nil` if it does not differ.
  private static func reason(_ problem: LookError.Problem) -> String? {
    switch problem {
    case .formula(let error): FilterFailure.sentence(error)
    case .curve(let error): Failure.sentence(error)
    case .unknownTransition(let name, let nearest):
      "there is no transition “\(name)”"
        + (Suggestion.transition(for: name, nearest: nearest).map { "; did you mean \($0)?" } ?? "")
    case .parameter(let error): Failure.sentence(error)
    default: nil
    }
  }
}
