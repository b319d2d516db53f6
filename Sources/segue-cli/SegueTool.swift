import ArgumentParser
import Glibc

/// The tool. `segue FROM TO -o OUT` is `segue render FROM TO -o OUT`.
@main
struct SegueTool: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segue",
    abstract: "Dissolves one picture into another, on the GPU or the CPU, with the same bytes from both.",
    usage: """
      segue <from> <to> -o <out> [<options>]
             segue <subcommand> [<options>]
      """,
    discussion:
      "segue render --help has the options. Everything for people goes to stderr; stdout carries only results.",
    version: ToolVersion.text,
    subcommands: [
      RenderCommand.self, ListCommand.self, CheckCommand.self, DevicesCommand.self, CurveCommand.self,
      SheetCommand.self, BenchCommand.self,
    ],
    defaultSubcommand: RenderCommand.self)

  static func main() async {
    StandardStreams.keepPlaces()
    // A file that may not grow further shall be an error with a sentence, not the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    do {
      var command = try parseAsRoot()
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
