import SegueImaging
import SegueSystem

/// A program whose standard output is read while it runs. The program and its children are ended
/// with this object.
///
/// Calls block; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread reads, waits and closes; `cancel` may be called from any thread.
final class StreamingProcess: Sendable {
  let name: String
  private let program: String
  private let process: ChildProcess
  /// The program's messages; complete after `waitForSuccess`.
  let log = DecoderLog()
  private let stallLimit: Duration

  /// Starts `program` on the input `name`.
  /// - Parameter stallLimit: the longest time without data during a read.
  init(
    _ program: String, _ arguments: [String], name: String, stallLimit: Duration, time: StallTime = .real,
    cancellation: Latch = Latch()
  ) throws(SystemError) {
    self.program = program
    self.name = name
    self.stallLimit = stallLimit
    process = try ChildProcess(
      program, arguments, environment: MediaProcess.environment, output: .pipe,
      error: .lines { [log] in log.read($0) }, stallLimit: stallLimit, time: time,
      cancellation: cancellation)
  }

  deinit { close() }

  /// Fills `buffer` with the program's next bytes.
  /// - Returns: the number of bytes; fewer than requested only at the end of the output.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    do throws(StreamFailure) {
      return try process.read(into: buffer)
    } catch {
      throw failure(error, stalled: "\(program) produced no data for \(stallLimit.inSeconds)")
    }
  }

  /// Waits for the program to exit after the end of its output.
  func waitForSuccess() throws(SystemError) {
    let exitStatus: ChildProcess.ExitStatus
    do throws(StreamFailure) {
      exitStatus = try process.waitForExit()
    } catch {
      throw failure(error, stalled: "\(program) sent all its data but did not exit")
    }
    process.finishReading()
    if exitStatus.isSuccess { return }
    let lines = process.lines
    let detail = lines.last.map { ": \($0)" } ?? ""
    throw .ofProgram(.badData(path: name, reason: "\(program) \(exitStatus.text)\(detail)"), log: lines)
  }

  private func failure(_ failure: StreamFailure, stalled: String) -> SystemError {
    switch failure {
    case .cancelled: .cancelled
    case .stalled: .badData(path: name, reason: stalled)
    case .system(let code):
      .caused(by: code) { .badData(path: name, reason: "reading from \(program) failed: \($0)") }
    }
  }

  /// Whether the program has reported pictures of sizes other than `size`, or of several sample
  /// aspect ratios. All messages that precede the last read are considered.
  func hasShapes(besides size: ImageSize) -> Bool {
    process.catchUp()
    return log.changesAspect || log.sizes.contains { $0 != size }
  }

  func cancel() { process.cancel() }
  func close() { process.close(grace: .milliseconds(500)) }
}
