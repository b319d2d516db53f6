/// Which frame is next, when it is due, and which ones were lost: a display link's logic as a pure state
/// machine.
///
/// Frame i is due i / rate after the origin. Work on it begins then; it is late by how long after that it is
/// ready, and has missed its deadline when it is ready after the next frame was due. Frames that were due
/// before the one in hand was ready are dropped: the next frame is the first that is not due yet.
///
/// Times are in seconds of whatever clock.
///
/// **Thread-safety:** a value.
public struct FramePacer: Sendable, Hashable {
  /// Frames per second.
  public let rate: FrameRate
  /// Every how many frames one is wanted, at least 1; the others are neither delivered nor dropped.
  public private(set) var stride = 1
  /// The frame that is due next.
  public private(set) var nextIndex = 0
  /// What has become of the frames so far.
  public private(set) var statistics = FrameStatistics()
  /// When frame 0 is due.
  public let origin: Double

  /// A pacer whose frame 0 is due at `origin`.
  public init(rate: FrameRate, origin: Double) {
    self.rate = rate
    self.origin = origin
  }

  /// When frame `index` is due.
  public func deadline(ofFrame index: Int) -> Double { origin + rate.time(ofFrame: index) }

  /// When the next frame is due.
  public var nextDeadline: Double { deadline(ofFrame: nextIndex) }

  /// Takes note that the next frame was ready at `time`, and moves on.
  public mutating func frameIsReady(at time: Double) -> FrameOutcome {
    let due = nextDeadline
    let isMissed = time > deadline(ofFrame: nextIndex + stride)
    nextIndex += stride
    // A deadline that is met to the moment is not over.
    let dropped = skipDue(before: time)
    let outcome = FrameOutcome(lateness: max(0, time - due), isMissed: isMissed, droppedCount: dropped)
    statistics.record(outcome)
    return outcome
  }

  /// Takes note that nothing was wanted until `time`: frames due before it are neither delivered nor dropped.
  public mutating func resume(at time: Double) { _ = skipDue(before: time) }

  /// Wants only every `stride`-th frame from the next on, at least 1.
  public mutating func setStride(_ stride: Int) {
    precondition(stride >= 1, "a stride is at least 1")
    self.stride = stride
  }

  private mutating func skipDue(before time: Double) -> Int {
    guard nextDeadline < time else { return 0 }
    let interval = rate.frameDuration * Double(stride)
    // The quotient may be off by a rounding; the loops put that right.
    var count = max(0, Int(((time - nextDeadline) / interval).rounded(.down)))
    while count > 0, deadline(ofFrame: nextIndex + (count - 1) * stride) >= time { count -= 1 }
    while deadline(ofFrame: nextIndex + count * stride) < time { count += 1 }
    nextIndex += count * stride
    return count
  }
}
