/// A display link, with Core Animation's vocabulary: it calls back once per frame.
///
/// By default it calls back for every frame, with the time index / rate, and does not wait. This mode is
/// for rendering and for tests. In real time it has absolute deadlines on the machine's monotonic clock,
/// and drops late frames. A frame is ready when the callback returns.
///
/// Times are in seconds since the deadline of frame 0, the first call.
///
/// **Thread-safety:** to be used by one thread at a time; the callback is called on the thread that
/// runs it. **Source:** Core Animation's `CADisplayLink`.
public final class DisplayLink {
  /// The rate of the display, in frames per second.
  public let rate: FrameRate
  /// The index of the current frame; 0 before the first.
  public private(set) var frameIndex = 0
  /// The deadline of the current frame, in seconds: index / rate.
  public private(set) var timestamp = 0.0
  /// The deadline of the next frame, in seconds.
  public private(set) var targetTimestamp: Double
  /// Whether the link is paused. Pausing makes ``run(frames:)`` return. The next ``run(frames:)``
  /// continues with the first frame due at that time. Frames due during the pause do not count as
  /// dropped.
  public var isPaused = false
  /// The preferred frames per second; 0 or less means ``rate``. The link delivers every k-th frame.
  /// k is the rate over this number, rounded, at least 1.
  public var preferredFramesPerSecond = 0

  private let clock: any FrameClock
  private let callback: (DisplayLink) -> Void
  private var pacer: FramePacer
  private var hasRun = false
  private var isInvalidated = false

  #if !hasFeature(Embedded)
    /// A link that calls `callback` for frames at `rate` during ``run(frames:)``, in real time or
    /// without waiting.
    public convenience init(
      rate: FrameRate, isRealTime: Bool = false, callback: @escaping (DisplayLink) -> Void
    ) {
      self.init(
        rate: rate, clock: isRealTime ? MonotonicFrameClock() : VirtualFrameClock(), callback: callback)
    }
  #else
    /// A link that calls `callback` for frames at `rate` during ``run(frames:)``, without waiting.
    public convenience init(rate: FrameRate, callback: @escaping (DisplayLink) -> Void) {
      self.init(rate: rate, clock: VirtualFrameClock(), callback: callback)
    }
  #endif

  package init(rate: FrameRate, clock: any FrameClock, callback: @escaping (DisplayLink) -> Void) {
    self.rate = rate
    self.clock = clock
    self.callback = callback
    targetTimestamp = rate.frameDuration
    pacer = FramePacer(rate: rate, origin: 0)
  }

  /// The time between delivered frames, in seconds.
  public var duration: Double { rate.frameDuration * Double(stride) }

  /// The lateness of past frames, and their counts.
  package var statistics: FrameStatistics { pacer.statistics }

  /// Ends the link for good; a ``run(frames:)`` in progress returns after the callback.
  public func invalidate() { isInvalidated = true }

  /// Calls the callback for the frames below index `end`. Blocks until then, or until the link is
  /// paused or invalidated.
  public func run(frames end: Int = .max) {
    let now = clock.now
    if hasRun { pacer.resume(at: now) } else { pacer = FramePacer(rate: rate, origin: now) }
    hasRun = true
    while !isPaused, !isInvalidated, pacer.nextIndex < end {
      pacer.stride = stride
      clock.sleep(until: pacer.nextDeadline)
      frameIndex = pacer.nextIndex
      timestamp = rate.time(ofFrame: frameIndex)
      targetTimestamp = rate.time(ofFrame: frameIndex + stride)
      callback(self)
      _ = pacer.frameIsReady(at: clock.now)
    }
  }

  private var stride: Int {
    guard preferredFramesPerSecond > 0 else { return 1 }
    return max(1, Int((rate.framesPerSecond / Double(preferredFramesPerSecond)).rounded()))
  }
}

/// The clock of a display link.
///
/// **Thread-safety:** to be used by one thread at a time.
package protocol FrameClock: AnyObject {
  /// The current time, in seconds since a fixed point of time; it never decreases.
  var now: Double { get }
  /// Waits until `time`, in seconds; returns immediately if it has passed.
  func sleep(until time: Double)
}

/// A simulated clock. A wait advances its time and returns immediately.
///
/// **Thread-safety:** to be used by one thread at a time.
package final class VirtualFrameClock: FrameClock {
  /// The time of the latest wait, in seconds; 0 at first.
  package private(set) var now = 0.0

  /// A clock at 0.
  package init() {}

  /// Advances the clock to `time`, in seconds, unless it has passed.
  package func sleep(until time: Double) { now = max(now, time) }
}
