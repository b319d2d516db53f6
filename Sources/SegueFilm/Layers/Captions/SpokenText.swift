import SegueFields
import SegueMedia
import SegueRun
import SegueSystem

struct SpokenText: Sendable {
  /// The cues, ordered by start time.
  let cues: [SpokenCue]
  private(set) var notices: [Notice] = []

  /// The maximum number of words in a file, and of letters in a word.
  private static let (maximumWords, maximumLetters) = (200_000, 1000)

  /// Parses the file `source`. Its format is detected by content, not by name.
  /// - Throws: `SystemError.unreadable`; `.badData` with the line or place of the error.
  init(_ source: FileSource) throws {
    let (path, bytes) = (source.name, try source.read())
    var notices: [Notice] = []
    let first = bytes.drop { [0xEF, 0xBB, 0xBF, 9, 10, 13, 32].contains($0) }
    let isJSON =
      (first.starts(with: "{".utf8) || first.starts(with: "[".utf8))
      && !first.starts(with: "[Script".utf8)
    do {
      cues =
        try isJSON
        ? WhisperFile.cues(bytes) : SpokenFile.cues(bytes, path: path) { notices.append($0) }
    } catch let problem as JSONProblem {
      throw SystemError.badData(path: path, reason: problem.description)
    }
    let words = cues.reduce(0) { $0 + $1.words.count }
    guard words <= Self.maximumWords else {
      throw SystemError.badData(
        path: path, reason: "it has \(words) words, but may have at most \(Self.maximumWords)")
    }
    for word in cues.lazy.flatMap(\.words) where word.text.utf8.count > Self.maximumLetters {
      throw SystemError.badData(
        path: path,
        reason:
          "“\(word.text.prefix(20))…” has \(word.text.count) letters, but may have at most \(Self.maximumLetters)"
      )
    }
    if cues.isEmpty { notices.append(SubtitleFile.emptyNotice(path)) }
    self.notices = notices
  }

  /// The note that word times are estimated from the numbers of letters; `nil` if the file has all word
  /// times.
  func spreadingNotice(_ path: String) -> Notice? {
    let count = cues.count(where: \.isSpread)
    if count == 0 { return nil }
    let subject = count == cues.count ? "it has" : "\(count) of its \(cues.count) cues have"
    let sentence =
      "\(subject) no word times, so each cue's time is divided among its words in proportion to their letters"
    return Notice(.note, at: .named(path), of: "words", sentence)
  }
}
