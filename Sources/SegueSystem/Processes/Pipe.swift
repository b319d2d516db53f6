import Dispatch
import Glibc
import Synchronization

/// Both ends of a new pipe, with close-on-exec set.
package struct Pipe {
  package let readEnd: Int32
  package let writeEnd: Int32

  /// A new pipe; errors call it `name`.
  /// - Throws: `MediaError.cannotCreate` without free descriptors.
  package init(for name: String) throws(MediaError) {
    guard let pipe = Pipe() else {
      throw .caused(by: errno) { .cannotCreate(path: name, reason: "no pipe: \($0)") }
    }
    self = pipe
  }

  /// A new pipe; `nil` without free descriptors, with the reason in `errno`.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  /// Enlarges the pipe of `descriptor` to the largest size for unprivileged processes.
  package static func enlarge(_ descriptor: Int32) {
    // Linux's F_SETPIPE_SZ.
    _ = fcntl(descriptor, 1031, 1 << 20)
  }
}

/// Reads a pipe until all writers have closed it, so that no writer ever waits.
///
/// **Thread-safety:** every method may be called from any thread.
package final class OutputDrain: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let running = DispatchGroup()
  /// The open pipe; the data read is delivered before the lock is released.
  private let pipe: Mutex<Int32?>
  private let handler: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes ownership of `descriptor` and delivers its data to `handler` on a separate thread.
  package init(_ descriptor: Int32, handler: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    pipe = Mutex(descriptor)
    self.handler = handler
    DispatchQueue(label: "drain").async(group: running) {
      while !self.isStopped.load(ordering: .acquiring) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 50) > 0 else { continue }
        if self.read() == false { break }
      }
      self.pipe.withLock { $0 = nil }
      _ = close(descriptor)
    }
  }

  /// Delivers all data in the pipe.
  package func catchUp() { while read() == true {} }

  /// Delivers up to a buffer of data. Returns whether the pipe is still open; `nil` if the pipe was
  /// empty.
  private func read() -> Bool? {
    pipe.withLock { descriptor in
      guard let descriptor else { return false }
      var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 0) > 0 else { return nil }
      return withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { buffer in
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 { handler(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return count > 0 || count < 0 && errno == EINTR
      }
    }
  }

  /// Waits for the end of the pipe, at most `limit`, then stops reading: a descendant may hold it
  /// open.
  package func finish(within limit: DispatchTimeInterval) {
    _ = running.wait(timeout: .now() + limit)
    isStopped.store(true, ordering: .releasing)
    running.wait()
  }
}
