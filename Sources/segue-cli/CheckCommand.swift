import ArgumentParser
import SegueFilms
import SegueTools

/// `segue check`: tests a transition while its author writes it.
struct CheckCommand: AsyncParsableCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      """
      Tests whether a transition compiles, starts with the first picture and ends with the second. Measures its speed.
      """,
    discussion: "Exit code 65 if it cannot be drawn. A wrong first or last frame is only a warning.")

  @Argument(help: "A .glsl file in the GL Transitions format, a look (.json), or a transition's name.")
  var transition: String

  @Argument(help: "Two pictures to test it on (default: generated ones).")
  var pictures: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A parameter of the transition; repeatable.", valueName: "name=value"))
  var param: [String] = []

  @OptionGroup(title: "Filters") var filters: OptionTable<FilterOptions<CheckRequest>>

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A PNG file for nine frames side by side.", valueName: "strip.png"),
    completion: .file())
  var output: String?

  @Option(.size, "WxH", name: .shortAndLong, parsing: .next, "Frame size in pixels.")
  var size: ImageSize?

  @Option(
    help: ArgumentHelp("The GPU to use: its index or part of its name in segue devices.", valueName: "n|name")
  )
  var device: String?

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing output.")
  var overwrite = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  func check() throws {
    guard pictures.isEmpty || pictures.count == 2 else {
      throw CommandError.conflict("check takes two pictures or none")
    }
    if output == "-" {
      throw CommandError.conflict(
        "the report and -o - both go to stdout; name a .png file for the strip")
    }
  }

  func run() async throws {
    var request = CheckRequest(
      TransitionChoice(name: transition, texts: try param.map(NamedValue.parameter)))
    if pictures.count == 2 { request.pictures = (PictureSource(pictures[0]), PictureSource(pictures[1])) }
    try filters.settings.apply(to: &request)
    request.size = size
    request.strip = output
    request.overwrites = overwrite
    request.drawing.onStalledShader = StalledShader.end
    request.drawing.device = device
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
