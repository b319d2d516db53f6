import Dispatch
import Glibc
import Synchronization

/// The two ends of a new pipe, which are closed in programs that are started later.
package struct Pipe {
  package let readEnd: Int32
  package let writeEnd: Int32

  /// A new pipe; errors call it `name`.
  /// - Throws: `MediaError.cannotCreate`, when there are no descriptors left.
  package init(for name: String) throws(MediaError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .caused(by: errno) { .cannotCreate(path: name, reason: "no pipe: \($0)") }
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  /// Gives the pipe of `descriptor` as much room as an unprivileged process may ask for.
  package static func enlarge(_ descriptor: Int32) {
    // Linux's F_SETPIPE_SZ.
    _ = fcntl(descriptor, 1031, 1 << 20)
  }
}

/// Reads the end of a pipe until all writers have closed the other, so that none of them ever waits.
///
/// **Thread-safety:** every method may be called from any thread.
package final class OutputDrain: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let running = DispatchGroup()
  /// The pipe while it is open; what was read of it is handed on before it is free again.
  private let pipe: Mutex<Int32?>
  private let handler: @Sendable (UnsafeRawBufferPointer) -> Void

  /// Takes over `descriptor` and hands what comes to `handler`, on a thread of its own.
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

  /// Hands on all that the pipe holds now.
  package func catchUp() { while read() == true {} }

  /// Hands on what the pipe holds, as far as it fits a buffer. Returns whether the pipe is still open; `nil` where it held
  /// nothing.
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

  /// Waits for the end of the pipe, for `limit` at most, then reads no more: a program that was left behind may
  /// hold it open.
  package func finish(within limit: DispatchTimeInterval) {
    _ = running.wait(timeout: .now() + limit)
    isStopped.store(true, ordering: .releasing)
    running.wait()
  }
}
