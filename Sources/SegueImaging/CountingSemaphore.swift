import Dispatch

/// Counts what is there; waiting takes one.
///
/// **Thread-safety:** every method may be called from any thread.
final class CountingSemaphore: Sendable {
  private let semaphore: DispatchSemaphore

  init(_ count: Int) {
    // A dispatch semaphore must not be released below the count it was made with.
    semaphore = DispatchSemaphore(value: 0)
    for _ in 0..<count { semaphore.signal() }
  }

  func wait() { semaphore.wait() }
  func signal() { semaphore.signal() }
}
