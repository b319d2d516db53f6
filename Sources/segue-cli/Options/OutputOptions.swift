import ArgumentParser
import SegueImaging
import Segue

/// The output: where it goes, its format and its size.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      The container follows the extension: .mp4 .mov .mkv .webm .gif .webp .apng .y4m; .png .jpg with --at; \
      frames/ or frame-%05d.png is a PNG sequence; - is stdout and needs --format.
      """, valueName: "out"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Output format, where the extension does not say it; segue list formats.", valueName: "name"))
  var format: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      """
      Output size in pixels, 1280x, x720 (the other side follows the first picture) or a name such as 1080p, square or \
      story (default: that of the first picture, scaled down to fit 3840x2160; GIF 800 wide).
      """, valueName: "WxH"),
    transform: Reading.frameSize)
  var size: FrameSize?

  @Option(
    help: """
      How a picture of another shape fills the output: cover crops the excess, contain leaves bars, stretch \
      distorts it.
      """)
  var fit: Fit = .cover

  @Option(
    help: ArgumentHelp(
      """
      What lies under everything: #rgb, #rrggbb, #rrggbbaa, a CSS colour name or transparent (default: transparent \
      where a picture has transparency and the output keeps it, else black).
      """,
      valueName: "color"), transform: Reading.color)
  var background: RGBAColor?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Render one still frame at this progress, 0 to 1; duration and timing do not apply.",
      valueName: "progress"),
    transform: { try Reading.number($0, "--at", in: 0...1, "a progress of 0 to 1") })
  var at: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Render only frames A to B of the whole, counted from 0, both included.", valueName: "A-B"),
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
