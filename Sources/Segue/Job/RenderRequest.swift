import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import SegueTransitions

/// Everything that can be asked of a render, with the defaults of the command line.
///
/// **Thread-safety:** a value.
public struct RenderRequest: Sendable {
  /// The picture that leaves.
  public var from: PictureSource
  /// The picture that comes.
  public var to: PictureSource
  /// Where the frames go: a path, or `-` for standard output.
  public var output: String
  /// The name of the output's format; `nil` goes by the extension.
  public var formatName: String?
  /// The transition's name or its file.
  public var transition = Catalogue.defaultName
  /// The transition's parameters, as they are typed.
  public var parameters: [(name: String, value: String)] = []
  /// Filters of the pictures and of the frames, as they are typed.
  public var filters = FilterTexts()
  /// Seconds of motion; `nil` is the transition's own.
  public var duration: Double?
  /// Frames a second; `nil` is 25 for a GIF, else 60.
  public var frameRate: FrameRate?
  /// How often a GIF, a WebP or an APNG plays, 0 for ever; `nil` is for ever too.
  public var plays: Int?
  /// Whether the run comes back after its last frame, each turning frame shown once: to its first frame, or to the one
  /// after it where the output plays again.
  public var isPingPong = false
  /// The curve from time to progress; `nil` is the transition's own.
  public var timing: TimingCurve?
  /// Whether progress runs from 1 to 0.
  public var isReversed = false
  /// Seconds of still frames before the motion.
  public var holdStart = 0.0
  /// Seconds of still frames after it.
  public var holdEnd = 0.0
  /// Size of the frames; `nil` is that of `from`.
  public var size: FrameSize?
  /// How a picture of another size fills the frame.
  public var fit = Fit.cover
  /// What lies under everything; `nil` is transparent where the output keeps alpha, else black.
  public var background: RGBAColor?
  /// The progress of the one frame that is wanted; `nil` is the whole run.
  public var stillProgress: Double?
  /// The frames of the whole that are wanted; `nil` is all.
  public var frames: FrameSelection?
  /// Events and gestures that drive the progress; `nil` plays once from start to end.
  public var timeline: Timeline?
  /// A file with such a timeline, read when the render starts; `-` is standard input. Instead of `timeline`.
  package var timelineFile: String?
  /// Which renderer.
  public var backend = BackendPreference.auto
  /// Which EGL device, by its index or a part of its name; `nil` is the best.
  public var device: String?
  /// Whether only a hardware GPU will do.
  public var requiresGPU = false
  /// Which frames of a GPU are compared with the CPU renderer's before they are written.
  public var verification = FrameVerification.first
  /// Threads of the CPU renderer; `nil` is one for each core.
  public var threads: Int?
  /// The codec's name; `nil` is the container's usual one.
  public var codec: String?
  /// The quality in the encoder's terms; `nil` is the codec's usual.
  public var quality: String?
  /// The encoder's preset; `nil` is the codec's usual.
  public var preset: String?
  /// Further arguments for the encoder, one word each.
  public var encoderArguments: [String] = []
  /// The most bytes that a GIF or a WebP may have; to stay within, quality or colours, rate and size are given up, but
  /// not what is asked for here. `nil` is no limit.
  public var byteLimit: Int?
  /// The program that encodes video.
  public var encoder = EncoderProgram()
  /// Whether an existing output is replaced.
  public var overwrites = false
  /// Where transitions are found.
  public var library = TransitionLibrary()
  /// Told, on another thread, about a GLSL transition that draws for so long that it must be taken for endless; the
  /// driver may never come back, so a program that cannot wait ends itself here. `nil` waits.
  public var onStalledShader: (@Sendable (ShaderFault) -> Void)?
  /// The largest pictures that are read.
  public var limits = DecodingLimits()

  /// A request with defaults for everything but the files.
  public init(from: PictureSource, to: PictureSource, output: String) {
    self.from = from
    self.to = to
    self.output = output
  }
}
