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
    Size: 1280x720; 1280x or x720, where the other side follows the first picture; or a name such as 1080p, square or \
    story. Default: the size of the first picture (in join, of the first video), reduced to fit 3840x2160. A GIF is at \
    most 800 wide.
    """)
  var size: FrameSize?

  @Option(
    .frameRate, "rate", name: [.customShort("r"), .long],
    """
    Frames per second: a number or a fraction such as 30000/1001. Default: 60, in join the first video's rate or else \
    30, for a GIF 25.
    """)
  var fps: FrameRate?

  @Option(
    help: """
      How a picture of another shape fills the frame: cover crops it, contain adds bars, stretch distorts it, blur \
      fills the bars with a blurred copy (default: cover).
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
      .value("size", \.size, .frameSize).sets(.size).reproduced(as: "-s") { $0.output.size?.description },
      .choice("fit", \.fit).sets(.fit).reproduced { $0.output.fit == .cover ? nil : $0.output.fit.rawValue },
      .value("background", \.background, .color).sets(.background)
        .reproduced { $0.drawing.background?.description },
      .value("fps", \.fps, .frameRate).sets(.frameRate).reproduced(as: "-r") {
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
    The output file. Its extension is the format:
    Video: \(extensions { !$0.isStillOnly && !$0.isSound && !$0.repeats })
    Animation: \(extensions(\.repeats))
    One picture, with --at: \(extensions(\.isStillOnly))
    PNG sequence: frames/ or frame-%05d.png
    In join, the sound alone: \(extensions(\.isSound))
    In join, a timeline for editing programs: .otio
    - is stdout and needs --format.
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
      Metadata of the file, such as title=Summer; repeatable. Names are title, artist, date, comment and others, and \
      creation_time (2026-05-01T18:30:00Z).
      """, valueName: "name=text"))
  var meta: [String] = []

  @OptionGroup var frame: FrameOptions

  @Option(
    help: ArgumentHelp(
      """
      Colour encoding of the output: sdr, or hlg or pq for HDR. auto: the encoding of the first picture (in join, of \
      the first video) if the format supports it, else sdr.
      """))
  var color: ColorChoice = .auto

  @Option(
    help: ArgumentHelp(
      """
      Bits per channel. auto: 10 for hlg, pq and ProRes, else 8. Only video and AVIF can have 10; only \
      \(OutputFormat.names(\.holdsSixteenBits).inWords) can have 16.
      """, valueName: "bits"))
  var depth: DepthChoice = .auto

  /// The first extension of each matching format.
  private static func extensions(_ isIncluded: (OutputFormat.Facts) -> Bool) -> String {
    OutputFormat.allCases.filter { isIncluded($0.facts) }.compactMap { $0.extensions.first.map { "." + $0 } }
      .joined(separator: " ")
  }

  static var rows: [OptionRow<Self>] {
    FrameOptions.rows.within(\Self.frame) + [
      .choice("color", \.color).sets(.color).reproduced { $0.output.color?.rawValue },
      .choice("depth", \.depth).sets(.depth).reproduced { $0.output.depth.map { "\($0.rawValue)" } },
      .value("output", \.output, .output).sets(.output).reproduced(as: "-o") { $0.output.path },
      .text("format", \.format).form(JSONSchema.words(OutputFormat.allCases.map(\.rawValue))).sets(.format),
      .flag("overwrite", \.overwrite),
      .list("meta", \.meta).sets(.metadata).reproduced { request in
        request.output.metadata.sorted { $0.key < $1.key }.flatMap { ["--meta", "\($0.key)=\($0.value)"] }
      },
    ]
  }

  /// The path of the output.
  /// - Parameter words: positional words that may include the output by mistake.
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

  /// The encoding; `nil` means `auto`.
  var encoding: ColorEncoding? { ColorEncoding(rawValue: rawValue) }
}

/// The values of `--depth`.
enum DepthChoice: String, ExpressibleByArgument, CaseIterable {
  case auto, eight = "8", ten = "10", sixteen = "16"

  /// The depth; `nil` means `auto`.
  var depth: ColorDepth? { Int(rawValue).flatMap(ColorDepth.init) }
}

struct EncoderOptions: ParsableArguments {
  @Option(
    .codec, "name", parsing: .next,
    """
    h264, hevc, vp9, av1, prores, ffv1, or the name of an ffmpeg encoder such as h264_nvenc, whose frames are 4:2:0 \
    (default: h264; vp9 for .webm; hevc, in .webm av1, for HDR and 10 bits).
    """)
  var codec: String?

  @Option(
    .quality, "q",
    """
    Quality; defaults are in brackets.
    CRF, lower is better: h264 0 to 51 (18), hevc 0 to 51 (22), vp9 and av1 0 to 63 (30).
    Higher is better: JPEG 1 to 100 (90), WebP 1 to 100 (80), colours of a GIF 4 to 256 (256).
    lossless: h264, hevc, vp9 and WebP.
    """)
  var quality: VideoQuality?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Speed of the encoder; defaults are in brackets. h264 and hevc: ultrafast to placebo (veryfast); vp9 -8 to 8 (4) \
      and av1 0 to 13 (8), where high numbers are fast.
      """, valueName: "name"))
  var preset: String?

  @Option(
    help: ArgumentHelp(
      """
      The dither of a GIF. auto: none for frames of at most 256 colours and for flat areas such as drawings, else \
      bayer:bayer_scale=3.
      """, valueName: "name"))
  var dither: Dither = .automatic

  @Option(
    .bytes, "bytes",
    """
    Size limit of the output, such as 8MB. A video is encoded in two passes. A GIF or a WebP gets lower \
    quality or fewer colours, then a lower frame rate (down to 15), then a smaller size, then an even lower rate and \
    quality; options that you set are kept.
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
      Make the encoded file identical on every machine with the same versions of Segue and ffmpeg. Frames are \
      identical anyway. --chunks implies this.
      """)
  var reproducible = false

  @Option(.timeout, "seconds", "Fail if the encoder accepts no data for this long (default: 30).")
  var encoderTimeout: Double = 30

  static var rows: [OptionRow<Self>] {
    [
      .value("codec", \.codec, .codec).sets(.codec), .value("quality", \.quality, .quality).sets(.quality),
      .text("preset", \.preset).sets(.preset), .choice("dither", \.dither).sets(.dither),
      .value("max-size", \.maxSize, .bytes).sets(.byteLimit),
      .list("encoder-args", \.encoderArgs).sets(.encoderArguments),
      .flag("reproducible", \.reproducible).sets(.reproducible)
        .reproduced { $0.output.isReproducible ? ["--reproducible"] : [] },
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
