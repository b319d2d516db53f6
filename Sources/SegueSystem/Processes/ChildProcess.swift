import CSegueSpawn
import Dispatch
import Glibc
import Synchronization

/// A child process with its streams, its exit status and its descendants.
///
/// The process leads a process group, so that Ctrl-C on the terminal does not reach it. It stays in
/// this session: Linux distributes processor time by sessions, and a film with its decoders and
/// encoder is one task among others.
///
/// Calls block; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** every method may be called from any thread.
package final class ChildProcess: Sendable {
  package enum ExitStatus: Sendable, Equatable {
    case exited(Int32)
    case signaled(Int32)

    package var isSuccess: Bool { self == .exited(0) }

    /// The predicate of a sentence about the process.
    package var text: String {
      switch self {
      case .exited(let status): "exited with status \(status)"
      case .signaled(let number): "was ended by signal \(number)"
      }
    }
  }

  /// The connection of a standard stream.
  package enum Stream {
    case nothing
    /// A pipe whose end the owner of the process reads or writes, and closes.
    case pipe
    /// A pipe that is read on a separate thread, so that the program never waits.
    case drain(@Sendable (UnsafeRawBufferPointer) -> Void)
    /// The given descriptor, which is closed in this process.
    case descriptor(Int32)
  }

  private struct State {
    var processID: pid_t?
    var exitStatus: ExitStatus?
  }

  /// The ends of the pipes to the process and from it; -1 without a pipe.
  package let input: Int32, output: Int32

  private let state = Mutex(State())
  private let running = DispatchGroup()
  private let drains: [OutputDrain]

  /// Starts the file of `program` (``ProgramFile``), found in PATH unless it has a slash.
  /// - Throws: `MediaError.encoderMissing` if the program is missing or not executable,
  ///   `.cannotCreate` without descriptors.
  package init(
    _ program: String, _ arguments: [String], input: Stream = .nothing, output: Stream, error: Stream
  ) throws(MediaError) {
    let streams = [input, output, error]
    let ends = try Self.ends(of: streams, for: OutputPath.name(of: program))
    drains = zip(streams, ends).compactMap { stream, end in
      guard case .drain(let handler) = stream else { return nil }
      return OutputDrain(end.ours, handler: handler)
    }
    let pipes = zip(streams, ends).map { if case .pipe = $0 { $1.ours } else { -1 as Int32 } }
    self.input = pipes[0]
    self.output = pipes[1]
    let (processID, entry): (pid_t, Int)
    do throws(MediaError) {
      (processID, entry) = try EmergencyCleanup.enter { () throws(MediaError) in
        let processID = try Self.spawn(program, arguments, ends.map(\.its))
        state.withLock { $0.processID = processID }
        return processID
      } undo: { [weak self] _ in
        self?.end(SIGKILL)
      }
    } catch {
      for end in pipes where end >= 0 { _ = close(end) }
      throw error
    }
    // A separate queue gets a thread at once, regardless of the number of waiting ones.
    DispatchQueue(label: "process exit").async(group: running) {
      self.waitUntilExit(of: processID)
      EmergencyCleanup.remove(entry)
    }
  }

  package var exitStatus: ExitStatus? { state.withLock { $0.exitStatus } }

  /// The process identifier; nil after the exit.
  var processID: Int32? { state.withLock { $0.processID } }

  /// Waits for the exit, at most `limit`.
  package func waitUntilEnd(_ limit: Duration) -> ExitStatus? {
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    _ = running.wait(timeout: .now() + .nanoseconds(nanoseconds))
    return exitStatus
  }

  /// Sends `signal` to the process group.
  package func end(_ signal: Int32) {
    state.withLock { state in
      // The identifier is still valid: the process is reaped only after it was cleared here.
      if let processID = state.processID { _ = kill(-processID, signal) }
    }
  }

  /// Sends SIGTERM, and SIGKILL after `grace`. The process has exited on return.
  package func terminate(grace: Duration, afterSignal: () -> Void = {}) {
    end(SIGTERM)
    afterSignal()
    if waitUntilEnd(grace) != nil { return }
    end(SIGKILL)
    _ = waitUntilEnd(.seconds(5))
  }

  /// Waits for the exit, ends the descendants, and reaps the process.
  private func waitUntilExit(of processID: pid_t) {
    var info = siginfo_t()
    while waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    state.withLock { state in
      _ = kill(-processID, SIGKILL)
      var status: Int32 = 0
      while waitpid(processID, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7F
      state.exitStatus = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
      state.processID = nil
    }
  }

  /// Delivers the available output to the handlers of drained streams.
  package func catchUp() { for drain in drains { drain.catchUp() } }

  /// Waits for the end of drained streams, at most `limit`, then stops reading: a descendant may
  /// hold them open.
  package func finishReading(within limit: DispatchTimeInterval) {
    for drain in drains { drain.finish(within: limit) }
  }

  /// The child's and the parent's end of each stream; -1 for none.
  private static func ends(
    of streams: [Stream], for program: String
  ) throws(MediaError) -> [(its: Int32, ours: Int32)] {
    var ends: [(its: Int32, ours: Int32)] = streams.map {
      if case .descriptor(let descriptor) = $0 { (descriptor, -1) } else { (-1, -1) }
    }
    do throws(MediaError) {
      for (index, stream) in streams.enumerated() {
        switch stream {
        case .descriptor: break
        case .nothing:
          ends[index].its = open("/dev/null", (index == 0 ? O_RDONLY : O_WRONLY) | O_CLOEXEC)
          guard ends[index].its >= 0 else {
            throw .caused(by: errno) { .cannotCreate(path: program, reason: "no /dev/null: \($0)") }
          }
        case .pipe, .drain:
          let pipe = try Pipe(for: program)
          ends[index] = index == 0 ? (pipe.readEnd, pipe.writeEnd) : (pipe.writeEnd, pipe.readEnd)
        }
      }
    } catch {
      for end in ends.flatMap({ [$0.its, $0.ours] }) where end >= 0 { _ = close(end) }
      throw error
    }
    return ends
  }

  /// Starts the program with these descriptors, and closes them in this process.
  private static func spawn(
    _ program: String, _ arguments: [String], _ given: [Int32]
  ) throws(MediaError) -> pid_t {
    // Duplicated above the standard descriptors, so that they do not overwrite each other. A
    // missing one is refused by spawn.
    let sources = given.map { $0 > 2 ? $0 : fcntl($0, F_DUPFD_CLOEXEC, 3) }
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer {
      for descriptor in Set(given + sources) { _ = close(descriptor) }
      for word in words { free(word) }
    }
    let file = ProgramFile(of: program)
    var processID: pid_t = 0
    let code = segue_spawn(&processID, file.path, words, sources[0], sources[1], sources[2])
    if code == 0 { return processID }
    if let variable = file.variable {
      throw .caused(by: code) {
        .encoderMissing(name: program, cause: .variable(variable, value: file.path, reason: $0))
      }
    }
    // A file in PATH without execute permission counts as not found.
    if code == ENOENT || code == EACCES && !program.contains("/") {
      throw .encoderMissing(name: program, cause: .notFound)
    }
    throw .caused(by: code) { .encoderMissing(name: program, cause: .notStarted(reason: $0)) }
  }
}
