import SegueMedia
import SegueMotion

extension TimelineFile {
  /// The most bytes that a timeline may have.
  private static let largestFile = 1 << 24

  /// The timeline in the file at `path`, and what in it says nothing; `-` is standard input.
  /// - Throws: `MediaError.unreadable`, `MediaError.badData` for an empty file or more than 16 MiB,
  ///   `TimelineFileError`.
  package static func read(path: String) throws -> (timeline: Timeline, warnings: [String]) {
    let json = try InputBytes.read(path: path, limit: largestFile)
    let timeline = try parse(json, name: path)
    return (timeline, strangeKeys(in: json).map { "\(path): \($0)" })
  }
}
