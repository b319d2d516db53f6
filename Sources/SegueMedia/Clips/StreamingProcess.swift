import Glibc
import SegueImaging
import SegueSystem
import Synchronization

/// A program whose standard output is read piece by piece while it runs; ended with everything that it started when
/// it goes away.
///
/// The calls wait; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread reads, waits and closes; `cancel` may be called from any thread.
final class StreamingProcess: Sendable {
  /// The name of its input in errors.
  let name: String
  private let program: String
  private let process: ChildProcess
  private let output: Mutex<Int32>
  private let log = DecoderLog()
  private let stallLimit: Duration
  private let isCancelled = Atomic<Bool>(false)

  /// The length of one wait for bytes before the cancellation is checked again, in milliseconds.
  private static let pollSlice: Int32 = 50

  /// Starts `program`.
  /// - Parameters:
  ///   - name: the input's name in errors.
  ///   - stallLimit: the longest time without data while it is read.
  /// - Throws: `MediaError.encoderMissing` when it is not there; `.cannotCreate` without descriptors.
  init(_ program: String, _ arguments: [String], name: String, stallLimit: Duration) throws(MediaError) {
    (self.program, self.name, self.stallLimit) = (program, name, stallLimit)
    process = try ChildProcess(
      program, arguments, output: .pipe, error: .drain { [log] in log.append($0) })
    output = Mutex(process.output)
    Pipe.enlarge(process.output)
    _ = fcntl(process.output, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  /// Fills `buffer` as far as there are bytes.
  /// - Returns: the number of bytes; fewer than asked for only at the end of the output.
  /// - Throws: `MediaError.badData` when it gives nothing for as long as the stall limit; `.cancelled`.
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
    let stall = StallClock(limit: stallLimit)
    while true {
      if isCancelled.load(ordering: .acquiring) { throw .cancelled }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      if poll(&entry, 1, Self.pollSlice) > 0 { return }
      if stall.isOver {
        throw .badData(
          path: name, reason: "\(program) produced no data for \(stallLimit.components.seconds) s")
      }
    }
  }

  /// Waits until the program has left, once its output is at its end.
  /// - Throws: `MediaError.badData` with the last line that it said, unless it left with status 0; `.cancelled`.
  func waitForSuccess() throws(MediaError) {
    let stall = StallClock(limit: stallLimit)
    while true {
      if let ending = process.waitUntilEnd(.milliseconds(50)) {
        process.finishReading(within: .milliseconds(500))
        if ending.isSuccess { return }
        let lines = log.lines
        let said = lines.last.map { ": \($0)" } ?? ""
        throw .ofProgram(.badData(path: name, reason: "\(program) \(ending.text)\(said)"), log: lines)
      }
      if isCancelled.load(ordering: .acquiring) { throw .cancelled }
      if stall.isOver {
        throw .badData(path: name, reason: "\(program) sent all its data but did not exit")
      }
    }
  }

  /// Damaged frames of `stream` that were concealed so far.
  func damagedFrames(of stream: Int?) -> Int { log.damagedFrames(of: stream) }
  /// Samples of silence, at the sound's own rate, that stand for what is missing so far.
  var filledSamples: Int { log.filledSamples }
  /// Whether pictures have changed their size or layout so far.
  var changesShape: Bool { log.changesShape }

  /// Whether the program has said by now that pictures have sizes besides `size`, or samples of several shapes. All that it
  /// said before it wrote what was read is taken into account.
  func hasShapes(besides size: ImageSize) -> Bool {
    process.catchUp()
    return log.changesAspect || log.sizes.contains { $0 != size }
  }

  /// The shapes of the pictures that went through ffmpeg's `showinfo`, complete once the program has left.
  var shapes: [PictureShapes] { log.shapes }

  /// Makes a read that waits, and every later one, fail with `cancelled`.
  func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// Ends the program where it still runs. Does nothing the second time.
  func close() {
    let descriptor = output.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
    guard descriptor >= 0 else { return }
    // A writer whose reader is gone ends by itself; the signal is for one that does not write.
    _ = Glibc.close(descriptor)
    if process.ending == nil { process.terminate(grace: .milliseconds(500)) }
    process.finishReading(within: .milliseconds(200))
  }
}
