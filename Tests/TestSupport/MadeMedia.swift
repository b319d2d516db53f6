import Foundation
import SegueSystem

/// Small files that ffmpeg makes. Tests of all suites ask for the same ones, and starting ffmpeg is most of what such a file costs:
/// each is made once, and copied from then on.
extension FFmpeg {
  /// Makes the file `name` in `place` by ffmpeg's `arguments`, which its name follows.
  /// - Returns: Its path.
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
    // It is all that was made.
    if let kept, Set(place.names()) == before.union([name]) {
      // Other processes look for the file, which appears when it is complete. A failure only costs time.
      let made = try Data(contentsOf: URL(fileURLWithPath: path))
      try? made.write(to: URL(fileURLWithPath: kept), options: .atomic)
    }
    return path
  }

  /// Where the file is kept that these arguments make of these files, in the folder that `MADE_MEDIA` names. `nil` without one,
  /// and where not every file that is read is named: a pattern of names, or a list of them.
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
