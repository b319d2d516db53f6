import ArgumentParser
import SegueFilms
import SegueTools

/// `segue check`: tests a transition while its author writes it.
struct CheckCommand: AsyncParsableCommand, CheckedCommand, RequestCommand {
  typealias Request = CheckRequest

  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      """
      Tests whether a transition compiles, starts with the first picture and ends with the second. Measures its speed.
      """,
    discussion: "Exit code 65 if it cannot be drawn. A wrong first or last frame is only a warning.")

  @Argument(
    help: "A .glsl file in the GL Transitions format, a look (.json), or a transition's name.",
    completion: .transitions)
  var transition: String

  @Argument(help: "Two pictures to test it on (default: generated ones).", completion: .file())
  var pictures: [String] = []

  @OptionGroup var options: OptionTable<CheckOptions>
  @OptionGroup(title: "Transition") var parameters: OptionTable<ParameterOptions<CheckRequest>>

  @Flag(help: "Print the report as JSON.")
  var json = false

  func check() throws {
    guard pictures.isEmpty || pictures.count == 2 else {
      throw CommandError.conflict("check takes two pictures or none")
    }
    if options.text("output") == "-" {
      throw CommandError.conflict(
        "the report and -o - both go to stdout; name a .png file for the strip")
    }
  }

  func run() async throws {
    var request = CheckRequest(TransitionChoice(name: transition))
    if pictures.count == 2 { request.pictures = (PictureSource(pictures[0]), PictureSource(pictures[1])) }
    request.drawing.onStalledShader = StalledShader.end
    try settings.apply(to: &request)
    Interruption.listen()
    let report = try await TransitionCheck(request).run()
    for warning in report.warnings { Console.note(warning, as: .warning) }
    if json { return try Console.result(json: report) }
    try say(report)
  }

  private func say(_ report: CheckReport) throws {
    func text(_ difference: CheckReport.Difference) -> String {
      difference.maximum <= CheckReport.tolerance
        ? "is the picture"
        : "differs, mean \((difference.mean * 100).rounded() / 100), maximum \(difference.maximum)"
    }
    try Console.result(report.transition.name + "  " + report.transition.text)
    for line in report.transition.parameterLines { try Console.result("  " + line) }
    try Console.result("progress 0    " + text(report.start))
    try Console.result("progress 0.5  " + (report.isBlankInTheMiddle ? "is blank" : "shows something"))
    try Console.result("progress 1    " + text(report.end))
    let rate = Int(report.framesPerSecond.rounded())
    try Console.result(
      "speed         \(rate) frames/s of \(report.width)x\(report.height) on \(report.renderer.device)")
    for output in report.outputs { try Console.result("strip         " + output) }
  }
}

extension CheckRequest: DrawingRequest {}

/// The options of `segue check`, except filters.
enum CheckOptions: OptionSection {
  static var rows: [OptionRow<CheckRequest>] {
    [
      .value(
        "output", letter: "o", .text, "strip.png", parsing: .next, completion: .file(),
        "A PNG file for nine frames side by side."
      ) { $0.strip = $1 },
      .value("size", letter: "s", .size, "WxH", parsing: .next, completion: .sizes, "Frame size in pixels.") {
        $0.size = $1
      },
    ] + CheckRequest.deviceRows + [
      .flag("overwrite", letter: "y", "Replace an existing output.") { $0.overwrites = true }
    ]
  }
}
