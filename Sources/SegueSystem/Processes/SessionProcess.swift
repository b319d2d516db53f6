import CSegueSpawn
import Dispatch
import Glibc
import Synchronization

/// A program running in a session of its own, so that Ctrl-C on the terminal doesn't reach it; watched until it has
/// left, together with whatever it started.
///
/// The calls wait; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** every method may be called from any thread.
package final class SessionProcess: Sendable {
  /// The exit of a program.
  package enum Ending: Sendable, Equatable {
    case exited(Int32)
    case signaled(Int32)

    package var isSuccess: Bool { self == .exited(0) }

    /// The end of the sentence "it ...".
    package var text: String {
      switch self {
      case .exited(let status): "exited with status \(status)"
      case .signaled(let number): "was ended by signal \(number)"
      }
    }
  }

  /// The three descriptors that the program gets; the process takes them over and closes them.
  package struct Descriptors: Sendable {
    package var input: Int32
    package var output: Int32
    package var error: Int32

    /// The streams of a program.
    package init(input: Int32, output: Int32, error: Int32) {
      (self.input, self.output, self.error) = (input, output, error)
    }
  }

  private struct State {
    var processID: pid_t?
    var ending: Ending?
  }

  private let state = Mutex(State())
  private let running = DispatchGroup()

  /// Starts `program`, found in PATH unless it has a slash.
  /// - Throws: `MediaError.encoderMissing` when it is not there or cannot be run.
  package init(_ program: String, _ arguments: [String], _ descriptors: Descriptors) throws(MediaError) {
    let (processID, entry) = try EmergencyCleanup.enter { () throws(MediaError) in
      let processID = try Self.spawn(program, arguments, descriptors)
      state.withLock { $0.processID = processID }
      return processID
    } undo: { [weak self] _ in
      self?.end(SIGKILL)
    }
    // A queue of its own gets a thread at once, however many processes are waited for.
    DispatchQueue(label: "process exit").async(group: running) {
      self.waitUntilExit(of: processID)
      EmergencyCleanup.remove(entry)
    }
  }

  /// The exit; nil while it runs.
  package var ending: Ending? { state.withLock { $0.ending } }

  /// Its process number; nil when it has left.
  var processID: Int32? { state.withLock { $0.processID } }

  /// Waits until it has left, for `limit` at most.
  package func waitUntilEnd(_ limit: Duration) -> Ending? {
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    _ = running.wait(timeout: .now() + .nanoseconds(nanoseconds))
    return ending
  }

  /// Sends `signal` to it and everything in its session's group.
  package func end(_ signal: Int32) {
    state.withLock { state in
      // Still ours: it is only taken from the system's table after the number was cleared here.
      if let processID = state.processID { _ = kill(-processID, signal) }
    }
  }

  /// SIGTERM, and SIGKILL if it has not left after `grace`. It has left when this returns.
  package func terminate(grace: Duration, afterSignal: () -> Void = {}) {
    end(SIGTERM)
    afterSignal()
    if waitUntilEnd(grace) != nil { return }
    end(SIGKILL)
    _ = waitUntilEnd(.seconds(5))
  }

  /// Waits until the process has left, ends what it started, and takes it from the system's table.
  private func waitUntilExit(of processID: pid_t) {
    var info = siginfo_t()
    while waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    state.withLock { state in
      _ = kill(-processID, SIGKILL)
      var status: Int32 = 0
      while waitpid(processID, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      state.ending = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
      state.processID = nil
    }
  }

  /// Starts the program with these descriptors, and closes them here.
  private static func spawn(
    _ program: String, _ arguments: [String], _ descriptors: Descriptors
  ) throws(MediaError) -> pid_t {
    let given = [descriptors.input, descriptors.output, descriptors.error]
    // Above those that they become in the program. One that is missing is refused there.
    let sources = given.map { $0 > 2 ? $0 : fcntl($0, F_DUPFD_CLOEXEC, 3) }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer {
      for descriptor in Set(given + sources) { _ = close(descriptor) }
      for word in words { free(word) }
    }
    var processID: pid_t = 0
    let code = segue_spawn(&processID, program, words, sources[0], sources[1], sources[2])
    if code == 0 { return processID }
    // A name that is only found without the right to run it is not found.
    let isMissing = code == ENOENT || code == EACCES && !program.contains("/")
    throw .encoderMissing(
      name: program, cause: isMissing ? .notFound : .notStarted(reason: SystemReason.text(code)))
  }
}
