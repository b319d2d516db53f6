/// The next frame, its deadline, and the dropped frames: the logic of a display link as a pure
/// state machine.
///
/// Frame i is due i / rate after the origin, and its work begins at this deadline. The lateness of a
/// frame is the time from its deadline until it is ready. A frame is missed if it is ready after the
/// next frame's deadline. Frames due before it was ready are dropped: the next frame is the first that
/// is not due yet.
///
/// Times are in seconds of any clock.
package struct FramePacer: Sendable, Hashable {
  package let rate: FrameRate
  /// The stride, at least 1: every `stride`-th frame is delivered. The other frames are neither
  /// delivered nor dropped.
  package var stride = 1 {
    didSet { precondition(stride >= 1, "the stride must be at least 1") }
  }
  package private(set) var nextIndex = 0
  /// The lateness of past frames, and their counts.
  package private(set) var statistics = FrameStatistics()
  /// The deadline of frame 0, in seconds.
  package let origin: Double

  /// The deadline of frame `index`, in seconds.
  package func deadline(ofFrame index: Int) -> Double { origin + rate.time(ofFrame: index) }

  /// The deadline of the next frame, in seconds.
  package var nextDeadline: Double { deadline(ofFrame: nextIndex) }

  /// Records that the next frame was ready at `time`, and moves on to the following one.
  package mutating func frameIsReady(at time: Double) -> FrameOutcome {
    let due = nextDeadline
    let isMissed = time > deadline(ofFrame: nextIndex + stride)
    let dropped = advance(at: time)
    let outcome = FrameOutcome(lateness: max(0, time - due), isMissed: isMissed, droppedCount: dropped)
    statistics.record(outcome)
    return outcome
  }

  /// Moves on from the next frame, which was ready at `time`, without a record of it.
  /// - Returns: the number of dropped frames: those due before `time`.
  @discardableResult
  package mutating func advance(at time: Double) -> Int {
    nextIndex += stride
    return skipDue(before: time)
  }

  /// Skips the unwanted frames due before `time`: they are neither delivered nor dropped.
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

package struct FrameOutcome: Sendable, Hashable {
  /// The time from the frame's deadline until it was ready, in seconds, at least 0.
  package let lateness: Double
  /// Whether the frame was ready after the next one was due.
  package let isMissed: Bool
  /// The number of frames dropped because they were due before this one was ready.
  package let droppedCount: Int
}

/// The lateness and the counts of a display link's frames. Each delivered frame takes 8 bytes.
package struct FrameStatistics: Sendable, Hashable {
  /// The lateness of each delivered frame, in seconds, in order.
  package private(set) var lateness: [Double] = []
  /// The number of delivered frames that were ready after the next one was due.
  package private(set) var missedCount = 0
  /// The number of frames dropped because they were due before the previous one was ready.
  package private(set) var droppedCount = 0

  package init() {}

  /// The number of delivered frames, late or not.
  package var deliveredCount: Int { lateness.count }

  mutating func record(_ outcome: FrameOutcome) {
    lateness.append(outcome.lateness)
    if outcome.isMissed { missedCount += 1 }
    droppedCount += outcome.droppedCount
  }

  /// The median, 99th percentile and maximum of `lateness`, by nearest rank; `nil` without values.
  package static func summary(of lateness: [Double]) -> (p50: Double, p99: Double, maximum: Double)? {
    guard !lateness.isEmpty else { return nil }
    let sorted = lateness.sorted()
    // ⌈count · percent / 100⌉ − 1, in whole numbers.
    let rank = { (percent: Int) in (sorted.count * percent + 99) / 100 - 1 }
    return (sorted[rank(50)], sorted[rank(99)], sorted[sorted.count - 1])
  }
}
