import ArgumentParser
import Glibc

/// The tool. `segue FROM TO -o OUT` is `segue render FROM TO -o OUT`.
@main
struct SegueTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segue",
    abstract: "Renders a transition between two pictures as video, an animation or frames.",
    usage: """
      segue <from> <to> -o <out> [<options>]
      segue <subcommand> [<options>]
      """,
    discussion: """
      segue render --help lists the options. The GPU and the CPU renderer draw byte-identical frames.
      Messages go to stderr; stdout carries results only.

      EXAMPLES:
        segue from.jpg to.jpg -o out.mp4
        segue from.png to.png -o out.webp -t slide -p rows=12 -s 480p
        segue list slide
      """,
    version: ToolVersion.text,
    subcommands: [
      RenderCommand.self, JoinCommand.self, ListCommand.self, CheckCommand.self, DevicesCommand.self,
      CurveCommand.self, SheetCommand.self, BenchCommand.self, BatchCommand.self, PreviewCommand.self,
      FilmPreviewCommand.self,
      SchemaCommand.self, CompletionsCommand.self,
    ],
    defaultSubcommand: RenderCommand.self)

  /// The commands that help lists.
  static var shown: [any ParsableCommand.Type] {
    configuration.subcommands.filter { $0.configuration.shouldDisplay }
  }

  static func main() async {
    StandardStreams.keepPlaces()
    // Before there is a second thread: Mesa and EGL write to stderr, unless the user wants something else.
    for (name, value) in [("EGL_LOG_LEVEL", "fatal"), ("MESA_LOG", "null"), ("LIBGL_DEBUG", "quiet")] {
      setenv(name, value, 0)
    }
    Failure.endWhereRefused()
    // A file that may not grow further shall be an error with a sentence, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    do {
      let words = try ArgumentList.words()
      try Suggestion.check(words)
      var command = try parseAsRoot(FilmPreviewWords.commands(words))
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

/// A command with values that do not all go together: what is found once every word of the command line is known, so that
/// a mistyped one is named first.
protocol CheckedCommand: SendableMetatype {
  /// - Throws: `CommandError.conflict`.
  func check() throws
}

/// The version of the tool.
enum ToolVersion {
  /// As `--version` prints it.
  static let text = "0.2.0"
}

/// The words that the tool was called with.
enum ArgumentList {
  /// An argument that is not UTF-8.
  struct NotText: Error {
    /// Its place, counted from 1.
    let place: Int
    /// As much of it as can be shown.
    let text: String
  }

  /// The arguments without the program's name.
  /// - Throws: `NotText`: repaired, the name of a file would be another file's.
  static func words() throws(NotText) -> [String] {
    var words: [String] = []
    for place in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[place] else { break }
      guard let word = String(validatingCString: bytes) else {
        throw NotText(place: place, text: String(cString: bytes))
      }
      words.append(word)
    }
    // The option of every program made with the same argument parser.
    if words.first == "--generate-completion-script" { words[0] = "completions" }
    return words
  }
}
