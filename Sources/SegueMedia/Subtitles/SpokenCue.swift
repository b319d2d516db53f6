import SegueFields
import SegueSystem

/// A spoken word with its time, in milliseconds.
package struct SpokenWord: Sendable, Hashable {
  /// The word with its punctuation, without surrounding spaces.
  package var text: String
  package var start: Int
  /// The end; not before `start`.
  package var end: Int
  /// Whether no space precedes the word, as in Chinese and Japanese.
  package var isJoined: Bool

  package init(_ text: String, start: Int, end: Int, isJoined: Bool = false) {
    self.text = text
    self.start = start
    self.end = end
    self.isJoined = isJoined
  }
}

/// Words that are shown together, as a subtitle line or a sentence.
package struct SpokenCue: Sendable, Hashable {
  /// The time at which the cue appears, in milliseconds.
  package var start: Int
  /// The time at which the cue disappears, in milliseconds; after `start`.
  package var end: Int
  /// The words in order of their beginnings; at least one.
  package var words: [SpokenWord]
  /// Whether the word times are estimated from the numbers of letters, since the file has no word
  /// times.
  package var isSpread: Bool
  /// Whether the file places the cue in the upper half of the frame.
  package var isInUpperHalf = false

  /// A cue whose words have times from the file.
  /// - Returns: `nil` without words, or with an empty time range.
  package init?(start: Int, end: Int, words: [SpokenWord], isSpread: Bool = false) {
    guard start < end, !words.isEmpty else { return nil }
    self.start = start
    self.end = end
    self.isSpread = isSpread
    var words = words
    for index in words.indices {
      let minimum = index == 0 ? start : words[index - 1].start
      words[index].start = min(max(words[index].start, minimum), end)
      words[index].end = min(max(words[index].end, words[index].start), end)
    }
    self.words = Self.lasting(words, until: end)
  }

  /// The longest duration of a word whose file states no duration, in milliseconds.
  package static let longest = 300

  /// The words with durations. A word without a duration lasts until the next one, at most
  /// ``longest``. Words with the same start time share the time until the next word, in proportion to
  /// their letters. Words that start at `end` also share the previous word's time.
  private static func lasting(_ words: [SpokenWord], until end: Int) -> [SpokenWord] {
    var words = words
    var first = 0
    while first < words.count {
      let last = words[first...].firstIndex { $0.start > words[first].start } ?? words.count
      defer { first = last }
      if last == first + 1, words[first].start < words[first].end { continue }
      let next = last < words.count ? words[last].start : end
      let from = words[first].start == next && first > 0 ? first - 1 : first
      let start = words[from].start
      let spoken = words[from..<last].map(\.end).max() ?? start
      let stop = min(next, spoken > start ? spoken : start + longest * (last - from))
      words.replaceSubrange(from..<last, with: spread(Array(words[from..<last]), over: start..<stop))
    }
    return words
  }

  /// A cue whose word times are estimated from the numbers of letters.
  package init?(start: Int, end: Int, spreading text: String) {
    self.init(start: start, end: end, words: Self.spread(text, over: start..<max(start, end)), isSpread: true)
  }

  /// The words of `text`, distributed over `range` in proportion to their letters.
  package static func spread(_ text: String, over range: Range<Int>) -> [SpokenWord] {
    spread(words(of: text), over: range)
  }

  /// The words, distributed over `range` in proportion to their letters.
  package static func spread(_ words: [SpokenWord], over range: Range<Int>) -> [SpokenWord] {
    let total = max(1, words.reduce(0) { $0 + max(1, $1.text.count) })
    var done = 0
    return words.map { word in
      let first = range.lowerBound + range.count * done / total
      done += max(1, word.text.count)
      return SpokenWord(
        word.text, start: first, end: range.lowerBound + range.count * done / total, isJoined: word.isJoined)
    }
  }

  /// The words of `text` without times: separated by spaces, or single characters of a script
  /// without spaces.
  package static func words(of text: String) -> [SpokenWord] {
    text.split(whereSeparator: \.isWhitespace).flatMap { piece in
      var words: [SpokenWord] = []
      for character in piece {
        let isNew =
          standsAlone(character) || character.isLetter && standsAlone(words.last?.text.first ?? " ")
        if !words.isEmpty, !isNew {
          words[words.count - 1].text.append(character)
        } else {
          words.append(SpokenWord(String(character), start: 0, end: 0, isJoined: !words.isEmpty))
        }
      }
      return words
    }
  }

  /// Whether a character belongs to a script that is written without spaces.
  package static func standsAlone(_ character: Character) -> Bool {
    guard character.isLetter, let scalar = character.unicodeScalars.first?.value else { return false }
    // The ranges of Thai and Lao, Burmese, Khmer, kana and Han.
    let scripts: [ClosedRange<UInt32>] = [
      0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x3FFFF,
    ]
    return scripts.contains { $0.contains(scalar) }
  }
}

