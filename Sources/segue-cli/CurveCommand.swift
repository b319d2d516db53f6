import ArgumentParser
import SegueFilms
import SegueTools

/// `segue curve`: prints and plots a timing curve.
struct CurveCommand: ParsableCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "curve", abstract: "Prints a timing curve's values and velocities, and plots it with -o.")

  @Argument(
    help:
      "A name such as ease-in-out, ease-out-back or bouncy, or cubic-bezier(…), linear(…), steps(n) or spring(…), as --timing.",
    completion: .curves, transform: Kind.curve.read)
  var curve: TimingCurve

  @Option(
    .seconds(isPositive: true), "time", name: .shortAndLong,
    "Duration (default: 1). A spring with mass and stiffness has its settling time instead.")
  var duration: Double = 1

  @Option(
    .whole(2...100_000), "n", "Number of samples, both ends included: 2 to 100000. (default: 11)")
  var samples = 11

  @Flag(help: "Print only the curve as CSS's linear(), within 0.002.")
  var css = false

  @Flag(help: "Print JSON.")
  var json = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp("An SVG file for a plot; - is stdout.", valueName: "plot.svg"),
    completion: .file())
  var output: String?

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing output.")
  var overwrite = false

  func check() throws {
    let results = [(json, "--json"), (css, "--css"), (output == "-", "-o -")].filter(\.0).map(\.1)
    if results.count > 1 {
      throw CommandError.conflict(
        "\(results[0]) and \(results[1]) both write to stdout; leave out one of them")
    }
  }

  func run() throws {
    if let output {
      try CurvePlot(curve, duration: duration).write(to: output, overwrites: overwrite)
      if output == "-" { return }
    }
    if css {
      if curve.settlingDuration(for: duration) != nil {
        let time = DecimalText.text(curve.effectiveDuration(for: duration))
        Console.note("the spring's duration is \(time) s", as: .summary)
      }
      return try Console.result(curve.css(over: duration))
    }
    let numbers = CurveSamples(curve, duration: duration, count: samples)
    if json { try Console.result(json: numbers) } else { try Console.result(numbers.table) }
  }
}
