import ArgumentParser
import CSegueRefusal
import FoundationEssentials
import Glibc
import SegueFilms
import SegueTools

/// Maps errors to a sentence and an exit code.
enum Failure {
  /// The exit codes of sysexits.h.
  enum Code: Int32 {
    case usage = 64
    case badData = 65
    case noInput = 66
    case unavailable = 69
    case software = 70
    case refused = 71
    case cannotCreate = 73
    case inputOutput = 74
  }

  /// Prints the error and ends the process at once, since threads may still run.
  static func exit(with error: any Error) -> Never {
    if Interruption.isInterrupted, canFollowSignal(error) {
      let sentence = "interrupted"
      leave(Facts(exit: Interruption.exitCode, code: .cancelled, sentence: sentence), sentence)
    }
    if SegueTool.exitCode(for: error) == .success {
      // Help, the version and completion scripts are results that the parser throws.
      do {
        try Console.result(SegueTool.fullMessage(for: error))
        Console.leave(0)
      } catch {
        exit(with: error)
      }
    }
    leave(Facts(error), describe(error).sentence)
  }

  /// Whether `error` may be a consequence of a signal. A pipe's reader and child processes may get the signal, too.
  static func canFollowSignal(_ error: any Error) -> Bool {
    guard case SystemError.writeFailed(_, let reason)? = SegueError.known(error)?.details else { return true }
    return reason == SystemReason.text(EPIPE)
  }

  private static let refusal =
    "the system refuses more memory or another thread; raise the limits of this process (ulimit -v, ulimit -u), or use a "
    + "smaller --size"

  /// Makes the process end with a sentence if the system refuses memory or a thread.
  static func exitOnRefusal() {
    // The line is printed without allocating memory.
    let line = strdup("segue: error: \(refusal)\n")
    let isSet = segue_when_refused(line) {
      Failure.leave(Failure.refusalFacts, Failure.refusal, isReported: true)
    }
    if isSet == 0 { leave(refusalFacts, refusal) }
  }

  private static var refusalFacts: Facts {
    Facts(exit: Code.refused.rawValue, code: .outOfMemory, sentence: refusal)
  }

  private static func leave(_ facts: Facts, _ sentence: String, isReported: Bool = false) -> Never {
    if !isReported { Console.note(sentence, as: .error) }
    // With --json the error is printed as the report, unless a report was printed before.
    if Results.requestsReport(Array(CommandLine.arguments.dropFirst())), !Console.hasResult,
      (try? Console.checkResults()) != nil
    {
      try? Console.result(json: Report(error: facts))
    }
    Console.leave(facts.exit)
  }

  /// The options that determine whether the report goes to stdout: `--json`, without an output to stdout.
  private struct Results: ParsableArguments {
    @Flag var json = false
    @Option(name: .shortAndLong) var output: String?
    @Argument(parsing: .allUnrecognized) var others: [String] = []

    static func requestsReport(_ words: [String]) -> Bool {
      (try? parse(words)).map { $0.json && $0.output != "-" } ?? false
    }
  }

  /// The exit code and the sentence for `error`.
  static func describe(_ error: any Error) -> (code: Code, sentence: String) {
    (code(for: kind(error)), sentence(of: error))
  }

  private static func sentence(of error: any Error) -> String {
    if let error = SegueError.known(error) { return sentence(error.details) }
    return SegueTool.exitCode(for: error) == .validationFailure
      ? usageSentence(error) : "internal error: \(error)"
  }

  /// The exit code for an error of this kind.
  private static func code(for kind: SegueError.Code) -> Code {
    switch kind {
    case .invalidValue, .unknownName, .conflict, .illegalState: .usage
    case .invalidData: .badData
    case .unreadable: .noInput
    case .programMissing, .programNotStarted, .encoderMissing, .libraryMissing, .deviceUnavailable,
      .deviceFailed:
      .unavailable
    case .internalError: .software
    case .outOfMemory: .refused
    case .outputExists, .cannotCreate: .cannotCreate
    case .cannotWrite, .programFailed, .cancelled, .timedOut: .inputOutput
    }
  }

