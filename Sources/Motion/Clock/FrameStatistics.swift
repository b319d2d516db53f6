/// What has become of a display link's frames. It keeps 8 bytes a delivered frame.
///
/// **Thread-safety:** a value.
public struct FrameStatistics: Sendable, Hashable {
  /// How long after it was due each delivered frame was ready, in seconds, in their order.
  public private(set) var lateness: [Double] = []
  /// Delivered frames that were ready only after the next one was due.
  public private(set) var missedCount = 0
  /// Frames that were never begun, since they were due while another was in hand.
  public private(set) var droppedCount = 0

  /// No frames yet.
  public init() {}

  /// Frames that were delivered, late or not.
  public var deliveredCount: Int { lateness.count }
  /// Frames that were due: delivered or dropped.
  public var deadlineCount: Int { deliveredCount + droppedCount }

  mutating func record(_ outcome: FrameOutcome) {
    lateness.append(outcome.lateness)
    if outcome.isMissed { missedCount += 1 }
    droppedCount += outcome.droppedCount
  }

  /// Median, 99th percentile and maximum of the lateness in seconds, by nearest rank; `nil` without frames.
  public var latenessSummary: (p50: Double, p99: Double, maximum: Double)? { Self.summary(of: lateness) }

  /// Median, 99th percentile and maximum of `lateness`, by nearest rank: each the smallest value that is not below so
  /// many percent of all. `nil` without any.
  public static func summary(of lateness: [Double]) -> (p50: Double, p99: Double, maximum: Double)? {
    guard !lateness.isEmpty else { return nil }
    let sorted = lateness.sorted()
    // ⌈count · percent / 100⌉, in whole numbers.
    let rank = { (percent: Int) in (sorted.count * percent + 99) / 100 - 1 }
    return (sorted[rank(50)], sorted[rank(99)], sorted[sorted.count - 1])
  }
}
