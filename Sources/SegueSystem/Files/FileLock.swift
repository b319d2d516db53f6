import FoundationEssentials
import Glibc

/// The lock on an open file, which one process has at a time, and which the system takes back when that ends, however.
///
/// A program that is being started has the descriptors of the process that starts it until it is executed, and with them
/// the lock: it may be held for a moment after its owner closed the file, or was killed.
///
/// **Source:** flock(2).
package enum FileLock {
  /// Takes the lock on the file that is open as `descriptor`, or waits half a second for it.
  /// - Parameter pauses: the pauses of 10 ms between attempts.
  /// - Returns: Whether it could be taken; otherwise `errno` says why not.
  package static func take(_ descriptor: CInt, pauses: Int = 50) -> Bool {
    for _ in 0..<pauses {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      if errno != EWOULDBLOCK { return false }
      usleep(10_000)
    }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Takes the lock on one byte far beyond the end of the file that is open for writing as `descriptor`. Where locks keep
  /// others from writing what is locked, as on CIFS, they can write all that is before it.
  /// - Returns: Whether it could be taken; otherwise `errno` says why not, `EAGAIN` if another process has it.
  ///
  /// **Source:** fcntl_locking(2), open file description locks.
  static func takeBeyondEnd(_ descriptor: CInt) -> Bool {
    var byte = flock()
    byte.l_type = Int16(F_WRLCK)
    byte.l_whence = Int16(SEEK_SET)
    byte.l_start = .max >> 1
    byte.l_len = 1
    // F_OFD_SETLK, which Swift does not see.
    return fcntl(descriptor, 37, &byte) == 0
  }

  /// The eight digits of this machine since it was started, in names of what is locked: some file systems that several
  /// machines share know only their own machine's locks. Empty where the system does not say it.
  ///
  /// **Source:** random(4), `/proc/sys/kernel/random/boot_id`.
  package static let machine: String = {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return String((text ?? "").filter(\.isHexDigit).prefix(8))
  }()

  /// Gives the lock back, also where other processes have the descriptor, and closes it.
  package static func release(_ descriptor: CInt) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
