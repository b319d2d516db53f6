/// An error of Segue: its kind, the path and the property that it concerns, and a sentence.
///
/// Programs switch on ``code``, and show ``sentence`` or `localizedDescription`. Errors with equal
/// properties are equal.
public struct SegueError: Error, Sendable {
  /// The kind of error.
  public let code: Code

  /// The path of the part of the request with the error, such as `clips[3]` or `titles[0]`; `nil` for the
  /// request as a whole.
  public let place: String?

  /// The name of the property with the error, such as `frameRate`; `nil` if several or none are
  /// concerned.
  public let property: String?

  /// The error as one sentence without a full stop. It contains the place, the value and, if there is one,
  /// the remedy.
  public let sentence: String

  // Embedded Swift has no existential types.
  #if !hasFeature(Embedded)
    /// The internal error of Segue that this error describes.
    package let details: any DescribedError

    /// The error that caused this one; `nil` if no other error did.
    public var underlying: SegueError? { details.underlying }
  #endif

  private init(details: some DescribedError) {
    code = details.code
    place = details.place
    property = details.property
    sentence = details.sentence
    #if !hasFeature(Embedded)
      self.details = details
    #endif
  }
}

extension SegueError: Hashable, CustomStringConvertible {
  /// The error as one sentence without a full stop.
  public var description: String { sentence }

  /// Whether both have the same code, place, property and sentence.
  public static func == (a: SegueError, b: SegueError) -> Bool {
    a.code == b.code && a.place == b.place && a.property == b.property && a.sentence == b.sentence
  }

  /// Hashes the code and the sentence.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(code)
    hasher.combine(sentence)
  }
}

extension SegueError {
  /// The kind of an error.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// An input is missing or cannot be read.
    case unreadable
    /// The data of an input, or of a film, transition, shader or table file, is invalid.
    case invalidData
    /// A value is malformed, of the wrong type or out of its bounds.
    case invalidValue
    /// No transition, filter, parameter or curve has this name.
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
  public static let cancelled = SegueError(details: Unexpected.cancelled)
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

#if hasFeature(Embedded)
  extension SegueError {
    package init(_ details: some DescribedError) { self.init(details: details) }
  }
#else
  extension SegueError.Code: Codable {}

  extension SegueError {
    /// The `SegueError` for any error. An error that is not Segue's gets the code `internalError`.
    public init(_ error: any Error) {
      self = Self.known(error) ?? SegueError(details: Unexpected.fault(reason: "\(error)"))
    }

    /// The `SegueError` for `error`; `nil` if `error` is not Segue's.
    package static func known(_ error: any Error) -> SegueError? {
      switch error {
      case let error as SegueError: error
      case is CancellationError: cancelled
      case let error as any DescribedError: error.code == .cancelled ? cancelled : SegueError(details: error)
      default: nil
      }
    }
  }

  extension Error {
    /// The error that a public call throws: a `SegueError` for an error of Segue, else the error of the
    /// caller's closure.
    package var published: any Error { SegueError.known(self) ?? self }

    package var isCancellation: Bool { SegueError.known(self)?.code == .cancelled }

    /// Whether the error may be a consequence of cancelling: an encoder fails if its inputs end early.
    package var canFollowCancellation: Bool {
      SegueError.known(self)?.code == .programFailed || isCancellation
    }
  }
#endif
