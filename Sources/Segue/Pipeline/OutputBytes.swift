import Foundation
import SegueMedia

/// Outputs whose bytes are wanted and not a file. Encoders of video go back in what they have written, so there is a file
/// all the same, in a folder of the system's temporary one that nobody else may open, for as long as it takes.
enum OutputBytes {
  /// What `write` puts at the path that it is given.
  /// - Throws: `UsageError` for a format of many files, and what `write` throws; nothing is left behind.
  static func written(
    as format: OutputFormat, by write: (_ path: String) async throws -> Void
  ) async throws -> [UInt8] {
    guard format.canStream else {
      throw UsageError.conflict("\(format.rawValue) is many files; take webp, apng or a video for bytes")
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "segue-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw MediaError.cannotCreate(path: folder.path, reason: error.localizedDescription)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appending(path: "output.\(format.rawValue)").path
    try await write(path)
    return try await onThread(named: "segue.read") { try InputBytes.read(path: path, limit: .max) }
  }
}
