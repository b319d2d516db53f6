import Dispatch
import Glibc
import Synchronization

/// Reads the end of a pipe until everybody has closed the other, so that nobody who writes to it ever waits.
///
/// **Thread-safety:** every method may be called from any thread.
final class OutputDrain: Sendable {
  private let isStopped = Atomic<Bool>(false)
  private let running = DispatchGroup()

  /// Takes over `descriptor` and hands what comes to `handler`, on a thread of its own.
  init(_ descriptor: Int32, handler: @escaping @Sendable (UnsafeRawBufferPointer) -> Void) {
    DispatchQueue(label: "drain").async(group: running) {
      self.read(descriptor, handler)
      _ = close(descriptor)
    }
  }

  /// Waits for the end of the pipe, for `limit` at most, then reads no more: a program that was left behind may
  /// hold it open.
  func finish(within limit: DispatchTimeInterval) {
    _ = running.wait(timeout: .now() + limit)
    isStopped.store(true, ordering: .releasing)
    running.wait()
  }

  private func read(_ descriptor: Int32, _ handler: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 65536, alignment: 16) { buffer in
      while !isStopped.load(ordering: .acquiring) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 50) > 0 else { continue }
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
        if count > 0 {
          handler(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if count == 0 || errno != EINTR {
          return
        }
      }
    }
  }
}
