import SegueImaging
import SegueMedia
import SegueMotion

/// The output of a render or a film. The defaults are those of the command line.
public struct OutputRequest: Sendable, ExpressibleByStringInterpolation {
  /// The path of a file, of a folder of pictures (`frames/`), or `-` for standard output.
  public var path: String
  /// The format; `nil` means the format of the path's extension.
  public var format: OutputFormat?
  /// The size of the frames; `nil` means the size of the outgoing picture, or of a film's first video.
  public var size: FrameSize?
  /// The fit of a picture of another size in the frame.
  public var fit = Fit.cover
  /// The colour encoding; `nil` means the encoding of the outgoing picture or of a film's first video,
  /// if the output supports it.
  public var color: ColorEncoding?
  /// The bits per channel; `nil` means 10 for HDR and ProRes, else 8.
  public var depth: ColorDepth?
  /// The frames per second; `nil` means 25 for a GIF, else the rate of a film's first video, else 60.
  public var frameRate: FrameRate?
  /// The number of plays of a GIF, WebP or APNG, 0 to 65535; 0 and `nil` are infinite. Other
  /// formats reject it.
  public var plays: Int?
  /// The size limit in bytes of a GIF, a WebP or a video, at least 1; `nil` means no limit. An animation
  /// loses quality or colours first, then rate and size; properties that are set here are kept. A video
  /// is encoded in two passes. An output is encoded up to three times, or more often until it fits.
  public var byteLimit: Int?
  /// The accepted lengths of the output in bytes; an output of another length is discarded. `nil`
  /// accepts any.
  package var acceptedBytes: Range<Int>?
  /// The pass of a two-pass encoding; `nil` for one pass.
  package var pass: EncodingPass?
  /// The largest audio bit rate, in bits per second, if none is requested; `nil` means the codec's
  /// default.
  package var soundBitRate: Int?
  /// Whether an existing output is replaced; otherwise an existing output is an error.
  public var overwrites = false
  /// The video codec; `nil` means the container's default.
  public var codec: VideoCodec?
  /// The quality in the encoder's terms; `nil` means the codec's default.
  public var quality: VideoQuality?
  /// The encoder's preset, such as `veryfast`; `nil` means the codec's default.
  public var preset: String?
  /// The dither of a GIF; other formats reject it.
  public var dither = Dither.automatic
  /// Whether the output is byte-identical on every machine. The encoder's threads and other
  /// machine-dependent settings are fixed, which may take longer. Other versions of the programs, and
  /// shaders on other GPUs, may still differ.
  public var isReproducible = false
  /// The metadata of a video file, at most 100 texts by lower-case names such as `title`, `artist` and
  /// `date`. `creation_time` is an ISO 8601 day or time.
  public var metadata: [String: String] = [:]
  /// Further arguments for ffmpeg as the encoder, one word each.
  public var encoderArguments: [String] = []
  /// The program that encodes video.
  package var encoder = EncoderProgram()

  /// An output at `path`, or `-` for standard output, with default settings.
  public init(_ path: String = "") { self.path = path }

  /// Standard output in `format`.
  package static func standardOutput(_ format: OutputFormat) -> OutputRequest {
    var output = OutputRequest("-")
    output.format = format
    return output
  }

  /// An output at `path`, or `-` for standard output.
  public init(stringLiteral path: String) { self.init(path) }
}

/// The text form of a number of plays: a number, or a word for endless plays.
package enum PlayCountText {
  package static let range = 0...65_535
  package static let endless = "forever"
  package static let expected = "a whole number from 0 to 65535, or \(endless)"

  package static var schema: JSONValue {
    JSONSchema.any(
      Bounds(range).schema(of: "integer"),
      JSONSchema.whole(ValuePatterns.whole(upTo: range.upperBound), like: ["3"]),
      JSONSchema.words([endless]))
  }

  /// The number of plays, 0 for endless; `nil` if `text` is invalid.
  package static func plays(_ text: String) -> Int? {
    if text == endless { return 0 }
    guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text).flatMap { range.contains($0) ? $0 : nil }
  }
}

extension Kind<Int> {
  package static var plays: Kind {
    .spelled(TextForm(PlayCountText.expected, PlayCountText.plays), PlayCountText.schema)
  }
}
