import SegueFields
import SegueSystem

/// A text that is shown for a time.
package struct SubtitleCue: Sendable, Hashable {
  /// The time at which the cue appears, in milliseconds.
  package var start: Int
  /// The time at which the cue disappears, in milliseconds; after `start`.
  package var end: Int
  /// Lines with SubRip tags: `<i>`, `<b>`, `<u>`, `<s>` and `<font color="#rrggbb">`.
  package var text: String
  /// The position on a keypad: 2 is at the bottom, 8 at the top; `nil` means the bottom.
  package var alignment: Int?
  /// The distance from the upper or lower edge, as a fraction of the frame's height; `nil` means
  /// the margin.
  package var inset: Double?

  package init(start: Int, end: Int, text: String, alignment: Int? = nil) {
    self.start = start
    self.end = end
    self.text = text
    self.alignment = alignment
  }

  /// Whether the cue begins nearer to the top than to the bottom.
  package var isInUpperHalf: Bool { (alignment ?? 2) > 6 ? (inset ?? 0) < 0.5 : (inset ?? 0) > 0.5 }
}

package enum SubtitleFile: Sendable, Hashable {
  /// SubRip or WebVTT.
  case cues([SubtitleCue])
  /// Advanced SubStation Alpha with its styles, and its events.
  case script(String, events: [SubStation.Event])

  /// The subtitles in a file's `bytes`; messages call the file `name`. A WebVTT without its first
  /// line is accepted by its extension.
  /// - Parameters:
  ///   - keepsTimes: whether timestamps within a WebVTT cue are kept in its text.
  ///   - onNotice: called for each part that is not shown or is reinterpreted.
  /// - Throws: `SystemError.badData` with the line that cannot be read.
  package init(
    _ bytes: [UInt8], name: String, keepsTimes: Bool = false, onNotice: (Notice) -> Void = { _ in }
  ) throws(SystemError) {
    func warn(_ problem: SubtitleProblem) { onNotice(Notice(at: .named(name), problem.sentence)) }
    do throws(SubtitleProblem) {
      let lines = try SubtitleLines(bytes)
      let head = lines.all.first { !SubRip.isBlank($0) } ?? ""
      let hasHead = head.hasPrefix("WEBVTT")
      if head.hasPrefix("[Script Info]") {
        self = .script(lines.all.joined(separator: "\n") + "\n", events: try SubStation.events(lines))
      } else if hasHead || name.lowercased().hasSuffix(".vtt") {
        if !hasHead, !head.isEmpty {
          warn(.init(line: 1, reason: "a .vtt file must begin with “WEBVTT”; browsers reject this one"))
        }
        self = .cues(
          try WebVTT.cues(lines, hasHead: hasHead, keepsTimes: keepsTimes, onWarning: warn))
      } else {
        self = .cues(try SubRip.cues(lines, onWarning: warn))
      }
    } catch {
      throw .badData(path: name, reason: error.sentence)
    }
  }

  /// The shown texts, without a script's tags.
  package var texts: [String] {
    switch self {
    case .cues(let cues): cues.map(\.text)
    case .script(_, let events): events.map { $0.text.replacing(/\{[^}]*\}/, with: "") }
    }
  }

  /// The times at which text is shown, in milliseconds.
  package var times: [Range<Int>] {
    switch self {
    case .cues(let cues): cues.map { $0.start..<$0.end }
    case .script(_, let events): events.map(\.time).filter { !$0.isEmpty }
    }
  }

  package static func emptyNotice(_ name: String) -> Notice {
    Notice(at: .named(name), "it has no words, so nothing is shown")
  }
}

struct SubtitleProblem: Error {
  /// The line, from 1; `nil` for the whole file.
  var line: Int?
  var reason: String

  /// The line and the reason, without a full stop.
  var sentence: String { line.map { "line \($0): \(reason)" } ?? reason }
}

struct SubtitleLines {
  let all: [Substring]
  private let text: String

  init(_ bytes: [UInt8]) throws(SubtitleProblem) {
    let isUTF16 = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
    if isUTF16 {
      let isLittle = bytes[0] == 0xFF
      let units = stride(from: 2, to: bytes.count - 1, by: 2).map {
        UInt16(bytes[$0]) << (isLittle ? 0 : 8) | UInt16(bytes[$0 + 1]) << (isLittle ? 8 : 0)
      }
      text = String(decoding: units, as: UTF16.self)
    } else {
      if Self.isProbablyUTF16(bytes) {
        throw SubtitleProblem(reason: "it is UTF-16 without a byte order mark; save the file as UTF-8")
      }
      let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
      guard let valid = String(validating: content, as: UTF8.self) else {
        throw Self.encodingProblem(content)
      }
      text = valid
    }
    all = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }

  /// Whether every other byte is often 0, as in digits and line feeds of UTF-16.
  private static func isProbablyUTF16(_ bytes: [UInt8]) -> Bool {
    let head = bytes.prefix(4096)
    let zeros = head.indices.filter { head[$0] == 0 }
    let odd = zeros.count { !$0.isMultiple(of: 2) }
    return zeros.count * 8 > head.count && (odd == 0 || odd == zeros.count)
  }

  private static func encodingProblem(_ bytes: ArraySlice<UInt8>) -> SubtitleProblem {
    let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
    let index = lines.firstIndex { String(validating: $0, as: UTF8.self) == nil }
    // Latin-1 text has a few accented letters among ASCII letters. A text in another alphabet has
    // hardly any ASCII letters.
    let accented = bytes.count { $0 >= 0xC0 }
    let plain = bytes.count { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
    let kind = accented < plain ? "Latin-1 (Windows-1252)" : "an 8-bit encoding of another alphabet"
    return SubtitleProblem(
      line: index.map { $0 + 1 }, reason: "it is not UTF-8 but probably \(kind); save the file as UTF-8")
  }

  /// A line truncated for a message.
  static func quoted(_ line: Substring) -> String { "“\(line.prefix(40))\(line.count > 40 ? "…" : "")”" }
}

/// Times in the notation of subtitles.
enum SubtitleTime {
  /// Reads `1:02:03,456`, or with `hasHours` false also `02:03.456`; `nil` for invalid text and for
  /// 1000 hours or more.
  /// - Parameter digits: the allowed number of fraction digits; with 0 in the range, the fraction
  ///   may be omitted.
  static func milliseconds(
    _ text: some StringProtocol, digits: ClosedRange<Int> = 1...3, hasHours: Bool
  ) -> Int? {
    let halves = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == "." }
    let fraction = halves.count == 2 ? String(halves[1]) : ""
    guard halves.count <= 2, digits.contains(fraction.utf8.count) else { return nil }
    let parts = halves[0].split(separator: ":", omittingEmptySubsequences: false)
    guard hasHours ? parts.count == 3 : (2...3).contains(parts.count) else { return nil }
    var seconds = 0
    for (index, part) in parts.enumerated() {
      guard let value = number(part), index == 0 ? value < 1000 : value < 60 else { return nil }
      seconds = seconds * 60 + value
    }
    guard let thousandths = number((fraction + "000").prefix(3)), fraction.allSatisfy(\.isASCII) else {
      return nil
    }
    return seconds * 1000 + thousandths
  }

  private static func number(_ text: some StringProtocol) -> Int? {
    (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
  }

  /// The text of a time in the notation of SubRip, or of WebVTT with a point as `separator`.
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
