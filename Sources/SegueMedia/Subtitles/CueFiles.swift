/// Cues with numbers and times. Each line with a cue's times begins a cue, even without a number or an
/// empty line before it.
///
/// **Source:** the files of SubRip and of players; the format has no specification.
package enum SubRip {
  static func cues(
    _ lines: SubtitleLines, onWarning: (SubtitleProblem) -> Void = { _ in }
  ) throws(SubtitleProblem) -> [SubtitleCue] {
    let all = lines.all
    let heads = all.indices.filter { CueTimes(all[$0]) != nil }
    let before = all[..<(heads.first ?? all.count)]
    if let stray = before.indices.first(where: { !isBlank(all[$0]) && number(all[$0]) == nil }) {
      throw CueTimes.expected(all[stray], line: stray + 1)
    }
    if heads.isEmpty, let last = before.lastIndex(where: { !isBlank($0) }) {
      throw SubtitleProblem(line: last + 1, reason: noTimes)
    }
    var cues: [SubtitleCue] = []
    for (place, head) in heads.enumerated() {
      let isLast = place + 1 == heads.count
      var end = isLast ? all.count : heads[place + 1]
      if !isLast, end - 1 > head, number(all[end - 1]) != nil { end -= 1 }
      if isLast, let cut = cutNumber(all, after: head) {
        onWarning(SubtitleProblem(line: cut + 1, reason: noTimes))
        end = cut
      }
      let text = all[(head + 1)..<end]
      if let wrong = text.indices.first(where: { resemblesTimes(all[$0]) }) {
        throw CueTimes.expected(all[wrong], line: wrong + 1)
      }
      CueTimes.warnOfTimes(in: all, text.indices, onWarning)
      guard let times = CueTimes(all[head])?.validRange(all[head], line: head + 1, onWarning) else {
        continue
      }
      let content = text.filter { !isBlank($0) }.joined(separator: "\n")
      cues.append(SubtitleCue(start: times.lowerBound, end: times.upperBound, text: content))
    }
    return cues
  }

  private static let noTimes = "a cue's times should follow its number"

  /// The line index of a last cue number without times, as in a truncated file. The line follows an
  /// empty line, and has the successor of the last cue's number.
  private static func cutNumber(_ all: [Substring], after head: Int) -> Int? {
    guard let last = all.lastIndex(where: { !isBlank($0) }), last - 1 > head, isBlank(all[last - 1]),
      head > 0, let own = number(all[head - 1]), number(all[last]) == own + 1
    else { return nil }
    return last
  }

  static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

  static func number(_ line: Substring) -> Int? {
    let digits = line.filter { !$0.isWhitespace }
    return !digits.isEmpty && digits.allSatisfy(\.isWholeNumber) ? Int(digits) ?? 0 : nil
  }

  /// Whether a line begins with a time and contains an arrow, and so is not text.
  private static func resemblesTimes(_ line: Substring) -> Bool {
    line.contains(">") && line.firstMatch(of: /^\s*\d+:\d+.*[-–—=]>/) != nil
  }

  package static func file(_ cues: [SubtitleCue]) -> String {
    cues.enumerated().map { index, cue in
      "\(index + 1)\n\(SubtitleTime.text(cue.start)) --> \(SubtitleTime.text(cue.end))\n\(cue.text)\n\n"
    }.joined()
  }
}

/// The times in a line such as `00:00:01,000 --> 00:00:04,000`. Hours, fractions and spaces are optional;
/// the rest of the line is ignored.
struct CueTimes {
  let start: Int
  let end: Int

  init?(_ line: Substring) {
    guard let arrow = line.firstRange(of: "-->") else { return nil }
    let first = line[..<arrow.lowerBound].filter { !$0.isWhitespace }
    let last = line[arrow.upperBound...].drop(while: \.isWhitespace).prefix { !$0.isWhitespace }
    guard let start = SubtitleTime.milliseconds(first, digits: 0...9, hasHours: false),
      let end = SubtitleTime.milliseconds(last, digits: 0...9, hasHours: false)
    else { return nil }
    self.start = start
    self.end = end
  }

