import SegueFields
import SegueMath

/// An error in the command line or the live page without a counterpart in the library.
package enum CommandError: DescribedError {
  /// An option's value is invalid; the expected values.
  case value(option: String, value: String, expected: String)
  /// Contradictory words, as a sentence.
  case conflict(String)

  package var code: SegueError.Code {
    switch self {
    case .value: .invalidValue
    case .conflict: .conflict
    }
  }

  /// The error in one sentence.
  package var sentence: String {
    switch self {
    case .value(let option, let value, let expected): "\(option) is “\(value)”, but must be \(expected)"
    case .conflict(let sentence): sentence
    }
  }
}
