import SegueImaging
import SegueMedia
import SegueMotion

/// Where the frames of a render or a film go, and what they become there; the defaults are those of the command line.
///
/// **Thread-safety:** a value.
public struct OutputRequest: Sendable, ExpressibleByStringInterpolation {
  /// A path, or `-` for standard output.
  public var path: String
  /// The kind of output; `nil` goes by the extension of the path.
  public var format: OutputFormat?
  /// Size of the frames; `nil` is that of the outgoing picture, or of a film's first video.
  public var size: FrameSize?
  /// How a picture of another size fills the frame.
  public var fit = Fit.cover
  /// How many bits a channel of the frames has, while they are drawn and in the output.
  package var depth = PixelDepth.eight
  /// Frames a second; `nil` is 25 for a GIF, else that of a film's first video, or 60.
  public var frameRate: FrameRate?
  /// How often a GIF, a WebP or an APNG plays, 0 for ever; `nil` is for ever too.
  public var plays: Int?
  /// The most bytes that a GIF or a WebP may have; to stay within, quality or colours, rate and size are given up, but
  /// not what is asked for here. `nil` is no limit.
  public var byteLimit: Int?
  /// Whether an existing output is replaced.
  public var overwrites = false
  /// How video is compressed; `nil` is the container's default codec.
  public var codec: VideoCodec?
  /// The quality in the encoder's terms; `nil` is the codec's default.
  public var quality: VideoQuality?
  /// The encoder's preset; `nil` is the codec's default.
  public var preset: String?
  /// Further arguments for the encoder, one word each.
  public var encoderArguments: [String] = []
  /// The program that encodes video.
  package var encoder = EncoderProgram()

  /// An output at `path`, `-` for standard output, with the defaults.
  public init(_ path: String = "") { self.path = path }

  /// An output at a path.
  public init(stringLiteral path: String) { self.init(path) }
}
