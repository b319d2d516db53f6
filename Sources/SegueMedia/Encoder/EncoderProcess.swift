import Glibc
import SegueImaging
import SegueSystem

/// A running encoder: frames go into its standard input, and its log and progress are read
/// continuously. The process has ended when `finish` or `abort` returns.
///
/// **Thread-safety:** one thread writes, finishes and aborts.
final class EncoderProcess: Sendable {
  enum Output {
    /// A file that the encoder opens itself. Its growth counts as progress.
    case file(String)
    /// A descriptor that becomes the encoder's standard output and is closed with it.
    case stream(Int32)
  }

  private let program: EncoderProgram
  private let process: ChildProcess
  private let progress: ProgressReport
  private let watchedFile: String?
  /// The output's name for messages, in place of the encoder's internal name.
  private let outputName: String
  private let arguments: [String]

  init(
    _ program: EncoderProgram, _ arguments: [String], to output: Output, named outputName: String,
    cancellation: Latch
  ) throws(SystemError) {
    self.program = program
    self.arguments = arguments
    self.outputName = outputName
    let progress = ProgressReport()
    self.progress = progress
    let (standardOutput, standardError): (ChildProcess.Stream, ChildProcess.Stream)
    switch output {
    case .file(let path):
      watchedFile = path
      standardError = .lines { $0 }
      standardOutput = .lines {
        progress.read($0)
        return nil
      }
    case .stream(let descriptor):
      watchedFile = nil
      standardOutput = .descriptor(descriptor)
      standardError = .lines {
        progress.read($0)
        return ProgressReport.isProgressLine($0) ? nil : $0
      }
    }
    process = try ChildProcess(
      program.executable, arguments, environment: MediaProcess.environment, input: .pipe,
      output: standardOutput, error: standardError, stallLimit: program.stallLimit, time: program.time,
      cancellation: cancellation)
  }

  /// Writes a frame; `count` frames precede it.
  func write(_ bytes: UnsafeRawBufferPointer, after count: Int) throws {
    do throws(StreamFailure) {
      try process.write(bytes)
    } catch {
      switch error {
      case .cancelled: throw SystemError.cancelled
      case .stalled: throw stalled("accepted no data")
      case .system(let code): throw broken(code, after: count)
      }
    }
  }

  /// Waits for the encoder to complete its output.
  /// - Parameters:
  ///   - count: the number of frames written; `nil` for sound alone.
  ///   - mayBeUncounted: whether a progress report without a frame count is accepted.
  ///   - hasExtraArguments: whether the user's arguments may have changed the number of frames.
  func finish(count: Int?, mayBeUncounted: Bool, hasExtraArguments: Bool) throws {
    process.closeInput()
    let exitStatus = try waitWhileActive()
    guard exitStatus.isSuccess else {
      throw failure(exitStatus.text + (count.map { " after \($0) frames" } ?? ""))
    }
    guard let count else { return }
    let encoded = progress.frames
    if encoded == nil, mayBeUncounted { return }
    guard encoded == count else {
      let found = encoded.map { $0 < count ? "only \($0)" : "\($0)" } ?? "none"
      let advice = hasExtraArguments ? "; leave out encoder arguments that change the number of frames" : ""
      throw failure("exited with status 0, but of \(count) frames it encoded \(found)\(advice)")
    }
  }

  /// Ends the encoder. No effect after its exit.
  func abort() { process.close(grace: program.gracePeriod) }

  /// Waits for the exit as long as the frame count or the output grows.
  private func waitWhileActive() throws -> ChildProcess.ExitStatus {
    do throws(StreamFailure) {
      let exitStatus = try process.waitForExit { activity }
      process.finishReading()
      return exitStatus
    } catch {
      guard error == .stalled else { throw SystemError.cancelled }
      throw stalled("received all frames but wrote nothing")
    }
  }

  private var activity: [String] {
    let frames = "\(progress.frames ?? 0)"
    var status = stat()
    guard let watchedFile, stat(watchedFile, &status) == 0 else {
      return [frames, progress.totalSize]
    }
    return [frames, "\(status.st_size) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)"]
  }

  private func stalled(_ what: String) -> any Error {
    abort()
    return failure("\(what) for \(program.stallLimit.inSeconds) and was ended")
  }

  /// The error for a pipe that the encoder closed: the process has ended or is about to.
  private func broken(_ code: Int32, after count: Int) -> any Error {
    process.closeInput()
    let exitStatus = process.waitForExit(atMost: program.gracePeriod)
    abort()
    guard code == EPIPE else {
      let error = failure("could not be written to: \(SystemReason.text(code))")
      guard let known = error as? SystemError else { return error }
      return SystemError.caused(by: code) { _ in known }
    }
    let reason = exitStatus?.text ?? "closed its input"
    return failure("\(reason) after \(count) frames")
  }

  private func failure(_ reason: String) -> any Error {
    let hidden = watchedFile.map { [("file:" + $0, outputName), ($0, outputName)] } ?? []
    let lines = process.lines.map { line in hidden.reduce(line) { $0.replacing($1.0, with: $1.1) } }
    return EncoderDiagnosis(
      lines: lines, exitStatus: process.exitStatus, program: program, arguments: arguments
    )
    .error(reason, writing: outputName)
  }
}

extension Duration {
  /// Seconds with at most three decimals, such as “0.25 s”.
  var inSeconds: String {
    let seconds = (self / .milliseconds(1)).rounded() / 1000
    return seconds == seconds.rounded() ? "\(Int(limiting: seconds)) s" : "\(seconds) s"
  }
}

/// The encoder program and its time limits.
package struct EncoderProgram: Sendable, Hashable {
  /// A path, or a name as for ``ProgramFile``.
  package var executable: String
  /// The longest time without accepting data before the encoder is ended.
  package var stallLimit: Duration
  /// The time between SIGTERM and SIGKILL.
  package var gracePeriod: Duration
  var time = StallTime.real

  /// `ffmpeg`, with a stall limit of 30 seconds and a grace period of 2 seconds.
  package init(
    executable: String = "ffmpeg", stallLimit: Duration = .seconds(30), gracePeriod: Duration = .seconds(2)
  ) {
    self.executable = executable
    self.stallLimit = stallLimit
    self.gracePeriod = gracePeriod
  }

  /// The first line of the program's version output. The call blocks.
  package func version() throws(SystemError) -> String {
    let outcome = try ChildProcess.run(
      executable, ["-version"], outputLimit: 1 << 16, timeLimit: .seconds(30))
    return String(decoding: outcome.output.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  var name: String { OutputPath.name(of: executable) }
}
