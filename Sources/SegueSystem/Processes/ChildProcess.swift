import CSegueSpawn
import Dispatch
import Glibc
import Synchronization

/// A running program: what goes in, what comes out, and its end, together with whatever it started.
///
/// It leads a group of processes, so that Ctrl-C on the terminal doesn't reach it, but stays in our session: Linux
/// shares the processors out by sessions, and a film with its decoders and its encoder is one task beside others.
///
/// The calls wait; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** every method may be called from any thread.
package final class ChildProcess: Sendable {
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

  /// What is at our end of one of its three streams.
  package enum Stream {
    case nothing
    /// A pipe, whose end the owner of the process reads or writes, and closes.
    case pipe
    /// Takes what the program writes, on a thread of its own, so that the program never waits.
    case drain(@Sendable (UnsafeRawBufferPointer) -> Void)
    /// The stream is this descriptor, which is closed here.
    case descriptor(Int32)
  }

  private struct State {
    var processID: pid_t?
    var ending: Ending?
  }

  /// Our end of a pipe into it, and of the one out of it; -1 where there is none.
  package let input: Int32, output: Int32

  private let state = Mutex(State())
  private let running = DispatchGroup()
  private let drains: [OutputDrain]

  /// Starts `program`, found in PATH unless it has a slash.
  /// - Throws: `MediaError.encoderMissing` when it is not there or cannot be run, `.cannotCreate` without descriptors.
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
    (self.input, self.output) = (pipes[0], pipes[1])
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

  /// Sends `signal` to it and everything in its group.
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

  /// Hands on all that it has written by now to streams that are drained.
  package func catchUp() { for drain in drains { drain.catchUp() } }

  /// Waits for the end of the streams that are drained, for `limit` at most, then reads no more: a program that it left
  /// behind may hold them open.
  package func finishReading(within limit: DispatchTimeInterval) {
    for drain in drains { drain.finish(within: limit) }
  }

  /// Its end of each stream, and ours; -1 where there is none.
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

  /// Starts the program with these descriptors, and closes them here.
  private static func spawn(
    _ program: String, _ arguments: [String], _ given: [Int32]
  ) throws(MediaError) -> pid_t {
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
    if code == ENOENT || code == EACCES && !program.contains("/") {
      throw .encoderMissing(name: program, cause: .notFound)
    }
    throw .caused(by: code) { .encoderMissing(name: program, cause: .notStarted(reason: $0)) }
  }
}
