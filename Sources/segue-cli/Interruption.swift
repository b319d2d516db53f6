import Dispatch
import FoundationEssentials
import Glibc
import SegueFilms
import Synchronization

/// Handles SIGINT, SIGTERM and SIGHUP: the first signal cancels the work if possible, the second ends the process.
///
/// **Thread-safety:** the handlers run on their own queue.
enum Interruption {
  private static let queue = DispatchQueue(label: "segue.signals")
  private static let received = Atomic<Int32>(0)

  /// Calls `cancel` on the first signal; without `cancel` that signal ends the process. Signals are handled
  /// after the return. Earlier signals have their default effect.
  static func listen(cancel: (@Sendable () -> Void)? = nil) {
    // A closed pipe is reported as a write error.
    signal(SIGPIPE, SIG_IGN)
    let registration = DispatchGroup()
    for number in numbers {
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      registration.enter()
      source.setRegistrationHandler { registration.leave() }
      source.setEventHandler { act(on: number, cancel) }
      source.resume()
      // Retained for ever: releasing the source would restore the signal's default effect.
      _ = Unmanaged.passRetained(source as AnyObject)
    }
    registration.wait()
  }

  /// Runs `work`, which the first signal cancels.
  /// - Throws: the errors of `work`.
  static func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // Starts only when the signals are handled.
    let (start, begin) = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in start { break }
      return try await work()
    }
    listen { task.cancel() }
    begin.yield()
    return try await task.value
  }

  private static func act(on number: Int32, _ cancel: (@Sendable () -> Void)?) {
    let isFirst = received.exchange(number, ordering: .sequentiallyConsistent) == 0
    if isFirst, let cancel { return cancel() }
    EmergencyCleanup.run {
      Console.note("interrupted", as: .error)
      // `exit` is unsafe here: other threads still run, and one of them may be exiting.
      _exit(128 + number)
    }
  }

  /// The signals to handle. SIGHUP is left out if it is ignored, as under nohup.
  private static var numbers: [Int32] {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    let ignoresHangUp = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    return [SIGINT, SIGTERM] + (ignoresHangUp ? [] : [SIGHUP])
  }

  /// Whether a signal has arrived.
  static var isInterrupted: Bool { received.load(ordering: .sequentiallyConsistent) != 0 }

  /// 128 plus the number of the signal; 70 without a signal.
  static var exitCode: Int32 {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? Failure.Code.software.rawValue : 128 + number
  }
}

/// Ends the process when a shader does not end, since the driver cannot be interrupted. Unfinished files are removed
/// and encoders stopped.
enum StalledShader {
  /// Cleans up, prints the fault, and ends the process with exit code 65.
  static func end(_ fault: ShaderFault) {
    EmergencyCleanup.run {
      Console.note(fault.description, as: .error)
      // The driver's exit handler would wait for the shader.
      _exit(Failure.Code.badData.rawValue)
    }
  }
}
