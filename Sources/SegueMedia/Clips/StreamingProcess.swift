import Glibc
import SegueImaging
import SegueSystem
import Synchronization

/// A program whose standard output is read while it runs. The program and its children are ended
/// with this object.
///
/// Calls block; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread reads, waits and closes; `cancel` may be called from any thread.
final class StreamingProcess: Sendable {
  /// The input's name for errors.
  let name: String
  private let program: String
  private let process: ChildProcess
  private let output: Mutex<Int32>
  private let log = DecoderLog()
  private let stallLimit: Duration
  private let time: StallTime
  private let isCancelled = Atomic<Bool>(false)

  /// The interval between checks for cancellation while waiting for bytes, in milliseconds.
  private static let pollSlice: Int32 = 50

  /// Starts `program`.
  /// - Parameters:
  ///   - name: the input's name for errors.
  ///   - stallLimit: the longest time without data during a read.
  ///   - time: the clock of the stall limit.
  /// - Throws: `MediaError.encoderMissing` if the program is not installed; `.cannotCreate` without
  ///   descriptors.
  init(
    _ program: String, _ arguments: [String], name: String, stallLimit: Duration, time: StallTime = .real
  ) throws(MediaError) {
    self.program = program
    self.name = name
    self.stallLimit = stallLimit
    self.time = time
    process = try ChildProcess(
      program, arguments, output: .pipe, error: .drain { [log] in log.append($0) })
    output = Mutex(process.output)
    Pipe.enlarge(process.output)
    _ = fcntl(process.output, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  /// Fills `buffer` with the program's next bytes.
  /// - Returns: the number of bytes; fewer than requested only at the end of the output.
  /// - Throws: `MediaError.badData` if no data arrives within the stall limit; `.cancelled`.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(MediaError) -> Int {
    let descriptor = output.withLock { $0 }
    var done = 0
    while done < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
      if count > 0 {
        done += count
      } else if count == 0 {
        return done
      } else if errno == EAGAIN {
        try waitUntilReadable(descriptor)
      } else if errno != EINTR {
        throw .caused(by: errno) { .badData(path: name, reason: "reading from \(program) failed: \($0)") }
      }
    }
    return done
  }

  private func waitUntilReadable(_ descriptor: Int32) throws(MediaError) {
    let stall = StallClock(limit: stallLimit, time: time)
    while true {
      if isCancelled.load(ordering: .acquiring) { throw .cancelled }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, Self.pollSlice) > 0 { return }
      if stall.isOver {
        throw .badData(path: name, reason: "\(program) produced no data for \(stallLimit.inSeconds)")
      }
    }
  }

  /// Waits for the program to exit after the end of its output.
  /// - Throws: `MediaError.badData` with the program's last line unless its status is 0;
  ///   `.cancelled`.
  func waitForSuccess() throws(MediaError) {
    let stall = StallClock(limit: stallLimit, time: time)
    while true {
      if let exitStatus = process.waitUntilEnd(.milliseconds(50)) {
        process.finishReading(within: .milliseconds(500))
        if exitStatus.isSuccess { return }
        let lines = log.lines
        let detail = lines.last.map { ": \($0)" } ?? ""
        throw .ofProgram(.badData(path: name, reason: "\(program) \(exitStatus.text)\(detail)"), log: lines)
      }
      if isCancelled.load(ordering: .acquiring) { throw .cancelled }
      if stall.isOver {
        throw .badData(path: name, reason: "\(program) sent all its data but did not exit")
      }
    }
  }

  /// The number of damaged frames of `stream` that were concealed.
  func damagedFrames(of stream: Int?) -> Int { log.damagedFrames(of: stream) }
  /// Samples of silence inserted for missing sound, at the sound's own rate.
  var filledSamples: Int { log.filledSamples }
  /// Whether pictures have changed their size or layout.
  var changesShape: Bool { log.changesShape }

  /// Whether the program has reported pictures of sizes other than `size`, or of several sample
  /// aspect ratios. All messages written before the bytes read are considered.
  func hasShapes(besides size: ImageSize) -> Bool {
    process.catchUp()
    return log.changesAspect || log.sizes.contains { $0 != size }
  }

  /// The shapes of the pictures reported by ffmpeg's `showinfo`; complete after the program's exit.
  var shapes: [ShapeRun] { log.shapes }

  /// Makes a waiting read and all later ones fail with `cancelled`.
  func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// Ends the program if it still runs. Repeated calls have no effect.
  func close() {
    let descriptor = output.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
    guard descriptor >= 0 else { return }
    // A writer ends by itself without a reader; the signal is for a program that does not write.
    _ = Glibc.close(descriptor)
    if process.exitStatus == nil { process.terminate(grace: .milliseconds(500)) }
    process.finishReading(within: .milliseconds(200))
  }
}
