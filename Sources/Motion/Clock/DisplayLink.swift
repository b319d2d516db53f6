/// Calls back once a frame, with Core Animation's vocabulary (`CADisplayLink`).
///
/// With a ``VirtualFrameClock`` it is a renderer's: every frame is called for, at exactly index / rate. With
/// a ``MonotonicFrameClock`` it keeps real time on absolute deadlines and drops the frames that come too
/// late. A frame is ready when the callback returns.
///
/// Its times are in seconds since frame 0 was due, which is when it first ran.
///
/// **Thread-safety:** to be used by one thread at a time; the callback is called on the thread that runs it.
public final class DisplayLink {
  /// What is called for a frame.
  public typealias Callback = (DisplayLink) -> Void

  /// Frames per second of the clock's grid.
  public let rate: FrameRate
  /// The index of the frame in hand, or of the first.
  public private(set) var frameIndex = 0
  /// When the frame in hand was due: index / rate.
  public private(set) var timestamp = 0.0
  /// When the next frame is due.
  public private(set) var targetTimestamp: Double
  /// Whether it calls for no frames. ``run(frames:)`` returns when it is paused, and goes on with the first
  /// frame that is due then; frames that were due meanwhile are not dropped, since nobody wanted them.
  public var isPaused = false
  /// How many frames per second are wanted, at least 0; 0 is ``rate``. The link takes every k-th frame with k
  /// = rate / this, rounded, at least 1.
  public var preferredFramesPerSecond = 0 {
    didSet { precondition(preferredFramesPerSecond >= 0, "a preferred rate is at least 0") }
  }

  private let clock: any FrameClock
  private let callback: Callback
  private var pacer: FramePacer
  private var hasRun = false
  private var isInvalidated = false

  /// A link that calls `callback` for frames at `rate` by `clock`, once it runs.
  public init(rate: FrameRate, clock: any FrameClock = VirtualFrameClock(), callback: @escaping Callback) {
    self.rate = rate
    self.clock = clock
    self.callback = callback
    targetTimestamp = rate.frameDuration
    pacer = FramePacer(rate: rate, origin: 0)
  }

  /// The time between the frames that are wanted, in seconds.
  public var duration: Double { rate.frameDuration * Double(stride) }

  /// What has become of the frames so far.
  public var statistics: FrameStatistics { pacer.statistics }

  /// Ends it for good; a ``run(frames:)`` returns after the callback.
  public func invalidate() { isInvalidated = true }

  /// Calls for frames below index `end`, or without an end, until it is paused or invalidated.
  public func run(frames end: Int = .max) {
    let now = clock.now
    if hasRun { pacer.resume(at: now) } else { pacer = FramePacer(rate: rate, origin: now) }
    hasRun = true
    while !isPaused, !isInvalidated, pacer.nextIndex < end {
      pacer.setStride(stride)
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
