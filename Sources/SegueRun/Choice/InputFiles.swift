import SegueMedia
import SegueSystem

/// The files that a request names, each in memory or on the disk.
///
/// **Thread-safety:** a value.
package struct InputFiles: Sendable {
  /// The contents of those in memory, by name.
  private let contents: [String: [UInt8]]

  /// With `contents` in memory; every other name is a path.
  package init(_ contents: [String: [UInt8]] = [:]) { self.contents = contents }

  /// The names of those in memory.
  package var names: [String] { contents.keys.sorted() }

  /// The contents of the file called `name`, if it is in memory.
  package subscript(name: String) -> [UInt8]? { contents[name] }

  /// The contents of a file of at most `limit` bytes.
  /// - Throws: as `InputBytes.read(path:limit:)`.
  func read(_ name: String, limit: Int) throws -> [UInt8] {
    try checked(name, limit) ?? InputBytes.read(path: name, limit: limit)
  }

  /// As the other, for a task: its cancellation ends the wait.
  func read(_ name: String, limit: Int) async throws -> [UInt8] {
    if let bytes = try checked(name, limit) { return bytes }
    return try await InputBytes.read(path: name, limit: limit)
  }

  /// The picture in a file.
  func picture(_ name: String) -> PictureSource {
    contents[name].map { .bytes($0, name: name) } ?? .file(path: name)
  }

  private func checked(_ name: String, _ limit: Int) throws -> [UInt8]? {
    guard let bytes = contents[name] else { return nil }
    if bytes.isEmpty { throw MediaError.badData(path: name, reason: "it is empty") }
    if bytes.count > limit {
      throw MediaError.badData(path: name, reason: "it is longer than \(limit) bytes")
    }
    return bytes
  }
}
