import Glibc

/// Both ends of a new pipe, with close-on-exec set.
package struct Pipe {
  package let readEnd: Int32
  package let writeEnd: Int32

  /// A new pipe; errors call it `name`.
  /// - Throws: `SystemError.cannotCreate` without free descriptors.
  package init(for name: String) throws(SystemError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Self.missing(for: name) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  /// The error for a pipe that could not be made, with the reason in `errno`.
  static func missing(for name: String) -> SystemError {
    .caused(by: errno) { .cannotCreate(path: name, reason: "no pipe can be made: \($0)") }
  }

  /// Enlarges the pipe of `descriptor` to the largest size for unprivileged processes.
  package static func enlarge(_ descriptor: Int32) {
    // 1031 is Linux's F_SETPIPE_SZ.
    _ = fcntl(descriptor, 1031, 1 << 20)
  }
}
