import FoundationEssentials
import Synchronization

/// A private folder for files on the way to an output; it and all that is in it are removed when it goes away.
///
/// **Thread-safety:** its path may be used from any thread.
package final class WorkFolder: Sendable {
  /// The folder.
  package let path: String
  private let cleanupEntry: Mutex<Int?>

  /// Makes a hidden folder beside the file that is to be at `output`, where as much room is needed anyway; `nil` makes one
  /// where `TMPDIR` says.
  /// - Throws: `MediaError.cannotCreate`.
  package init(beside output: String?) throws(MediaError) {
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

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Removes the folder and all that is in it; a file that is open can still be read. Does nothing the second time.
  package func remove() {
    guard cleanupEntry.withLock({ $0 != nil }) else { return }
    try? FileManager.default.removeItem(atPath: path)
    EmergencyCleanup.remove(from: cleanupEntry)
  }

  deinit { remove() }
}
