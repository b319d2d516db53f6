import Glibc

/// The three descriptors that every process is expected to have.
enum StandardStreams {
  /// Takes the places of those that are closed, so that no file opened later gets their number and is written
  /// messages into. The place-holders refuse to be read and written.
  static func keepPlaces() {
    while true {
      let descriptor = open("/dev/null", O_RDONLY)
      switch descriptor {
      case STDIN_FILENO:
        close(descriptor)
        if open("/dev/null", O_WRONLY) != STDIN_FILENO { return }
      case STDOUT_FILENO, STDERR_FILENO: continue
      case 3...:
        close(descriptor)
        return
      default: return
      }
    }
  }
}
