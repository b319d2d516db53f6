import Glibc

/// The lock on an open file, which one process has at a time, and which the system takes back when that ends, however.
///
/// A program that is being started has the descriptors of the process that starts it until it is executed, and with them
/// the lock: it may be held for a moment after its owner closed the file, or was killed.
///
/// **Source:** flock(2).
package enum FileLock {
  /// Takes the lock on the file that is open as `descriptor`, or waits half a second for it.
  /// - Returns: Whether it could be taken; otherwise `errno` says why not.
  package static func take(_ descriptor: CInt) -> Bool {
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      if errno != EWOULDBLOCK { return false }
      usleep(10_000)
    }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Gives the lock back, also where other processes have the descriptor, and closes it.
  package static func release(_ descriptor: CInt) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
