import Glibc

/// A value that one thread at a time may use. Other threads can wait for its changes.
///
/// **Thread-safety:** every method may be called from any thread. `@unchecked`, since the lock that
/// guards the value is the C library's.
package final class Monitor<State>: @unchecked Sendable {
  private var state: State
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init(_ state: sending State) {
    self.state = state
    pthread_mutex_init(lock, nil)
    pthread_cond_init(changed, nil)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(lock)
    changed.deallocate()
    lock.deallocate()
  }

  /// Uses the value and wakes all threads that wait for a change.
  package func change<Result>(_ body: (inout State) -> Result) -> Result {
    waiting { state in body(&state) as Result? }
  }

  /// Calls `body`, again after each change, until it returns a result. Then wakes all waiting
  /// threads.
  package func waiting<Result>(_ body: (inout State) -> Result?) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    while true {
      if let result = body(&state) {
        pthread_cond_broadcast(changed)
        return result
      }
      pthread_cond_wait(changed, lock)
    }
  }
}
