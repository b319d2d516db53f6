/// Measures how long the other side of a stream has been inactive.
package struct StallClock: Sendable {
  private let time: StallTime
  private let start: ContinuousClock.Instant
  private let limit: Duration?

  /// Starts now, with a stall limit; `nil` for no limit.
  package init(limit: Duration?, time: StallTime = .real) {
    self.limit = limit
    self.time = time
    start = time.now
  }

  package var isOver: Bool { limit.map { time.now - start > $0 } ?? false }

  /// The timeout of `poll` until the next check of `isOver`, in milliseconds; -1 for none.
  var pollTimeout: Int32 {
    guard let limit else { return -1 }
    guard time === StallTime.real else { return 1 }
    // Rounded up, so that the limit has passed afterwards.
    let rest = (limit - (time.now - start)) / .milliseconds(1)
    return Int32(max(0, min(rest, 1e9))) + 1
  }
}

/// The clock that measures stalls: the machine's, or one that a test advances. A thread that waits
/// for an event reads a test's clock every millisecond.
///
/// Equality is object identity.
package final class StallTime: Sendable, Hashable {
  package static let real = StallTime { ContinuousClock.now }

  private let read: @Sendable () -> ContinuousClock.Instant

  /// A clock whose time `read` returns. The time must never go back.
  package init(_ read: @escaping @Sendable () -> ContinuousClock.Instant) { self.read = read }
  package var now: ContinuousClock.Instant { read() }
  package static func == (one: StallTime, other: StallTime) -> Bool { one === other }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
