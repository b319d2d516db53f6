import SegueGLTransitions
import SegueImaging
import SegueMath
import SegueMotion
import SegueRendering
import SegueSystem
import SegueText
import SegueTransitions

/// The error of every public call that makes a render, a film or their parts.
///
/// Each case has the facts; `localizedDescription` is a sentence about them.
public enum SegueError: DescribedError, Hashable {
  /// An invalid request.
  case usage(UsageError)
  /// An error of a file or an encoder.
  case media(MediaError)
  /// An error in a film's clips, times or description.
  case film(FilmError)
  /// An error while drawing a frame.
  case render(RenderError)
  /// An error in a look, a transition in a JSON file.
  case look(LookError)
  /// An error in the file of a GL Transition or of a user-defined filter.
  case shader(ShaderFileError)
  /// An error in a filter chain, or in a file that it names.
  case filter(FilterError)
  /// An error in the events of a timeline, or in its file.
  case timeline(TimelineFileError)
  /// The task was cancelled.
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

/// An error in a chain of filters.
public enum FilterError: DescribedError, Hashable {
  /// An error in the text of the chain, or in a value at a progress that is drawn: the property of the chain, if any,
  /// and the part of a film that has the property, such as `clips[2]`. The part is `nil` for a render and for the film.
  case chain(FormulaError, of: RequestProperty?, in: String?)
  /// An error in a colour table that the chain names.
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

  /// The case of an error; `nil` for one that is not Segue's.
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
