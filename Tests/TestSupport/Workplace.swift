import Foundation
import SegueImaging
import SegueMedia

/// A test's folder, which is removed with it. Its path contains a space.
package final class Workplace: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "segue tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package func file(_ name: String) -> String { path + "/" + name }

  /// Names of files in the folder or in one of its subfolders, including hidden ones, sorted.
  package func names(in folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: file(folder))) ?? []).sorted()
  }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  package func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file(name)).map(Array.init)
  }

  package func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  package func write(_ bytes: [UInt8], to name: String) throws {
    // Made media are links of files that other tests use.
    let links = try? FileManager.default.attributesOfItem(atPath: file(name))[.referenceCount] as? Int
    if links ?? 1 > 1 { try remove(name) }
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Writes a picture as PNG.
  /// - Returns: its path.
  @discardableResult
  package func write(_ picture: Snapshot, to name: String) throws -> String {
    try write(PNGEncoder().encode(picture), to: name)
    return file(name)
  }

  /// Writes a script and makes it executable.
  package func writeProgram(_ script: String, to name: String) throws {
    try write(script, to: name)
    chmod(file(name), 0o755)
  }

  package func createFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
  }

  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }
}
