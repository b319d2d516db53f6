import SegueImaging
import SegueMath
import SegueMotion

/// An error in the file of a look, and its place.
public struct LookError: Error, Sendable, Hashable {
  /// The file.
  package var file: String
  /// The place in it, `recipe.mix[0].filter`; empty for the file as a whole.
  package var place: String
  /// The problem.
  package var problem: Problem
  /// Whether the file is good with its own defaults, so that values given from outside led to this.
  package var isOfParameters = false

  init(_ problem: Problem, at place: String, in file: String) {
    (self.file, self.place, self.problem) = (file, place, problem)
  }

  /// The kind of a problem.
  package enum Problem: Sendable, Hashable {
    /// More bytes than this.
    case tooLarge(limit: Int)
    /// The text is not JSON in this line, from 1; in words what should stand there.
    case notJSON(line: Int, expected: String)
    /// A value of another kind; in words what it must be.
    case expected(String)
    /// A key that is not known here, with those that do.
    case unknownKey(String, known: [String])
    /// A key that is not there.
    case missingKey(String)
    /// A key or a name that is there twice.
    case repeatedKey(String)
    /// A name that is none, or that has another meaning already.
    case badName(String)
    /// A word that is not among those that may stand here.
    case unknownWord(String, known: [String])
    /// An expression or a chain that cannot be read, or that has no value.
    case formula(FormulaError)
    /// A timing curve that is none.
    case curve(TimingCurveError)
    /// An unknown transition, with the nearest name.
    case unknownTransition(String, nearest: String?)
    /// A look that is made of itself.
    case recursion(String)
    /// A parameter of the transition or of the field that stands here.
    case parameter(ParameterError)
    /// A number outside of its bounds.
    case outOfBounds(value: Double, progress: Double, minimum: Double?, maximum: Double?)
    /// More pictures than this.
    case tooManyNodes(limit: Int)
    /// More of them over one another than this.
    case tooDeep(levels: Int, limit: Int)
  }
}

extension LookError: DescribedError {
  /// The error and its place in one sentence.
  package var sentence: String {
    if case .notJSON(let line, let expected) = problem {
      return "\(file):\(line): this is no JSON; \(expected) should stand here"
    }
    return (place.isEmpty ? file : "\(file): \(place)") + (isOfParameters ? ", with these parameters" : "")
      + ": "
      + problem.description
  }
}

extension LookError.Problem: CustomStringConvertible {
  /// The problem in words.
  package var description: String {
    switch self {
    case .tooLarge(let limit): "it is larger than \(limit >> 10) KiB, which no look is"
    case .notJSON(_, let expected): "\(expected) should stand here"
    case .expected(let what): "it must be \(what)"
    case .unknownKey(let key, let known): NameSuggestion.words(forUnknownKey: key, in: known)
    case .missingKey(let key): "“\(key)” is missing"
    case .repeatedKey(let key): "“\(key)” is there twice"
    case .badName(let name):
      "“\(name)” cannot be a name: take letters, digits and _, and none of p, w, h and pi"
    case .unknownWord(let word, let known):
      "“\(word)” is not known here"
        + NameSuggestion.words(
          for: word, in: known, else: "; it must be one of \(known.joined(separator: ", "))")
    case .formula(let error): error.description
    case .curve(let error): error.description
    case .unknownTransition(let name, let nearest):
      "there is no transition “\(name)”" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .recursion(let name): "“\(name)” is made of this look itself"
    case .parameter(let error): error.description
    case .outOfBounds(let value, let progress, let minimum, let maximum):
      "it is \(value.rounded6) at progress \(progress.rounded6), but must be " + boundsText(minimum, maximum)
    case .tooManyNodes(let limit): "it is made of more than \(limit) pictures"
    case .tooDeep(let levels, let limit):
      "it has \(levels) pictures over one another, and at most \(limit) can be drawn"
    }
  }
}
