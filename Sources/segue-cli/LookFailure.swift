import Segue
import SegueTransitions

/// The sentences about looks, each with the file and the place in it.
enum LookFailure {
  static func describe(_ error: LookError) -> (code: Failure.Code, sentence: String) {
    (error.isOfParameters ? .usage : .badData, sentence(error))
  }

  private static func sentence(_ error: LookError) -> String {
    if case .notJSON(let line, let expected) = error.problem {
      return "\(error.file):\(line): this is no JSON; \(expected) should stand here"
    }
    let place = error.place.isEmpty ? error.file : "\(error.file): \(error.place)"
    return "\(place)\(error.isOfParameters ? ", with these parameters" : ""): \(what(error.problem))"
  }

  private static func what(_ problem: LookError.Problem) -> String {
    switch problem {
    case .tooLarge(let limit): return "it is larger than \(limit >> 10) KiB, which no look is"
    case .notJSON(_, let expected): return "\(expected) should stand here"
    case .expected(let what): return "it must be \(what)"
    case .unknownKey(let key, let known):
      return "there is no “\(key)” here" + meant(key, known, or: "there are \(known.joined(separator: ", "))")
    case .missingKey(let key): return "“\(key)” is missing"
    case .repeatedKey(let key): return "“\(key)” is there twice"
    case .badName(let name):
      return "“\(name)” cannot be a name: take letters, digits and _, and none of p, w, h and pi"
    case .unknownWord(let word, let known):
      return "“\(word)” means nothing here"
        + meant(word, known, or: "it must be one of \(known.joined(separator: ", "))")
    case .formula(let error): return FilterFailure.sentence(error)
    case .curve(let error): return Failure.sentence(error)
    case .unknownTransition(let name, let nearest):
      return "there is no transition “\(name)”"
        + (Suggestion.transition(for: name, nearest: nearest).map { "; did you mean \($0)?" } ?? "")
    case .recursion(let name): return "“\(name)” is made of this look itself"
    case .parameter(let error): return Failure.sentence(error)
    case .outOfBounds(let value, let progress, let minimum, let maximum):
      return
        "it is \(FilterFailure.number(value)) at progress \(FilterFailure.number(progress)), but must be "
        + FilterFailure.bounds(minimum, maximum)
    case .tooManyNodes(let limit): return "it is made of more than \(limit) pictures"
    }
  }

  private static func meant(_ word: String, _ known: [String], or all: String) -> String {
    NameSuggestion.nearest(to: word, in: known).map { "; did you mean \($0)?" } ?? "; \(all)"
  }
}
