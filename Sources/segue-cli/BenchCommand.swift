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

  @Argument(help: "First picture (default: generated pictures).", completion: .file())
  var from: String?

  @Argument(help: "Second picture.", completion: .file())
  var to: String?

  @OptionGroup(title: "Transition") var transition: OptionTable<TransitionOptions<BenchRequest>>
  @OptionGroup(title: "Renderer") var renderer: OptionTable<RendererOptions<BenchRequest>>

  @OptionGroup var options: OptionTable<BenchOptions>

  @Flag(help: "Print JSON.")
  var json = false

  func check() throws {
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
    request.drawing.background = .black
    try settings.apply(to: &request)
    if let from, let to { request.pictures = (PictureSource(from), PictureSource(to)) }
    return request
  }
}

/// The options of `segue bench`, except those of the transition and the renderer.
enum BenchOptions: OptionSection {
  static var rows: [OptionRow<BenchRequest>] { frames + runs }

  private static var frames: [OptionRow<BenchRequest>] {
    [
      .value(
        "size", letter: "s", .size, "WxH", completion: .sizes,
        "Frame size (default: that of the first picture, else 1920x1080)."
      ) { $0.size = $1 },
      .choice(
        "format",
        [("rgba", FrameColor(.sdr, .eight).pixels), ("yuv420p", FrameColor(.sdr, .eight).planes)],
        default: "rgba", "Pixel format of the frames."
      ) { $0.format = $1 },
      .choice(
        "depth", valueName: "bits", ColorDepth.orAuto, default: "auto",
        "Bits per channel: 16 for rgba, 10 for yuv420p; auto is 8."
      ) { try setDepth(&$0, $1) },
      .value(
        "background", .color, "color", parsing: .next, completion: .colors,
        "The colour behind the pictures: #rrggbb, a CSS colour name or transparent (default: black)."
      ) { $0.drawing.background = $1 },
    ]
  }

  private static var runs: [OptionRow<BenchRequest>] {
    [
      .value("frames", .whole(1...10_000_000), "n", "Frames per run. (default: 300)") { $0.frames = $1 },
      .value("runs", .whole(1...10_000), "k", "Measured runs. (default: 5)") { $0.runs = $1 },
      .value(
        "threads", .whole(1...1024), "n",
        "Threads of the CPU renderer and of the memory test (default: one per core)."
      ) { $0.drawing.threads = $1 },
      .value(
        "realtime", .frameRate, "hz", "Render at this display rate and count missed deadlines."
      ) { $0.realtime = $1 },
      .flag("changing", "Use new pictures in every frame, as clips do. Copying them is measured, too.") {
        $0.changing = true
      },
    ]
  }

  /// Sets the depth of the request's format.
  private static func setDepth(_ request: inout BenchRequest, _ choice: ColorDepth?) throws {
    let color = FrameColor(.sdr, choice ?? .eight)
    if choice == .sixteen, !request.format.isRGBA {
      throw CommandError.conflict("--depth 16 is for --format rgba")
    }
    if choice == .ten, request.format.isRGBA {
      throw CommandError.conflict("--depth 10 is for --format yuv420p")
    }
    request.format = request.format.isRGBA ? color.pixels : color.planes
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
