import SegueFilms
import SegueTools

extension Failure {
  /// The facts of an error: in its JSON, and in the line of a batch job.
  struct Facts: Codable {
    let exit: Int32
    let code: SegueError.Code
    /// The first line of the sentence.
    let message: String
    let place: String?
    let property: String?

    init(
      exit: Int32, code: SegueError.Code, sentence: String, place: String? = nil, property: String? = nil
    ) {
      self.exit = exit
      self.code = code
      message = sentence.split(separator: "\n").first.map(String.init) ?? sentence
      self.place = place
      self.property = property
    }

    /// The facts of `error`.
    /// - Parameter sentence: the sentence, if it is not that of ``Failure/describe(_:)``.
    init(_ error: any Error, sentence: String? = nil) {
      let described = Failure.describe(error)
      let known = SegueError.known(error)
      self.init(
        exit: described.code.rawValue, code: Failure.kind(error), sentence: sentence ?? described.sentence,
        place: known?.place, property: known?.property ?? Failure.option(of: error).flatMap(Failure.property))
    }
  }

  /// The JSON of an error with `--json`.
  struct Report: Codable {
    var schema = ReportVersion.current
    let error: Facts
  }

  /// The kind of an error, also of one of the argument parser.
  static func kind(_ error: any Error) -> SegueError.Code {
    if let error = SegueError.known(error) { return error.code }
    if case .unknownOption? = ParserFault(error) { return .unknownName }
    return SegueTool.exitCode(for: error) == .validationFailure ? .invalidValue : .internalError
  }

  /// The option with the error, as typed; `nil` if several or none are concerned.
  private static func option(of error: any Error) -> String? {
    switch SegueError.known(error)?.details {
    case CommandError.option(let option, _, _)?: return option
    default:
      switch ParserFault(error) {
      case .missingValue(let option), .invalidValue(_, let option?, _, _): return option
      default: return nil
      }
    }
  }

  /// The property that `option` sets; `nil` if it has no name in messages.
  private static func property(of option: String) -> String? {
    let name = CommandTree.current?.option(typed: option).map { "--" + $0.name } ?? option
    return RequestProperty.allCases.first { PropertyNames.flags.name($0) == name }?.rawValue
  }
}
