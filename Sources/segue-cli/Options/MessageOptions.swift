import ArgumentParser

/// What is printed during the work and after it.
struct MessageOptions: ParsableArguments {
  /// When the bar is shown.
  enum Progress: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(help: ArgumentHelp("Progress bar on stderr; auto shows it on a terminal only.", valueName: "when"))
  var progress: Progress = .auto

  @Option(
    help: ArgumentHelp(
      "Colours in messages; auto uses them on a terminal, unless NO_COLOR is set.", valueName: "when"))
  var color: Console.ColorMode = .auto

  @Flag(help: "Print a report, or the error, to stdout as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print what was chosen and the encoder's command line.")
  var verbose = false

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  /// Whether the bar is shown.
  var showsProgress: Bool {
    switch progress {
    case .auto: Console.errorIsTerminal && !quiet
    case .always: true
    case .never: false
    }
  }
}

extension Console.ColorMode: ExpressibleByArgument {}
