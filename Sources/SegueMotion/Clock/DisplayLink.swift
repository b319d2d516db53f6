/// Calls back once a frame, with Core Animation's vocabulary (`CADisplayLink`).
///
/// Usually it calls for every frame at exactly index / rate, without waiting: for rendering and for tests of code that
/// a display link drives. In real time it keeps absolute deadlines of the machine's monotonic clock, and drops frames
/// that are too late. A frame is ready when the callback returns.
///
/// Its times are in seconds since frame 0 was due, which is when it first ran.
///
/// **Thread-safety:** to be used by one thread at a time; the callback is called on the thread that runs it.
public final class DisplayLink {
  /// Frames per second.
  public let rate: FrameRate
  /// The index of the current frame; 0 before the first.
  public private(set) var frameIndex = 0
  /// The time at which the current frame was due, in seconds: index / rate.
  public private(set) var timestamp = 0.0
  /// The time at which the next frame is due, in seconds.
  public private(set) var targetTimestamp: Double
  /// Whether it is paused. ``run(frames:)`` returns when it is, and when called again continues with the first
  /// frame that is due then; frames that were due in the meantime do not count as dropped.
  public var isPaused = false
  /// The wanted frames per second; 0 and less is ``rate``. The link takes every k-th frame with k = rate /
  /// this, rounded, at least 1.
  public var preferredFramesPerSecond = 0

  private let clock: any FrameClock
  private let callback: (DisplayLink) -> Void
  private var pacer: FramePacer
  private var hasRun = false
  private var isInvalidated = false

  #if !hasFeature(Embedded)
    /// A link that calls `callback` for frames at `rate` while ``run(frames:)`` runs, in real time or as fast as it
    /// returns.
    public convenience init(
      rate: FrameRate, isRealTime: Bool = false, callback: @escaping (DisplayLink) -> Void
    ) {
      self.init(
        rate: rate, clock: isRealTime ? MonotonicFrameClock() : VirtualFrameClock(), callback: callback)
    }
  #else
    /// A link that calls `callback` for frames at `rate` while ``run(frames:)`` runs, as fast as it returns.
    public convenience init(rate: FrameRate, callback: @escaping (DisplayLink) -> Void) {
      self.init(rate: rate, clock: VirtualFrameClock(), callback: callback)
    }
  #endif

  /// A link by `clock`.
  package init(rate: FrameRate, clock: any FrameClock, callback: @escaping (DisplayLink) -> Void) {
    self.rate = rate
    self.clock = clock
    self.callback = callback
    targetTimestamp = rate.frameDuration
    pacer = FramePacer(rate: rate, origin: 0)
  }

  /// The time between the wanted frames, in seconds.
  public var duration: Double { rate.frameDuration * Double(stride) }

  /// Lateness and counts of the frames so far.
  package var statistics: FrameStatistics { pacer.statistics }

  /// Ends it for good; a ``run(frames:)`` in progress returns after the callback.
  public func invalidate() { isInvalidated = true }

  /// Calls for the frames below index `end` until it is paused or invalidated, and blocks until then.
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
  /// Waits until `time`, in seconds; returns at once if it has passed.
  func sleep(until time: Double)
}

/// A simulated clock: waiting advances it at once, and nothing else does.
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
