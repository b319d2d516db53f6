import Synchronization

/// Carries a task's cancellation to work that blocks threads.
package final class StopSignal: Sendable {
  private struct State {
    var isSet = false
    var action: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  package init() {}
  package var isSet: Bool { state.withLock { $0.isSet } }

  /// Sets the action that ends the current work; it is called immediately if the signal is set
  /// already.
  package func onSet(_ action: @escaping @Sendable () -> Void) {
    let isSet = state.withLock { state in
      state.action = action
      return state.isSet
    }
    if isSet { action() }
  }

  package func set() {
    let action = state.withLock { state in
      state.isSet = true
      return state.action
    }
    action?()
  }
}

/// Runs `work` on a new thread; its signal is set when the task is cancelled.
/// - Throws: the errors of `work`, with `CancellationError` in place of `SystemError.cancelled`.
package func onThread<Value: Sendable>(
  named name: String, _ work: @escaping @Sendable (StopSignal) throws -> Value
) async throws -> Value {
  let stop = StopSignal()
  return try await withTaskCancellationHandler {
    do {
      return try await onThread(named: name) { try work(stop) }
    } catch SystemError.cancelled {
      throw CancellationError()
    }
  } onCancel: {
    stop.set()
  }
}
