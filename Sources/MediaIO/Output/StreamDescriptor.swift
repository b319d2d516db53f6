import Glibc

/// Opens descriptors for writing so that a wait for a reader can be interrupted.
enum StreamDescriptor {
  /// A descriptor of standard output, and whether it is a pipe opened without blocking.
  ///
  /// A pipe is opened anew, since blocking is a property that all holders of a pipe's end share.
  /// - Throws: `MediaError.cannotCreate` when there is no standard output.
  static func standardOutput() throws(MediaError) -> (Int32, Bool) {
    var status = stat()
    if fstat(STDOUT_FILENO, &status) == 0, status.st_mode & S_IFMT == S_IFIFO {
      let pipe = Glibc.open("/proc/self/fd/\(STDOUT_FILENO)", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      if pipe >= 0 { return (pipe, true) }
    }
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard copy >= 0 else {
      throw .cannotCreate(path: OutputDestination.standardOutput.name, reason: SystemReason.text(errno))
    }
    return (copy, false)
  }

  /// A descriptor for what `output` writes to, and whether it is a fifo opened without blocking.
  ///
  /// Waits for somebody who reads a fifo, as a shell does.
  /// - Throws: `MediaError.cannotCreate`, `MediaError.cancelled`.
  static func open(_ output: AtomicOutput, isCancelled: () -> Bool) throws(MediaError) -> (Int32, Bool) {
    var status = stat()
    let isFifo = stat(output.writablePath, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    let flags = O_WRONLY | O_CLOEXEC | (isFifo ? O_NONBLOCK : 0)
    while true {
      let descriptor = Glibc.open(output.writablePath, flags)
      if descriptor >= 0 { return (descriptor, isFifo) }
      let code = errno
      if isCancelled() { throw .cancelled }
      guard code == EINTR || (isFifo && code == ENXIO) else {
        throw .cannotCreate(path: output.path, reason: SystemReason.text(code))
      }
      usleep(20_000)
    }
  }

  /// Makes a descriptor of its own wait again when it is full, for a program that expects that.
  static func makeBlocking(_ descriptor: Int32) {
    let flags = fcntl(descriptor, F_GETFL)
    if flags >= 0 { _ = fcntl(descriptor, F_SETFL, flags & ~O_NONBLOCK) }
  }
}
