import SegueFields
import SegueGLTransitions
import SegueImaging
import SegueMath
import SegueMotion
import SegueRendering
import SegueSystem
import SegueText
import SegueTransitions

/// An error of a public call that makes a render, a film or their parts.
///
/// Each case has the details; `localizedDescription` states them in a sentence without a full stop.
public enum SegueError: DescribedError, Hashable {
  /// The request is invalid; nothing was opened or written.
  case usage(UsageError)
  /// An input, an output, a program or an encoder failed.
  case media(MediaError)
  /// An error in a film's clips, times or description.
  case film(FilmError)
  /// A frame could not be drawn, or the time limit was exceeded.
  case render(RenderError)
  /// The look, a transition in JSON, is invalid.
  case look(LookError)
  /// The text of a GL Transition or of a user-defined filter is invalid.
  case shader(ShaderFileError)
  /// The filter chain, or a colour table that it names, is invalid.
  case filter(FilterError)
  /// An error in the events of a timeline, or in its file.
  case timeline(TimelineFileError)
  /// The task of the call was cancelled.
  case cancelled

  package var sentence: String {
    switch self {
    case .usage(let error): error.description
    case .media(let error): error.description
    case .film(let error): error.description
    case .render(let error): error.description
    case .look(let error): error.description
    case .shader(let error): error.description
    case .filter(let error): error.description
    case .timeline(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}

/// An error in a filter chain, or in a file that it names.
public enum FilterError: DescribedError, Hashable {
  /// The text of the chain, or a value at a progress that is drawn, is invalid. `of` is the
  /// property with the chain, if any. `in` is the part of a film, such as `clips[2]`; it is `nil`
  /// for a render and for the film.
  case chain(FormulaError, of: RequestProperty?, in: String?)
  /// A colour table that the chain names is invalid.
  case table(ColorTableError)

  package var sentence: String {
    switch self {
    case .chain(let error, let property, let part):
      [[part, property?.description].compactMap(\.self).joined(separator: "."), error.description]
        .filter { !$0.isEmpty }.joined(separator: ": ")
    case .table(let error): error.description
    }
  }
}

extension SegueError {
  /// The case of any error that Segue throws, including those of animators, curves, rates, drags, catalogues and
  /// decoders. Any other error becomes `.render(.fault)`.
  public init(_ error: any Error) {
    self = Self.known(error) ?? .render(.fault(reason: "\(error)"))
  }

  /// The case of an error; `nil` if it is not Segue's.
  package static func known(_ error: any Error) -> SegueError? {
    switch error {
    case let error as SegueError: error
    case is CancellationError, MediaError.cancelled, RenderError.cancelled: .cancelled
    // One error has one case, wherever it was found.
    case MediaError.unsupported(let format, limit: .oddSides(let width, let height)):
      .usage(.oddSize(ImageSize(width: width, height: height), format: format))
    case MediaError.invalidOption(let property, problem: .value(let value, let expected)):
      .usage(.invalidValue(option: property, value: value, expected: expected))
    case FrameTimesError.invalidTiming(let error), AnimatorError.unplayable(let error):
      .usage(.timing(error))
    case let error as UsageError: .usage(error)
    case let error as ParameterError: .usage(.parameter(error))
    case let error as TimingCurveError: .usage(.timing(error))
    case let error as FrameTimesError: .usage(.frameTimes(error))
    case let error as AnimatorError: .usage(.motion(error))
    case let error as FrameRateError: .usage(.rate(error))
    case let error as DragError: .usage(.drag(error))
    case let error as CatalogueError: .usage(.catalogue(error))
    case let error as SnapshotError: .usage(.snapshot(error))
    case let error as MediaError: .media(error)
    case let error as FilmError: .film(error)
    case let error as TextError: .film(.title(error))
    case let error as RenderError: .render(error)
    case let error as ShaderFault: .render(.badShader(error))
    case let error as LookError: .look(error)
    case let error as ShaderFileError: .shader(error)
    case let error as FilterError: .filter(error)
    case let error as FormulaError: .filter(.chain(error, of: nil, in: nil))
    case let error as ColorTableError: .filter(.table(error))
    case let error as TimelineFileError: .timeline(error)
    case let error as TimelineError: .timeline(.events(error))
    default: nil
    }
  }

  /// The original error.
  package var cause: any Error {
    switch self {
    case .usage(.parameter(let error)): error
    case .usage(.timing(let error)): error
    case .usage(.frameTimes(let error)): error
    case .usage(.motion(let error)): error
    case .usage(.rate(let error)): error
    case .usage(.drag(let error)): error
    case .usage(.catalogue(let error)): error
    case .usage(.snapshot(let error)): error
    case .usage(let error): error
    case .media(let error): error
    case .film(.title(let error, place: nil)): error
    case .film(let error): error
    case .render(let error): error
    case .look(let error): error
    case .shader(let error): error
    case .filter(.table(let error)): error
    case .filter(let error): error
    case .timeline(.events(let error)): error
    case .timeline(let error): error
    case .cancelled: CancellationError()
    }
  }
}

extension Error {
  package var isCancellation: Bool { SegueError.known(self) == .cancelled }

  /// Whether the error may be a consequence of cancelling: an encoder fails if its inputs end early.
  package var canFollowCancellation: Bool {
    if case MediaError.encoderFailed = self as any Error { return true }
    return isCancellation
  }
}
