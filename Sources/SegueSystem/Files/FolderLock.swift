import FoundationEssentials
import Glibc

/// A lock on a private folder that shows that its process is alive. The system releases it at the
/// process's end.
///
/// **Source:** flock(2). On file systems without such locks, folders are neither locked nor swept.
struct FolderLock: Sendable {
  let descriptor: CInt

  /// The minimum age, in seconds, at which an unlocked folder counts as left by a killed process. A
  /// new folder is locked shortly after its creation.
  private static let age = 10

  /// The common prefix of folder names on this machine since its boot.
  static let machine = FileLock.machine.isEmpty ? "" : FileLock.machine + "-"

  /// Locks the folder at `path`; `nil` if it is locked already or cannot be locked.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  func unlock() { FileLock.release(descriptor) }

  /// Removes the folders that this user's killed processes have left in `parent` on this machine.
  /// Their names begin with `prefix`, which ends in ``machine``.
  static func sweep(_ parent: String, prefix: String) {
    if machine.isEmpty { return }
    for name in OutputPath.names(in: parent)
    where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 {
      let path = "\(parent)/\(name)"
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(),
        time(nil) - status.st_mtim.tv_sec > age, let lock = FolderLock(path)
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
      lock.unlock()
    }
  }
}
