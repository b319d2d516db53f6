import Dispatch
import Glibc
import Synchronization

/// A child process with its pipes, its exit status and its descendants.
///
/// The process leads a process group, so that Ctrl-C on the terminal does not reach it. It stays in
/// the session of this process. Linux distributes processor time among sessions, and a film with
/// its decoders and encoder counts as one task.
///
/// Calls block; make them from a thread, not from a Swift task. Each call returns at the event that
/// it waits for: data, the exit, the stall limit, or `cancel`.
///
/// **Thread-safety:** every method may be called from any thread, but only one thread at a time may
/// write, and one read.
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

  package enum Stream {
    case nothing
    /// A pipe for `write` or `read`.
    case pipe
    /// A pipe that is read on a separate thread, so that the program never waits.
    case drain(OutputDrain.Handler)
    /// A pipe of text that is read to its end. The function maps each line; `lines` keeps the last results.
    case lines(@Sendable (String) -> String?)
    /// The given descriptor, which is closed in this process.
    case descriptor(Int32)
  }

  private struct State {
    var processID: pid_t?
    var exitStatus: ExitStatus?
  }

  private let state = Mutex(State())
  /// The latch that is set after the exit status. Its descriptor exists from the start.
  private let exited = Latch()
  private let cancellation: Latch
  private let stallLimit: Duration?
  private let time: StallTime
  private let log = LineLog()
  private let drain: OutputDrain?
  private let input: DescriptorWriter
  /// The pipe from standard output; -1 if it is closed or connected otherwise.
  private let output: Mutex<Int32>

  /// Starts the file of `program` (``ProgramFile``), found in PATH unless it has a slash.
  /// - Parameters:
  ///   - environment: variables that replace variables of this process.
  ///   - stallLimit: the longest time in which a write, a read or a wait for the exit makes no
  ///     progress; `nil` for no limit.
  /// - Throws: `SystemError.programMissing` if the program is missing or not executable,
  ///   `.cannotCreate` without descriptors.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String] = [:],
    input: Stream = .nothing, output: Stream, error: Stream = .lines { $0 }, stallLimit: Duration? = nil,
    time: StallTime = .real, cancellation: Latch = Latch()
  ) throws(SystemError) {
    self.stallLimit = stallLimit
    self.time = time
    self.cancellation = cancellation
    let streams = [input, output, error]
    let ends = try Self.ends(of: streams, [exited, cancellation], for: OutputPath.name(of: program))
    drain = Self.drain(streams, ends, into: log, until: exited)
    let pipes = zip(streams, ends).map { if case .pipe = $0 { $1.ours } else { -1 as Int32 } }
    for pipe in pipes where pipe >= 0 { _ = fcntl(pipe, F_SETFL, O_NONBLOCK) }
    if pipes[1] >= 0 { Pipe.enlarge(pipes[1]) }
    self.output = Mutex(pipes[1])
    self.input = DescriptorWriter(
      descriptor: pipes[0], waitsForReader: pipes[0] >= 0, stallLimit: stallLimit, time: time,
      cancellation: cancellation)
    let (processID, entry) = try EmergencyCleanup.enter { () throws(SystemError) in
      let processID = try Self.spawn(program, arguments, environment, ends.map(\.its))
      state.withLock { $0.processID = processID }
      return processID
    } undo: { [weak self] _ in
      self?.end(SIGKILL)
    }
    // A separate queue gets a thread at once, regardless of the number of waiting threads.
    DispatchQueue(label: "process exit").async {
      self.reap(processID)
      EmergencyCleanup.remove(entry)
    }
  }

  deinit { closeOutput() }
  package var exitStatus: ExitStatus? { state.withLock { $0.exitStatus } }
  var processID: Int32? { state.withLock { $0.processID } }

  /// The last lines of streams of text; complete after `finishReading`.
  package var lines: [String] { log.lines }
  package func write(_ bytes: UnsafeRawBufferPointer) throws(StreamFailure) { try input.write(bytes) }
  package func closeInput() { _ = input.close() }

  /// Fills `buffer` with the next bytes from the pipe of standard output.
  /// - Returns: the number of bytes; fewer than requested only at the end of the output.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(StreamFailure) -> Int {
    let descriptor = output.withLock { $0 }
    var done = 0
    while done < buffer.count {
      if cancellation.isSet { throw .cancelled }
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        done += count
      } else if count == 0 {
        return done
      } else if errno == EAGAIN {
        try cancellation.wait(for: POLLIN, of: descriptor, StallClock(limit: stallLimit, time: time))
      } else if errno != EINTR {
        throw .system(errno)
      }
    }
    return done
  }

  private func closeOutput() {
    let descriptor = output.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
    if descriptor >= 0 { _ = Glibc.close(descriptor) }
  }

  package func catchUp() { drain?.catchUp() }

  /// Waits until the drained streams have ended. The process must have exited.
  package func finishReading() { drain?.finish() }

  /// Waits for the exit.
  /// - Parameter activity: a value that changes while the program makes progress; compared ten
  ///   times per stall limit.
  /// - Throws: `StreamFailure.cancelled`; `.stalled` after a stall limit without a change.
  package func waitForExit(_ activity: () -> [String] = { [] }) throws(StreamFailure) -> ExitStatus {
    var last = activity()
    var unchanged = StallClock(limit: stallLimit, time: time)
    while true {
      if let exitStatus { return exitStatus }
      do throws(StreamFailure) {
        let pause = StallClock(limit: stallLimit.map { $0 / 10 }, time: time)
        try cancellation.wait(for: POLLIN, of: exited.descriptor() ?? -1, pause)
      } catch {
        guard error == .stalled else { throw error }
        let current = activity()
        if current != last {
          last = current
          unchanged = StallClock(limit: stallLimit, time: time)
        } else if unchanged.isOver {
          throw .stalled
        }
      }
    }
  }

  /// Waits for the exit, at most `limit`; `cancel` has no effect.
  package func waitForExit(atMost limit: Duration) -> ExitStatus? {
    exited.isSet(within: limit) ? exitStatus : nil
  }

  /// Makes a waiting `write`, `read` or `waitForExit` and all later ones fail with `cancelled`.
  package func cancel() { cancellation.set() }

  package func end(_ signal: Int32) {
    state.withLock { state in
      // The identifier is valid, because the process is reaped under this lock.
      if let processID = state.processID { _ = kill(-processID, signal) }
    }
  }

  /// Ends the program if it still runs, with SIGTERM, and SIGKILL after `grace`, and closes its
  /// pipes. The process has exited on return. Repeated calls have no effect.
  package func close(grace: Duration) {
    end(SIGTERM)
    // Close the input after the signal. Otherwise the program would mistake the end of its input
    // for a complete input.
    closeInput()
    closeOutput()
    if waitForExit(atMost: grace) == nil {
      end(SIGKILL)
      if waitForExit(atMost: .seconds(5)) == nil { return }
    }
    finishReading()
  }

  /// Waits for the exit, ends the descendants, and reaps the process.
  private func reap(_ processID: pid_t) {
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
    exited.set()
  }
}
