import ArgumentParser

/// What is said while it works, and after.
struct MessageOptions: ParsableArguments {
  /// When the bar is shown.
  enum Progress: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(help: "A bar on stderr: auto shows it on a terminal only.")
  var progress: Progress = .auto

  @Flag(help: "Print a report to stdout.")
  var json = false

  @Flag(name: .shortAndLong, help: "Say nothing but errors.")
  var quiet = false

  /// Whether the bar is shown.
  var showsProgress: Bool {
    switch progress {
    case .auto: Console.errorIsTerminal && !quiet
    case .always: true
    case .never: false
    }
  }
}
