import ArgumentParser
import FoundationEssentials
import Segue
import SegueTools
import SegueImaging
import SegueMedia

/// The options of the frames of a render, a film or a page.
struct FrameOptions: ParsableArguments {
  @Option(
    .frameSize, "WxH", name: .shortAndLong,
    """
    Size in pixels, 1280x, x720 (the other side follows the first picture) or a name such as 1080p, square or story \
    (default: that of the first picture, of a film its first video, scaled down to fit 3840x2160; GIF 800 wide).
    """)
  var size: FrameSize?

  @Option(
    .frameRate, "rate", name: [.customShort("r"), .long],
    """
    Frames per second: a number or a fraction such as 30000/1001 (default: 60, of a film its first video's, else 30; \
    GIF 25).
    """)
  var fps: FrameRate?

  @Option(
    help: """
      How a picture of another shape fills the frame: cover crops the excess, contain leaves bars, stretch distorts it, \
      blur fills the bars with a blurred copy (default: cover).
      """)
  var fit: Fit?

  @Option(
    .color, "color", parsing: .next,
    """
    The colour behind the pictures and in bars: #rgb, #rrggbb, #rrggbbaa, a CSS colour name or transparent (default: \
    transparent if a picture has transparency and the output keeps it, else black).
    """)
  var background: RGBAColor?

  static var rows: [OptionRow<Self>] {
    [
      .value("size", \.size, .frameSize).sets(.size).asked(as: "-s") { $0.output.size?.description },
      .choice("fit", \.fit).sets(.fit).asked { $0.output.fit == .cover ? nil : $0.output.fit.rawValue },
      .value("background", \.background, .color).sets(.background)
        .asked { $0.drawing.background?.description },
      .value("fps", \.fps, .frameRate).sets(.frameRate).asked(as: "-r") {
        $0.output.frameRate == .sixty ? nil : $0.output.frameRate?.description
      },
    ]
  }

  /// Sets the values that were given; others keep those of the film's file.
  func fill(_ output: inout OutputRequest, _ drawing: inout DrawingOptions) {
    output.size = size ?? output.size
    output.frameRate = fps ?? output.frameRate
    output.fit = fit ?? output.fit
    drawing.background = background ?? drawing.background
  }
}

/// The options of the output: path, format and frames.
struct OutputOptions: ParsableArguments {
  @Option(
    .output, "out", name: .shortAndLong, parsing: .next, completion: .file(),
    """
    The container follows the extension: \(extensions { !$0.isStillOnly && !$0.isSound }); \
    \(extensions(\.isStillOnly)) with --at; frames/ or frame-%05d.png is a PNG sequence; \
    \(extensions(\.isSound)) with join have only the sound, .otio is a timeline for editing programs; - is stdout \
    and needs --format.
    """)
  var output: String?

  @Option(
    help: ArgumentHelp(
      "Output format if the extension does not determine it; see segue list formats.", valueName: "name"))
  var format: String?

