/// A bounded, ordered channel between two threads.
///
/// **Thread-safety:** one thread sends, one receives, any thread cancels.
package final class BoundedChannel<Element: Sendable>: Sendable {
  private let state: Monitor<BoundedChannelState<Element>>

  package init(capacity: Int) {
    state = Monitor(BoundedChannelState(capacity: capacity))
  }

  /// Waits for room and sends; `false` if the channel is closed and the element was not sent.
  package func send(_ element: Element) -> Bool {
    state.waiting { state in
      switch state.send(element) {
      case .sent: true
      case .closed: false
      case .wait: nil
      }
    }
  }

  /// Waits for the next element; `nil` after the last one.
  package func receive() -> Element? {
    state.waiting { state -> Element?? in
      switch state.receive() {
      case .received(let element): .some(element)
      case .ended: .some(nil)
      case .wait: nil
      }
    }
  }

  package func finish() { state.change { $0.finish() } }

  /// Closes both sides; returns the elements not received.
  @discardableResult
  package func cancel() -> [Element] { state.change { $0.cancel() } }
}

/// The pure state of a bounded, ordered channel: its queue and how it ended.
///
/// Elements are received in the order in which they were sent.
struct BoundedChannelState<Element> {
  enum SendAction: Equatable { case sent, wait, closed }
  enum ReceiveAction { case received(Element), wait, ended }

  private var elements: [Element] = []
  private let capacity: Int
  private var isFinished = false
  private var isCancelled = false

  init(capacity: Int) {
    precondition(capacity > 0, "the capacity must be at least 1")
    self.capacity = capacity
  }

  mutating func send(_ element: Element) -> SendAction {
    if isCancelled || isFinished { return .closed }
    if elements.count == capacity { return .wait }
    elements.append(element)
    return .sent
  }

  mutating func receive() -> ReceiveAction {
    if isCancelled { return .ended }
    if elements.isEmpty { return isFinished ? .ended : .wait }
    return .received(elements.removeFirst())
  }

  mutating func finish() { isFinished = true }

  mutating func cancel() -> [Element] {
    isCancelled = true
    defer { elements = [] }
    return elements
  }
}
