/// How long the other side of a stream gives no sign of life.
package struct StallClock: Sendable {
  private let start = ContinuousClock.now
  private let limit: Duration?

  /// Starts now. A stall longer than `limit` is too long; `nil` waits for ever.
  package init(limit: Duration?) { self.limit = limit }

  /// Whether the limit has passed.
  package var isOver: Bool { limit.map { ContinuousClock.now - start > $0 } ?? false }
}
