import Segue
import SegueTransitions

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
