/// A bounded, ordered channel between two threads.
///
/// **Thread-safety:** one thread sends, one receives, any thread cancels.
package final class BoundedChannel<Element: Sendable>: Sendable {
  private let state: Monitor<BoundedChannelState<Element>>

  package init(capacity: Int) { state = Monitor(BoundedChannelState(capacity: capacity)) }

  /// Waits for room and sends; `false` if the channel is closed and the element was not sent.
  package func send(_ element: Element) -> Bool { state.waiting { $0.send(element) } }

  /// Waits for the next element; `nil` after the last one.
  package func receive() -> Element? { state.waiting { $0.receive() } }
  package func finish() { state.change { $0.finish() } }

  /// Closes both sides; returns the elements not received.
  @discardableResult
  package func cancel() -> [Element] { state.change { $0.cancel() } }
}

/// The state of a bounded, ordered channel, without waiting: its queue and its end.
///
/// Elements are received in the order in which they were sent.
struct BoundedChannelState<Element> {
  private var elements: [Element] = []
  private let capacity: Int
  private var isFinished = false
  private var isCancelled = false

  init(capacity: Int) {
    precondition(capacity > 0, "the capacity must be at least 1")
    self.capacity = capacity
  }

  /// Whether the element was sent; `nil` if the channel is full.
  mutating func send(_ element: Element) -> Bool? {
    if isCancelled || isFinished { return false }
    if elements.count == capacity { return nil }
    elements.append(element)
    return true
  }

  /// The next element, or `.some(nil)` after the end; `nil` if the channel is empty.
  mutating func receive() -> Element?? {
    if isCancelled || isFinished && elements.isEmpty { return .some(nil) }
    return elements.isEmpty ? nil : .some(elements.removeFirst())
  }

  mutating func finish() { isFinished = true }

  mutating func cancel() -> [Element] {
    isCancelled = true
    defer { elements = [] }
    return elements
  }
}
