import Glibc
import Synchronization

/// One run of a program that reads no input: what it prints is collected until it has left.
///
/// The call waits; make it from a thread, not from a Swift task.
///
/// **Thread-safety:** every method may be called from any thread; `run` once.
package final class ProgramRun: Sendable {
  /// The part of an output that is kept.
  package enum Keeping: Sendable {
    /// The first bytes, so many; a program that prints more is ended.
    case first(Int)
    /// The last bytes, so many or a few more.
    case last(Int)
  }

  /// The outcome of a run.
  package struct Outcome: Sendable {
    /// The exit of the program; `nil` when it took too long and was ended.
    package let ending: ChildProcess.Ending?
    /// The standard output, as far as it was kept.
    package let output: [UInt8]
    /// Whether there was more than `Keeping.first` allowed, and it was ended for that.
    package let isTooLong: Bool
    /// The beginning of what it wrote to standard error.
    package let log: String
  }

  /// The most bytes of a log that are looked at.
  private static let logLimit = 1 << 16

  private struct State {
    var process: ChildProcess?
    var isCancelled = false
    var isToEnd = false
  }

  private let state = Mutex(State())

  /// A run that has not begun.
  package init() {}

  /// Whether `cancel` was called.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the program, also one that is not yet started.
  package func cancel() {
    state.withLock { $0.isCancelled = true }
    end()
  }

  /// Starts `program` and waits until it has left, for `timeLimit` at most.
  /// - Throws: `MediaError.encoderMissing` when it is not there or cannot be run, `.cannotCreate` without descriptors.
  package func run(
    _ program: String, _ arguments: [String], keeping: Keeping, timeLimit: Duration
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
    let ending = process.waitUntilEnd(timeLimit)
    if ending == nil {
      process.end(SIGKILL)
      _ = process.waitUntilEnd(.seconds(5))
    }
    process.finishReading(within: .seconds(5))
    let bytes = output.withLock { $0 }
    let isTooLong = if case .first(let limit) = keeping { bytes.count > limit } else { false }
    return Outcome(
      ending: ending, output: bytes, isTooLong: isTooLong,
      log: String(decoding: log.withLock { $0 }, as: UTF8.self))
  }

  /// Takes the next bytes of an output.
  /// - Returns: whether that is more than is allowed.
  private static func keep(
    _ bytes: UnsafeRawBufferPointer, _ keeping: Keeping, in kept: inout [UInt8]
  ) -> Bool {
    switch keeping {
    case .first(let limit):
      // One byte more tells that there was more.
      kept.append(contentsOf: bytes.prefix(limit + 1 - kept.count))
      return kept.count > limit
    case .last(let count):
      kept.append(contentsOf: bytes)
      // Moved down seldom, so that each byte moves once.
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
