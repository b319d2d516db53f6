import ArgumentParser
import Imaging
import Motion
import Segue
import SegueTools

/// `segue bench`: how fast frames are drawn, and how fast they could be.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures how fast frames are drawn into memory, beside what the memory allows.",
    discussion: "A run to warm up, then those that count. Without pictures it makes its own.")

  /// Layouts of the frames.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case rgba, yuv420p
  }

  @Argument(help: "The picture that leaves; without it, one that is made for the bench.")
  var from: String?

  @Argument(help: "The picture that comes.")
  var to: String?

  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Renderer") var renderer: RendererOptions

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "Size of the frames (default: that of the first picture, else 1920x1080).", valueName: "WxH"),
    transform: Reading.size)
  var size: ImageSize?

  @Option(help: "Layout of the frames: rgba or yuv420p.")
  var format: Format = .rgba

  @Option(
    help: ArgumentHelp("#rrggbb, #rrggbbaa or transparent: what lies under everything.", valueName: "color"),
    transform: Reading.color)
  var background: Color = .black

  @Option(parsing: .unconditional, help: ArgumentHelp("Frames of a run.", valueName: "n"))
  var frames = 300

  @Option(parsing: .unconditional, help: ArgumentHelp("Runs that count.", valueName: "k"))
  var runs = 5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Threads of the CPU renderer and of the ceilings (default: one for each core).", valueName: "n"))
  var threads: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Pace the runs by a display link of this rate, and count the deadlines that are missed.",
      valueName: "hz"), transform: { try Reading.frameRate($0, option: "--realtime") })
  var realtime: FrameRate?

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    if from != nil, to == nil { throw ValidationError("a bench takes two pictures or none") }
  }

  func run() async throws {
    Interruption.listen()
    let report = try await Benchmark(try request()).run()
    for warning in report.warnings { Console.note(warning, as: .warning) }
    if json { return try Console.result(json: report) }
    try Console.result(BenchTable(report).text)
  }

  private func request() throws -> BenchRequest {
    var render = RenderRequest(from: .file(path: ""), to: .file(path: ""), output: "-")
    try transition.fill(&render)
    renderer.fill(&render)
    var request = BenchRequest()
    if let from, let to { request.pictures = (PictureSource(from), PictureSource(to)) }
    request.transition = render.transition
    request.parameters = render.parameters
    request.backend = render.backend
    request.device = render.device
    request.requiresGPU = render.requiresGPU
    request.size = size
    request.format = format == .rgba ? .rgba8 : .yuv420p
    request.background = background
    request.frames = frames
    request.runs = runs
    request.threads = threads
    request.realtime = realtime
    request.onStalledShader = StalledShader.end
    return request
  }
}
