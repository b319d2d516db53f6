import SegueMedia
import SegueSystem

/// The files that a request names, each in memory or on the disk.
package struct InputFiles: Sendable {
  /// The contents of those in memory, by name.
  private let contents: [String: [UInt8]]
  /// Whether a name that is not in memory is a path.
  package let readsDisk: Bool

  /// With `contents` in memory, whose names are compared as paths are: `looks/../warm.cube` is `warm.cube`.
  package init(_ contents: [String: [UInt8]] = [:], readsDisk: Bool = true) {
    self.contents = Dictionary(
      contents.sorted { $0.key < $1.key }.map { (Self.plain($0.key), $0.value) },
      uniquingKeysWith: { a, _ in a })
    self.readsDisk = readsDisk
  }

  /// The names of those in memory.
  package var names: [String] { contents.keys.sorted() }

  /// Keys of everything in memory: names and hashes, in the order of the names.
  package var memoryKeys: [String] { names.map { "\($0) \(ContentHash(contents[$0] ?? []).hash)" } }

  /// The contents of the file called `name`, if it is in memory.
  package subscript(name: String) -> [UInt8]? { contents.isEmpty ? nil : contents[Self.plain(name)] }

  /// The contents of a file of at most `limit` bytes.
  /// - Throws: as `InputBytes.read(path:limit:)`.
  package func read(_ name: String, limit: Int) throws -> [UInt8] {
    try checked(name, limit) ?? InputBytes.read(path: name, limit: limit)
  }

  /// As the other, for a task: its cancellation ends the wait.
  func read(_ name: String, limit: Int) async throws -> [UInt8] {
    if let bytes = try checked(name, limit) { return bytes }
    return try await InputBytes.read(path: name, limit: limit)
  }

  /// The picture in a file.
  /// - Throws: `MediaError.unreadable` where it is on the disk, which is not read.
  func picture(_ name: String) throws(MediaError) -> PictureSource {
    if let bytes = self[name] { return .bytes(bytes, name: name) }
    try checkDisk(name)
    return .file(path: name)
  }

  private func checked(_ name: String, _ limit: Int) throws(MediaError) -> [UInt8]? {
    guard let bytes = self[name] else {
      try checkDisk(name)
      return nil
    }
    if bytes.isEmpty { throw .badData(path: name, reason: InputFile.emptyReason) }
    if bytes.count > limit {
      throw .badData(path: name, reason: "it is longer than the limit of \(limit) bytes")
    }
    return bytes
  }

  private func checkDisk(_ name: String) throws(MediaError) {
    if !readsDisk {
      throw .unreadable(path: name, reason: "it is not among the files in memory, and no other is read")
    }
  }

  /// The path without `.`, `..` and empty parts, as far as that can be told from it alone.
  package static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
