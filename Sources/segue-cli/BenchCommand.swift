import ArgumentParser
import Foundation
import SegueImaging
import SegueMotion
import Segue
import SegueTools

/// `segue bench`: how fast frames are drawn, and how fast they could be.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measures how fast frames are rendered into memory, and how fast memory could take them.",
    discussion: "One run warms up and is not counted.")

  /// Layouts of the frames.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case rgba, yuv420p
  }

  @Argument(help: "Outgoing picture (default: a generated one).")
  var from: String?

  @Argument(help: "Incoming picture.")
  var to: String?

  @OptionGroup(title: "Transition") var transition: TransitionOptions
  @OptionGroup(title: "Renderer") var renderer: RendererOptions

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "Frame size (default: that of the outgoing picture, else 1920x1080).", valueName: "WxH"),
    transform: Reading.size)
  var size: ImageSize?

  @Option(help: "Pixel format of the frames.")
  var format: Format = .rgba

  @Option(
    help: ArgumentHelp(
      "The colour behind the pictures: #rrggbb, a CSS colour name or transparent (default: black).",
      valueName: "color"),
    transform: Reading.color)
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

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Render at this display rate and count missed deadlines.",
      valueName: "hz"), transform: { try Reading.frameRate($0, option: "--realtime") })
  var realtime: FrameRate?

  @Flag(help: "Change both pictures with every frame, as clips do; copying them in is measured, too.")
  var changing = false

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
    request.transition = render.transitionName
    request.parameters = render.parameters
    request.filters = render.filters
    request.backend = render.backend
    request.device = render.device
    request.requiresGPU = render.requiresGPU
    request.size = size
    request.format = format == .rgba ? .rgba8 : .yuv420p
    request.background = background
    request.changing = changing
    request.frames = frames
    request.runs = runs
    request.threads = threads
    request.realtime = realtime
    request.onStalledShader = StalledShader.end
    return request
  }
}

/// A bench's report for people: a few short lines.
struct BenchTable {
  private let report: BenchReport

  init(_ report: BenchReport) { self.report = report }

  /// The lines, without a line feed at the end.
  var text: String {
    let frame = "\(report.width)x\(report.height) \(report.format)"
    let spread = report.framesPerSecond
    var lines = [
      "\(report.transition)\(report.changing ? ", changing pictures" : ""), \(frame), \(Count.runs(report.runs.count)) of \(Count.frames(report.frames))",
      "\(report.device) (\(report.reason))", "",
      Self.line("", ["minimum", "median", "maximum"]),
      Self.line("frames/s", [spread.minimum, spread.median, spread.maximum].map(Self.number)),
    ]
    if let deadlines = report.deadlines, let missed = report.missed {
      lines.append(contentsOf: ["", "\(missed) of \(deadlines) deadlines missed"])
    }
    if let late = report.latenessMicroseconds {
      lines.append(Self.line("", ["p50", "p99", "maximum"]))
      lines.append(Self.line("lateness, µs", [late.p50, late.p99, late.maximum].map(Self.number)))
    }
    let (render, readBack) = (Self.number(report.stages.render), Self.number(report.stages.readback))
    lines.append(contentsOf: ["", "render \(render) µs, read-back \(readBack) µs a frame"])
    for ceiling in report.ceilings {
      let percent = Int((spread.median / ceiling.framesPerSecond * 100).rounded())
      lines.append("\(percent)% of \(ceiling.name): \(Self.number(ceiling.framesPerSecond)) frames/s")
    }
    return lines.joined(separator: "\n")
  }

  private static func line(_ name: String, _ cells: [String]) -> String {
    name.padding(toLength: 14, withPad: " ", startingAt: 0)
      + cells.map { String(repeating: " ", count: max(0, 10 - $0.count)) + $0 }.joined()
  }

  /// Three digits that say something, and no more.
  private static func number(_ value: Double) -> String {
    value >= 100 ? String(Int(value.rounded())) : String(format: "%.1f", value)
  }
}
