import FoundationEssentials
import Glibc

/// The lock on a private folder that says that its process is alive: the system takes it back when that ends, however.
///
/// **Source:** flock(2). Where a file system has no such locks, nothing is locked, and nothing is swept either.
struct FolderLock: Sendable {
  let descriptor: CInt

  /// The age at which an unlocked folder is taken for a killed process's, in seconds: a folder is locked a moment
  /// after it was made.
  private static let age = 10

  /// The common prefix of names of folders that are made on this machine since it was started.
  static let machine = FileLock.machine.isEmpty ? "" : FileLock.machine + "-"

  /// Locks the folder at `path`; `nil` where it is locked, or cannot be.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
  }

  /// Gives it back.
  func unlock() { FileLock.release(descriptor) }

  /// Removes what killed processes of this user have left in `parent` on this machine: folders whose names begin with
  /// `prefix`, which ends in ``machine``.
  static func sweep(_ parent: String, prefix: String) {
    if machine.isEmpty { return }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) && name.utf8.count == prefix.utf8.count + 6 {
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
