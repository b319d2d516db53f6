import Synchronization

/// The files that are read anew when they are saved, and the pages that are told.
///
/// **Thread-safety:** every method may be called from any thread.
final class Observed<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var fault: String?
    /// Counts the readings that were begun.
    var begun = 0
    var next = 0
    var observers: [Int: @Sendable (SubjectChange) -> Void] = [:]
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// As it was read last.
  var value: Value { state.withLock { $0.value } }
  /// The reason why the files cannot be used now.
  var fault: String? { state.withLock { $0.fault } }

  /// Calls `observer` with every change until `remove`.
  func add(_ observer: @escaping @Sendable (SubjectChange) -> Void) -> Int {
    state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      return state.next
    }
  }

  func remove(_ observer: Int) { state.withLock { $0.observers[observer] = nil } }

  /// Reads it anew, and tells what that came to unless the files were saved again meanwhile.
  /// - Parameter read: makes it of what it is now; an error, in the words of `describe`, leaves it as it is.
  func reload(
    describe: @escaping @Sendable (any Error) -> String,
    read: @escaping @Sendable (Value) async throws -> Value
  ) {
    let (number, old) = state.withLock { state in
      state.begun += 1
      return (state.begun, state.value)
    }
    Task {
      let (new, fault): (Value?, String?)
      do { (new, fault) = (try await read(old), nil) } catch { (new, fault) = (nil, describe(error)) }
      let observers = state.withLock { state -> [@Sendable (SubjectChange) -> Void] in
        guard state.begun == number else { return [] }
        if let new { state.value = new }
        state.fault = fault
        return Array(state.observers.values)
      }
      for observer in observers { observer(fault.map(SubjectChange.refused) ?? .reloaded) }
    }
  }
}
