import ArgumentParser
import Segue
import SegueMedia

struct RendererOptions: ParsableArguments {
  @Option(
    help: "auto: a hardware GPU if there is one, else the CPU; gpu: OpenGL, even in software."
  )
  var backend: BackendPreference = .auto

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The GPU to use: its index or part of its name in segue devices.", valueName: "n|name")
  )
  var device: String?

  @Flag(
    name: .customLong("require-gpu"),
    help: "Fail with exit code 69 if there is no hardware GPU.")
  var requireGPU = false

  @Option(
    help: """
      Compare GPU frames with the CPU renderer's before they are written. first: only the first frame of each kind of \
      drawing. If a frame differs, the next device draws, and finally the CPU, with a warning.
      """
  )
  var verify: FrameVerification = .first

  static var rows: [OptionRow<Self>] {
    [
      .choice("backend", \.backend).sets(.backend), .text("device", \.device).sets(.device),
      .flag("require-gpu", \.requireGPU).sets(.requiresGPU),
      .choice("verify", \.verify),
    ]
  }

  func fill(_ drawing: inout DrawingOptions) {
    drawing.backend = backend
    drawing.device = device
    drawing.requiresGPU = requireGPU
    drawing.verification = verify
    drawing.names = .flags
    drawing.onStalledShader = StalledShader.end
  }
}

extension BackendPreference: ExpressibleByArgument {}
extension FrameVerification: ExpressibleByArgument {}

/// The limits of decoded pictures.
struct InputOptions: ParsableArguments {
  @Option(
    side, "pixels", "Reject pictures with a longer side (default: 16384).")
  var limitSide: Int = DecodingLimits().maximumSide

  @Option(
    area, "pixels", "Reject pictures with more pixels (default: 268435456).")
  var limitPixels: Int = DecodingLimits().maximumPixels

  static var rows: [OptionRow<Self>] {
    [
      .value("limit-side", \.limitSide, side).reproduced { changed($0, \.maximumSide) },
      .value("limit-pixels", \.limitPixels, area).reproduced { changed($0, \.maximumPixels) },
    ]
  }

  private static let side = Reader.whole(1...DecodingLimits.largestSide)
  private static let area = Reader.whole(1...DecodingLimits.largestArea)

  private static func changed(_ request: RenderRequest, _ limit: KeyPath<DecodingLimits, Int>) -> String? {
    let value = request.drawing.limits[keyPath: limit]
    return value == DecodingLimits()[keyPath: limit] ? nil : "\(value)"
  }

  func fill(_ drawing: inout DrawingOptions) {
    drawing.limits.maximumSide = limitSide
    drawing.limits.maximumPixels = limitPixels
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
