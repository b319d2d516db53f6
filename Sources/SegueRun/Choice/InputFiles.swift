import SegueMedia
import SegueSystem

/// The input files of a request, each in memory or on the disk.
package struct InputFiles: Sendable {
  /// The contents of the files in memory, by normalised path.
  private let contents: [String: [UInt8]]
  /// Whether a name that is not in memory is read from the disk.
  package let readsDisk: Bool

  /// Takes `contents` into memory. Names are compared as paths: `looks/../warm.cube` is `warm.cube`.
  package init(_ contents: [String: [UInt8]] = [:], readsDisk: Bool = true) {
    self.contents = Dictionary(
      contents.sorted { $0.key < $1.key }.map { (Self.plain($0.key), $0.value) },
      uniquingKeysWith: { a, _ in a })
    self.readsDisk = readsDisk
  }

  /// The sorted names of the files in memory.
  package var names: [String] { contents.keys.sorted() }

  /// A cache key for each file in memory, in the order of the names: name and hash.
  package var memoryKeys: [String] { names.map { "\($0) \(ContentHash(contents[$0] ?? []).hash)" } }

  /// The contents of the file called `name`; `nil` if the file is not in memory.
  package subscript(name: String) -> [UInt8]? { contents.isEmpty ? nil : contents[Self.plain(name)] }

  /// The contents of a file of at most `limit` bytes.
  /// - Throws: the errors of `InputBytes.read(path:limit:)`.
  package func read(_ name: String, limit: Int) throws -> [UInt8] {
    try checked(name, limit) ?? InputBytes.read(path: name, limit: limit)
  }

  /// Reads a file like `read(_:limit:)`; cancelling the task ends the wait.
  func read(_ name: String, limit: Int) async throws -> [UInt8] {
    if let bytes = try checked(name, limit) { return bytes }
    return try await InputBytes.read(path: name, limit: limit)
  }

  /// The picture in a file.
  /// - Throws: `SystemError.unreadable` if the file is not in memory and `readsDisk` is false.
  func picture(_ name: String) throws(SystemError) -> PictureSource {
    if let bytes = self[name] { return .bytes(bytes, name: name) }
    try checkDisk(name)
    return .file(path: name)
  }

  private func checked(_ name: String, _ limit: Int) throws(SystemError) -> [UInt8]? {
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

  private func checkDisk(_ name: String) throws(SystemError) {
    if !readsDisk {
      throw .unreadable(path: name, reason: "it is not in memory, and files on the disk are not read")
    }
  }

  /// The path without `.`, `..` and empty parts. Symbolic links are not resolved.
  package static func plain(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
  }
}
