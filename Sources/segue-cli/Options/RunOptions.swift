import ArgumentParser
import SegueFilms
import SegueTools

/// A request that draws frames.
protocol DrawingRequest: SendableMetatype {
  var drawing: DrawingOptions { get set }
  /// The option of the GPU.
  static var deviceRows: [OptionRow<Self>] { get }
}

extension DrawingRequest {
  static var deviceRows: [OptionRow<Self>] {
    [
      .value(
        "device", .gpu, "n|name", "The GPU to use: its index or part of its name in segue devices."
      ) { request, word in
        if FilmDevice.isKind(word) {
          throw CommandError.conflict(
            "--device \(word) draws a device around a film, in segue join; segue devices lists the GPUs")
        }
        request.drawing.device = word
      }.sets(.device)
    ]
  }
}

extension RenderRequest: OutputtingRequest {}
extension FilmRequest: OutputtingRequest {
  /// Empty: for films, ``LayerOptions`` has the option.
  static var deviceRows: [OptionRow<FilmRequest>] { [] }
}
extension BenchRequest: DrawingRequest {}

extension DrawingOptions {
  /// Names options in messages, and ends the process if a shader does not end.
  mutating func useTool() {
    names = .flags
    onStalledShader = StalledShader.end
  }
}

enum RendererOptions<Request: DrawingRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .choice(
        "backend", BackendPreference.choices, default: "auto",
        "auto: a hardware GPU if there is one, else the CPU; gpu: OpenGL, even in software."
      ) { $0.drawing.backend = $1 }.sets(.backend)
    ] + Request.deviceRows + [
      .flag("require-gpu", "Fail with exit code 69 if there is no hardware GPU.") {
        $0.drawing.requiresGPU = true
      }.sets(.requiresGPU),
      .choice(
        "verify", FrameVerification.choices, default: "first",
        """
        Compare GPU frames with the CPU renderer's before they are written. first: only the first frame of each kind of \
        drawing. If a frame differs, the next device draws, and finally the CPU, with a warning.
        """
      ) { $0.drawing.verification = $1 },
    ]
  }
}

/// The limits of decoded pictures.
enum InputOptions<Request: DrawingRequest>: OptionSection {
  static var rows: [OptionRow<Request>] {
    [
      .value(
        "limit-side", .whole(1...DecodingLimits.largestSide), "pixels",
        "Reject pictures with a longer side (default: 16384)."
      ) { $0.drawing.limits.maximumSide = $1 }.reproduced { changed($0, \.maximumSide) },
      .value(
        "limit-pixels", .whole(1...DecodingLimits.largestArea), "pixels",
        "Reject pictures with more pixels (default: 268435456)."
      ) { $0.drawing.limits.maximumPixels = $1 }.reproduced { changed($0, \.maximumPixels) },
    ]
  }

  private static func changed(_ request: Request, _ limit: KeyPath<DecodingLimits, Int>) -> String? {
    let value = request.drawing.limits[keyPath: limit]
    return value == DecodingLimits()[keyPath: limit] ? nil : "\(value)"
  }
}

/// The options of messages and reports.
struct MessageOptions: ParsableArguments {
  /// When the progress bar is shown.
  enum Progress: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never
  }

  @Option(help: ArgumentHelp("Progress bar on stderr; auto shows it on a terminal only.", valueName: "when"))
  var progress: Progress = .auto

  @Flag(help: "Print a report to stdout as JSON; after a failure, the error.")
  var json = false

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Also print the chosen renderer, timings and the encoder's command line.")
  var verbose = false

  /// The words that repeat the options on a command line.
  var words: [String] {
    (progress == .auto ? [] : ["--progress", progress.rawValue]) + (json ? ["--json"] : [])
      + (quiet ? ["--quiet"] : []) + (verbose ? ["--verbose"] : [])
  }

  func validate() throws {
    if quiet, verbose { throw ValidationError("--quiet and --verbose exclude each other") }
  }

  /// Whether the progress bar is shown.
  var showsProgress: Bool {
    switch progress {
    case .auto: Console.errorIsTerminal && !quiet
    case .always: true
    case .never: false
    }
  }
}
