import Logging
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem

/// How frames are drawn, whatever they show and wherever they go; the defaults are those of the command line.
///
/// **Thread-safety:** a value.
public struct DrawingOptions: Sendable {
  /// The colour behind the pictures; `nil` is transparent where the output keeps alpha, else black.
  public var background: RGBAColor?
  /// Which renderer.
  public var backend = BackendPreference.auto
  /// Which EGL device, by its index in `segue devices` or a part of its name; `nil` is the best.
  public var device: String?
  /// Whether only a hardware GPU will do.
  public var requiresGPU = false
  /// Which frames of a GPU are compared with the CPU renderer's before they are written.
  public var verification = FrameVerification.first
  /// Threads of the CPU renderer, 1 to 1024; `nil` is one for each core.
  public var threads: Int?
  /// The largest pictures that are read.
  public var limits = DecodingLimits()
  /// Which names of options reports and notes use.
  package var names = PropertyNames.properties
  /// Told, on another thread, about a GLSL transition that exceeds the watchdog's timeout; the driver may never come back,
  /// so a program that cannot wait ends itself here. `nil` waits.
  package var onStalledShader: (@Sendable (ShaderFault) -> Void)?
  /// Told what was chosen (`debug`) and what fell back or could not be kept (`warning`); `nil` disables logging.
  public var logger: Logger?

  /// The defaults.
  public init() {}

  /// What can be told to be wrong whatever is drawn.
  /// - Throws: `UsageError`.
  package func check() throws(UsageError) {
    if requiresGPU, backend == .cpu {
      throw .conflict("\(option: .requiresGPU) and \(option: .backend) cpu exclude each other")
    }
    if device != nil, backend == .cpu {
      throw .conflict("\(option: .device) names a GPU, and \(option: .backend) cpu uses none")
    }
    if let threads, !(1...1024).contains(threads) {
      throw .invalidValue(option: .threads, value: "\(threads)", expected: "a whole number from 1 to 1024")
    }
  }

  /// What cannot be drawn in a depth: 16 bits a channel are the CPU renderer's.
  /// - Throws: `UsageError.conflict`.
  package func check(_ depth: PixelDepth, needsOpenGL: Bool) throws(UsageError) {
    guard depth == .sixteen else { return }
    if needsOpenGL {
      throw .conflict("\(option: .depth) 16 is drawn by the CPU renderer, and a GLSL transition needs OpenGL")
    }
    if backend == .gpu || requiresGPU || device != nil {
      let asked: RequestProperty = backend == .gpu ? .backend : requiresGPU ? .requiresGPU : .device
      throw .conflict("\(option: .depth) 16 is drawn by the CPU renderer; leave out \(option: asked)")
    }
  }

  /// Tells the logger what was chosen.
  package func note(_ event: RenderEvent) {
    // Those are in the report, and logged with it.
    if case .warning = event { return }
    logger?.debug("\(event)")
  }

  /// Tells the logger what fell back or could not be kept.
  package func warn(_ sentences: [String]) {
    for sentence in sentences { logger?.warning("\(sentence)") }
  }
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
