import Foundation

/// A bounded, ordered channel between two threads.
///
/// **Thread-safety:** one thread sends, one receives, any thread cancels.
final class BoundedChannel<Element: Sendable>: @unchecked Sendable {
  private var state: BoundedChannelState<Element>
  private let condition = NSCondition()

  init(capacity: Int) {
    state = BoundedChannelState(capacity: capacity)
  }

  /// Waits for room and sends; `false` when the channel was closed and the element not taken.
  func send(_ element: Element) -> Bool {
    condition.lock()
    defer { condition.unlock() }
    while true {
      switch state.send(element) {
      case .sent:
        condition.broadcast()
        return true
      case .closed: return false
      case .wait: condition.wait()
      }
    }
  }

  /// Waits for the next element; `nil` when there will be none.
  func receive() -> Element? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      switch state.receive() {
      case .received(let element):
        condition.broadcast()
        return element
      case .ended: return nil
      case .wait: condition.wait()
      }
    }
  }

  /// No more will be sent.
  func finish() {
    condition.lock()
    state.finish()
    condition.broadcast()
    condition.unlock()
  }

  /// Ends both sides; returns what was left.
  @discardableResult
  func cancel() -> [Element] {
    condition.lock()
    defer { condition.unlock() }
    condition.broadcast()
    return state.cancel()
  }
}