  /// The times of a visible cue; `nil` for an empty or reversed one. A reversed cue gets a warning.
  func validRange(
    _ line: Substring, line number: Int, _ onWarning: (SubtitleProblem) -> Void
  ) -> Range<Int>? {
    if start > end {
      let reason = "\(SubtitleLines.quoted(line)) ends before it begins, so it is not shown"
      onWarning(SubtitleProblem(line: number, reason: reason))
    }
    return start < end ? start..<end : nil
  }

  /// Warns of text lines that consist of two times without an arrow.
  static func warnOfTimes(
    in all: [Substring], _ text: Range<Int>, _ onWarning: (SubtitleProblem) -> Void
  ) {
    for index in text {
      let times = /\s*(?:(?:(?:\d+:)?\d+:\d\d[.,]\d+|\d+:\d\d:\d\d)(?:[\s\p{P}\p{S}]+|$)){2}/
      guard all[index].wholeMatch(of: times) != nil else { continue }
      let reason =
        "\(SubtitleLines.quoted(all[index])) has two times but no arrow -->, so it is shown as text"
      onWarning(SubtitleProblem(line: index + 1, reason: reason))
    }
  }

  /// The problem with a line at a position where times are expected.
  static func expected(_ line: Substring, line number: Int) -> SubtitleProblem {
    SubtitleProblem(
      line: number,
      reason:
        "\(SubtitleLines.quoted(line)) should be a cue's times, such as 00:01:02,500 --> 00:01:04,000"
    )
  }
}

/// **Source:** W3C, WebVTT: The Web Video Text Tracks Format, section 4.
enum WebVTT {
  /// - Parameters:
  ///   - hasHead: whether the lines before the first empty line are a header.
  ///   - keepsTimes: whether timestamps within a cue's text are kept.
  ///   - onWarning: called for each part that is not shown.
  static func cues(
    _ lines: SubtitleLines, hasHead: Bool = true, keepsTimes: Bool = false,
    onWarning: (SubtitleProblem) -> Void
  ) throws(SubtitleProblem) -> [SubtitleCue] {
    var cues: [SubtitleCue] = []
    var ignored = IgnoredSettings()
    defer { if let problem = ignored.problem(isCaption: keepsTimes) { onWarning(problem) } }
    let all = lines.all
    var index = 0
    if hasHead { while index < all.count, !all[index].isEmpty { index += 1 } }
    while true {
      while index < all.count, all[index].isEmpty { index += 1 }
      guard index < all.count else { return cues }
      let first = index
      while index < all.count, !all[index].isEmpty { index += 1 }
      cues += try Self.cues(all, in: first..<index, keepsTimes, &ignored, onWarning)
    }
  }

  /// The cues in the non-empty lines `block` of `all`: a line with an arrow begins a cue, and an
  /// identifier may precede the first one.
  private static func cues(
    _ all: [Substring], in block: Range<Int>, _ keepsTimes: Bool, _ ignored: inout IgnoredSettings,
    _ onWarning: (SubtitleProblem) -> Void
  ) throws(SubtitleProblem) -> [SubtitleCue] {
    let head = all[block.lowerBound]
    if ["NOTE", "STYLE", "REGION"].contains(where: head.hasPrefix), !head.contains("-->") { return [] }
    let heads = block.filter { all[$0].contains("-->") }
    guard let first = heads.first, first <= block.lowerBound + 1 else {
      onWarning(
        SubtitleProblem(
          line: block.lowerBound + 1,
          reason: "\(SubtitleLines.quoted(head)) belongs to no cue, so it is not shown"))
      return []
    }
    var cues: [SubtitleCue] = []
    for (place, head) in heads.enumerated() {
      guard let times = CueTimes(all[head]) else { throw CueTimes.expected(all[head], line: head + 1) }
      var end = place + 1 < heads.count ? heads[place + 1] : block.upperBound
      if end < block.upperBound, end - 1 > head, SubRip.number(all[end - 1]) != nil { end -= 1 }
      CueTimes.warnOfTimes(in: all, (head + 1)..<end, onWarning)
      guard let validRange = times.validRange(all[head], line: head + 1, onWarning) else { continue }
      let settings = all[head].firstRange(of: "-->").map { all[head][$0.upperBound...] } ?? ""
      var cue = SubtitleCue(
        start: validRange.lowerBound, end: validRange.upperBound,
        text: all[(head + 1)..<end].map { plain($0, keepsTimes: keepsTimes) }.joined(separator: "\n"))
      let parts = Array(settings.split(whereSeparator: \.isWhitespace).dropFirst())
      setPlace(of: &cue, parts, lines: end - head - 1)
      ignored.add(parts, isCaption: keepsTimes, line: head + 1)
      cues.append(cue)
    }
    return cues
  }

