import ArgumentParser
import Glibc
import SegueFilms

/// The command line tool. `segue FROM TO -o OUT` is `segue render FROM TO -o OUT`.
@main
struct SegueTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segue",
    abstract: "Makes transitions from two pictures, and films from clips and pictures.",
    usage: """
      segue <from> <to> -o <out> [<options>]
      segue <subcommand> [<options>]
      """,
    discussion: """
      EXAMPLES:
        segue from.jpg to.jpg -o out.mp4
        segue from.png to.png -o out.webp -t slide -p rows=12 -s 480p
        segue join beach.mp4 +slide:1.2 dune.jpg -o film.mp4
        segue list slide
        segue help join

      Messages go to stderr, results to stdout.
      """,
    version: ToolVersion.shown,
    subcommands: [
      RenderCommand.self, JoinCommand.self, ListCommand.self, CheckCommand.self, DevicesCommand.self,
      CurveCommand.self, SheetCommand.self, BenchCommand.self, BatchCommand.self, PreviewCommand.self,
      FilmPreviewCommand.self,
      SchemaCommand.self, CompletionsCommand.self,
    ],
    defaultSubcommand: RenderCommand.self)

  /// The label before the parser's messages; ``Console`` adds its own.
  static let _errorPrefix = ""

  /// The commands in the help.
  static var visibleCommands: [any ParsableCommand.Type] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }
  }

  static func main() async {
    StandardStreams.reserveDescriptors()
    DriverEnvironment.set()
    Failure.exitOnRefusal()
    // Exceeding a file size limit then fails with EFBIG instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    do {
      let words = try ArgumentList.words()
      // Parsing inspects every option of `render`, which takes longer than the rest of the start.
      if words == ["--version"] {
        try Console.result(ToolVersion.shown)
        Console.leave(0)
      }
      try Suggestion.check(words)
      var command = try parsed(words)
      try (command as? any CheckedCommand)?.check()
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      Console.leave(0)
    } catch {
      Failure.exit(with: error)
    }
  }
}

/// A command that checks the combination of its values after parsing, so that mistyped words are reported first.
protocol CheckedCommand: SendableMetatype {
  /// - Throws: `CommandError.conflict`.
  func check() throws
}

/// The arguments of the tool.
enum ArgumentList {
  /// An argument that is not UTF-8.
  struct UndecodableArgument: DescribedError {
    /// The position, counted from 1.
    let number: Int
    /// The argument, with invalid bytes replaced.
    let text: String
    var code: SegueError.Code { .invalidValue }
    var sentence: String {
      "argument \(number), “\(text)”, is not UTF-8; rename the file, or use a link to it"
    }
  }

  /// The arguments without the program's name.
  /// - Throws: `UndecodableArgument`; a repaired name would be the name of another file.
  static func words() throws(UndecodableArgument) -> [String] {
    var words: [String] = []
    for number in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[number] else { break }
      guard let word = String(validatingCString: bytes) else {
        throw UndecodableArgument(number: number, text: String(cString: bytes))
      }
      words.append(word)
    }
    // The completion option of programs that use swift-argument-parser.
    if words.first == "--generate-completion-script" { words[0] = "completions" }
    return words
  }
}
