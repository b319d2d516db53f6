import FoundationEssentials
import Glibc

/// A lock on an open file. One process can have the lock at a time. The system releases it at the
/// process's end.
///
/// A starting child process inherits the descriptors until its exec, and with them the lock. The
/// lock may therefore exist briefly after its owner has closed the file or was killed.
///
/// **Source:** flock(2).
package enum FileLock {
  /// Locks the file open as `descriptor`; tries for half a second by default.
  /// - Parameter pauses: the number of 10 ms pauses between attempts.
  /// - Returns: whether the lock was taken; otherwise `errno` has the reason.
  package static func take(_ descriptor: CInt, pauses: Int = 50) -> Bool {
    for _ in 0..<pauses {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      if errno != EWOULDBLOCK { return false }
      usleep(10_000)
    }
    return flock(descriptor, LOCK_EX | LOCK_NB) == 0
  }

  /// Locks one byte far beyond the end of the file open for writing as `descriptor`. On file
  /// systems with mandatory locks, such as CIFS, others can still write all bytes before it.
  /// - Returns: whether the lock was taken; otherwise `errno` has the reason, `EAGAIN` if another
  ///   process holds it.
  ///
  /// **Source:** fcntl_locking(2), open file description locks.
  static func takeBeyondEnd(_ descriptor: CInt) -> Bool {
    var byte = flock()
    byte.l_type = Int16(F_WRLCK)
    byte.l_whence = Int16(SEEK_SET)
    byte.l_start = .max >> 1
    byte.l_len = 1
    // 37 is F_OFD_SETLK, which Swift does not import.
    return fcntl(descriptor, 37, &byte) == 0
  }

  /// Eight digits that identify this machine's boot, for the names of locked files. Some shared
  /// file systems enforce locks only within a machine. Empty if the system provides no boot
  /// identifier.
  ///
  /// **Source:** random(4), `/proc/sys/kernel/random/boot_id`.
  package static let machine: String = {
    let text = try? String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8)
    return String((text ?? "").filter(\.isHexDigit).prefix(8))
  }()

  /// Releases the lock, even if other processes hold the descriptor, and closes the descriptor.
  package static func release(_ descriptor: CInt) {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
