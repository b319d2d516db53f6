import SegueImaging
import SegueMedia
import SegueMotion

/// The output of a render or a film: its place and its format; the defaults are those of the command line.
public struct OutputRequest: Sendable, ExpressibleByStringInterpolation {
  /// A path, or `-` for standard output.
  public var path: String
  /// The kind of output; `nil` goes by the extension of the path.
  public var format: OutputFormat?
  /// Size of the frames; `nil` is that of the outgoing picture, or of a film's first video.
  public var size: FrameSize?
  /// The fit of a picture of another size in the frame.
  public var fit = Fit.cover
  /// The encoding of the frames; `nil` is the encoding of a film's first video or of the outgoing picture, where the
  /// output holds it.
  public var color: ColorEncoding?
  /// The bits of a channel; `nil` is 10 in a high dynamic range and with ProRes, else 8.
  public var depth: ColorDepth?
  /// Frames a second; `nil` is 25 for a GIF, else that of a film's first video, or 60.
  public var frameRate: FrameRate?
  /// The number of plays of a GIF, a WebP or an APNG, 0 for ever; `nil` is for ever too.
  public var plays: Int?
  /// The most bytes that a GIF, a WebP or a video may have. To stay within, quality or colours, rate and size of an
  /// animation are given up, but not what is asked for here; a video is encoded in two passes. `nil` is no limit.
  public var byteLimit: Int?
  /// The numbers of bytes of which an output is kept; every other one is thrown away. `nil` is any.
  package var keptBytes: Range<Int>?
  /// The pass of two that the video is; `nil` for one pass.
  package var pass: EncodingPass?
  /// The most bits of sound a second, where none are asked for; `nil` is the codec's default.
  package var soundBitRate: Int?
  /// Whether an existing output is replaced.
  public var overwrites = false
  /// The codec of video; `nil` is the container's default codec.
  public var codec: VideoCodec?
  /// The quality in the encoder's terms; `nil` is the codec's default.
  public var quality: VideoQuality?
  /// The encoder's preset; `nil` is the codec's default.
  public var preset: String?
  /// Whether the output has the same bytes on every machine: the encoder's threads and all else that depends on the machine are
  /// fixed, which may take longer. Programs of other versions, and shaders on other GPUs, may still differ.
  public var isReproducible = false
  /// Texts that a video file says of itself, by names in lower case such as `title`, `artist` and `date`, 100 at most; `creation_time`, a day
  /// or a time as ISO 8601 has it, is when it was made.
  public var metadata: [String: String] = [:]
  /// Further arguments for the encoder, one word each.
  public var encoderArguments: [String] = []
  /// The program that encodes video.
  package var encoder = EncoderProgram()

  /// An output at `path`, `-` for standard output, with the defaults.
  public init(_ path: String = "") { self.path = path }

  /// Standard output, which has to be told its format.
  package static func standardOutput(_ format: OutputFormat) -> OutputRequest {
    var output = OutputRequest("-")
    output.format = format
    return output
  }

  /// An output at a path.
  public init(stringLiteral path: String) { self.init(path) }
}
