import SegueMotion
import Segue
import SegueTransitions

/// The sentences about filters: a chain with a caret under its text, a colour table with its line.
enum FilterFailure {
  /// What is wrong, and under it the text with a caret.
  static func sentence(_ error: FormulaError) -> String { what(error) + caret(error) }

  /// What is wrong, with what may have been meant.
  private static func what(_ error: FormulaError) -> String {
    if case .unknownName(let name, let kind, let known) = error.problem { return unknown(name, kind, known) }
    return "\(error)"
  }

  /// The range of a number.
  static func bounds(_ minimum: Double?, _ maximum: Double?) -> String {
    [minimum.map { "at least \(number($0))" }, maximum.map { "at most \(number($0))" }].compactMap(\.self)
      .joined(separator: " and ")
  }

  private static func unknown(_ name: String, _ kind: FormulaError.NameKind, _ known: [String]) -> String {
    let meant = NameSuggestion.nearest(to: name, in: known).map { "; did you mean \($0)?" }
    let all = "; use one of \(known.joined(separator: ", "))"
    switch kind {
    case .variable: return "“\(name)” is not known here" + (meant ?? all)
    case .function: return "there is no function “\(name)”" + (meant ?? all)
    case .filter: return "there is no filter “\(name)”" + (meant ?? "; segue list filters names them all")
    case .field: return "there is no matte “\(name)”" + (meant ?? all)
    case .parameter(let filter):
      return "\(filter) has no parameter “\(name)”"
        + (known.isEmpty ? "" : meant ?? "; it has \(known.joined(separator: ", "))")
    case .choice(let parameter):
      return "\(parameter) is “\(name)”" + (meant ?? ", but must be one of \(known.joined(separator: ", "))")
    }
  }

  /// The text with its place marked; a long one around the place alone.
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

  static func sentence(_ error: ColorTableError) -> String {
    guard case .unknownKeyword(let word, let known) = error.problem,
      let meant = NameSuggestion.nearest(to: word, in: known)
    else { return "\(error)" }
    return "\(error); did you mean \(meant)?"
  }

  /// A number in few digits.
  static func number(_ value: Double) -> String {
    ((value * 1e6).rounded() / 1e6).typed
  }
}

/// The sentences about looks, each with the file and the place in it.
enum LookFailure {
  static func describe(_ error: LookError) -> (code: Failure.Code, sentence: String) {
    (error.isOfParameters ? .usage : .badData, sentence(error))
  }

  /// What is wrong where, with what may have been meant.
  private static func sentence(_ error: LookError) -> String {
    let own = error.problem.description
    return error.description.hasSuffix(own)
      ? error.description.dropLast(own.count) + (what(error.problem) ?? own) : error.description
  }

  /// What the command line says of some problems in other words.
  private static func what(_ problem: LookError.Problem) -> String? {
    switch problem {
    case .unknownKey(let key, let known):
      "there is no “\(key)” here" + meant(key, known, or: "use one of \(known.joined(separator: ", "))")
    case .unknownWord(let word, let known):
      "“\(word)” is not known here"
        + meant(word, known, or: "it must be one of \(known.joined(separator: ", "))")
    case .formula(let error): FilterFailure.sentence(error)
    case .curve(let error): Failure.sentence(error)
    case .unknownTransition(let name, let nearest):
      "there is no transition “\(name)”"
        + (Suggestion.transition(for: name, nearest: nearest).map { "; did you mean \($0)?" } ?? "")
    case .parameter(let error): Failure.sentence(error)
    case .outOfBounds(let value, let progress, let minimum, let maximum):
      "it is \(FilterFailure.number(value)) at progress \(FilterFailure.number(progress)), but must be "
        + FilterFailure.bounds(minimum, maximum)
    default: nil
    }
  }

  private static func meant(_ word: String, _ known: [String], or all: String) -> String {
    NameSuggestion.nearest(to: word, in: known).map { "; did you mean \($0)?" } ?? "; \(all)"
  }
}
