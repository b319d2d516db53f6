import Dispatch
import Glibc
import SegueSystem
import Synchronization

/// A condition that did not become true within its limit.
package struct WaitTimedOut: Error {
  package let limit: Duration
}

/// Polls `value` until it is not `nil`, for changes of files, processes and sockets, which send no
/// event.
/// - Parameters:
///   - limit: the maximum wait, which only a hang reaches.
///   - pause: the time between two calls of `value`.
/// - Throws: `WaitTimedOut`, and the errors of `value`.
package func eventually<Value>(
  within limit: Duration = .seconds(60), every pause: Duration = .milliseconds(5),
  _ value: () throws -> Value?
) async throws -> Value {
  let start = ContinuousClock.now
  while true {
    if let found = try value() { return found }
    guard ContinuousClock.now - start < limit else { throw WaitTimedOut(limit: limit) }
    // The only polling of the tests; all other waits are for events.
    try await Task.sleep(for: pause)
  }
}

/// Polls `condition` until it holds.
/// - Throws: `WaitTimedOut`, and the errors of `condition`.
package func waitUntil(
  within limit: Duration = .seconds(60), every pause: Duration = .milliseconds(5),
  _ condition: () throws -> Bool
) async throws {
  let _: Bool = try await eventually(within: limit, every: pause) { try condition() ? true : nil }
}

extension DispatchSemaphore {
  /// Waits at most a minute for a signal, a limit that only a hang reaches.
  /// - Returns: whether it was signalled.
  package func isSignaled() -> Bool { wait(timeout: .now() + 60) == .success }
}

/// A named pipe between a test and a script. Both ends are open here, so that opening it does not
/// block.
package final class NamedPipe: Sendable {
  private let descriptor: Int32

  /// Makes the pipe at `path`.
  package init(_ path: String) throws {
    guard mkfifo(path, 0o600) == 0 else { throw Program.Missing(name: path) }
    descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw Program.Missing(name: path) }
  }

  deinit { close(descriptor) }

  /// Writes an empty line.
  package func sendLine() {
    let line = [UInt8(ascii: "\n")]
    _ = Glibc.write(descriptor, line, line.count)
  }

  /// Reads a byte; waits for it for at most a minute, which only a hang reaches.
  /// - Returns: whether a byte arrived.
  package func receivesByte() -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    var count: Int32
    repeat { count = poll(&entry, 1, 60_000) } while count < 0 && errno == EINTR
    var byte: UInt8 = 0
    return count > 0 && Glibc.read(descriptor, &byte, 1) == 1
  }
}

/// Opens the named pipe at `path` for writing after a reader has opened it, without blocking a
/// thread.
package func openOnceRead(_ path: String) async throws -> Int32 {
  try await eventually { () -> Int32? in
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
    return descriptor >= 0 ? descriptor : nil
  }
}

/// Runs `work` in a task and returns its result; the closure passed to `work` cancels the task.
package func cancellable<Value: Sendable>(
  _ work: @escaping @Sendable (_ cancel: @escaping @Sendable () -> Void) async throws -> Value
) async throws -> Value {
  let running = RunningTask<Value>()
  let task = running.task.withLock { slot in
    let task = Task { try await work { running.task.withLock { $0?.cancel() } } }
    slot = task
    return task
  }
  return try await task.value
}

private final class RunningTask<Value: Sendable>: Sendable {
  let task = Mutex<Task<Value, any Error>?>(nil)
}

extension StallTime {
  /// A time that advances by `step` at each reading while `isPassing` holds, and is constant
  /// otherwise.
  package static func steps(
    of step: Duration, while isPassing: @escaping @Sendable () -> Bool = { true }
  ) -> StallTime {
    let now = Mutex(ContinuousClock.now)
    return StallTime {
      let passes = isPassing()
      return now.withLock { now in
        if passes { now += step }
        return now
      }
    }
  }
}
