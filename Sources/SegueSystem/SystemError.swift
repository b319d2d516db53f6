import Glibc
import SegueFields

/// An error of a program, a library, a file, a folder or a disk. Paths are as given; reasons are in words,
/// without a full stop.
package enum SystemError: DescribedError {
  /// The input at `path` is missing or cannot be read.
  case unreadable(path: String, reason: String)
  /// The contents of the input at `path` cannot be used.
  case badData(path: String, reason: String)
  /// The output exists, and `overwrites` is false.
  case outputExists(path: String)
  /// The output is a folder with other files, and may not be added to.
  case folderNotEmpty(path: String)
  /// The output cannot be created, for the system's `reason`.
  case cannotCreate(path: String, reason: String)
  /// Writing the output failed, for example because the disk is full.
  case writeFailed(path: String, reason: String)
  /// A required program cannot be used, for this cause.
  case programMissing(name: String, cause: ProgramCause)
  /// A required library is not installed. `use` describes its purpose and the remedy.
  case libraryMissing(name: String, use: LibraryUse)
  /// The program failed or stalled; `log` has the last lines of its messages.
  case programFailed(name: String, reason: String, log: [String])
  /// The system refused memory, a thread or a process to this program or to one that it started. It
  /// contains the error that followed.
  indirect case refused(SystemError)
  /// The task of the call was cancelled.
  case cancelled
}

extension SystemError {
  /// The reason why a program cannot be used.
  package enum ProgramCause: Sendable, Hashable {
    /// The program is not in the folders of PATH.
    case notFound
    /// The program cannot be started; `reason` is the system's message.
    case notStarted(reason: String)
    /// The program named by an environment variable cannot be started. `value` is the variable's
    /// value, `reason` the system's message.
    case variable(String, value: String, reason: String)
    /// The program is older than version `minimum`.
    case tooOld(minimum: String)
    /// `ffprobe`, which reads this input, is not in PATH.
    case prober(input: String)
    /// Slurm's client programs are not installed.
    case scheduler

    /// The reason, and the remedy.
    fileprivate var words: String {
      switch self {
      case .notFound:
        "it was not found; install it with: apt-get install ffmpeg, or set SEGUE_FFMPEG to its path"
      case .notStarted(let reason): "it cannot be started: \(reason)"
      case .variable(let name, let value, let reason):
        "\(name) is “\(value)”: \(reason); set it to the program's path, or unset it"
      case .tooOld(let minimum):
        "it is older than version \(minimum); install a newer one, or set SEGUE_FFMPEG to its path"
      case .prober(let input):
        "it was not found, and \(input) needs it; install it with: apt-get install ffmpeg "
          + "(imageio-ffmpeg does not contain it), or set SEGUE_FFPROBE to its path"
      case .scheduler: "it is not on PATH; it is one of Slurm's client programs"
      }
    }
  }

  /// The use of a library and the remedy, in words around the input that needs it.
  package struct LibraryUse: Sendable, Hashable {
    private let before: String
    /// The input's path; `nil` if no input needs the library.
    private let input: String?
    private let after: String

    package init(_ before: String, input: String? = nil, _ after: String) {
      self.before = before
      self.input = input
      self.after = after
    }

    fileprivate var words: String { [before, input, after].compactMap(\.self).joined(separator: " ") }

    /// The use with `name` in place of the input's `path`.
    func naming(_ path: String, _ name: String) -> LibraryUse {
      input == path ? LibraryUse(before, input: name, after) : self
    }
  }

  package var code: SegueError.Code {
    switch self {
    case .unreadable: .unreadable
    case .badData: .invalidData
    case .outputExists, .folderNotEmpty: .outputExists
    case .cannotCreate: .cannotCreate
    case .writeFailed: .cannotWrite
    case .programMissing(_, .notStarted): .programNotStarted
    case .programMissing: .programMissing
    case .libraryMissing: .libraryMissing
    case .programFailed: .programFailed
    case .refused: .outOfMemory
    case .cancelled: .cancelled
    }
  }

  package var underlying: SegueError? {
    if case .refused(let error) = self { SegueError(error) } else { nil }
  }

  package var sentence: String {
    switch self {
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .badData(let path, let reason): "\(path) cannot be used: \(reason)"
    case .outputExists(let path): "\(path) exists"
    case .folderNotEmpty(let path): "\(path) is a folder with other files in it"
    case .cannotCreate(let path, let reason): "\(path) cannot be created: \(reason)"
    case .writeFailed(let path, let reason): "writing \(path) failed: \(reason)"
    case .programMissing(let name, let cause): "\(name) cannot be used: \(cause.words)"
    case .libraryMissing(let name, let use): "\(name) cannot be used: \(use.words)"
    case .programFailed(let name, let reason, _): "\(name) failed: it \(reason)"
    case .refused(let error): error.sentence
    case .cancelled: "cancelled"
    }
  }

  /// The error of an input that cannot be opened, for the system's error number.
  package static func unopened(_ path: String, _ code: Int32) -> SystemError {
    let advice = code == ENOENT && path.contains("://") ? "an input must be a file; download it first" : nil
    return .caused(by: code) { .unreadable(path: path, reason: advice ?? $0) }
  }

  /// The error that `make` returns for the system's message about `code`. ENOMEM and EAGAIN make it
  /// a refusal.
  package static func caused(by code: Int32, _ make: (String) -> SystemError) -> SystemError {
    let error = make(SystemReason.text(code))
    return code == ENOMEM || code == EAGAIN ? .refused(error) : error
  }

  /// The error with the location that names its input, if `places` contains the input's path.
  package func naming(_ places: [String: String]) -> SystemError {
    func named(_ path: String, _ reason: String) -> String {
      places[path].map { "\(reason) (\($0))" } ?? reason
    }
    return switch self {
    case .unreadable(let path, let reason): .unreadable(path: path, reason: named(path, reason))
    case .badData(let path, let reason): .badData(path: path, reason: named(path, reason))
    case .refused(let error): .refused(error.naming(places))
    default: self
    }
  }
}

/// Messages for the system's error numbers.
package enum SystemReason {
  /// The system's message for `code`, such as "No space left on device".
  package static func text(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count - 1) == 0 else { return "system error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Whether `line`, a program's message, reports a lack of memory or threads. x264 logs the bytes
  /// that it requested, the loader the library that it could not map. Other programs log the
  /// system's message.
  package static func isRefusal(_ line: String) -> Bool { refusals.contains { line.contains($0) } }

  private static let refusals =
    [ENOMEM, EAGAIN].map(text) + ["malloc of size", "failed to map segment"]
}
