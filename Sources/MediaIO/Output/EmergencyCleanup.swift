import Synchronization

/// What must not outlive the process: unfinished files and running encoders.
///
/// Sinks enter what they hold and take it out when they are done; a program that must end at once, such as
/// on a second Ctrl-C, calls `run` and exits. On any calmer way out the sinks' own `abort` does it.
///
/// **Thread-safety:** every method may be called from any thread, but not from inside a signal handler: deliver
/// signals to a thread, with a dispatch source or `sigwait`.
public enum EmergencyCleanup {
  private struct Table {
    var next = 0
    var actions: [Int: @Sendable () -> Void] = [:]
  }

  private static let table = Mutex(Table())

  /// Ends every running encoder with SIGKILL, then removes every unfinished file.
  public static func run() {
    let actions = table.withLock { table in
      defer { table.actions.removeAll() }
      return table.actions.sorted { $0.key > $1.key }.map(\.value)
    }
    // The newest first: an encoder is started after its output was made.
    for action in actions { action() }
  }

  /// How many entries there are.
  static var count: Int { table.withLock { $0.actions.count } }

  /// Enters what `run` shall do; `remove` takes it out by the number returned.
  static func add(_ action: @escaping @Sendable () -> Void) -> Int {
    table.withLock { table in
      table.next += 1
      table.actions[table.next] = action
      return table.next
    }
  }

  static func remove(_ entry: Int) {
    table.withLock { table in
      table.actions[entry] = nil
    }
  }
}
