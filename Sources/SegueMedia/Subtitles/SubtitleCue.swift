import SegueSystem

/// A text that is seen for a while.
///
/// **Thread-safety:** a value.
package struct SubtitleCue: Sendable, Hashable {
  /// The time at which it appears, in milliseconds.
  package var start: Int
  /// The time at which it disappears, in milliseconds; after `start`.
  package var end: Int
  /// Lines with the tags of SubRip: `<i>`, `<b>`, `<u>`, `<s>` and `<font color="#rrggbb">`.
  package var text: String
  /// The place, as on a keypad: 2 is at the bottom, 8 at the top; `nil` is the bottom.
  package var alignment: Int?

  /// A text from `start` to `end`.
  package init(start: Int, end: Int, text: String, alignment: Int? = nil) {
    (self.start, self.end, self.text, self.alignment) = (start, end, text, alignment)
  }
}

/// Subtitles in a file.
///
/// **Thread-safety:** a value.
package enum SubtitleFile: Sendable, Hashable {
  /// SubRip or WebVTT.
  case cues([SubtitleCue])
  /// Advanced SubStation Alpha, with its styles; the times of its events in milliseconds.
  case script(String, times: [Range<Int>])

  /// Bytes of a file at most.
  private static let largest = 64 << 20

  /// The subtitles in the file at `path`, by its bytes and never by its name.
  /// - Throws: `MediaError.unreadable`; `.badData` with the line that cannot be read.
  package init(path: String) throws {
    let bytes = try InputBytes.read(path: path, limit: Self.largest)
    do {
      try self.init(bytes)
    } catch {
      throw MediaError.badData(path: path, reason: error.sentence)
    }
  }

  /// - Throws: `SubtitleProblem`.
  init(_ bytes: [UInt8]) throws(SubtitleProblem) {
    let lines = try SubtitleLines(bytes)
    let head = lines.all.first { !$0.isEmpty } ?? ""
    if head.hasPrefix("WEBVTT") {
      self = .cues(try WebVTT.cues(lines))
    } else if head.hasPrefix("[Script Info]") {
      self = .script(lines.all.joined(separator: "\n") + "\n", times: try SubStation.times(lines))
    } else {
      self = .cues(try SubRip.cues(lines))
    }
  }

  /// The times at which something is seen, in milliseconds.
  package var times: [Range<Int>] {
    switch self {
    case .cues(let cues): cues.map { $0.start..<$0.end }
    case .script(_, let times): times
    }
  }
}

/// An error in a file of subtitles.
struct SubtitleProblem: Error {
  /// The line, from 1; `nil` for the file as a whole.
  var line: Int?
  var reason: String

  /// The place and the problem, without a full stop.
  var sentence: String { line.map { "line \($0): \(reason)" } ?? reason }
}

/// The lines of a file, without their ends.
struct SubtitleLines {
  let all: [Substring]
  private let text: String

  /// - Throws: `SubtitleProblem` where the bytes are not UTF-8.
  init(_ bytes: [UInt8]) throws(SubtitleProblem) {
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    if isUTF16 {
      let isLittle = bytes[0] == 0xFF
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0]) << (isLittle ? 0 : 8) | UInt16(bytes[$0 + 1]) << (isLittle ? 8 : 0)
      }
      text = String(decoding: units, as: UTF16.self)
    } else {
      let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
      guard let valid = String(validating: content, as: UTF8.self) else {
        throw Self.encodingProblem(content)
      }
      text = valid
    }
    all = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }

  private static func encodingProblem(_ bytes: ArraySlice<UInt8>) -> SubtitleProblem {
    for (index, line) in bytes.split(separator: 10, omittingEmptySubsequences: false).enumerated()
    where String(validating: line, as: UTF8.self) == nil {
      return SubtitleProblem(line: index + 1, reason: "it is not UTF-8; save the file as that")
    }
    return SubtitleProblem(line: nil, reason: "it is not UTF-8; save the file as that")
  }

  /// A line that is cut to what fits a message.
  static func quoted(_ line: Substring) -> String { "“\(line.prefix(40))\(line.count > 40 ? "…" : "")”" }
}

/// Times as subtitles write them.
enum SubtitleTime {
  /// Reads `1:02:03,456`, or with `hasHours` false also `02:03.456`; `nil` for anything else, and beyond a hundred hours.
  static func milliseconds(_ text: some StringProtocol, digits: ClosedRange<Int> = 1...3, hasHours: Bool)
    -> Int?
  {
    let halves = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    guard halves.count == 2, digits.contains(halves[1].utf8.count) else { return nil }
    let parts = halves[0].split(separator: ":", omittingEmptySubsequences: false)
    guard hasHours ? parts.count == 3 : (2...3).contains(parts.count) else { return nil }
    var seconds = 0
    for (index, part) in parts.enumerated() {
      guard let value = number(part), index == 0 ? value < 1000 : value < 60 else { return nil }
      seconds = seconds * 60 + value
    }
    guard let fraction = number(halves[1]) else { return nil }
    return seconds * 1000 + fraction * [100, 10, 1][halves[1].utf8.count - 1]
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }

