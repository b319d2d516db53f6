import Foundation
import Glibc
import SegueSystem

/// Small media files made by ffmpeg. Suites share many of them, and most of their cost is ffmpeg's start, so each file is
/// made once and then linked. The product caches a file's probe by the file's identity, so links of one file are probed
/// once in a process.
extension FFmpeg {
  /// Makes the file `name` in `place` with ffmpeg's `arguments`, to which the name is appended.
  /// - Returns: the file's path.
  @discardableResult
  package static func make(_ name: String, _ arguments: [String], in place: Workplace) async throws -> String
  {
    let cached = cachedPath(name, arguments, in: place)
    let before = Set(place.names())
    let path = place.file(name)
    // ffmpeg would write into the file, and thus into its other names.
    if before.contains(name) { try place.remove(name) }
    if let cached, FileManager.default.fileExists(atPath: cached) {
      if place.contains(cached) || link(cached, path) != 0 {
        try FileManager.default.copyItem(atPath: cached, toPath: path)
      }
      return path
    }
    try await run(arguments + [name], in: place.path)
    // A command with several outputs is not cached. A failure only costs time: another test was faster, or the cache is on
    // another file system.
    if let cached, Set(place.names()) == before.union([name]) { link(path, cached) }
    return path
  }

  /// The path of the cached file in the folder `MADE_MEDIA`, from a hash of the arguments and the inputs. `nil` without that
  /// folder, and if the arguments do not name every input: a file name pattern, or a list of files.
  private static func cachedPath(_ name: String, _ arguments: [String], in place: Workplace) -> String? {
    guard let folder = ProcessInfo.processInfo.environment["MADE_MEDIA"] else { return nil }
    let isVague = (arguments + [name]).contains { $0.contains("%") || $0.contains("concat") }
    guard !isVague, !name.contains("/") else { return nil }
    let words = arguments.map { $0.replacing(place.path + "/", with: "") }
    let ending = name.split(separator: ".").last ?? ""
    guard !words.contains(where: { $0.contains("/segue tests-") }) else { return nil }
    var key = words + [String(ending)]
    for input in place.names() where words.contains(where: { $0.contains(input) }) {
      guard let content = ContentHash(path: place.file(input)) else { return nil }
      key += [input, content.hash]
    }
    return "\(folder)/\(ContentHash(Array(key.joined(separator: "\0").utf8)).hash).\(ending)"
  }
}

extension Workplace {
  /// Writes media made in-process. Equal files are links of one, which is probed once in a process.
  /// - Returns: the file's path.
  @discardableResult
  package func share(_ bytes: [UInt8], as name: String) throws -> String {
    if exists(name) { try remove(name) }
    let ending = name.split(separator: ".").last ?? ""
    if let folder = ProcessInfo.processInfo.environment["MADE_MEDIA"] {
      let shared = "\(folder)/\(ContentHash(bytes).hash).\(ending)"
      if !FileManager.default.fileExists(atPath: shared) {
        try Data(bytes).write(to: URL(fileURLWithPath: shared), options: .atomic)
      }
      if !contains(shared), link(shared, file(name)) == 0 { return file(name) }
    }
    try write(bytes, to: name)
    return file(name)
  }

  /// Whether the folder has a link of the file at `path`. A film treats two links as one clip.
  fileprivate func contains(_ path: String) -> Bool {
    let stamp = FileStamp(path: path)
    return names().contains { FileStamp(path: file($0)) == stamp }
  }
}
