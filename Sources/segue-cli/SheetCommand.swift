import ArgumentParser
import SegueFilms
import SegueTools

/// `segue sheet`: draws transitions or filters over their progress in one picture.
struct SheetCommand: AsyncParsableCommand, CheckedCommand, RequestCommand {
  typealias Request = SheetJob

  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Draws an overview picture: one row per transition or filter, from its start to its end.",
    usage: "segue sheet [<options>] <from> [<to>] --output <sheet.png>")

  @Argument(help: "First picture; - is stdin.", completion: .file())
  var from: String?

  @Argument(help: "Second picture; leave it out with --filters.", completion: .file())
  var to: String?

  @OptionGroup var options: OptionTable<SheetOptions>
  @OptionGroup(title: "Transition") var parameters: OptionTable<ParameterOptions<SheetJob>>
  @OptionGroup(title: "Transition") var curve: OptionTable<CurveOptions<SheetJob>>

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func check() throws {
    if from == nil {
      throw CommandError.conflict(
        "a sheet needs two pictures, or one with --filters, as in segue sheet from.jpg to.jpg -o sheet.png"
      )
    }
    let filters = options.has("filters")
    if filters, to != nil || options.has("transition") {
      throw CommandError.conflict("--filters shows one picture; leave out the second one and -t")
    }
    if parameters.has("param"), !options.has("transition") {
      throw CommandError.conflict("-p sets a parameter of a transition; name the transition with -t")
    }
    if !filters, to == nil { throw CommandError.conflict("a sheet of transitions takes two pictures") }
    try Console.checkOutputForBytes(try path)
  }

  private var path: String {
    get throws {
      try OutputPath.required(
        options.text("output"), among: [from, to].compactMap(\.self), example: "sheet.png")
    }
  }

  func run() async throws {
    guard let from else { return }
    let output = try path
    var job = SheetJob(from: PictureSource(from), to: PictureSource(to ?? from), output: output)
    job.drawing.onStalledShader = StalledShader.end
    try settings.apply(to: &job)
    Interruption.listen()
    let report = try await job.run()
    if quiet { return }
    for warning in report.notices.messages + report.failures.map({ Failure.describe($0).1 }) {
      Console.note(warning, as: .warning)
    }
    if output != "-" { Console.note("\(output): \(report.size), \(job.columns) columns", as: .summary) }
  }
}

/// The options of `segue sheet`, except filters.
enum SheetOptions: OptionSection {
  static var rows: [OptionRow<SheetJob>] {
    [
      .flag("filters", "Draw every filter over its range on one picture, instead of transitions.") {
        $0.showsFilters = true
      },
      .value(
        "output", letter: "o", .text, "sheet.png", parsing: .next, completion: .file(),
        "The PNG file; - is stdout."
      ) { $0.output = $1 },
      .value(
        "size", letter: "s", .size, "WxH", completion: .sizes,
        "Size of one picture, up to 1024 a side (default: 160 pixels wide)."
      ) { $0.cellSize = $1 },
      .value(
        "columns", .whole(2...101), "n",
        "Number of columns, from the start to the end: 2 to 101. (default: 6)"
      ) { $0.columns = $1 },
      .list(
        "transition", letter: "t", "name", parsing: .singleValue, completion: .transitions,
        "Only this transition; repeatable (default: all)."
      ) { $0.transitionNames = $1 },
      .value(
        "background", .color, "color", parsing: .next, completion: .colors,
        "Colour behind and between the pictures (default: dark grey)."
      ) { $0.drawing.background = $1 },
      .flag("overwrite", letter: "y", "Replace an existing output.") { $0.overwrites = true },
    ]
  }
}
