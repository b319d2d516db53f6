import Synchronization

/// Limits the jobs that run at once, by number and by expected memory. Further jobs wait in order.
/// A job that needs more than the whole budget runs alone. A hundred concurrent jobs therefore take
/// no more memory, and no more time, than a few.
///
/// **Thread-safety:** every method may be called from any task.
final class AdmissionGate: Sendable {
  private struct State {
    var jobs = 0
    var bytes = 0
    var lastNumber = 0
    var waiting: [(number: Int, bytes: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let limit: Int
  /// The memory budget of the running jobs, in bytes.
  let budget: Int
  private let state = Mutex(State())

  /// A gate for at most `jobs` jobs that together expect at most `bytes` bytes.
  init(jobs: Int, bytes: Int = .max) { (limit, budget) = (jobs, bytes) }

  /// Waits for a slot and for `bytes` of memory, which the caller returns with `leave`.
  /// - Throws: `CancellationError` if the task was cancelled. The caller has then nothing to return.
  func enter(bytes: Int = 0) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          // A cancellation after this check finds the job in the queue.
          if Task.isCancelled { return true }
          state.waiting.append((number, bytes, continuation))
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
        admit()
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiting?.continuation.resume(throwing: CancellationError())
      admit()
    }
  }

  /// Returns the slot and memory of `enter`.
  func leave(bytes: Int = 0) {
    state.withLock { state in
      state.jobs -= 1
      state.bytes -= bytes
    }
    admit()
  }

  /// Admits the jobs at the head of the queue that fit.
  private func admit() {
    while let next = state.withLock({ next(&$0) }) { next.resume() }
  }

  private func next(_ state: inout State) -> CheckedContinuation<Void, any Error>? {
    guard let first = state.waiting.first, state.jobs < limit,
      state.jobs == 0 || first.bytes <= budget - state.bytes
    else { return nil }
    state.waiting.removeFirst()
    state.jobs += 1
    state.bytes += first.bytes
    return first.continuation
  }
}
