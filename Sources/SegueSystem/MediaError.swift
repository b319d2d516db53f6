import Glibc
import SegueMath

/// What went wrong with a file or an encoder: facts, from which one place makes the sentence.
public enum MediaError: DescribedError, Equatable {
  /// An input is missing or cannot be read.
  case unreadable(path: String, reason: String)
  /// An input's data is broken, of no known kind, or larger than the limits.
  case badData(path: String, reason: String)
  /// The output exists and may not be replaced.
  case outputExists(path: String)
  /// The output is a folder in which there are other files, and may not be added to.
  case folderNotEmpty(path: String)
  /// The output cannot be created.
  case cannotCreate(path: String, reason: String)
  /// Writing failed: disk full, broken pipe.
  case writeFailed(path: String, reason: String)
  /// A program or library that is needed is not there.
  case encoderMissing(name: String, advice: Wording)
  /// The encoder ended badly or took nothing; `log` holds its last lines.
  case encoderFailed(name: String, reason: String, log: [String])
  /// The output's format cannot do what was asked.
  case unsupported(format: String, reason: Wording)
  /// What was given for an option cannot be used.
  case invalidOption(Wording)
  /// `cancel` was called.
  case cancelled
}

extension MediaError {
  /// What went wrong, in one sentence.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .badData(let path, let reason): "\(path) cannot be used: \(reason)"
    case .outputExists(let path): "\(path) exists"
    case .folderNotEmpty(let path): "\(path) is a folder with other files in it"
    case .cannotCreate(let path, let reason): "\(path) cannot be created: \(reason)"
    case .writeFailed(let path, let reason): "writing \(path) failed: \(reason)"
    case .encoderMissing(let name, let advice): "\(name) cannot be used: \(advice)"
    case .encoderFailed(let name, let reason, _): "\(name) failed: it \(reason)"
    case .unsupported(let format, let reason): "\(format): \(reason)"
    case .invalidOption(let text): text.description
    case .cancelled: "cancelled"
    }
  }

  /// The same with the place that an input is named at, where `places` has one for its path.
  package func naming(_ places: [String: String]) -> MediaError {
    func named(_ path: String, _ reason: String) -> String {
      places[path].map { "\(reason) (\($0))" } ?? reason
    }
    return switch self {
    case .unreadable(let path, let reason): .unreadable(path: path, reason: named(path, reason))
    case .badData(let path, let reason): .badData(path: path, reason: named(path, reason))
    default: self
    }
  }

  package static func encoderMissing(name: String, advice: Wording.Sentence) -> MediaError {
    .encoderMissing(name: name, advice: Wording(advice))
  }
  package static func unsupported(format: String, reason: Wording.Sentence) -> MediaError {
    .unsupported(format: format, reason: Wording(reason))
  }
  package static func invalidOption(_ text: Wording.Sentence) -> MediaError {
    .invalidOption(Wording(text))
  }
}

/// Words for the system's error numbers.
package enum SystemReason {
  /// The system's own sentence for `code`, such as "No space left on device".
  package static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count - 1) == 0 else { return "system error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
