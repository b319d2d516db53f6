/// The next frame, its deadline, and the frames that were dropped: the logic of a display link as a pure
/// state machine.
///
/// Frame i is due i / rate after the origin. Work on it begins then; its lateness is the time from then until
/// it is ready, and it has missed its deadline if it is ready after the next frame was due. Frames that were
/// due before it was ready are dropped: the next frame is the first that is not due yet.
///
/// Times are in seconds of any clock.
package struct FramePacer: Sendable, Hashable {
  /// Frames per second.
  package let rate: FrameRate
  /// Every `stride`-th frame is wanted, at least 1; the others are neither delivered nor dropped.
  package var stride = 1 {
    didSet { precondition(stride >= 1, "a stride is at least 1") }
  }
  /// The index of the next frame.
  package private(set) var nextIndex = 0
  /// Lateness and counts of the frames so far.
  package private(set) var statistics = FrameStatistics()
  /// The deadline of frame 0, in seconds.
  package let origin: Double

  /// A pacer whose frame 0 is due at `origin`.
  package init(rate: FrameRate, origin: Double) {
    self.rate = rate
    self.origin = origin
  }

  /// The deadline of frame `index`, in seconds.
  package func deadline(ofFrame index: Int) -> Double { origin + rate.time(ofFrame: index) }

  /// The deadline of the next frame, in seconds.
  package var nextDeadline: Double { deadline(ofFrame: nextIndex) }

  /// Records that the next frame was ready at `time`, and moves on to the one after it.
  package mutating func frameIsReady(at time: Double) -> FrameOutcome {
    let due = nextDeadline
    let isMissed = time > deadline(ofFrame: nextIndex + stride)
    let dropped = advance(at: time)
    let outcome = FrameOutcome(lateness: max(0, time - due), isMissed: isMissed, droppedCount: dropped)
    statistics.record(outcome)
    return outcome
  }

  /// Moves on from the next frame, which was ready at `time`, without a record of it.
  /// - Returns: the number of frames that were due before and are dropped; one that is due exactly then is not.
  @discardableResult
  package mutating func advance(at time: Double) -> Int {
    nextIndex += stride
    return skipDue(before: time)
  }

  /// Skips the frames due before `time`, which were not wanted: they are neither delivered nor dropped.
  package mutating func resume(at time: Double) { _ = skipDue(before: time) }

  private mutating func skipDue(before time: Double) -> Int {
    guard nextDeadline < time else { return 0 }
    let interval = rate.frameDuration * Double(stride)
    // The quotient may be off by one through rounding; the loops correct that.
    var count = max(0, Int(((time - nextDeadline) / interval).rounded(.down)))
    while count > 0, deadline(ofFrame: nextIndex + (count - 1) * stride) >= time { count -= 1 }
    while deadline(ofFrame: nextIndex + count * stride) < time { count += 1 }
    nextIndex += count * stride
    return count
  }
}

/// The outcome of a frame.
package struct FrameOutcome: Sendable, Hashable {
  /// The time from its deadline until it was ready, in seconds, at least 0.
  package let lateness: Double
  /// Whether it was ready only after the next frame was due.
  package let isMissed: Bool
  /// Frames that were due before it was ready, and were dropped.
  package let droppedCount: Int
}

/// Lateness and counts of a display link's frames. It takes 8 bytes per delivered frame.
package struct FrameStatistics: Sendable, Hashable {
  /// The lateness of each delivered frame, in seconds, in order.
  package private(set) var lateness: [Double] = []
  /// Delivered frames that were ready only after the next one was due.
  package private(set) var missedCount = 0
  /// Frames that were never begun, because they were due while another was being made.
  package private(set) var droppedCount = 0

  /// No frames yet.
  package init() {}

  /// Frames that were delivered, late or not.
  package var deliveredCount: Int { lateness.count }

  mutating func record(_ outcome: FrameOutcome) {
    lateness.append(outcome.lateness)
    if outcome.isMissed { missedCount += 1 }
    droppedCount += outcome.droppedCount
  }

  /// Median, 99th percentile and maximum of `lateness`, by nearest rank: each the smallest value that is not below so
  /// many percent of all. `nil` without any.
  package static func summary(of lateness: [Double]) -> (p50: Double, p99: Double, maximum: Double)? {
    guard !lateness.isEmpty else { return nil }
    let sorted = lateness.sorted()
    // ⌈count · percent / 100⌉, in whole numbers.
    let rank = { (percent: Int) in (sorted.count * percent + 99) / 100 - 1 }
    return (sorted[rank(50)], sorted[rank(99)], sorted[sorted.count - 1])
  }
}
