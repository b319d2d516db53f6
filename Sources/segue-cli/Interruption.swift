import Dispatch
import FoundationEssentials
import Glibc
import SegueMedia
import SegueRendering
import Segue
import Synchronization

/// Ends the work on SIGINT, SIGTERM or SIGHUP: calmly the first time where it can be, at once the second.
///
/// **Thread-safety:** its handlers run on a queue of their own.
enum Interruption {
  private static let queue = DispatchQueue(label: "segue.signals")
  private static let received = Atomic<Int32>(0)

  /// Calls `cancel` on the first signal; without it, that one already ends the process. When this returns, no signal is
  /// lost any more; before, each has its default effect.
  static func listen(cancel: (@Sendable () -> Void)? = nil) {
    // A reader that goes away is told about like any other failure.
    signal(SIGPIPE, SIG_IGN)
    let registration = DispatchGroup()
    for number in numbers {
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      registration.enter()
      source.setRegistrationHandler { registration.leave() }
      source.setEventHandler { act(on: number, cancel) }
      source.resume()
      // Kept as long as the process: once a source is gone, a signal has its default effect again.
      _ = Unmanaged.passRetained(source as AnyObject)
    }
    registration.wait()
  }

  /// Does `work`, which the first signal cancels.
  /// - Throws: what `work` throws.
  static func cancelling<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // It begins when no signal is lost any more.
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
      // Not exit: the other threads still run, and one of them may be exiting.
      _exit(128 + number)
    }
  }

  /// The signals; a terminal's end is none to a process that ignores it, as nohup does.
  private static var numbers: [Int32] {
    var action = sigaction()
    sigaction(SIGHUP, nil, &action)
    let ignoresHangUp = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    return [SIGINT, SIGTERM] + (ignoresHangUp ? [] : [SIGHUP])
  }

  /// Whether a signal has come.
  static var isUnderWay: Bool { received.load(ordering: .sequentiallyConsistent) != 0 }

  /// 128 + the signal that came; 70 where none did.
  static var exitCode: Int32 {
    let number = received.load(ordering: .sequentiallyConsistent)
    return number == 0 ? Failure.Code.software.rawValue : 128 + number
  }
}

/// The end of a shader that does not end: the driver cannot be interrupted, so the process ends, and leaves no
/// unfinished file or encoder behind.
enum StalledShader {
  /// Cleans up, says why, and ends the process with 65.
  static func end(_ fault: ShaderFault) {
    EmergencyCleanup.run {
      Console.note(fault.description, as: .error)
      // The driver's own clean-up at exit would wait for the shader.
      _exit(Failure.Code.badData.rawValue)
    }
  }
}
