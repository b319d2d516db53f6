import Glibc
import Synchronization

/// Things that must not outlive the process: unfinished files and running encoders.
///
/// Sinks enter what they hold as they make it and take it out when they are done; a program that must end at once,
/// such as on a second Ctrl-C, calls `run`. On any calmer way out the sinks' own `abort` does it.
///
/// **Thread-safety:** every method may be called from any thread, but not from inside a signal handler: deliver
/// signals to a thread, with a dispatch source or `sigwait`.
package enum EmergencyCleanup {
  private struct Table {
    var next = 0
    var actions: [Int: @Sendable () -> Void] = [:]
    /// Those of the folders that were entered.
    var locks: [Int: FolderLock] = [:]
    /// The places that were searched for folders of killed processes.
    var swept: Set<String> = []
  }

  private static let table = Mutex(Table())

  /// Ends every running encoder with SIGKILL, removes every unfinished file, and ends the process by `exit`. A thread that
  /// is about to make another file or start another encoder waits for good.
  package static func run(then exit: () -> Never) -> Never {
    table.withLock { table in
      // The newest first: an encoder is started after its output was made.
      for (_, action) in table.actions.sorted(by: { $0.key > $1.key }) { action() }
      exit()
    }
  }

  /// The number of entries.
  package static var count: Int { table.withLock { $0.actions.count } }

  /// Makes something and enters how `run` shall take it back, with nothing in between.
  /// - Returns: the resource, and the number by which `remove` takes the entry out.
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

  /// Makes a folder for its owner alone in `parent`, or where `TMPDIR` says; its name is `prefix` and six other characters.
  /// The first time, folders of that kind that a killed process has left there are removed.
  /// - Throws: `MediaError.cannotCreate`.
  static func enterFolder(
    in parent: String? = nil, prefix: String, undo: @escaping @Sendable (String) -> Void
  ) throws(MediaError) -> (made: String, entry: Int) {
    let parent = parent ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let prefix = prefix + FolderLock.machine
    if table.withLock({ $0.swept.insert("\(parent)/\(prefix)").inserted }) {
      FolderLock.sweep(parent, prefix: prefix)
    }
    let (made, entry) = try enter(
      { () throws(MediaError) in
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

  /// Takes out the entry that `place` holds, and leaves none there.
  /// - Returns: whether there was one.
  @discardableResult
  package static func remove(from place: borrowing Mutex<Int?>) -> Bool {
    let entry = place.withLock { entry in
      defer { entry = nil }
      return entry
    }
    entry.map(remove)
    return entry != nil
  }

  /// Takes an entry out, once what it stands for is done or gone.
  package static func remove(_ entry: Int) {
    table.withLock { table in
      table.actions[entry] = nil
      table.locks.removeValue(forKey: entry)?.unlock()
    }
  }
}