  /// The sentence for the command line.
  private static func sentence(_ error: any DescribedError) -> String {
    switch error {
    case let error as UsageError: sentence(error)
    case let error as ParameterError: sentence(error)
    case let error as FilmError: sentence(error)
    case let error as SystemError: sentence(error)
    case let error as FilterError: subject(error) + FilterFailure.sentence(error.formula)
    case let error as FormulaError: FilterFailure.sentence(error)
    case let error as LookError: LookFailure.sentence(error)
    case let error as ShaderFileError: "\(error)" + quoted(error.lineText)
    case let error as ShaderFault: "\(error)" + quoted(error.lineText)
    case RenderError.badShader(let fault): "\(fault)" + quoted(fault.lineText)
    case let error as TimingCurveError: sentence(error)
    case let error as TimelineError: "the timeline cannot be played: \(error)" + timelineAdvice
    case TimelineFileError.events(let error): "the timeline cannot be played: \(error)" + timelineAdvice
    case let error as TimelineFileError: "\(error)" + timelineAdvice
    default: (error as? any PropertyError)?.sentence(.flags) ?? error.sentence
    }
  }

  /// Rewords the argument parser's message.
  private static func usageSentence(_ error: any Error) -> String {
    let message = SegueTool.fullMessage(for: error)
    let usage = message.firstRange(of: "\nUsage: ").map { String(message[$0.lowerBound...]) } ?? ""
    let command = CommandTree.current
    switch ParserFault(error) {
    case .unknownOption(let name): return unknown(name) + usage
    case .missingValue(let name): return "\(name) needs a value" + usage
    case .missingArgument: return "<\(command?.positionals.first?.valueName ?? "")> is missing" + usage
    case .invalidValue(_, let name?, _, let reason as InvalidValue):
      return (command?.option(typed: name)?.preferredText ?? name) + reason.description
    case .invalidValue(_, nil, let key, let reason as InvalidValue): return "the \(key)\(reason.description)"
    case .invalidValue(let value, let name, let key, nil):
      let argument =
        name.map { command?.option(typed: $0) } ?? command?.positionals.first { $0.valueName == key }
      guard let words = argument?.words else { return message }
      return (name ?? "<\(key)>")
        + InvalidValue(value: value, expected: words.inWords(last: "or")).description
    case .invalidValue, nil: return message
    }
  }

  /// The options that films have as settings of their inputs.
  private static let inputSettings = [
    "--reverse": "reverse=true", "--boomerang": "boomerang=true", "--freeze": "freeze=2.5:1",
    "--speed": "speed=0.5",
  ]

  /// The sentence about an unknown option, with a suggestion.
  private static func unknown(_ name: String) -> String {
    let words = (try? ArgumentList.words()) ?? []
    // The parser reports only the first letter of “-c:v”.
    let typed =
      name.hasPrefix("--")
      ? name
      : words.first {
        $0.hasPrefix("-") && !$0.hasPrefix("--") && $0.hasSuffix(name.dropFirst()) || $0.hasPrefix(name)
      } ?? name
    if typed == "-i" { return "there is no option -i; give the inputs without an option" }
    if words.first == "join", let setting = inputSettings[typed] {
      return "there is no option \(typed); it is a setting of an input: clip.mp4,\(setting)"
    }
    let nearest = CommandTree.current.flatMap { Suggestion.option(for: typed, of: $0) }
      .flatMap { $0 == typed ? nil : $0 }
    return "there is no option \(typed)" + (nearest.map { "; did you mean \($0)?" } ?? "")
  }

  private static let timelineAdvice = "\n  docs/timelines.md describes the format, with examples"

  /// The error for binary output to a terminal.
  static let binaryOnTerminal =
    "-o - writes binary data, but standard output is a terminal; redirect it to a file (> out.mp4) or a program (| ffplay -)"

  /// The sentence about a timing curve, with a suggestion.
  static func sentence(_ error: TimingCurveError) -> String {
    switch error {
    case .unknownName(let name):
      return "there is no timing curve “\(name)”; "
        + (Suggestion.curve(for: name).map { "did you mean \($0)?" } ?? "segue list curves prints all")
    case .malformed(let text):
      return Suggestion.curve(for: text).map { "there is no timing curve “\(text)”; did you mean \($0)?" }
        ?? "\(error)"
    case .wrongArgumentCount(let curve, 0, _) where curve == "spring":
      return "spring takes a damping ratio in parentheses, such as spring(0.8)"
    default: return "\(error)"
    }
  }

