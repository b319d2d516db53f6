import Glibc
import Synchronization

/// Writes bytes to a file, a device or a pipe; on a pipe it can be cancelled while it waits and gives up on a
/// reader that takes nothing.
///
/// **Thread-safety:** one thread writes and closes; `cancel` may be called from any thread.
final class DescriptorWriter: Sendable {
  /// Why a write ended early.
  enum Failure: Error, Equatable {
    case cancelled
    /// The reader took nothing for as long as the stall limit.
    case stalled
    /// The system's error number.
    case system(Int32)
  }

  /// How long one wait for the reader lasts before the cancellation is looked at again, in milliseconds.
  private static let pollSlice: Int32 = 50
  /// Bytes a single write takes from a large buffer at most, so that a cancellation is seen.
  private static let largestWrite = 8 << 20
  /// Linux's F_SETPIPE_SZ, and what an unprivileged process may ask for.
  private static let setPipeSize: Int32 = 1031
  private static let pipeSize: Int32 = 1 << 20

  private let descriptor: Mutex<Int32>
  private let waitsForReader: Bool
  private let stallLimit: Duration?
  private let isCancelled = Atomic<Bool>(false)

  /// Takes over `descriptor` and closes it at the end.
  /// - Parameters:
  ///   - waitsForReader: the descriptor is a pipe that was opened without blocking.
  ///   - stallLimit: how long a reader may take nothing; nil for ever.
  init(descriptor: Int32, waitsForReader: Bool, stallLimit: Duration?) {
    self.descriptor = Mutex(descriptor)
    self.waitsForReader = waitsForReader
    self.stallLimit = stallLimit
    if waitsForReader { _ = fcntl(descriptor, Self.setPipeSize, Self.pipeSize) }
    BrokenPipes.ignore()
  }

  deinit { _ = close() }

  /// Makes a write that waits, and every later one, fail with `cancelled`.
  func cancel() { isCancelled.store(true, ordering: .releasing) }

  /// Closes the descriptor; the reader sees the end. Does nothing the second time.
  /// - Returns: 0, or the system's error number for what could not be written.
  func close() -> Int32 {
    let taken = descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
    guard taken >= 0 else { return 0 }
    return Glibc.close(taken) == 0 ? 0 : errno
  }

  /// Writes all of `bytes`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    let target = descriptor.withLock { $0 }
    var rest = bytes[...]
    while !rest.isEmpty {
      if isCancelled.load(ordering: .acquiring) { throw .cancelled }
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.largestWrite))
      let count = Glibc.write(target, part.baseAddress, part.count)
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        let code = errno
        if code == EAGAIN { try waitUntilWritable(target) } else if code != EINTR { throw .system(code) }
      }
    }
  }

  private func waitUntilWritable(_ target: Int32) throws(Failure) {
    let clock = ContinuousClock()
    let start = clock.now
    while true {
      if isCancelled.load(ordering: .acquiring) { throw .cancelled }
      if let stallLimit, clock.now - start > stallLimit { throw .stalled }
      var entry = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
      // A reader that is gone wakes it too; the write that follows then says so.
      if poll(&entry, 1, Self.pollSlice) > 0 { return }
    }
  }
}

/// Writing to a pipe without a reader shall be an error, not the end of the process.
enum BrokenPipes {
  private static let once: Void = {
    var current = sigaction()
    guard sigaction(SIGPIPE, nil, &current) == 0 else { return }
    // A handler that the program installed itself stays.
    if current.__sigaction_handler.sa_handler == nil { signal(SIGPIPE, SIG_IGN) }
  }()

  /// Ignores SIGPIPE in this process unless it has a handler. Programs started from here get the default back.
  static func ignore() { once }
}
