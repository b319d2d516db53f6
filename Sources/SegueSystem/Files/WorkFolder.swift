import FoundationEssentials
import Synchronization

/// A private folder for intermediate files; it is removed with its contents when this object is
/// released.
///
/// **Thread-safety:** the path may be used from any thread.
package final class WorkFolder: Sendable {
  package let path: String
  private let cleanupEntry: Mutex<Int?>

  /// Makes a hidden folder beside the file `output`, on the disk that also needs space for the
  /// output. `nil` makes a folder in `TMPDIR`.
  package init(beside output: String?) throws(SystemError) {
    let parent: String? =
      if let output, !OutputPath.isSpecial(output) {
        OutputPath.folder(of: try OutputPath.followingLinks(output))
      } else { nil }
    let (path, entry) = try EmergencyCleanup.enterFolder(in: parent, prefix: ".segue-work-") {
      try? FileManager.default.removeItem(atPath: $0)
    }
    self.path = path
    cleanupEntry = Mutex(entry)
  }

  package func file(_ name: String) -> String { path + "/" + name }

  /// Removes the folder and its contents; open files remain readable. Repeated calls have no
  /// effect.
  package func remove() {
    guard cleanupEntry.withLock({ $0 != nil }) else { return }
    try? FileManager.default.removeItem(atPath: path)
    EmergencyCleanup.remove(from: cleanupEntry)
  }

  deinit { remove() }
}
