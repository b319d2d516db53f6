/// How long the other side of a stream gives no sign of life.
package struct StallClock: Sendable {
  private let time: StallTime
  private let start: ContinuousClock.Instant
  private let limit: Duration?

  /// Starts now. A stall longer than `limit` is too long; `nil` waits for ever.
  package init(limit: Duration?, time: StallTime = .real) {
    self.limit = limit
    self.time = time
    start = time.now
  }

  /// Whether the limit has passed.
  package var isOver: Bool { limit.map { time.now - start > $0 } ?? false }
}

/// The time by which stalls are measured: the machine's, or one that a test advances.
///
/// Two are equal if they are the same object.
package final class StallTime: Sendable, Hashable {
  /// The machine's time.
  package static let real = StallTime { ContinuousClock.now }

  private let read: @Sendable () -> ContinuousClock.Instant

  /// A time that `read` returns; it never decreases.
  package init(_ read: @escaping @Sendable () -> ContinuousClock.Instant) { self.read = read }

  /// The current time.
  package var now: ContinuousClock.Instant { read() }

  package static func == (one: StallTime, other: StallTime) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
