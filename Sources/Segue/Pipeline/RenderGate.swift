import Foundation
import Synchronization

/// Lets so many jobs hold pictures at once. The others wait, in the order in which they came: a hundred jobs at a time
/// take no more memory than a few, and no longer.
///
/// **Thread-safety:** every method may be called from any task.
final class RenderGate: Sendable {
  /// The gate of this process: as many jobs as there are cores, and at least four.
  static let shared = RenderGate(limit: max(4, ProcessInfo.processInfo.activeProcessorCount))

  private struct State {
    var free: Int
    var lastNumber = 0
    var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state: Mutex<State>

  init(limit: Int) { state = Mutex(State(free: limit)) }

  /// Waits for a place, which is given back by `leave`.
  /// - Throws: `CancellationError` when the task was cancelled; there is nothing to give back then.
  func enter() async throws {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.withLock { state in
          // Whoever is cancelled from here on finds it in the line.
          if Task.isCancelled { return .failure(CancellationError()) }
          guard state.free == 0 else {
            state.free -= 1
            return .success(())
          }
          state.waiting.append((number, continuation))
          return nil
        }
        if let outcome { continuation.resume(with: outcome) }
      }
    } onCancel: {
      let waiting = state.withLock { state in
        state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
      }
      waiting?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Gives a place to the next in the line.
  func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst().continuation }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
