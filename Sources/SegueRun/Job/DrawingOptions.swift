import Logging
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem

/// The options of drawing frames, whatever they show and wherever they go; the defaults are those of the command line.
public struct DrawingOptions: Sendable {
  /// The colour behind the pictures; `nil` is transparent where the output keeps alpha, else black.
  public var background: RGBAColor?
  /// The renderer.
  public var backend = BackendPreference.auto
  /// The EGL device, by its index in `segue devices` or a part of its name; `nil` is the best.
  public var device: String?
  /// Whether only a hardware GPU will do.
  public var requiresGPU = false
  /// The frames of a GPU that are compared with the CPU renderer's before they are written.
  public var verification = FrameVerification.first
  /// Threads of the CPU renderer, 1 to 1024; `nil` is one for each core.
  public var threads: Int?
  /// The time limit of a job, from its call to its end, its wait for a place in the room included; it ends with
  /// `RenderError.timedOut` then, after the picture where it decodes HEIC or AVIF. `nil` is no limit. It does not bound frames
  /// that a program takes one at a time.
  public var timeLimit: Duration?
  /// The room with which it shares threads and memory, and that bounds the jobs at a time.
  public var room = DrawingRoom.shared
  /// The largest pictures that are read.
  public var limits = DecodingLimits()
  /// The names of options in reports and notes.
  package var names = PropertyNames.properties
  /// Told, on another thread, about a GLSL transition that exceeds the watchdog's timeout; the driver may never come back,
  /// so a program that cannot wait ends itself here. `nil` waits.
  package var onStalledShader: (@Sendable (ShaderFault) -> Void)?
  /// Told what was chosen (`debug`) and what fell back or could not be kept (`warning`); `nil` disables logging.
  public var logger: Logger?

  /// The defaults.
  public init() {}

  /// Checks that hold for everything that is drawn.
  /// - Throws: `UsageError`.
  package func check() throws(UsageError) {
    if requiresGPU, backend == .cpu {
      throw .conflict(.excludes(.requiresGPU, .backend))
    }
    if device != nil, backend == .cpu {
      throw .conflict(.excludes(.device, .backend))
    }
    if let threads, !(1...1024).contains(threads) {
      throw .invalidValue(option: .threads, value: "\(threads)", expected: "a whole number from 1 to 1024")
    }
  }

  /// Tells the logger what was chosen.
  package func note(_ event: RenderEvent) {
    // Those are in the report, and logged with it.
    switch event {
    case .warning, .incident: return
    case .pictures, .renderer, .encoder: break
    }
    logger?.debug("\(event)")
  }

  /// Does `work` within the time limit, and waits for its end.
  /// - Throws: `RenderError.timedOut`, and what `work` throws.
  package func limitingTime<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let timeLimit else { return try await work() }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        // The system's clock knows no times that are further away than centuries.
        try await Task.sleep(for: min(max(timeLimit, .zero), .seconds(366 * 86_400)))
        return nil
      }
      defer { group.cancelAll() }
      guard let first = try await group.next(), let value = first else {
        throw RenderError.timedOut(after: timeLimit)
      }
      return value
    }
  }

  /// Tells the logger what fell back or could not be kept.
  package func warn(_ sentences: [String]) {
    for sentence in sentences { logger?.warning("\(sentence)") }
  }
}

/// The renderer that is asked for.
public enum BackendPreference: String, Sendable, Hashable, CaseIterable {
  /// A hardware GPU if there is one, else the CPU.
  case auto
  /// OpenGL ES; software GL counts.
  case gpu
  /// This machine's cores.
  case cpu
}
