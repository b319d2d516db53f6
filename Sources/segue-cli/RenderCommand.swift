import ArgumentParser
import FoundationEssentials
import SegueFilms
import SegueTools

/// `segue render`: makes a video, an animation or a sequence of two pictures.
struct RenderCommand: AsyncParsableCommand, CheckedCommand, RequestCommand {
  typealias Request = RenderRequest

  static let configuration = CommandConfiguration(
    commandName: "render",
    abstract: "Renders the transition from one picture to another (the default command).",
    usage: "segue render <from> <to> -o <out> [<options>]",
    discussion: """
      EXAMPLES:
        segue from.jpg to.jpg -o out.mp4
        segue from.png to.png -o out.mov -t slide -p rows=12 -d 2.2 --hold-end 1s
        segue from.png to.png -o out.gif -s 480x --timing 'spring(0.8)'
        segue from.png to.png -o half.png --at 0.5
      """)

  @OptionGroup var pictures: PictureArguments

  @OptionGroup(title: "Input") var input: OptionTable<InputOptions<RenderRequest>>
  @OptionGroup(title: "Output") var output: OptionTable<OutputOptions<RenderRequest>>
  @OptionGroup(title: "Part") var part: OptionTable<PartOptions>
  @OptionGroup(title: "Transition") var transition: OptionTable<TransitionOptions<RenderRequest>>
  @OptionGroup(title: "Time") var time: OptionTable<TimeOptions>
  @OptionGroup(title: "Renderer") var renderer: OptionTable<RendererOptions<RenderRequest>>
  @OptionGroup(title: "Encoder") var encoder: OptionTable<EncoderOptions<RenderRequest>>
  @OptionGroup(title: "Messages") var messages: MessageOptions

  /// The command that reproduces `request`; the transition comes first and the output last.
  static func words(for request: RenderRequest) -> [String] {
    let first = TransitionOptions<RenderRequest>.rows
    let last = rows.filter { $0.name == "output" }
    let moved = Set((first + last).map(\.name))
    return ["segue", request.from.text, request.to.text]
      + (first + rows.filter { !moved.contains($0.name) } + last).flatMap { $0.words(request) }
  }

  func check() throws {
    if pictures.to == nil { _ = try pictures.both }
    if settings.output() == nil, let command = pictures.joinCommand {
      throw CommandError.conflict("no output is given; \(command) -o film.mp4 joins the two videos")
    }
    let path = try OutputPath.required(settings.output(), among: pictures.words)
    _ = try pictures.both
    if messages.json, path == "-" {
      throw CommandError.conflict("--json and -o - both write to stdout; leave out one of them")
    }
    try Console.checkOutputForBytes(path)
  }

  func run() async throws {
    Console.use(showsDetails: messages.verbose)
    if messages.json { try Console.checkResults() }
    let job = try RenderJob(try request())
    if !messages.quiet, let command = pictures.joinCommand {
      Console.note("render shows one frame of each video; \(command) plays them", as: .warning)
    }
    try await messages.follow(job, summary: summary(of:))
  }

  func request() throws -> RenderRequest {
    let (from, to) = try pictures.both
    return try RenderRequest(from, to, settings)
  }

  /// A summary in one line: output, frames and renderer.
  private func summary(of report: RenderReport) -> String {
    var facts = [
      "\(Count.of(report.frames, "frame")) of \(report.width)x\(report.height)", report.transition,
    ]
    if report.frames > 1 { facts[0] += " in \(DecimalText.fixed(report.duration, 2)) s" }
    if let bytes = report.bytes { facts.append(Count.bytes(bytes)) }
    // The rate of a single frame would be dominated by the start.
    if report.frames > 1 { facts.append("\(Int(report.framesPerSecond.rounded())) frames/s") }
    let renderer = " on \(report.renderer.device) (\(report.renderer.reason))"
    return "\(place(of: report.outputs)): " + facts.joined(separator: ", ") + renderer
  }

  private func place(of outputs: [String]) -> String {
    guard let first = outputs.first, let last = outputs.last else {
      return OutputDestination.standardOutput.name
    }
    return outputs.count == 1 ? first : "\(first) to \(OutputPath.name(of: last))"
  }
}

extension RenderRequest {
  /// The request of a command or a batch line with the given options.
  init(_ from: String, _ to: String, output: OutputRequest = "", _ settings: [Setting<RenderRequest>]) throws
  {
    self.init(from: PictureSource(from), to: PictureSource(to), output: output)
    library = .ofUser
    drawing.useTool()
    try settings.apply(to: &self)
  }
}

/// The two pictures of a transition.
struct PictureArguments: ParsableArguments {
  @Argument(
    help: "First picture: PNG, JPEG, WebP, or any other format that ffmpeg decodes; - is stdin.",
    completion: .file())
  var from: String?

  @Argument(help: "Second picture.", completion: .file())
  var to: String?

  @Argument(help: .hidden)
  var others: [String] = []

  /// All positional words.
  var words: [String] { [from, to].compactMap(\.self) + others }

  /// The command that plays the videos; `nil` unless both pictures are videos.
  fileprivate var joinCommand: String? {
    guard let from, let to, [from, to].allSatisfy({ InputKind(ofFileAt: $0) == .clip }) else { return nil }
    return ShellQuoting.line(["segue", "join", from, to])
  }

  /// The outgoing and the incoming picture.
  /// - Throws: `CommandError.conflict` unless there are exactly two.
  var both: (from: String, to: String) {
    get throws {
      guard let from, let to else {
        throw CommandError.conflict(
          "a transition takes two pictures, "
            + (from.map { "but only “\($0)” is given; add the second one after it" }
              ?? "as in segue from.jpg to.jpg -o out.mp4; segue --help has more"))
      }
      if let other = others.first {
        throw CommandError.conflict(
          "a transition takes two pictures, but “\(other)” is a third; segue join takes any number of them"
        )
      }
      return (from, to)
    }
  }
}
