import Logging
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering

/// How frames are drawn and written, whatever they show; the defaults are those of the command line.
///
/// **Thread-safety:** a value.
public struct RenderOptions: Sendable {
  /// The kind of output; `nil` goes by the extension of its name.
  public var format: OutputFormat?
  /// Frames a second; `nil` is 25 for a GIF, else 60.
  public var frameRate: FrameRate?
  /// How often a GIF, a WebP or an APNG plays, 0 for ever; `nil` is for ever too.
  public var plays: Int?
  /// What lies under everything; `nil` is transparent where the output keeps alpha, else black.
  public var background: RGBAColor?
  /// Whether an existing output is replaced.
  public var overwrites = false
  /// How video is compressed; `nil` is the container's usual codec.
  public var codec: VideoCodec?
  /// The quality in the encoder's terms; `nil` is the codec's usual.
  public var quality: VideoQuality?
  /// The encoder's preset; `nil` is the codec's usual.
  public var preset: String?
  /// Further arguments for the encoder, one word each.
  public var encoderArguments: [String] = []
  /// The program that encodes video.
  package var encoder = EncoderProgram()
  /// Which renderer.
  public var backend = BackendPreference.auto
  /// Which EGL device, by its index in `segue devices` or a part of its name; `nil` is the best.
  public var device: String?
  /// Whether only a hardware GPU will do.
  public var requiresGPU = false
  /// Which frames of a GPU are compared with the CPU renderer's before they are written.
  public var verification = FrameVerification.first
  /// Which names of options its report and its notes use.
  package var names = OptionNames.properties
  /// Threads of the CPU renderer, 1 to 1024; `nil` is one for each core.
  public var threads: Int?
  /// Told, on another thread, about a GLSL transition that draws for so long that it must be taken for endless; the
  /// driver may never come back, so a program that cannot wait ends itself here. `nil` waits.
  package var onStalledShader: (@Sendable (ShaderFault) -> Void)?
  /// Told what was chosen (`debug`) and what fell back or could not be kept (`warning`); `nil` says nothing.
  public var logger: Logger?

  /// The defaults.
  public init() {}
}

/// Which renderer is asked for.
///
/// **Thread-safety:** a value.
public enum BackendPreference: String, Sendable, Hashable, CaseIterable {
  /// A hardware GPU if there is one, else the CPU.
  case auto
  /// OpenGL ES; software GL counts.
  case gpu
  /// This machine's cores.
  case cpu
}