  /// The text of a time in SubRip, or with a point in WebVTT.
  static func text(_ milliseconds: Int, separator: String = ",") -> String {
    func padded(_ value: Int, _ digits: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    let (minutes, rest) = (milliseconds / 60_000, milliseconds % 60_000)
    return "\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2)):\(padded(rest / 1000, 2))\(separator)"
      + padded(rest % 1000, 3)
  }
}

/// Cues with numbers and times, an empty line between two of them.
///
/// **Source:** the files that SubRip writes; there is no specification.
package enum SubRip {
  /// - Parameter isLenient: whether an empty line may stand within a text, as ffmpeg writes it.
  static func cues(_ lines: SubtitleLines, isLenient: Bool = false) throws(SubtitleProblem) -> [SubtitleCue] {
    var cues: [SubtitleCue] = []
    var index = 0
    let all = lines.all
    func isBlank(_ place: Int) -> Bool { all[place].allSatisfy(\.isWhitespace) }
    /// Whether the next cue, or nothing, follows the empty lines from `place` on.
    func endsText(_ place: Int) -> Bool {
      guard isLenient, let next = (place..<all.count).first(where: { !isBlank($0) }) else { return true }
      return all[next].contains(" --> ") || next + 1 < all.count && all[next + 1].contains(" --> ")
    }
    while true {
      while index < all.count, isBlank(index) { index += 1 }
      guard index < all.count else { return cues }
      // The number has no meaning, and some files leave it out.
      let isNumber = all[index].allSatisfy { $0.isWholeNumber || $0.isWhitespace }
      if isNumber { index += 1 }
      guard index < all.count, !isBlank(index) else {
        throw SubtitleProblem(line: index, reason: "a cue's times should follow its number")
      }
      let times = try Self.times(all[index], line: index + 1, hasHours: true)
      index += 1
      let first = index
      while index < all.count, !isBlank(index) || !endsText(index) { index += 1 }
      let text = all[first..<index].filter { !$0.isEmpty }.joined(separator: "\n")
      if times.isEmpty { continue }
      cues.append(SubtitleCue(start: times.lowerBound, end: times.upperBound, text: text))
    }
  }

  /// The times of a line such as `00:00:01,000 --> 00:00:04,000`, none where both are the same; what follows them is not
  /// looked at.
  static func times(_ line: Substring, line number: Int, hasHours: Bool) throws(SubtitleProblem) -> Range<Int>
  {
    let parts = line.split(separator: " ")
    guard parts.count >= 3, parts[1] == "-->",
      let start = SubtitleTime.milliseconds(parts[0], hasHours: hasHours),
      let end = SubtitleTime.milliseconds(parts[2], hasHours: hasHours)
    else {
      let example = hasHours ? "00:01:02,500 --> 00:01:04,000" : "01:02.500 --> 01:04.000"
      throw SubtitleProblem(
        line: number,
        reason: "\(SubtitleLines.quoted(line)), where a cue's times such as \(example) should stand")
    }
    guard start <= end else {
      throw SubtitleProblem(line: number, reason: "\(SubtitleLines.quoted(line)) ends before it begins")
    }
    return start..<end
  }

  /// The file with `cues`.
  package static func file(_ cues: [SubtitleCue]) -> String {
    cues.enumerated().map { index, cue in
      "\(index + 1)\n\(SubtitleTime.text(cue.start)) --> \(SubtitleTime.text(cue.end))\n\(cue.text)\n\n"
    }.joined()
  }
}

/// **Source:** W3C, WebVTT: The Web Video Text Tracks Format, section 4.
enum WebVTT {
  static func cues(_ lines: SubtitleLines) throws(SubtitleProblem) -> [SubtitleCue] {
    var cues: [SubtitleCue] = []
    let all = lines.all
    var index = 0
    // The head ends at the first empty line.
    while index < all.count, !all[index].isEmpty { index += 1 }
    while true {
      while index < all.count, all[index].isEmpty { index += 1 }
      guard index < all.count else { return cues }
      let first = index
      while index < all.count, !all[index].isEmpty { index += 1 }
      let block = all[first..<index]
      if ["NOTE", "STYLE", "REGION"].contains(where: { all[first].hasPrefix($0) }),
        !all[first].contains("-->")
      {
        continue
      }
      // A name may stand above the times.
      let line = all[first].contains("-->") || block.count == 1 ? first : first + 1
      let times = try SubRip.times(all[line], line: line + 1, hasHours: false)
      let text = all[(line + 1)..<index].map(plain).joined(separator: "\n")
      if times.isEmpty { continue }
      let settings = all[line].split(separator: " ").dropFirst(3)
      cues.append(
        SubtitleCue(
          start: times.lowerBound, end: times.upperBound, text: text, alignment: alignment(settings)))
    }
  }

  /// The place of a cue, as far as its settings say top or bottom, left or right.
  private static func alignment(_ settings: ArraySlice<Substring>) -> Int? {
    var (column, isTop): (Int, Bool) = (2, false)
    for setting in settings {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch (parts[0], parts[1]) {
      case ("align", "start"), ("align", "left"): column = 1
      case ("align", "end"), ("align", "right"): column = 3
      case ("line", let value):
        let number = Double(value.prefix { $0 != "," && $0 != "%" })
        isTop = number.map { value.contains("%") ? $0 < 50 : $0 >= 0 && $0 < 8 } ?? false
      default: break
      }
    }
    let alignment = column + (isTop ? 6 : 0)
    return alignment == 2 ? nil : alignment
  }

  /// A line without what SubRip has no tags for, its entities resolved.
  private static func plain(_ line: Substring) -> String {
    let kept: Set<Substring> = ["i", "b", "u", "/i", "/b", "/u"]
    let tags = String(line).replacing(/<([^>]*)>/) { match in
      let name = match.output.1.prefix { $0 != "." && $0 != " " }
      return kept.contains(name) ? "<\(name)>" : ""
    }
    return tags.replacing("&lt;", with: "‹").replacing("&gt;", with: "›").replacing("&nbsp;", with: "\u{A0}")
      .replacing("&lrm;", with: "\u{200E}").replacing("&rlm;", with: "\u{200F}").replacing("&amp;", with: "&")
  }
}
