import SegueFields
import SegueImaging
import SegueMath
import SegueMotion

/// An error in the text of a look. The description names the place, such as `recipe.mix[0].filter`.
package struct LookError: DescribedError {
  package var file: String
  /// The place in the file, such as `recipe.mix[0].filter`; `nil` for the file as a whole.
  package var place: String?
  package var problem: Problem
  /// Whether the file is valid with its defaults, so that the given values cause the error.
  package var isOfParameters = false

  init(_ problem: Problem, at place: String, in file: String) {
    self.file = file
    self.place = place.isEmpty ? nil : place
    self.problem = problem
  }

  /// The kind of a problem.
  package enum Problem: Sendable, Hashable {
    /// A file larger than `limit` bytes.
    case tooLarge(limit: Int)
    /// Invalid JSON in this line, from 1; `expected` describes the valid text.
    case notJSON(line: Int, expected: String)
    /// A value of the wrong type; the text describes the valid value.
    case expected(String)
    /// An unknown key, with the known keys.
    case unknownKey(String, known: [String])
    case missingKey(String)
    /// A repeated name.
    case repeatedKey(String)
    /// An invalid name, or a name that already has another meaning.
    case badName(String)
    /// An unknown word, with the valid words.
    case unknownWord(String, known: [String])
    /// An expression or a chain that is invalid or has no value.
    case formula(FormulaError)
    /// An invalid timing curve.
    case curve(TimingCurveError)
    /// An unknown transition, with the nearest name.
    case unknownTransition(String, nearest: String?)
    /// A look that contains itself.
    case recursion(String)
    /// An invalid parameter of a transition or a field.
    case parameter(ParameterError)
    /// A number outside of its bounds.
    case outOfBounds(value: Double, progress: Double, minimum: Double?, maximum: Double?)
    /// More than `limit` pictures.
    case tooManyNodes(limit: Int)
    /// More than `limit` levels of nested pictures.
    case tooDeep(levels: Int, limit: Int)
  }
}

extension LookError {
  package var code: SegueError.Code { isOfParameters ? .invalidValue : .invalidData }

  package var underlying: SegueError? {
    switch problem {
    case .formula(let error): SegueError(error)
    case .curve(let error): SegueError(error)
    case .parameter(let error): SegueError(error)
    default: nil
    }
  }

  /// The error and its place in one sentence.
  package var sentence: String {
    if case .notJSON(let line, let expected) = problem {
      return "\(file):\(line): this is not JSON; expected \(expected)"
    }
    return (place.map { "\(file): \($0)" } ?? file) + (isOfParameters ? ", with these parameters" : "")
      + ": "
      + problem.description
  }
}

extension LookError.Problem: CustomStringConvertible {
  /// The problem in words.
  package var description: String {
    switch self {
    case .tooLarge(let limit): "it is larger than \(limit >> 10) KiB, the limit of a look"
    case .notJSON(_, let expected): "expected \(expected)"
    case .expected(let what): "it must be \(what)"
    case .unknownKey(let key, let known): NameSuggestion.words(forUnknownKey: key, in: known)
    case .missingKey(let key): "“\(key)” is missing"
    case .repeatedKey(let key): "“\(key)” is given twice"
    case .badName(let name):
      "“\(name)” is not a valid name; use letters, digits and _, but not p, w, h or pi"
    case .unknownWord(let word, let known):
      "unknown word “\(word)”"
        + NameSuggestion.words(
          for: word, in: known, else: "; it must be one of \(known.joined(separator: ", "))")
    case .formula(let error): error.description
    case .curve(let error): error.description
    case .unknownTransition(let name, let nearest):
      "there is no transition “\(name)”" + (nearest.map { "; did you mean \($0)?" } ?? "")
    case .recursion(let name): "“\(name)” contains this look itself"
    case .parameter(let error): error.description
    case .outOfBounds(let value, let progress, let minimum, let maximum):
      "it is \(value.rounded6) at progress \(progress.rounded6), but must be " + boundsText(minimum, maximum)
    case .tooManyNodes(let limit): "it has more than \(limit) pictures"
    case .tooDeep(let levels, let limit):
      "it has \(levels) nested pictures; at most \(limit) can be drawn"
    }
  }
}
