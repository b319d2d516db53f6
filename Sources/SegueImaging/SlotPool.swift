import Dispatch
import Synchronization

/// The slots of a renderer's ring: which ones are free.
///
/// **Thread-safety:** every method may be called from any thread.
package final class SlotPool: Sendable {
  private let state: Mutex<[Int]>
  /// A dispatch semaphore must not be released below the count it was made with.
  private let semaphore = DispatchSemaphore(value: 0)

  /// `count` free slots, 0 ..< count.
  package init(count: Int) {
    state = Mutex(Array((0..<count).reversed()))
    for _ in 0..<count { semaphore.signal() }
  }

  /// Takes a free slot; waits for one when there is none.
  package func take() -> Int {
    semaphore.wait()
    return state.withLock { free in
      guard let slot = free.popLast() else { preconditionFailure("a slot was counted but is not there") }
      return slot
    }
  }

  /// Gives `slot` back.
  package func give(_ slot: Int) {
    state.withLock { $0.append(slot) }
    semaphore.signal()
  }
}
