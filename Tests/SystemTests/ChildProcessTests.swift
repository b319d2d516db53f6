import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import SegueSystem

/// Shell scripts as child processes.
@Suite("Child processes", .needs()) struct ChildProcessTests {
  /// Runs blocking calls on a script's process; it is ended afterwards.
  private func with<Value: Sendable>(
    _ script: String, input: @escaping @Sendable () -> ChildProcess.Stream = { .pipe },
    output: @escaping @Sendable () -> ChildProcess.Stream = { .pipe }, stallLimit: Duration? = nil,
    time: StallTime = .real, _ body: @escaping @Sendable (ChildProcess) throws -> Value
  ) async throws -> Value {
    try await onThread(named: "test") {
      let process = try ChildProcess(
        "sh", ["-c", script], input: input(), output: output(), stallLimit: stallLimit, time: time)
      defer { process.close(grace: .zero) }
      return try body(process)
    }
  }

  private static func read(_ process: ChildProcess, _ count: Int) throws -> String {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = try bytes.withUnsafeMutableBytes { try process.read(into: $0) }
    return String(decoding: bytes[..<got], as: UTF8.self)
  }

  @Test("a program may fill its output pipes before it reads its input")
  func fullPipes() async throws {
    let count = Mutex(0)
    let status = try await with(
      "yes o | head -c 2000000 & yes e | head -c 2000000 >&2; wait; cat > /dev/null",
      output: { .drain { bytes in count.withLock { $0 += bytes.count } } }
    ) { process in
      let input = [UInt8](repeating: 0, count: 2_000_000)
      try input.withUnsafeBytes { try process.write($0) }
      process.closeInput()
      let status = try process.waitForExit()
      process.finishReading()
      return status
    }
    #expect(status == .exited(0))
    #expect(count.withLock { $0 } == 2_000_000)
  }

  @Test("a program's output is read after its input is written and closed")
  func echo() async throws {
    let text = try await with("cat") { process in
      try Array("forth and back".utf8).withUnsafeBytes { try process.write($0) }
      process.closeInput()
      return try Self.read(process, 100)
    }
    #expect(text == "forth and back")
  }

  private static let waits: [@Sendable (ChildProcess) throws -> Void] = [
    { _ = try Self.read($0, 1) },
    { process in
      try [UInt8](repeating: 0, count: 4 << 20).withUnsafeBytes { try process.write($0) }
    },
    { _ = try $0.waitForExit() },
  ]

  @Test("reads, writes and waits for the exit fail after the stall limit", arguments: 0..<3)
  func stall(index: Int) async throws {
    await #expect(throws: StreamFailure.stalled) {
      try await with(
        "exec sleep 1000", stallLimit: .seconds(2), time: .steps(of: .milliseconds(1500))
      ) { try Self.waits[index]($0) }
    }
  }

  @Test("a cancellation ends reads, writes and waits for the exit", arguments: 0..<3)
  func cancellation(index: Int) async throws {
    // A call that starts to wait reads the time.
    let isWaiting = DispatchSemaphore(value: 0)
    let time = StallTime {
      isWaiting.signal()
      return ContinuousClock.now
    }
    await #expect(throws: StreamFailure.cancelled) {
      try await with("exec sleep 1000", time: time) { process in
        DispatchQueue(label: "cancel").async {
          #expect(isWaiting.isSignaled())
          process.cancel()
        }
        try Self.waits[index](process)
      }
    }
  }

  @Test("a wait for the exit continues while the program is active")
  func activity() async throws {
    let calls = Mutex(0)
    await #expect(throws: StreamFailure.stalled) {
      try await with(
        "exec sleep 1000", stallLimit: .seconds(2), time: .steps(of: .seconds(3))
      ) { process in
        _ = try process.waitForExit {
          calls.withLock { calls in
            calls += 1
            return ["\(min(calls, 5))"]
          }
        }
      }
    }
    #expect(calls.withLock { $0 } == 6)
  }

  @Test("a hang is found one stall limit after the last activity")
  func lastActivity() async throws {
    let time = StallTime.steps(of: .milliseconds(20))
    let start = time.now
    await #expect(throws: StreamFailure.stalled) {
      try await with("exec sleep 1000", stallLimit: .seconds(2), time: time) { process in
        // The only change is in the first tenth of the first limit.
        _ = try process.waitForExit { [time.now - start > .milliseconds(150) ? "after" : "before"] }
      }
    }
    let seconds = (time.now - start) / .seconds(1)
    #expect(seconds > 2 && seconds < 3)
  }

  @Test("closing a cancelled process ends its descendants")
  func descendants() async throws {
    let number = try await with("sleep 1000 & printf %08d $!; wait") { process in
      let number = try #require(pid_t(try Self.read(process, 8)))
      #expect(kill(number, 0) == 0)
      process.cancel()
      #expect(throws: StreamFailure.cancelled) { try process.waitForExit() }
      return number
    }
    // An orphan's zombie belongs to the machine's first process, which may never reap it.
    try await waitUntil {
      let facts = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
      return facts?.contains(") Z ") ?? true
    }
  }

  @Test("a program that ignores SIGTERM is killed after the grace period")
  func grace() async throws {
    let status = try await with("trap '' TERM; echo; while :; do sleep 1; done") { process in
      _ = try Self.read(process, 1)
      process.close(grace: .milliseconds(1))
      return process.exitStatus
    }
    #expect(status == .signaled(SIGKILL))
  }

  @Test("the log keeps the last 20 lines of at most 500 characters")
  func lines() async throws {
    let script = #"for i in $(seq 50); do echo "line $i" >&2; done; printf '%0600d\r\nend' 0 >&2"#
    let lines = try await with(script) { process in
      _ = try process.waitForExit()
      process.finishReading()
      return process.lines
    }
    #expect(lines.count == 20)
    #expect(lines.first == "line 33")
    #expect(lines.dropLast().last == String(repeating: "0", count: 500))
    #expect(lines.last == "end")
  }

  @Test("later lines do not replace the first line about a lack of memory")
  func refusalLine() async throws {
    let script = #"""
      echo 'x264 [error]: malloc of size 99 failed' >&2; for i in $(seq 50); do echo "line $i" >&2; done
      echo 'x: Cannot allocate memory' >&2; for i in $(seq 51 100); do echo "line $i" >&2; done
      """#
    let lines = try await with(script) { process in
      _ = try process.waitForExit()
      process.finishReading()
      return process.lines
    }
    #expect(lines == ["x264 [error]: malloc of size 99 failed"] + (82...100).map { "line \($0)" })
  }

  @Test("a process ended by a signal is reaped with the signal's number")
  func signal() async throws {
    let (status, code) = try await with("read -r line; kill -SEGV $$") { process in
      let number = try #require(process.processID)
      process.closeInput()
      let status = try process.waitForExit()
      return (status, waitpid(number, nil, WNOHANG) == -1 ? errno : 0)
    }
    #expect(status == .signaled(11))
    #expect(status.text == "was ended by signal 11")
    #expect(code == ECHILD)
  }

  @Test("a write to a program that closed its input is a broken pipe")
  func closedInput() async throws {
    await #expect(throws: StreamFailure.system(EPIPE)) {
      try await with("exec 0<&-; echo; exec sleep 1000") { process in
        _ = try Self.read(process, 1)
        try [1].withUnsafeBytes { try process.write($0) }
      }
    }
  }

  private func run(
    _ words: [String], outputLimit: Int = 1000, timeLimit: Duration = .seconds(60),
    stop: StopSignal = StopSignal()
  ) async throws -> ChildProcess.Outcome {
    try await onThread(named: "test") {
      try ChildProcess.run(
        words[0], Array(words.dropFirst()), outputLimit: outputLimit, timeLimit: timeLimit, stop: stop)
    }
  }

  @Test("a program inherits no descriptors")
  func inheritance() async throws {
    let file = open("/dev/null", O_RDONLY)
    defer { close(file) }
    // The fourth is the folder that `ls` reads.
    #expect(try await run(["ls", "/proc/self/fd"]).output == Array("0\n1\n2\n3\n".utf8))
  }

  @Test("a given variable replaces the inherited one of the same name")
  func environment() async throws {
    let outcome = try await onThread(named: "test") {
      try ChildProcess.run(
        "env", [], environment: ["PATH": "/a=b"], outputLimit: 1 << 20, timeLimit: .seconds(60))
    }
    let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("PATH=") } == ["PATH=/a=b"])
    #expect(lines.contains { $0.hasPrefix("PWD=") || $0.hasPrefix("HOME=") })
  }

  @Test("a program that prints more than the limit is ended")
  func outputLimit() async throws {
    let outcome = try await run(["yes"], outputLimit: 7)
    #expect(outcome.isTooLong)
    #expect(outcome.output == Array("y\ny\ny\ny".utf8))
  }

  @Test("a program that exceeds its time limit has no exit status")
  func timeLimit() async throws {
    #expect(try await run(["sleep", "1000"], timeLimit: .zero).exitStatus == nil)
  }

  @Test("a run that is stopped before its start is cancelled")
  func stopped() async throws {
    let stop = StopSignal()
    stop.set()
    await #expect(throws: SystemError.cancelled) { try await run(["sleep", "1000"], stop: stop) }
  }

  @Test("a missing program is an error")
  func missing() async throws {
    await #expect(throws: SystemError.programMissing(name: "/nonexistent/x", cause: .notFound)) {
      try await run(["/nonexistent/x"])
    }
  }
}
