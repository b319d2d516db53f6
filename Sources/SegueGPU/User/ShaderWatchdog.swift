import Dispatch
import SegueRendering
import Synchronization

/// Limits the time of a user's shader.
///
/// A driver cannot be interrupted: a call that never returns ends only with the process. So the
/// watchdog notifies its owner from another thread while the driver still works, and a call that
/// returns late throws.
///
/// **Thread-safety:** used on the renderer's thread; `onExpiry` is called on another one.
final class ShaderWatchdog {
  /// Called for a shader that is still running after its time limit.
  typealias ExpiryHandler = @Sendable (ShaderFault) -> Void

  /// The time limit of a shader's first, tiny picture, including compilation.
  private let trialLimit: Duration
  /// The time limit of a frame.
  let frameLimit: Duration
  private let onExpiry: ExpiryHandler?
  /// Returns the current time.
  var now: @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  private static let queue = DispatchQueue(label: "segue.shader-watchdog")

  init(
    trialLimit: Duration = .seconds(10), frameLimit: Duration = .seconds(30), onExpiry: ExpiryHandler? = nil
  ) {
    self.trialLimit = trialLimit
    self.frameLimit = frameLimit
    self.onExpiry = onExpiry
  }

  /// Runs the first draw of the shader called `name`.
  func trial<Result>(of name: String, _ work: () throws(RenderError) -> Result) throws(RenderError) -> Result
  {
    try watch(name, trialLimit, work)
  }

  /// Runs work that may wait for a whole frame of the shader called `name`.
  func frame<Result>(of name: String, _ work: () throws(RenderError) -> Result) throws(RenderError) -> Result
  {
    try watch(name, frameLimit, work)
  }

  private func watch<Result>(
    _ name: String, _ limit: Duration, _ work: () throws(RenderError) -> Result
  ) throws(RenderError) -> Result {
    let seconds = limit / .seconds(1)
    let fault = ShaderFault(
      name: name,
      message: "the shader took more than \(Int(seconds.rounded(.up))) s to draw; "
        + "does it have an endless loop?",
      kind: .stalled(seconds: seconds))
    // Read the time before the alarm starts, so that work that ends with the alarm is late.
    let start = now()
    let alarm = onExpiry.map { handler in DispatchWorkItem { handler(fault) } }
    if let alarm { ShaderWatchdog.queue.asyncAfter(deadline: .now() + seconds, execute: alarm) }
    defer { alarm?.cancel() }
    let result: Result
    do throws(RenderError) {
      result = try work()
    } catch {
      // A driver that aborts a shader reports the whole device as lost.
      if case .deviceLost = error, now() - start >= limit / 2 { throw .badShader(fault) }
      throw error
    }
    if now() - start >= limit { throw .badShader(fault) }
    return result
  }
}
