/// The bookkeeping of a bounded, ordered channel: what waits in it and how it ended. It performs nothing.
///
/// Index rule: elements leave in the order in which they came.
///
/// **Thread-safety:** a value.
struct BoundedChannelState<Element> {
  /// What the sender is to do.
  enum SendAction: Equatable { case sent, wait, closed }
  /// What the receiver is to do.
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

  /// Either side gives up. Returns what nobody will receive any more.
  mutating func cancel() -> [Element] {
    isCancelled = true
    defer { elements = [] }
    return elements
  }
}
