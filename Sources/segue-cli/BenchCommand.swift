import ArgumentParser
import FoundationEssentials
import SegueFilms
import SegueTools

/// `segue bench`: measures the rendering speed and its upper bound.
struct BenchCommand: AsyncParsableCommand, CheckedCommand, RequestCommand {
  typealias Request = BenchRequest

  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures the rendering speed and the memory bandwidth that limits it.",
    discussion: "One run warms up and is not counted.")

  /// The layout of the frames.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case rgba, yuv420p
  }

  @Argument(help: "First picture (default: generated pictures).")
  var from: String?

  @Argument(help: "Second picture.")
  var to: String?

  @OptionGroup(title: "Transition") var transition: OptionTable<TransitionOptions<BenchRequest>>
  @OptionGroup(title: "Renderer") var renderer: OptionTable<RendererOptions<BenchRequest>>

  @Option(
    .size, "WxH", name: .shortAndLong, "Frame size (default: that of the first picture, else 1920x1080).")
  var size: ImageSize?

  @Option(help: "Pixel format of the frames.")
  var format: Format = .rgba

  @Option(
    help: ArgumentHelp("Bits per channel: 16 for rgba, 10 for yuv420p; auto is 8.", valueName: "bits"))
  var depth: DepthChoice = .auto

  @Option(
    .color, "color", parsing: .next,
    "The colour behind the pictures: #rrggbb, a CSS colour name or transparent (default: black).")
  var background: RGBAColor = .black

  @Option(parsing: .unconditional, help: ArgumentHelp("Frames per run.", valueName: "n"))
  var frames = 300

  @Option(parsing: .unconditional, help: ArgumentHelp("Measured runs.", valueName: "k"))
  var runs = 5

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Threads of the CPU renderer and of the memory test (default: one per core).", valueName: "n"))
  var threads: Int?

  @Option(.frameRate, "hz", "Render at this display rate and count missed deadlines.")
  var realtime: FrameRate?

  @Flag(help: "Use other pictures in every frame, as clips do. Copying them is measured, too.")
  var changing = false

  @Flag(help: "Print JSON.")
  var json = false

  func check() throws {
    if depth == .sixteen, format != .rgba { throw CommandError.conflict("--depth 16 is for --format rgba") }
    if depth == .ten, format != .yuv420p { throw CommandError.conflict("--depth 10 is for --format yuv420p") }
    if from != nil, to == nil { throw CommandError.conflict("bench takes two pictures or none") }
  }

  func run() async throws {
    Interruption.listen()
    let report = try await Benchmark(try request()).run()
    for warning in report.warnings { Console.note(warning, as: .warning) }
    if json { return try Console.result(json: report) }
    try Console.result(report.table)
  }

  private func request() throws -> BenchRequest {
    var request = BenchRequest(.named(Catalogue.defaultName))
    request.library = .ofUser
    request.drawing.useTool()
    try settings.apply(to: &request)
    if let from, let to { request.pictures = (PictureSource(from), PictureSource(to)) }
    request.drawing.threads = threads
    request.drawing.background = background
    request.size = size
    let color = FrameColor(.sdr, depth.depth ?? .eight)
    request.format = format == .yuv420p ? color.planes : color.pixels
    request.changing = changing
    request.frames = frames
    request.runs = runs
    request.realtime = realtime
    return request
  }
}

extension BenchReport {
  /// The report as a short table, without a line feed at the end.
  fileprivate var table: String {
    let frame = "\(width)x\(height) \(format)"
    let spread = framesPerSecond
    var lines = [
      "\(transition)\(changing ? ", changing pictures" : ""), \(frame), \(Count.of(runs.count, "run")) of \(Count.of(frames, "frame"))",
      "\(device) (\(reason))", "",
      Self.line("", ["minimum", "median", "maximum"]),
      Self.line("frames/s", [spread.minimum, spread.median, spread.maximum].map(Self.number)),
    ]
    if let deadlines = deadlines, let missed = missed {
      lines.append(contentsOf: ["", "\(missed) of \(deadlines) deadlines missed"])
    }
    if let late = latenessMicroseconds {
      lines.append(Self.line("", ["p50", "p99", "maximum"]))
      lines.append(Self.line("lateness, µs", [late.p50, late.p99, late.maximum].map(Self.number)))
    }
    let (render, readBack) = (Self.number(stages.render), Self.number(stages.readback))
    lines.append(contentsOf: ["", "render \(render) µs, read-back \(readBack) µs per frame"])
    for ceiling in ceilings {
      let percent = Int((spread.median / ceiling.framesPerSecond * 100).rounded())
      lines.append("\(percent)% of \(ceiling.name): \(Self.number(ceiling.framesPerSecond)) frames/s")
    }
    return lines.joined(separator: "\n")
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    name.prefix(14) + String(repeating: " ", count: max(0, 14 - name.count))
      + cells.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }.joined()
  }

  /// A number with three significant digits.
  private static func number(_ value: Double) -> String {
    value >= 100 ? String(Int(value.rounded())) : DecimalText.fixed(value, 1)
  }
}
