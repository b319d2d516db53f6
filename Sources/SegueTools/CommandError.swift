import SegueFields
import SegueMath

/// An error in the command line or the live page without a counterpart in the library.
package enum CommandError: DescribedError {
  /// Contradictory words, as a sentence.
  case conflict(String)

  package var code: SegueError.Code { .conflict }

  /// The error in one sentence.
  package var sentence: String {
    switch self {
    case .conflict(let sentence): sentence
    }
  }
}
