import Glibc
import Synchronization

/// Cleans up resources that must not outlive the process: unfinished files and running encoders.
///
/// Sinks register their resources on creation and deregister them when done. A program that must
/// end at once, such as on a second Ctrl-C, calls `run`. On an orderly exit, the sinks' own `abort`
/// cleans up.
///
/// **Thread-safety:** every method may be called from any thread, but not from inside a signal
/// handler. Deliver signals to a thread, with a dispatch source or `sigwait`.
package enum EmergencyCleanup {
  private struct Table {
    var next = 0
    var actions: [Int: @Sendable () -> Void] = [:]
    var locks: [Int: FolderLock] = [:]
    /// The folders that were searched for leftovers of killed processes.
    var swept: Set<String> = []
  }

  private static let table = Mutex(Table())

  /// Ends every running encoder with SIGKILL, removes every unfinished file, and ends the process
  /// by `exit`. A thread that is about to make another file or start another encoder blocks
  /// forever.
  package static func run(then exit: () -> Never) -> Never {
    table.withLock { table in
      // Clean up the newest resource first, since an encoder is started after its output was made.
      for (_, action) in table.actions.sorted(by: { $0.key > $1.key }) { action() }
      exit()
    }
  }

  package static var count: Int { table.withLock { $0.actions.count } }

  /// Makes a resource and registers its cleanup atomically.
  /// - Returns: the resource, and the number for `remove`.
  package static func enter<Resource: Sendable, Failure: Error>(
    _ make: () throws(Failure) -> Resource, undo: @escaping @Sendable (Resource) -> Void
  ) throws(Failure) -> (made: Resource, entry: Int) {
    try table.withLock { table throws(Failure) in
      let made = try make()
      table.next += 1
      table.actions[table.next] = { undo(made) }
      return (made, table.next)
    }
  }

  /// Makes a folder with permissions for its owner only in `parent`, or in `TMPDIR`. Its name is
  /// `prefix` and six random characters. The first call also removes such folders of killed
  /// processes.
  static func enterFolder(
    in parent: String? = nil, prefix: String, undo: @escaping @Sendable (String) -> Void
  ) throws(SystemError) -> (made: String, entry: Int) {
    let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let prefix = prefix + FolderLock.machine
    if table.withLock({ $0.swept.insert("\(parent)/\(prefix)").inserted }) {
      FolderLock.sweep(parent, prefix: prefix)
    }
    let (made, entry) = try enter(
      { () throws(SystemError) in
        var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
          throw .caused(by: errno) { .cannotCreate(path: parent, reason: $0) }
        }
        return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
      }, undo: undo)
    let lock = FolderLock(made)
    table.withLock { $0.locks[entry] = lock }
    return (made, entry)
  }

  /// Deregisters the entry in `place` and clears `place`.
  /// - Returns: whether an entry was registered.
  @discardableResult
  package static func remove(from place: borrowing Mutex<Int?>) -> Bool {
    let entry = place.withLock { entry in
      defer { entry = nil }
      return entry
    }
    entry.map(remove)
    return entry != nil
  }

  /// Deregisters an entry whose resource is finished or gone.
  package static func remove(_ entry: Int) {
    table.withLock { table in
      table.actions[entry] = nil
      table.locks.removeValue(forKey: entry)?.unlock()
    }
  }
}
