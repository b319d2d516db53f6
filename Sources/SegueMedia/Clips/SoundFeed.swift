import Glibc
import SegueSystem
import Synchronization

/// Samples for a program that reads them from a pipe: 48 kHz, 32-bit floating point, interleaved.
///
/// The program opens the pipe through this process's ID. If this process dies first, the open fails
/// and the program ends. With a named pipe, the program would wait forever.
///
/// Calls block; make them from a thread, not from a Swift task.
///
/// **Thread-safety:** one thread writes and finishes; `cancel` may be called from any thread.
package final class SoundFeed: Sendable {
  /// The path at which the pipe can be opened for reading, until the feed is closed.
  package let path: String
  private let descriptor: Int32
  private let channels: Int
  private let stallLimit: Duration?
  private let state = Mutex(State())
  private let cancellation = Latch()

  private struct State {
    var isClosed = false
    /// The owner of the descriptor, once a process reads.
    var writer: DescriptorWriter?
    var samples = 0
  }

  /// The length of one wait for the reader, in microseconds.
  private static let pollSlice: UInt32 = 10_000

  /// Makes the pipe.
  /// - Parameter stallLimit: the longest time in which a connected reader reads nothing; `nil` for
  ///   no limit.
  /// - Throws: `SystemError.cannotCreate`.
  package init(channels: Int, stallLimit: Duration?) throws {
    self.channels = channels
    let pipe = try Pipe(for: "the film's sound")
    Glibc.close(pipe.readEnd)
    descriptor = pipe.writeEnd
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    path = "/proc/\(getpid())/fd/\(descriptor)"
    self.stallLimit = stallLimit
  }

  deinit { close() }
  package var sampleCount: Int { state.withLock { $0.samples } }

  /// Writes samples; the first call waits for a reader.
  /// - Throws: `SystemError.cancelled`, also while waiting for a reader; `.writeFailed`.
  package func write(_ samples: UnsafeBufferPointer<Float>) throws(SystemError) {
    let writer = try openedWriter()
    do throws(StreamFailure) {
      try writer.write(UnsafeRawBufferPointer(samples))
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .stalled: throw .writeFailed(path: "the encoder's sound", reason: "it accepts no data")
      case .system(let code):
        throw .caused(by: code) { .writeFailed(path: "the encoder's sound", reason: $0) }
      }
    }
    state.withLock { $0.samples += samples.count / channels }
  }

  package func finish() { state.withLock { $0.writer.map { _ = $0.close() } } }

  /// Closes the pipe; no reader can open it afterwards.
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

  package func cancel() { cancellation.set() }

  private func openedWriter() throws(SystemError) -> DescriptorWriter {
    if let writer = state.withLock({ $0.writer }) { return writer }
    while !cancellation.isSet {
      var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      // poll reports an error for a pipe without a reader.
      if poll(&entry, 1, 0) > 0, entry.revents & Int16(POLLERR) == 0 {
        let writer = DescriptorWriter(
          descriptor: descriptor, waitsForReader: true, stallLimit: stallLimit, cancellation: cancellation)
        state.withLock { $0.writer = writer }
        return writer
      }
      usleep(Self.pollSlice)
    }
    throw .cancelled
  }
}
