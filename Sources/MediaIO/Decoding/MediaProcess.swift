import Dispatch
import Glibc
import Synchronization

/// Runs `ffmpeg` or `ffprobe` on one input file and collects what it prints.
///
/// **Thread-safety:** a value; calls share nothing.
struct MediaProcess: Sendable {
  /// What errors call the input.
  let name: String
  /// The file that the program reads, which its messages name.
  let file: String
  let timeLimit: Duration

  /// The most bytes of a log that are looked at.
  private static let logLimit = 1 << 16

  /// The bytes that `program` writes to its standard output.
  /// - Throws: `MediaError.badData` when it fails, prints more than `outputLimit` bytes, or takes too long;
  ///   `.encoderMissing` when it is not there; `.cancelled` when the task was cancelled.
  func run(_ program: String, _ arguments: [String], outputLimit: Int) async throws -> [UInt8] {
    let running = RunningProcess()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A serial queue of its own gets a thread at once: waiting is not for a task's.
        DispatchQueue(label: "decoder").async {
          continuation.resume(with: Result { try wait(for: program, arguments, outputLimit, running) })
        }
      }
    } onCancel: {
      running.cancel()
    }
  }

  /// Starts the program and waits until it has left.
  private func wait(
    for program: String, _ arguments: [String], _ outputLimit: Int, _ running: RunningProcess
  ) throws -> [UInt8] {
    let pipes = try Pipe.make(3, for: program)
    let output = Mutex<[UInt8]>([])
    let log = Mutex<[UInt8]>([])
    let drains = [
      OutputDrain(pipes[1].readEnd) { bytes in
        // One byte more tells that there was more.
        let count = output.withLock { collected in
          collected.append(contentsOf: bytes.prefix(outputLimit + 1 - collected.count))
          return collected.count
        }
        if count > outputLimit { running.end() }
      },
      OutputDrain(pipes[2].readEnd) { bytes in
        log.withLock { $0.append(contentsOf: bytes.prefix(Self.logLimit - $0.count)) }
      },
    ]
    pipes[0].closeWriteEnd()
    defer { for drain in drains { drain.finish(within: .seconds(5)) } }
    let process = try start(
      program, arguments, .init(input: pipes[0].readEnd, output: pipes[1].writeEnd, error: pipes[2].writeEnd))
    running.set(process)
    let ending = process.waitUntilEnd(timeLimit)
    if ending == nil {
      process.end(SIGKILL)
      _ = process.waitUntilEnd(.seconds(5))
    }
    for drain in drains { drain.finish(within: .seconds(5)) }
    if running.isCancelled { throw MediaError.cancelled }
    guard let ending else { throw bad("\(program) took longer than \(timeLimit)") }
    let bytes = output.withLock { $0 }
    if bytes.count > outputLimit { throw bad("\(program) printed more than it announced") }
    guard ending.isSuccess else { throw bad(explanation(log.withLock { $0 })) }
    return bytes
  }

  private func start(
    _ program: String, _ arguments: [String], _ descriptors: SessionProcess.Descriptors
  ) throws -> SessionProcess {
    do {
      return try SessionProcess(program, arguments, descriptors)
    } catch {
      throw MediaError.encoderMissing(
        name: program, advice: "install ffmpeg, or convert \(name) to PNG, JPEG or WebP")
    }
  }

  private func bad(_ reason: String) -> MediaError { .badData(path: name, reason: reason) }

  /// The last line of a log without the name of the file that only we know.
  private func explanation(_ log: [UInt8]) -> String {
    guard let last = String(decoding: log, as: UTF8.self).split(separator: "\n").last else {
      return "ffmpeg cannot decode it"
    }
    let prefix = "file:\(file): "
    let line = last.hasPrefix(prefix) ? last.dropFirst(prefix.count) : last
    return "ffmpeg cannot decode it: \(line)"
  }
}

/// A process that may be ended before it is known.
///
/// **Thread-safety:** every method may be called from any thread.
private final class RunningProcess: Sendable {
  private struct State {
    var process: SessionProcess?
    var isCancelled = false
    var isToEnd = false
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func set(_ process: SessionProcess) {
    state.withLock { state in
      state.process = process
      if state.isToEnd { process.end(SIGKILL) }
    }
  }

  func end() {
    state.withLock { state in
      state.isToEnd = true
      state.process?.end(SIGKILL)
    }
  }

  func cancel() {
    state.withLock { $0.isCancelled = true }
    end()
  }
}
