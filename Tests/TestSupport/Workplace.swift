import Foundation
import SegueImaging
import SegueMedia

/// A folder of a test's own, which goes with it. There is a space in its path.
package final class Workplace: Sendable {
  package let path: String

  package init() throws {
    path = NSTemporaryDirectory() + "segue tests-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a file in it.
  package func file(_ name: String) -> String { path + "/" + name }

  /// Names of files in it or in one of its folders, hidden ones included, sorted.
  package func names(in folder: String = "") -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: file(folder))) ?? []).sorted()
  }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: file(name)) }

  package func bytes(_ name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: file(name)).map(Array.init)
  }

  package func text(_ name: String) -> String? { bytes(name).map { String(decoding: $0, as: UTF8.self) } }

  package func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: file(name)))
  }

  package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Writes a picture as PNG.
  /// - Returns: Its path.
  @discardableResult
  package func write(_ picture: Snapshot, to name: String) throws -> String {
    try write(PNGEncoder().encode(picture), to: name)
    return file(name)
  }

  /// Writes a script and makes it a program.
  package func writeProgram(_ script: String, to name: String) throws {
    try write(script, to: name)
    chmod(file(name), 0o755)
  }

  package func createFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: file(name), withIntermediateDirectories: true)
  }

  package func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: file(name)) }
}
