import ArgumentParser
import SegueFilms
import SegueTools

/// `segue sheet`: draws transitions or filters over their progress in one picture.
struct SheetCommand: AsyncParsableCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Draws an overview picture: one row per transition or filter, from its start to its end.",
    usage: "segue sheet [<options>] <from> [<to>] --output <sheet.png>")

  @Argument(help: "First picture; - is stdin.")
  var from: String?

  @Argument(help: "Second picture; leave it out with --filters.")
  var to: String?

  @Flag(help: "Draw every filter over its range on one picture, instead of transitions.")
  var filters = false

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The PNG file; - is stdout.", valueName: "sheet.png"),
    completion: .file())
  var output: String?

  @Option(
    .size, "WxH", name: .shortAndLong, "Size of one picture, up to 1024 a side (default: 160 pixels wide).")
  var size: ImageSize?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of columns, from the start to the end: 2 to 101.", valueName: "n"))
  var columns = 6

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Only this transition; repeatable (default: all).", valueName: "name"))
  var transition: [String] = []

  @OptionGroup(title: "Transition") var parameters: OptionTable<ParameterOptions<SheetJob>>
  @OptionGroup(title: "Transition") var curve: OptionTable<CurveOptions<SheetJob>>

  @Option(.color, "color", parsing: .next, "Colour behind and between the pictures (default: dark grey).")
  var background: RGBAColor?

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing output.")
  var overwrite = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func check() throws {
    if from == nil {
      throw CommandError.conflict(
        "a sheet needs two pictures, or one with --filters, as in segue sheet from.jpg to.jpg -o sheet.png"
      )
    }
    if filters, to != nil || !transition.isEmpty {
      throw CommandError.conflict("--filters shows one picture; leave out the second one and -t")
    }
    if parameters.has("param"), transition.isEmpty {
      throw CommandError.conflict("-p sets a parameter of a transition; name the transition with -t")
    }
    if !filters, to == nil { throw CommandError.conflict("a sheet of transitions takes two pictures") }
    try Console.checkOutputForBytes(try path)
  }

  private var path: String {
    get throws {
      try OutputPath.required(output, among: [from, to].compactMap(\.self), example: "sheet.png")
    }
  }

  func run() async throws {
    guard let from else { return }
    let output = try path
    var job = SheetJob(from: PictureSource(from), to: PictureSource(to ?? from), output: output)
    job.cellSize = size
    job.columns = columns
    job.transitionNames = transition
    try (parameters.settings + curve.settings).apply(to: &job)
    job.showsFilters = filters
    job.drawing.onStalledShader = StalledShader.end
    job.drawing.background = background
    job.overwrites = overwrite
    Interruption.listen()
    let report = try await job.run()
    if quiet { return }
    for warning in report.warnings + report.failures.map({ Failure.describe($0).1 }) {
      Console.note(warning, as: .warning)
    }
    if output != "-" { Console.note("\(output): \(report.size), \(columns) columns", as: .summary) }
  }
}