  /// The height of a text line, and the margin, as fractions of the frame's height.
  private static let (lineHeight, margin) = (0.07, 0.05)

  /// Places a cue of `lines` lines by its settings `align` and `line`.
  private static func setPlace(of cue: inout SubtitleCue, _ settings: [Substring], lines: Int) {
    var column = 2
    var position: (isTop: Bool, inset: Double?) = (false, nil)
    for setting in settings {
      let parts = setting.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      switch (parts[0], parts[1]) {
      case ("align", "start"), ("align", "left"): column = 1
      case ("align", "end"), ("align", "right"): column = 3
      case ("line", let value): position = edge(value, height: Double(lines) * lineHeight)
      default: break
      }
    }
    let alignment = column + (position.isTop ? 6 : 0)
    cue.alignment = alignment == 2 && position.inset == nil ? nil : alignment
    cue.inset = position.inset
  }

  /// The reference edge for a cue of `height` with a `line` setting, and the distance from it;
  /// `nil` means the margin. A cue that would leave the frame is moved to the edge.
  private static func edge(_ setting: Substring, height: Double) -> (isTop: Bool, inset: Double?) {
    let parts = setting.split(separator: ",")
    guard let text = parts.first, let number = Double(text.prefix { $0 != "%" }) else { return (false, nil) }
    guard text.hasSuffix("%") else {
      let isTop = number >= 0
      let inset = margin + (isTop ? number : -1 - number) * lineHeight
      if inset + height > 1 { return (!isTop, nil) }
      return (isTop, inset > margin ? inset : nil)
    }
    let part = number / 100
    if parts.last == "end" { return part < height ? (true, nil) : (false, max(0, 1 - part)) }
    let top = parts.last == "center" ? part - height / 2 : part
    return top + height > 1 ? (false, nil) : (true, max(0, top))
  }

  /// A line without the tags that SubRip does not support, with character references resolved.
  private static func plain(_ line: Substring, keepsTimes: Bool) -> String {
    let kept: Set<Substring> = ["i", "b", "u", "/i", "/b", "/u"]
    let tags = String(line).replacing(/<([^>]*)>/) { match in
      let name = match.output.1.prefix { $0 != "." && $0 != " " }
      if keepsTimes, match.output.0.wholeMatch(of: inlineTime) != nil { return String(match.output.0) }
      return kept.contains(name) ? "<\(name)>" : ""
    }
    return CharacterReference.resolved(tags)
  }

  /// The cue settings of a file that have no effect.
  private struct IgnoredSettings {
    private var names: [Substring] = []
    private var line = 0

    /// Adds the names of a cue's `settings` that have no effect. Default values are not added, nor is the
    /// position that the alignment implies.
    mutating func add(_ settings: [Substring], isCaption: Bool, line: Int) {
      var implied: Substring = "50%"
      for setting in settings {
        switch setting {
        case "align:start", "align:left": implied = "0%"
        case "align:end", "align:right": implied = "100%"
        default: break
        }
      }
      for setting in settings {
        let parts = setting.split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { continue }
        let isIgnored =
          switch parts[0] {
          case "vertical", "region": true
          case "size": parts[1] != "100%"
          case "position": parts[1].prefix(while: { $0 != "," }) != implied
          case "align": isCaption && implied != "50%"
          default: false
          }
        guard isIgnored, !names.contains(parts[0]) else { continue }
        if names.isEmpty { self.line = line }
        names.append(parts[0])
      }
    }

    /// The warning about the settings; `nil` if all have an effect.
    func problem(isCaption: Bool) -> SubtitleProblem? {
      guard !names.isEmpty else { return nil }
      let list = names.joined(separator: ", ")
      let what = names.count > 1 ? "the cue settings \(list) have" : "the cue setting \(list) has"
      let used = isCaption ? "only “line” places a caption" : "only “line” and “align” place a cue"
      return SubtitleProblem(line: line, reason: "\(what) no effect; \(used)")
    }
  }

  static var inlineTime: Regex<(Substring, Substring)> { /<(\d+:[0-9:.]+)>/ }
}
