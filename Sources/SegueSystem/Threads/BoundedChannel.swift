/// A bounded, ordered channel between two threads.
///
/// **Thread-safety:** one thread sends, one receives, any thread cancels.
package final class BoundedChannel<Element: Sendable>: Sendable {
  private let state: Monitor<BoundedChannelState<Element>>

  /// An empty channel that holds up to `capacity` elements.
  package init(capacity: Int) {
    state = Monitor(BoundedChannelState(capacity: capacity))
  }

  /// Waits for room and sends; `false` when the channel was closed and the element not taken.
  package func send(_ element: Element) -> Bool {
    state.waiting { state in
      switch state.send(element) {
      case .sent: true
      case .closed: false
      case .wait: nil
      }
    }
  }

  /// Waits for the next element; `nil` when there will be none.
  package func receive() -> Element? {
    state.waiting { state -> Element?? in
      switch state.receive() {
      case .received(let element): .some(element)
      case .ended: .some(nil)
      case .wait: nil
      }
    }
  }

  /// No more will be sent.
  package func finish() { state.change { $0.finish() } }

  /// Ends both sides; returns what was left.
  @discardableResult
  package func cancel() -> [Element] { state.change { $0.cancel() } }
}

/// The bookkeeping of a bounded, ordered channel: what waits in it and how it ended. It performs nothing.
///
/// Index rule: elements leave in the order in which they came.
struct BoundedChannelState<Element> {
  /// The sender's next step.
  enum SendAction: Equatable { case sent, wait, closed }
  /// The receiver's next step.
  enum ReceiveAction { case received(Element), wait, ended }

  private var elements: [Element] = []
  private let capacity: Int
  private var isFinished = false
  private var isCancelled = false

  init(capacity: Int) {
    precondition(capacity > 0, "a channel holds at least one element")
    self.capacity = capacity
  }

  /// The sender offers an element.
  mutating func send(_ element: Element) -> SendAction {
    if isCancelled || isFinished { return .closed }
    if elements.count == capacity { return .wait }
    elements.append(element)
    return .sent
  }

  /// The receiver asks for the next element.
  mutating func receive() -> ReceiveAction {
    if isCancelled { return .ended }
    if elements.isEmpty { return isFinished ? .ended : .wait }
    return .received(elements.removeFirst())
  }

  /// The sender has no more. What waits is still delivered.
  mutating func finish() { isFinished = true }

  /// Either side gives up. Returns the elements that are not received any more.
  mutating func cancel() -> [Element] {
    isCancelled = true
    defer { elements = [] }
    return elements
  }
}
