import Synchronization

/// Lets jobs begin as long as their number and the memory that they are expected to take stay within bounds; one that needs
/// more than the whole budget runs when no other does. The others wait, in the order of asking: a hundred jobs at a time
/// take no more memory than a few, and no longer.
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
  /// Bytes that those at work take together, at most.
  let budget: Int
  private let state = Mutex(State())

  /// A gate for `jobs` jobs of together `bytes` bytes at a time.
  init(jobs: Int, bytes: Int = .max) { (limit, budget) = (jobs, bytes) }

  /// Waits for a place and for `bytes` of memory, which are given back by `leave`.
  /// - Throws: `CancellationError` when the task was cancelled; there is nothing to give back then.
  func enter(bytes: Int = 0) async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          // A cancellation from here on finds it in the line.
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

  /// Gives back what `enter` took.
  func leave(bytes: Int = 0) {
    state.withLock { state in
      state.jobs -= 1
      state.bytes -= bytes
    }
    admit()
  }

  /// Lets in those at the head of the line for which there is room.
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
