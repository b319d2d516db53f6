import ArgumentParser
import Imaging
import Segue

/// What comes out, and where.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The container follows the extension: .mp4 .mov .mkv .webm .gif .webp .apng .y4m; .png .jpg with --at; \
      frames/ or frame-%05d.png is a sequence; - is stdout and needs --format.
      """, valueName: "out"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "The format, where the extension does not say it: segue list formats.", valueName: "name"))
  var format: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("Output size in pixels (default: that of the first picture).", valueName: "WxH"),
    transform: Reading.size)
  var size: ImageSize?

  @Option(
    help: """
      How a picture of another size fills the output: cover cuts what is over, contain leaves bars, stretch \
      changes its shape.
      """)
  var fit: Fit = .cover

  @Option(
    help: ArgumentHelp(
      "#rrggbb, #rrggbbaa or transparent: what lies under everything (default: transparent where kept, else black).",
      valueName: "color"), transform: Reading.color)
  var background: Color?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "One still frame at this progress, 0 to 1: no clock, no curve.", valueName: "progress"),
    transform: { try Reading.number($0, "--at", in: 0...1, "a progress of 0 to 1") })
  var at: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only these frames of the whole, 0-based and inclusive.", valueName: "A-B"),
    transform: Reading.frames)
  var frames: FrameSelection?

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing output.")
  var overwrite = false

  func fill(_ request: inout RenderRequest) {
    request.formatName = format
    request.size = size
    request.fit = fit
    request.background = background
    request.stillProgress = at
    request.frames = frames
    request.overwrites = overwrite
  }
}

extension Fit: ExpressibleByArgument {}
