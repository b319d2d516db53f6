import Glibc
import Synchronization

/// A run of a program without input, whose output is collected until its exit.
///
/// The call blocks; make it from a thread, not from a Swift task.
///
/// **Thread-safety:** every method may be called from any thread; call `run` once.
package final class ProgramRun: Sendable {
  /// The part of the output that is kept.
  package enum Retention: Sendable {
    /// The first bytes, up to this number; a program that prints more is ended.
    case first(Int)
    /// At least this number of the last bytes.
    case last(Int)
  }

  package struct Outcome: Sendable {
    /// The exit of the program; `nil` if it exceeded the time limit and was ended.
    package let exitStatus: ChildProcess.ExitStatus?
    /// The kept part of standard output.
    package let output: [UInt8]
    /// Whether the program was ended because it printed more than `Retention.first`.
    package let isTooLong: Bool
    /// The beginning of standard error.
    package let log: String
  }

  /// The maximum size of a log in bytes.
  private static let logLimit = 1 << 16

  private struct State {
    var process: ChildProcess?
    var isCancelled = false
    var isToEnd = false
  }

  private let state = Mutex(State())

  package init() {}

  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the program, or prevents its start.
  package func cancel() {
    state.withLock { $0.isCancelled = true }
    end()
  }

  /// Starts `program` and waits for its exit, at most `timeLimit`.
  /// - Throws: `MediaError.encoderMissing` if the program is missing or not executable,
  ///   `.cannotCreate` without descriptors.
  package func run(
    _ program: String, _ arguments: [String], keeping: Retention, timeLimit: Duration
  ) throws(MediaError) -> Outcome {
    let output = Mutex<[UInt8]>([])
    let log = Mutex<[UInt8]>([])
    let process = try ChildProcess(
      program, arguments,
      output: .drain { [weak self] bytes in
        if output.withLock({ Self.keep(bytes, keeping, in: &$0) }) { self?.end() }
      },
      error: .drain { bytes in
        log.withLock { $0.append(contentsOf: bytes.prefix(Self.logLimit - $0.count)) }
      })
    state.withLock { state in
      state.process = process
      if state.isToEnd { process.end(SIGKILL) }
    }
    let exitStatus = process.waitUntilEnd(timeLimit)
    if exitStatus == nil {
      process.end(SIGKILL)
      _ = process.waitUntilEnd(.seconds(5))
    }
    process.finishReading(within: .seconds(5))
    let bytes = output.withLock { $0 }
    let isTooLong = if case .first(let limit) = keeping { bytes.count > limit } else { false }
    return Outcome(
      exitStatus: exitStatus, output: bytes, isTooLong: isTooLong,
      log: String(decoding: log.withLock { $0 }, as: UTF8.self))
  }

  /// Appends the next bytes of an output.
  /// - Returns: whether the limit is exceeded.
  private static func keep(
    _ bytes: UnsafeRawBufferPointer, _ keeping: Retention, in kept: inout [UInt8]
  ) -> Bool {
    switch keeping {
    case .first(let limit):
      // One extra byte shows that the limit is exceeded.
      kept.append(contentsOf: bytes.prefix(limit + 1 - kept.count))
      return kept.count > limit
    case .last(let count):
      kept.append(contentsOf: bytes)
      // Moved down rarely, so that each byte moves once on average.
      if kept.count > 2 * count + bytes.count { kept.removeFirst(kept.count - count) }
      return false
    }
  }

  private func end() {
    state.withLock { state in
      state.isToEnd = true
      state.process?.end(SIGKILL)
    }
  }
}
