import Dispatch
import Glibc
import Synchronization

/// Reads a process's pipes on a thread until all writers have closed them, so that no writer ever
/// waits.
package final class OutputDrain: Sendable {
  /// Receives the next bytes of a pipe; no bytes at its end.
  package typealias Handler = @Sendable (UnsafeRawBufferPointer) -> Void

  /// The longest time after the exit in which the pipes may end: an escaped descendant may hold them
  /// open.
  private static let limit = Duration.milliseconds(500)

  /// The open pipes. The data read is delivered before the lock is released.
  private let pipes: Mutex<[Int32: Handler]>
  private let running = DispatchGroup()

  /// Takes ownership of the descriptors of `pipes`.
  /// - Parameter exited: the latch that is set at the process's exit. Its descriptor must exist.
  init(_ pipes: [Int32: Handler], until exited: Latch) {
    self.pipes = Mutex(pipes)
    // A separate queue gets a thread at once, regardless of the number of waiting threads.
    DispatchQueue(label: "drain").async(group: running) { self.run(until: exited) }
  }

  private func run(until exited: Latch) {
    var rest: StallClock?
    while rest?.isOver != true {
      let open = pipes.withLock { Array($0.keys) }
      if open.isEmpty { return }
      if rest == nil, exited.isSet { rest = StallClock(limit: Self.limit) }
      let watched = rest == nil ? open + [exited.descriptor() ?? -1] : open
      var entries = watched.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      _ = poll(&entries, nfds_t(entries.count), rest?.pollTimeout ?? -1)
      for pipe in open { _ = read(pipe) }
    }
    // The contents of a full pipe are read even if this thread was late.
    for pipe in pipes.withLock({ Array($0.keys) }) where read(pipe) { _ = read(pipe) }
    pipes.withLock { pipes in
      for pipe in pipes.keys { Self.end(pipe, in: &pipes) }
    }
  }

  func catchUp() {
    for pipe in pipes.withLock({ Array($0.keys) }) { while read(pipe) {} }
  }

  /// Reads once and passes the data to the handler. Returns whether data was read.
  private func read(_ pipe: Int32) -> Bool {
    pipes.withLock { pipes in
      var entry = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      guard let handler = pipes[pipe], poll(&entry, 1, 0) > 0 else { return false }
      return withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { buffer in
        let count = Glibc.read(pipe, buffer.baseAddress, buffer.count)
        if count > 0 {
          handler(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if count == 0 || errno != EINTR {
          Self.end(pipe, in: &pipes)
        }
        return count > 0
      }
    }
  }

  private static func end(_ pipe: Int32, in pipes: inout [Int32: Handler]) {
    _ = close(pipe)
    pipes.removeValue(forKey: pipe)?(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Waits for the end of the pipes after the exit of the process.
  func finish() { running.wait() }
}
