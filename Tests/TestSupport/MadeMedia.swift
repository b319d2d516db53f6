import Foundation
import SegueSystem

/// Small media files made by ffmpeg. Suites share many of them, and most of their cost is ffmpeg's start, so each file is
/// made once and then copied.
extension FFmpeg {
  /// Makes the file `name` in `place` with ffmpeg's `arguments`, to which the name is appended.
  /// - Returns: the file's path.
  @discardableResult
  package static func make(_ name: String, _ arguments: [String], in place: Workplace) async throws -> String
  {
    let (kept, before) = (keptPath(name, arguments, in: place), Set(place.names()))
    let path = place.file(name)
    if let kept, FileManager.default.fileExists(atPath: kept) {
      if before.contains(name) { try place.remove(name) }
      try FileManager.default.copyItem(atPath: kept, toPath: path)
      return path
    }
    try await run(arguments + [name], in: place.path)
    // A command with several outputs is not cached.
    if let kept, Set(place.names()) == before.union([name]) {
      // Other processes look for the file, which appears when it is complete. A failure only costs time.
      let made = try Data(contentsOf: URL(fileURLWithPath: path))
      try? made.write(to: URL(fileURLWithPath: kept), options: .atomic)
    }
    return path
  }

  /// The path of the cached file in the folder `MADE_MEDIA`, from a hash of the arguments and the inputs. `nil` without that
  /// folder, and if the arguments do not name every input: a file name pattern, or a list of files.
  private static func keptPath(_ name: String, _ arguments: [String], in place: Workplace) -> String? {
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
