import Glibc
import Synchronization

/// Samples on their way to a program that reads them from a pipe: 48 kHz, two channels, 32-bit floating point, interleaved.
///
/// The program finds the pipe by this process's number. Should this process die before, the program finds nothing and ends,
/// where it would wait at a named pipe for ever.
///
/// The calls wait; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread writes and finishes; `cancel` may be called from any thread.
package final class SoundFeed: Sendable {
  /// Where the pipe is to be opened for reading, until the feed is closed.
  package let path: String
  private let descriptor: Int32
  private let stallLimit: Duration?
  private let state = Mutex(State())
  private let isCancelled = Atomic<Bool>(false)

  private struct State {
    var isClosed = false
    /// What has the descriptor, as soon as somebody reads.
    var writer: DescriptorWriter?
    var samples = 0
  }

  /// How long one wait for the reader lasts, in microseconds.
  private static let pollSlice: UInt32 = 10_000

  /// Makes the pipe.
  /// - Parameter stallLimit: how long the reader may take nothing, once it is there; `nil` for ever.
  /// - Throws: `MediaError.cannotCreate`.
  package init(stallLimit: Duration?) throws {
    let pipe = try Pipe(for: "the film's sound")
    Glibc.close(pipe.readEnd)
    descriptor = pipe.writeEnd
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    path = "/proc/\(getpid())/fd/\(descriptor)"
    self.stallLimit = stallLimit
  }

  deinit { close() }

  /// Samples that were taken.
  package var sampleCount: Int { state.withLock { $0.samples } }

  /// Writes samples, two values each; the first time it waits until somebody reads.
  /// - Throws: `MediaError.cancelled`, also while nobody reads; `.writeFailed`.
  package func write(_ samples: UnsafeBufferPointer<Float>) throws(MediaError) {
    let writer = try openedWriter()
    do throws(DescriptorWriter.Failure) {
      try writer.write(UnsafeRawBufferPointer(samples))
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .stalled: throw .writeFailed(path: "the encoder's sound", reason: "it accepts no data")
      case .system(let code): throw .writeFailed(path: "the encoder's sound", reason: SystemReason.text(code))
      }
    }
    state.withLock { $0.samples += samples.count / 2 }
  }

  /// Lets the reader see the end.
  package func finish() { state.withLock { $0.writer.map { _ = $0.close() } } }

  /// Closes the pipe, once nobody opens it any more.
  package func close() {
    state.withLock { state in
      if let writer = state.writer {
        _ = writer.close()
      } else if !state.isClosed {
        Glibc.close(descriptor)
      }
      state.isClosed = true
    }
  }

  /// Makes a write that waits, and every later one, fail with `cancelled`.
  package func cancel() {
    isCancelled.store(true, ordering: .releasing)
    state.withLock { $0.writer }?.cancel()
  }

  private func openedWriter() throws(MediaError) -> DescriptorWriter {
    if let writer = state.withLock({ $0.writer }) { return writer }
    while !isCancelled.load(ordering: .acquiring) {
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // A pipe that nobody reads is in error.
      if poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLERR) == 0 {
        let writer = DescriptorWriter(descriptor: descriptor, waitsForReader: true, stallLimit: stallLimit)
        state.withLock { $0.writer = writer }
        return writer
      }
      usleep(Self.pollSlice)
    }
    throw .cancelled
  }
}

/// Measures loudness by EBU R128 with ffmpeg's filter.
package enum LoudnessMeter {
  /// What was measured.
  package struct Measurement: Sendable, Hashable {
    /// Integrated loudness in LUFS; −70 is silence.
    package var integrated: Double
  }

  /// Starts a meter that reads from `feed`.
  /// - Parameter stallLimit: how long it may take to leave, once it has everything.
  /// - Throws: `MediaError.encoderMissing`, `.cannotCreate`.
  package static func start(
    reading feed: SoundFeed, stallLimit: Duration = .seconds(30)
  ) throws(MediaError) -> RunningMeter {
    RunningMeter(
      try StreamingProcess(
        "ffmpeg",
        [
          "-hide_banner", "-nostdin", "-nostats", "-v", "info", "-f", "f32le", "-ar", "48000", "-ac", "2",
          "-i",
        ]
          + [feed.path, "-af", "ebur128=framelog=verbose", "-f", "null", "-"],
        name: "the film's sound", stallLimit: stallLimit))
  }

  /// A meter that is at work.
  ///
  /// **Thread-safety:** one thread waits; `cancel` may be called from any thread.
  package final class RunningMeter: Sendable {
    private let process: StreamingProcess

    fileprivate init(_ process: StreamingProcess) { self.process = process }

    /// What it has measured, once the feed has ended.
    /// - Parameter isFed: whether the feed has not ended yet.
    /// - Throws: `MediaError.badData`, `.cancelled`.
    package func result(while isFed: () -> Bool) throws(MediaError) -> Measurement {
      try process.waitForSuccess(while: isFed)
      guard let measurement = LoudnessMeter.read(process.lines) else {
        throw .badData(path: process.name, reason: "its loudness cannot be measured")
      }
      return measurement
    }

    /// Makes a wait for it fail with `cancelled`.
    package func cancel() { process.cancel() }

    /// Ends it. Does nothing the second time.
    package func close() { process.close() }
  }

  /// Reads the summary that the filter writes at the end.
  static func read(_ lines: [String]) -> Measurement? {
    func value(_ key: String, _ unit: String) -> Double? {
      for line in lines.reversed() {
        let words = line.split(separator: " ")
        if words.count >= 3, words[words.count - 3] == key, words[words.count - 1] == unit {
          return words[words.count - 2] == "-inf" ? -120 : Double(words[words.count - 2])
        }
      }
      return nil
    }
    return value("I:", "LUFS").map { Measurement(integrated: $0) }
  }
}
