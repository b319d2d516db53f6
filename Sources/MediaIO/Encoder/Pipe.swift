import Glibc

/// The two ends of a new pipe; no program started from here gets them by chance.
struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  /// - Throws: `MediaError.cannotCreate`, when there are no descriptors left.
  init(for name: String) throws(MediaError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      throw .cannotCreate(path: name, reason: "no pipe: " + SystemReason.text(errno))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  /// Lets the reader see the end at once.
  func closeWriteEnd() { _ = Glibc.close(writeEnd) }
}