  @Flag(name: [.customShort("y"), .long], help: "Replace an existing output.")
  var overwrite = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      Metadata of the file, repeatable: title, artist, date, comment and others, and creation_time, such as \
      2026-05-01T18:30:00Z.
      """, valueName: "name=text"))
  var meta: [String] = []

  @OptionGroup var frame: FrameOptions

  @Option(
    help: ArgumentHelp(
      """
      Colour encoding of the output: sdr, hlg or pq; auto is that of the outgoing picture or of a film's first video, if \
      the output supports it.
      """))
  var color: ColorChoice = .auto

  @Option(
    help: ArgumentHelp(
      """
      Bits per channel while drawing and in the output: 10 for video, 16 for raw, png and png-sequence; auto is 10 \
      for hlg, pq and ProRes, else 8.
      """, valueName: "bits"))
  var depth: DepthChoice = .auto

  /// The first extension of each matching format.
  private static func extensions(_ isMeant: (OutputFormat.Facts) -> Bool) -> String {
    OutputFormat.allCases.filter { isMeant($0.facts) }.compactMap { $0.extensions.first.map { "." + $0 } }
      .joined(separator: " ")
  }

  static var rows: [OptionRow<Self>] {
    FrameOptions.rows.within(\Self.frame) + [
      .choice("color", \.color).sets(.color).asked { $0.output.color?.rawValue },
      .choice("depth", \.depth).sets(.depth).asked { $0.output.depth.map { "\($0.rawValue)" } },
      .value("output", \.output, .output).sets(.output).asked(as: "-o") { $0.output.path },
      .text("format", \.format).form(JSONSchema.words(OutputFormat.allCases.map(\.rawValue))).sets(.format),
      .flag("overwrite", \.overwrite),
      .list("meta", \.meta).sets(.metadata).asked { request in
        request.output.metadata.sorted { $0.key < $1.key }.flatMap { ["--meta", "\($0.key)=\($0.value)"] }
      },
    ]
  }

  /// The path of the output.
  /// - Parameter words: positional words, one of which may have been meant as the output.
  /// - Throws: `CommandError.conflict` if it is missing.
  @discardableResult
  func required(among words: [String]) throws -> String {
    try Self.required(output, among: words, example: "out.mp4")
  }

  /// `output`, or an error with a suggestion if it is missing.
  static func required(_ output: String?, among words: [String], example: String) throws -> String {
    if let output { return output }
    let meant = words.last { word in
      !FileManager.default.fileExists(atPath: word)
        && (try? OutputFormat.resolve(path: word, format: nil)) != nil
    }
    throw CommandError.conflict(
      "no output is given"
        + (meant.map { "; did you mean -o \(ShellQuoting.quoted($0))?" }
          ?? ": add -o with a file's name, such as -o \(example)"))
  }

  func fill(_ request: inout OutputRequest, _ drawing: inout DrawingOptions) throws {
    request.path = output ?? ""
    request.format = try format.map(OutputFormat.init(named:))
    request.overwrites = overwrite
    for word in meta {
      let (name, text) = try NamedValue.metadata(word)
      request.metadata[name] = text
    }
    request.color = color.encoding ?? request.color
    request.depth = depth.depth ?? request.depth
    frame.fill(&request, &drawing)
  }
}

extension Fit: ExpressibleByArgument {}

extension Dither: ExpressibleByArgument {}

/// The values of `--color`.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, sdr, hlg, pq

  /// The encoding; `nil` is `auto`.
  var encoding: ColorEncoding? { ColorEncoding(rawValue: rawValue) }
}

/// The values of `--depth`.
enum DepthChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, eight = "8", ten = "10", sixteen = "16"

  /// The depth; `nil` is `auto`.
  var depth: ColorDepth? { Int(rawValue).flatMap(ColorDepth.init) }
}

/// The options of the encoder.
struct EncoderOptions: ParsableArguments {
  @Option(
    .codec, "name", parsing: .next,
    """
    h264, hevc, vp9, av1, prores, ffv1, or any ffmpeg encoder, which gets 4:2:0 frames \
    (default: h264; vp9 for .webm).
    """)
  var codec: String?

  @Option(
    .quality, "q",
    """
    CRF of h264 and hevc (0 to 51), vp9 and av1 (0 to 63), or lossless; colours of a GIF (4 to 256); JPEG and \
    WebP 1 to 100 (default: h264 18, hevc 22, vp9 and av1 30, GIF 256, JPEG 90, WebP 80).
    """)
  var quality: VideoQuality?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      h264 and hevc: ultrafast to placebo; vp9: -8 to 8; av1: 0 to 13 (default: veryfast, \
      4, 8).
      """, valueName: "name"))
  var preset: String?

  @Option(
    help: ArgumentHelp(
      """
      The dither of a GIF; auto keeps frames with at most 256 colours exact, and dithers others by \
      bayer:bayer_scale=3 unless they are flat.
      """, valueName: "name"))
  var dither: Dither = .automatic

  @Option(
    .bytes, "bytes",
    """
    Size limit of the output, such as 8MB: a video is encoded in two passes; a GIF or a WebP gives up quality or \
    colours, then rate down to 15, then size, but no option that is given.
    """)
  var maxSize: Int?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      """
      One more output argument for ffmpeg; repeatable: --encoder-args=-tune --encoder-args=animation.
      """, valueName: "argument"))
  var encoderArgs: [String] = []

  @Flag(
    help: """
      Make the same bytes on every machine, with a fixed number of encoder threads; --chunks implies this.
      """)
  var reproducible = false

  @Option(.timeout, "seconds", "End the encoder when it has accepted no data for this long (default: 30).")
  var encoderTimeout: Double = 30

  static var rows: [OptionRow<Self>] {
    [
      .value("codec", \.codec, .codec).sets(.codec), .value("quality", \.quality, .quality).sets(.quality),
      .text("preset", \.preset).sets(.preset), .choice("dither", \.dither).sets(.dither),
      .value("max-size", \.maxSize, .bytes).sets(.byteLimit),
      .list("encoder-args", \.encoderArgs).sets(.encoderArguments),
      .flag("reproducible", \.reproducible).sets(.reproducible)
        .asked { $0.output.isReproducible ? ["--reproducible"] : [] },
      .value("encoder-timeout", \.encoderTimeout, .timeout),
    ]
  }

  func fill(_ output: inout OutputRequest) {
    output.codec = codec.map(VideoCodec.init(name:))
    output.quality = quality
    output.preset = preset
    output.dither = dither
    output.encoderArguments = encoderArgs
    output.isReproducible = reproducible
    output.byteLimit = maxSize
    output.encoder.stallLimit = .seconds(encoderTimeout)
  }
}