  private static func sentence(_ error: SystemError) -> String {
    switch error {
    case .refused(let error): sentence(error)
    case .outputExists: "\(error); add -y to replace it"
    case .folderNotEmpty: "\(error); name another folder, or add -y to add the frames to it"
    case .programMissing(let name, .scheduler):
      "\(name) cannot be used: it is not on PATH; --slurm needs Slurm's client programs"
    case .programFailed(let name, _, let log): "\(error)" + encoderLog(name, log)
    default: "\(error)"
    }
  }

  /// The encoder's log with `--verbose`.
  private static func encoderLog(_ name: String, _ log: [String]) -> String {
    if log.isEmpty { return "" }
    if !Console.showsDetails { return " (-v shows its messages)" }
    return log.map { "\n  \(name): \($0)" }.joined()
  }

  private static func sentence(_ error: UsageError) -> String {
    switch error {
    case .unknownTransition(let name, let nearest):
      if let options = Suggestion.options(for: name) {
        return UsageError.unknownTransition(name: name, nearest: nil).sentence(.flags)
          + "; give its values as options: \(options)"
      }
      let suggestion = Suggestion.transition(for: name, nearest: nearest)
      return UsageError.unknownTransition(name: name, nearest: suggestion).sentence(.flags)
        + (suggestion == nil ? "; segue list\(listOption(for: name)) shows them all" : "")
    case .parameter(let error): return sentence(error)
    case .severalWords(let argument):
      return error.sentence(.flags) + ": "
        + argument.split(separator: " ").map { "--encoder-args=\($0)" }.joined(separator: " ")
    // The key of a list's job is its line.
    case .conflict(.sameOutput(let path, let line)): return "\(path) is also the output of \(line)"
    case .conflict(.outputIsInput(let path, let line)):
      return "\(path) is an input of \(line) and would be overwritten"
    default: return error.sentence(.flags)
    }
  }

  private static func sentence(_ error: FilmError) -> String {
    switch error {
    case .overlapsTooLong:
      let options: [(FilmEdge, String)] = [
        (.opening, "--fade-in"), (.closing, "--fade-out"), (.transition, "-d"),
      ]
      let suggestion = options.filter { error.edges.contains($0.0) }.map(\.1).joined(separator: ", ")
      return "\(error): set them with \(suggestion) or +NAME:SECONDS, or use --shorten"
    case .part(let error, let part): return place(part) + sentence(error.details)
    case .endsEarly(let source, let reason, let start, let end):
      return "\(source) cannot be used: \(reason)" + advice(source, from: start, to: end)
    case .timeline: return "\(error)" + timelineAdvice
    case .argument, .value, .tooLong, .trim, .file: return "\(error)"
    case .empty: return "\(error): segue join a.mp4 b.jpg -o film.mp4"
    }
  }

  /// The part of a film with the error, as a prefix; empty for options that apply to all parts.
  private static func place(_ part: String?) -> String {
    part.map { $0 == "defaults" ? "" : $0 + ": " } ?? ""
  }

  /// The part of a film with the chain and its key, or the chain's option, as a prefix.
  private static func subject(_ error: FilterError) -> String {
    let part = place(error.part)
    let option = error.option.map { PropertyNames.flags.name($0) + ": " } ?? ""
    return part.isEmpty ? option : part + String(option.drop { $0 == "-" })
  }

  /// The advice to use the frames of a clip that ends early.
  private static func advice(_ source: String, from start: Double, to end: Double) -> String {
    func typed(_ seconds: Double) -> String { ((seconds * 1000).rounded() / 1000).typed }
    let part = "\(source)@\(start > 0 ? typed(start) : "")-\(typed(end))"
    return "; \(part) uses the frames that exist (\"out\": \(typed(end)) in a film file)"
  }

  /// The option that lists names like `name`.
  private static func listOption(for name: String) -> String {
    name.hasPrefix(XfadeAlias.prefix) ? " --aliases xfade" : ""
  }

  /// A line of a shader, printed below the error.
  private static func quoted(_ line: String?) -> String {
    let text = (line ?? "").prefix(200).filter { !$0.isNewline && $0 != "\0" }
    return text.allSatisfy(\.isWhitespace) ? "" : "\n  | " + text
  }

  /// The sentence about a parameter, with the option.
  static func sentence(_ error: ParameterError) -> String {
    if case .missing(let name, _) = error { "\(error): -p \(name)=…" } else { "\(error)" }
  }
}
