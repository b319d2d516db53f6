/// An error of Segue: its kind, the part and the property of the request with the error, and one sentence.
///
/// Programs switch on ``code``, and show ``sentence`` or `localizedDescription`.
public struct SegueError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The details, one of Segue's internal errors.
  package let details: any DescribedError

  /// The kind of error.
  public var code: Code { details.code }

  /// The path of the part of the request with the error, such as `clips[3]` or `titles[0]`; `nil` for the
  /// request as a whole.
  public var place: String? { details.place }

  /// The name of the property with the error, such as `frameRate`; `nil` if several or none are
  /// concerned.
  public var property: String? { details.property }

  /// The error as one sentence without a full stop. It contains the place, the value and, where one is
  /// known, the remedy.
  public var sentence: String { details.sentence }

  /// The error that caused this one; `nil` if it is the first.
  public var underlying: SegueError? { details.underlying.map(SegueError.init) }

  /// The error as one sentence without a full stop.
  public var description: String { sentence }

  package init(_ details: any DescribedError) { self.details = details }

  /// Whether both have equal details.
  public static func == (a: SegueError, b: SegueError) -> Bool { a.details.isEqual(b.details) }

  /// Hashes the details.
  public func hash(into hasher: inout Hasher) { details.hash(into: &hasher) }
}

extension SegueError {
  /// The kind of an error.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// An input is missing or cannot be read.
    case unreadable
    /// The data of an input or of a described film, look, shader or table is invalid.
    case invalidData
    /// A value is malformed, of the wrong type or out of its bounds.
    case invalidValue
    /// There is no transition, filter, parameter or curve of this name.
    case unknownName
    /// Properties contradict each other, or the output's format lacks a feature.
    case conflict
    /// The call is not possible in the present state.
    case illegalState
    /// The output exists and may not be replaced.
    case outputExists
    /// The output cannot be created.
    case cannotCreate
    /// Writing the output failed, for example because the disk is full.
    case cannotWrite
    /// A program, such as ffmpeg, is not installed or too old.
    case programMissing
    /// A program is installed, but cannot be started.
    case programNotStarted
    /// A program failed or stalled.
    case programFailed
    /// ffmpeg lacks the encoder, or the machine lacks the encoder's device.
    case encoderMissing
    /// A library or a font is not installed.
    case libraryMissing
    /// No GPU can be used, or the GPU lacks a feature or draws wrong pixels.
    case deviceUnavailable
    /// The GPU failed during the work.
    case deviceFailed
    /// The system refused memory, a thread or a process.
    case outOfMemory
    /// The task of the call was cancelled.
    case cancelled
    /// The work was not done within its time limit.
    case timedOut
    /// An error in Segue, or an error that is not Segue's.
    case internalError
  }

  /// Whether a retry may succeed: writing, a program or a GPU failed during the work, or the system refused
  /// memory or a thread. Missing or invalid inputs are not retried.
  public var isRetryable: Bool {
    switch code {
    case .cannotWrite, .programFailed, .programNotStarted, .deviceFailed, .outOfMemory: true
    default: false
    }
  }
}

extension SegueError {
  /// The error of a cancelled task.
  public static let cancelled = SegueError(Unexpected.cancelled)

  /// The error of any call of Segue. Errors that are not Segue's have the code `internalError`.
  public init(_ error: any Error) {
    self = Self.known(error) ?? SegueError(Unexpected.fault(reason: "\(error)"))
  }

  /// The error as Segue's; `nil` if it is not Segue's.
  package static func known(_ error: any Error) -> SegueError? {
    switch error {
    case let error as SegueError: error
    case is CancellationError: cancelled
    case let error as any DescribedError: error.code == .cancelled ? cancelled : SegueError(error)
    default: nil
    }
  }
}

/// A cancelled task, or an error that is not Segue's.
private enum Unexpected: DescribedError {
  case cancelled
  case fault(reason: String)

  var code: SegueError.Code {
    switch self {
    case .cancelled: .cancelled
    case .fault: .internalError
    }
  }

  var sentence: String {
    switch self {
    case .cancelled: "cancelled"
    case .fault(let reason): "internal error: \(reason)"
    }
  }
}

extension Error {
  package var isCancellation: Bool { SegueError.known(self) == .cancelled }

  /// Whether the error may be a consequence of cancelling: an encoder fails if its inputs end early.
  package var canFollowCancellation: Bool {
    SegueError.known(self)?.code == .programFailed || isCancellation
  }
}
