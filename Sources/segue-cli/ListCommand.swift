import ArgumentParser
import MediaIO
import Motion
import Segue
import SegueTools
import Transitions

/// `segue list`: what can be named on the command line.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the transitions, the timing curves or the output formats, or what a file takes.")

  /// What is listed.
  enum Subject: ExpressibleByArgument {
    case transitions, curves, formats
    case file(path: String)

    init?(argument: String) {
      switch argument {
      case "transitions": self = .transitions
      case "curves": self = .curves
      case "formats": self = .formats
      default:
        guard argument.hasSuffix(".glsl") || argument.contains("/") else { return nil }
        self = .file(path: argument)
      }
    }

    static var allValueStrings: [String] { ["transitions", "curves", "formats"] }
  }

  /// Whose names are listed beside our own.
  enum Aliases: String, ExpressibleByArgument, CaseIterable {
    case xfade
  }

  @Argument(help: "transitions, curves, formats, or a .glsl file.")
  var subject: Subject?

  @Option(help: "xfade: ffmpeg's names for transitions, with what they stand for here.")
  var aliases: Aliases?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if aliases != nil, subject != nil { throw ValidationError("--aliases is a list of its own") }
  }

  func run() throws {
    if aliases == .xfade { return try list(XfadeAlias.all.map(AliasListing.init), line: \.line) }
    switch subject ?? .transitions {
    case .transitions: try listTransitions()
    case .curves: try list(CurveListing.all, line: \.line)
    case .formats: try list(OutputFormat.allCases.map(FormatListing.init), line: \.line)
    case .file(let path): try list(file: path)
    }
  }

  /// The built-ins, and the files of the user's folders; those that cannot be read are warnings.
  private func listTransitions() throws {
    let files = TransitionLibrary().fileTransitions()
    for failure in files.failures {
      Console.note(Failure.describe(failure).1, as: .warning)
    }
    try list(
      (Catalogue.builtIn.transitions + files.transitions).map(TransitionListing.init), line: \.line)
  }

  private func list(file path: String) throws {
    let file = try TransitionLibrary.read(path: path)
    for warning in file.warnings { Console.note("\(path): \(warning.sentence)", as: .warning) }
    let listing = TransitionListing(file.description)
    if json { return try Console.result(json: [listing]) }
    try Console.result(listing.line)
    for line in listing.parameterLines { try Console.result("  " + line) }
  }

  private func list<Item: Encodable>(_ items: [Item], line: (Item) -> String) throws {
    if json { return try Console.result(json: items) }
    for item in items { try Console.result(line(item)) }
  }
}
