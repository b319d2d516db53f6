import Synchronization

/// A value that is read from files and read again when they are saved, with its observers.
///
/// **Thread-safety:** every method may be called from any thread.
final class WatchedValue<Value: Sendable>: Sendable {
  private struct State {
    var value: Value
    var fault: String?
    /// The number of reads that were started.
    var begun = 0
    var next = 0
    var observers: [Int: @Sendable (SubjectChange) -> Void] = [:]
  }

  private let state: Mutex<State>

  init(_ value: Value) { state = Mutex(State(value: value)) }

  /// The value of the last successful read.
  var value: Value { state.withLock { $0.value } }
  /// The reason why the files cannot be used; `nil` if they can.
  var fault: String? { state.withLock { $0.fault } }

  /// Adds an observer of every change, which is called until `remove`.
  func add(_ observer: @escaping @Sendable (SubjectChange) -> Void) -> Int {
    state.withLock { state in
      state.next += 1
      state.observers[state.next] = observer
      return state.next
    }
  }

  func remove(_ observer: Int) { state.withLock { $0.observers[observer] = nil } }

  /// Reads the value again and notifies the observers, unless a later read was started meanwhile.
  /// - Parameter read: makes the new value from the current one. An error keeps the value;
  ///   `describe` returns its text.
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
