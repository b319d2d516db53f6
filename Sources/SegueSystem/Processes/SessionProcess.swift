import Dispatch
import Glibc
import Subprocess
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
    var hasStarted = false
    var processID: pid_t?
    var ending: Ending?
    var startFailure: MediaError?
    var cleanupEntry: Int?
  }

  private let state = Mutex(State())
  private let started = DispatchSemaphore(value: 0)
  private let running = DispatchGroup()
  private static let executor = QueueExecutor()
  /// A serial queue of its own gets a thread at once, however many processes are waited for.
  private let waiting = DispatchQueue(label: "process exit")

  /// Starts `program`, found in PATH unless it has a slash.
  /// - Throws: `MediaError.encoderMissing` when it is not there or cannot be run.
  package init(_ program: String, _ arguments: [String], _ descriptors: Descriptors) throws(MediaError) {
    let (_, entry) = try EmergencyCleanup.enter { () throws(MediaError) in
      try start(program, arguments, descriptors)
    } undo: { [weak self] in
      self?.end(SIGKILL)
    }
    let hasLeft = state.withLock { state in
      state.cleanupEntry = entry
      return state.ending != nil
    }
    if hasLeft { EmergencyCleanup.remove(entry) }
  }

  private func start(
    _ program: String, _ arguments: [String], _ descriptors: Descriptors
  ) throws(MediaError) {
    running.enter()
    Task(executorPreference: Self.executor) {
      await self.run(program, arguments, descriptors)
      self.running.leave()
    }
    started.wait()
    if let failure = state.withLock({ $0.startFailure }) { throw failure }
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

  private func run(_ program: String, _ arguments: [String], _ descriptors: Descriptors) async {
    var options = PlatformOptions()
    options.createSession = true
    do {
      // Found here, or a process would be forked for every folder of PATH.
      let executable =
        program.contains("/")
        ? .init(program) : try await Executable.name(program).resolveExecutablePath(in: .inherit)
      let result = try await Subprocess.run(
        .path(executable),
        arguments: Arguments(arguments),
        platformOptions: options,
        input: .fileDescriptor(.init(rawValue: descriptors.input), closeAfterSpawningProcess: true),
        output: .fileDescriptor(.init(rawValue: descriptors.output), closeAfterSpawningProcess: true),
        error: .fileDescriptor(.init(rawValue: descriptors.error), closeAfterSpawningProcess: true)
      ) { execution in
        let processID = execution.processIdentifier.value
        self.state.withLock { state in
          state.hasStarted = true
          state.processID = processID
        }
        self.started.signal()
        await self.untilExit(of: processID)
      }
      leave(Self.ending(result.terminationStatus))
    } catch {
      failToStart(program, error)
    }
  }

  /// Waits until the process has left but is not yet taken from the system's table, and ends what it started.
  private func untilExit(of processID: pid_t) async {
    await withCheckedContinuation { continuation in
      waiting.async {
        var info = siginfo_t()
        while waitid(P_PID, id_t(processID), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        self.state.withLock { state in
          _ = kill(-processID, SIGKILL)
          state.processID = nil
        }
        continuation.resume()
      }
    }
  }

  private func leave(_ ending: Ending) {
    let entry = state.withLock { state in
      state.ending = ending
      return state.cleanupEntry
    }
    entry.map(EmergencyCleanup.remove)
  }

  private func failToStart(_ program: String, _ error: any Error) {
    if state.withLock({ $0.hasStarted }) { return leave(.exited(127)) }
    let isMissing = (error as? SubprocessError)?.code == .executableNotFound
    let failure = MediaError.encoderMissing(
      name: program,
      cause: isMissing ? .notFound : .notStarted(reason: "\(error)"))
    state.withLock { $0.startFailure = failure }
    started.signal()
  }

  private static func ending(_ status: TerminationStatus) -> Ending {
    switch status {
    case .exited(let code): .exited(code)
    case .signaled(let number): .signaled(number)
    }
  }
}

/// Runs tasks on a dispatch queue, so that they go on even while every thread of the concurrency pool is blocked
/// by a caller that waits for them.
final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "process", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let unowned = UnownedJob(job)
    queue.async { unowned.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
