import Glibc

/// The two ends of a new pipe, which are closed in programs that are started later.
struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  /// As many pipes as `count`, or none.
  /// - Throws: `MediaError.cannotCreate`, when there are no descriptors left.
  static func make(_ count: Int, for name: String) throws(MediaError) -> [Pipe] {
    var pipes: [Pipe] = []
    do throws(MediaError) {
      while pipes.count < count { pipes.append(try Pipe(for: name)) }
    } catch {
      for pipe in pipes {
        _ = Glibc.close(pipe.readEnd)
        _ = Glibc.close(pipe.writeEnd)
      }
      throw error
    }
    return pipes
  }

  private init(for name: String) throws(MediaError) {
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
