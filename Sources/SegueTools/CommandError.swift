import SegueMath

/// An error in words of the command line, or of the live page, that stand for nothing of the library.
package enum CommandError: DescribedError, Hashable {
  /// An option's value cannot be; what is expected.
  case value(option: String, value: String, expected: String)
  /// Words that do not go together, in a sentence.
  case conflict(String)

  /// The error in one sentence.
  package var sentence: String {
    switch self {
    case .value(let option, let value, let expected): "\(option) is “\(value)”, but must be \(expected)"
    case .conflict(let sentence): sentence
    }
  }
}
