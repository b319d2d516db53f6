import Glibc
import Synchronization

/// Writes bytes to a file, a device or a pipe. A wait at a pipe can be cancelled, and ends after
/// the stall limit.
///
/// **Thread-safety:** one thread writes and closes; `cancel` may be called from any thread.
package final class DescriptorWriter: Sendable {
  /// The maximum number of bytes per system call, which bounds the delay of a cancellation.
  private static let largestWrite = 8 << 20

  private let descriptor: Mutex<Int32>
  private let stallLimit: Duration?
  private let time: StallTime
  private let cancellation: Latch

  /// Takes ownership of `descriptor`, which `close` or the end of the object closes.
  /// - Parameters:
  ///   - waitsForReader: whether the descriptor is a pipe in non-blocking mode.
  ///   - stallLimit: the longest time for which a reader may read nothing; `nil` for no limit.
  ///   - time: the clock for that limit, read only while a write waits.
  package init(
    descriptor: Int32, waitsForReader: Bool = false, stallLimit: Duration? = nil, time: StallTime = .real,
    cancellation: Latch = Latch()
  ) {
    self.descriptor = Mutex(descriptor)
    self.stallLimit = stallLimit
    self.time = time
    self.cancellation = cancellation
    if waitsForReader { Pipe.enlarge(descriptor) }
  }

  deinit { _ = close() }
  package func cancel() { cancellation.set() }

  /// Closes the descriptor; the reader sees the end. Repeated calls have no effect.
  /// - Returns: 0, or the system's error number of a failed write.
  package func close() -> Int32 {
    let taken = descriptor.withLock { descriptor in
      defer { descriptor = -1 }
      return descriptor
    }
    guard taken >= 0 else { return 0 }
    return Glibc.close(taken) == 0 ? 0 : errno
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(StreamFailure) {
    let target = descriptor.withLock { $0 }
    var rest = bytes[...]
    while !rest.isEmpty {
      if cancellation.isSet { throw .cancelled }
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.largestWrite))
      let count = BrokenPipe.withoutSignal { Glibc.write(target, part.baseAddress, part.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        let code = errno
        if code == EAGAIN {
          try cancellation.wait(for: POLLOUT, of: target, StallClock(limit: stallLimit, time: time))
        } else if code != EINTR {
          throw .system(code)
        }
      }
    }
  }

  package func write(_ bytes: [UInt8]) throws(StreamFailure) {
    try bytes.withUnsafeBufferPointer { bytes throws(StreamFailure) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Writes `bytes` to the file at `path`, opened with `flags`.
  package static func write(
    _ bytes: [UInt8], to path: String, flags: Int32, mode: mode_t = 0o666
  ) throws(StreamFailure) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CLOEXEC | flags, mode)
    guard descriptor >= 0 else { throw .system(errno) }
    let writer = DescriptorWriter(descriptor: descriptor)
    try writer.write(bytes)
    let closed = writer.close()
    if closed != 0 { throw .system(closed) }
  }
}

extension SystemError {
  /// The error of a failed write to the output called `name`.
  package static func writing(to name: String, _ failure: StreamFailure) -> SystemError {
    switch failure {
    case .cancelled: .cancelled
    case .stalled: .writeFailed(path: name, reason: "its reader accepts no data")
    case .system(let code): .caused(by: code) { .writeFailed(path: name, reason: $0) }
    }
  }
}

/// Makes a write to a pipe without a reader fail instead of ending the process. The process's
/// signal handlers are not changed.
enum BrokenPipe {
  /// Calls `write`, which fails with EPIPE without a SIGPIPE. The signal would go to the writing
  /// thread, so it is blocked there and removed before delivery. A signal that was pending before
  /// stays pending.
  static func withoutSignal(_ write: () -> Int) -> Int {
    var pipe = sigset_t()
    var before = sigset_t()
    var waiting = sigset_t()
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    sigpending(&waiting)
    let hadOne = sigismember(&waiting, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    let count = write()
    let code = errno
    if count < 0, code == EPIPE, !hadOne {
      var none = timespec()
      while sigtimedwait(&pipe, nil, &none) < 0, errno == EINTR {}
    }
    pthread_sigmask(SIG_SETMASK, &before, nil)
    errno = code
    return count
  }
}

/// Opens descriptors for writing such that a wait for a reader can be interrupted.
package enum StreamDescriptor {
  /// A descriptor of standard output, and whether it is a pipe in non-blocking mode.
  ///
  /// A pipe is reopened, because all holders of a pipe's end share non-blocking mode.
  /// - Throws: `SystemError.cannotCreate` if standard output is closed.
  package static func standardOutput() throws(SystemError) -> (Int32, Bool) {
    var status = stat()
    if fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
      let pipe = Glibc.open("/proc/self/fd/\(STDOUT_FILENO)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if pipe >= 0 { return (pipe, true) }
    }
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else {
      throw .caused(by: errno) { .cannotCreate(path: OutputDestination.standardOutput.name, reason: $0) }
    }
    return (copy, false)
  }

  /// A descriptor for the file of `output`, and whether it is a fifo in non-blocking mode.
  ///
  /// Waits for a reader of a fifo, as a shell does.
  package static func open(_ output: AtomicOutput, isCancelled: () -> Bool) throws(SystemError) -> (
    Int32, Bool
  ) {
    var status = stat()
    let isFifo = stat(output.writablePath, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    let flags = O_WRONLY | O_CLOEXEC | (isFifo ? O_NONBLOCK : 0)
    while true {
      let descriptor = Glibc.open(output.writablePath, flags)
      if descriptor >= 0 { return (descriptor, isFifo) }
      let code = errno
      if isCancelled() { throw .cancelled }
      guard code == EINTR || (isFifo && code == ENXIO) else {
        throw .caused(by: code) { .cannotCreate(path: output.path, reason: $0) }
      }
      usleep(20_000)
    }
  }

  /// Switches a descriptor back to blocking mode, for a program that expects it.
  package static func makeBlocking(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }
}
