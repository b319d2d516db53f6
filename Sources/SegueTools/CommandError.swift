import SegueFields
import SegueMath

/// An error in the command line or the live page without a counterpart in the library.
package enum CommandError: DescribedError {
  /// An invalid value of an option: the option, the words that follow it in the sentence, and the cause.
  case option(String, problem: String, SegueError? = nil)
  /// Contradictory words, as a sentence.
  case conflict(String)

  package var code: SegueError.Code {
    switch self {
    case .option(_, _, let cause): cause?.code ?? .invalidValue
    case .conflict: .conflict
    }
  }

  package var place: String? { underlying?.place }
  package var property: String? { underlying?.property }
  package var underlying: SegueError? { if case .option(_, _, let cause) = self { cause } else { nil } }

  /// The error in one sentence.
  package var sentence: String {
    switch self {
    case .option(let option, let problem, _): option + problem
    case .conflict(let sentence): sentence
    }
  }
}
