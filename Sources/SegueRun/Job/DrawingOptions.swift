import Logging
import SegueFields
import SegueImaging
import SegueMedia
import SegueRendering
import SegueSystem

/// The options for drawing frames. The defaults are those of the command line.
public struct DrawingOptions: Sendable {
  /// The colour behind the pictures. `nil` means transparent if the output keeps alpha, else black.
  public var background: RGBAColor?
  /// The preferred renderer, by default a hardware GPU.
  public var backend = BackendPreference.auto
  /// The EGL device, by its index in `segue devices` or by a substring of its name; `nil` means the best
  /// device. It excludes the CPU renderer.
  public var device: String?
  /// Whether a hardware GPU is required. If it is required and missing, a job throws
  /// an error with the code `deviceUnavailable`.
  public var requiresGPU = false
  /// The GPU frames that are compared with the CPU renderer's before they are written.
  public var verification = FrameVerification.first
  /// The number of threads of the CPU renderer, 1 to 1024; `nil` means one per core.
  public var threads: Int?
  /// The time limit of a job from its call to its end, including the wait for a slot of the pool;
  /// `nil` means no limit.
  ///
  /// A job that exceeds it throws an error with the code `timedOut`; the decoding of a HEIC or AVIF
  /// picture is not interrupted. Frames that a program takes one at a time have no limit.
  public var timeLimit: Duration?
  /// The pool that limits the number of concurrent jobs, and shares threads and memory between them.
  public var pool = RenderPool.shared
  /// The limits of the pictures that are read, in pixels and bytes.
  public var limits = DecodingLimits()
  /// The names of the properties in reports and notes.
  package var names = PropertyNames.properties
  /// A closure that is called on another thread when a GLSL transition exceeds the watchdog's timeout.
  /// The driver may never return, so a program that cannot wait should exit here. `nil` waits.
  package var onStalledShader: (@Sendable (ShaderFault) -> Void)?
  /// The logger. It receives choices at the level `debug`, and fallbacks and losses at the level
  /// `warning`; `nil` disables logging.
  public var logger: Logger?

  /// The default options, those of the command line.
  public init() {}

  /// Checks the options.
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

  /// Logs the event if it is a choice.
  package func note(_ event: RenderEvent) {
    // Warnings and incidents are logged with the report.
    switch event {
    case .warning, .incident: return
    case .pictures, .renderer, .attempt, .encoder: break
    }
    logger?.debug("\(event)")
  }

  /// Runs `work` within the time limit and waits for its end.
  /// - Throws: `RenderError.timedOut`, and the errors of `work`.
  package func limitingTime<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let timeLimit else { return try await work() }
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { try await work() }
      group.addTask {
        // The system's clock cannot represent times centuries ahead, so the longest limit is a year.
        try? await Task.sleep(for: min(max(timeLimit, .zero), .seconds(366 * 86_400)))
        return nil
      }
      defer { group.cancelAll() }
      var value = try await group.next() ?? nil
      // A cancelled task waits for the error of `work`.
      if value == nil, Task.isCancelled { value = try await group.next() ?? nil }
      guard let value else { throw RenderError.timedOut(after: timeLimit) }
      return value
    }
  }

  /// Logs fallbacks and losses.
  package func warn(_ notices: [Notice]) {
    for notice in notices { logger?.warning("\(notice)") }
  }
}

/// The preferred renderer. Every renderer makes the same bytes, except for users' shaders.
public enum BackendPreference: String, Sendable, Hashable, CaseIterable {
  /// A hardware GPU if there is one, else the CPU.
  case auto
  /// OpenGL ES, on a GPU or in software.
  case gpu
  /// The CPU renderer, on this machine's cores.
  case cpu
}