/// Reads words with their times from SubRip, WebVTT and Advanced SubStation Alpha.
package enum SpokenFile {
  /// The cues of a file's `bytes`.
  /// - Parameter onNotice: called for each part that is not shown.
  /// - Throws: `SystemError.badData` with the line that cannot be read.
  package static func cues(
    _ bytes: [UInt8], path: String, onNotice: (Notice) -> Void
  ) throws(SystemError) -> [SpokenCue] {
    switch try SubtitleFile(bytes, name: path, keepsTimes: true, onNotice: onNotice) {
    case .cues(let cues): spoken(cues)
    case .script(_, let events): SubStation.spokenCues(events)
    }
  }

  /// A text without SubRip's tags and placements.
  static func plain(_ text: String) -> String {
    text.replacing(/<\/?(?:[ibus]|font[^<>]*)>/.ignoresCase(), with: "").replacing(/\{\\[^}]*\}/, with: "")
      .replacing(CharacterReference.literal, with: "<")
  }

  /// The cues split at inline timestamps such as `<00:01.500>`; text before the first one begins
  /// with the cue.
  private static func spoken(_ all: [SubtitleCue]) -> [SpokenCue] {
    let inlineTime = WebVTT.inlineTime
    let hasTimes = all.contains { $0.text.contains(inlineTime) }
    var before: Set<Substring> = []
    return all.compactMap { cue in
      var lines = cue.text.split(separator: "\n")
      // Rolling captions repeat the previous line without its timestamps.
      let plain = lines.map { SpokenFile.plain(String($0)).replacing(inlineTime, with: "")[...] }
      if hasTimes {
        lines = lines.indices.filter { !before.contains(plain[$0]) || lines[$0].contains(inlineTime) }.map {
          lines[$0]
        }
      }
      before = Set(plain)
      var spokenCue = spoken(SubtitleCue(start: cue.start, end: cue.end, text: lines.joined(separator: "\n")))
      spokenCue?.isInUpperHalf = cue.isInUpperHalf
      return spokenCue
    }
  }

  private static func spoken(_ cue: SubtitleCue) -> SpokenCue? {
    var marks: [(time: Int, text: String)] = []
    var time = cue.start
    var rest = cue.text[...]
    while let match = rest.firstMatch(of: WebVTT.inlineTime) {
      marks.append((time, plain(String(rest[..<match.range.lowerBound]))))
      time = max(time, SubtitleTime.milliseconds(match.output.1, hasHours: false) ?? time)
      rest = rest[match.range.upperBound...]
    }
    let last = plain(String(rest))
    if marks.isEmpty { return SpokenCue(start: cue.start, end: cue.end, spreading: last) }
    marks.append((time, last))
    return SpokenCue(
      start: cue.start, end: cue.end,
      words: SpokenCue.joining(
        marks.indices.map { index in
          let end = index + 1 < marks.count ? marks[index + 1].time : cue.end
          return (marks[index].text, marks[index].time..<max(marks[index].time, end))
        }))
  }
}

extension SpokenCue {
  /// The words of consecutive timed texts. A piece that begins within a word continues it, as
  /// syllables of karaoke and tokens of a speech model do.
  package static func joining(_ pieces: [(text: String, time: Range<Int>)]) -> [SpokenWord] {
    var words: [SpokenWord] = []
    var endsWord = true
    for piece in pieces where !piece.text.isEmpty {
      var new = spread(piece.text, over: piece.time)
      if !endsWord, let first = new.first, piece.text.first?.isWhitespace == false {
        if let last = words.last?.text.last, let next = first.text.first,
          standsAlone(last) || standsAlone(next)
        {
          new[0].isJoined = true
        } else {
          words[words.count - 1].text += first.text
          words[words.count - 1].end = first.end
          new.removeFirst()
        }
      }
      words += new
      endsWord = words.isEmpty || piece.text.last?.isWhitespace == true
    }
    return words
  }
}

extension SubStation {
  /// The events with syllable times: `{\k25}` and its variants, in hundredths of a second.
  static func spokenCues(_ events: [Event]) -> [SpokenCue] {
    var cues: [SpokenCue] = []
    for event in events {
      // Drawings are not spoken.
      guard !event.time.isEmpty, !event.text.contains(/\\p[1-9]/) else { continue }
      // Only the syllable time tags are kept.
      let text = event.text.replacing(/\\[Nnh]/, with: " ").replacing(/\{[^}]*\}/) { tag in
        tag.output.contains(/\\[kK]/) ? tag.output : ""
      }
      var pieces: [(text: String, time: Range<Int>)] = []
      var (time, rest, length) = (event.time.lowerBound, text[...], Int?.none)
      func take(_ text: Substring) {
        let end = length.map { min(time + $0 * 10, event.time.upperBound) } ?? time
        pieces.append((String(text), time..<max(time, end)))
        time = max(time, end)
      }
      while let match = rest.firstMatch(of: /\{([^}]*)\}/) {
        take(rest[..<match.range.lowerBound])
        length = nil
        // A time without text is a pause.
        for syllable in match.output.1.matches(of: /\\[kK][fo]?([0-9]{1,6})/) {
          if length != nil { take("") }
          length = Int(syllable.output.1)
        }
        rest = rest[match.range.upperBound...]
      }
      take(rest)
      let plain = text.replacing(/\{[^}]*\}/, with: "")
      let hasTimes = pieces.contains { !$0.time.isEmpty }
      let cue =
        hasTimes
        ? SpokenCue(
          start: event.time.lowerBound, end: event.time.upperBound, words: SpokenCue.joining(pieces))
        : SpokenCue(start: event.time.lowerBound, end: event.time.upperBound, spreading: plain)
      cues += [cue].compactMap(\.self)
    }
    return cues.sorted { $0.start < $1.start }
  }
}
