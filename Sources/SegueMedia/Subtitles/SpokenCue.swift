import SegueSystem

/// A word with the time at which it is spoken, in milliseconds.
package struct SpokenWord: Sendable, Hashable {
  /// The word with its punctuation; no space at its ends.
  package var text: String
  /// The time at which it begins.
  package var start: Int
  /// The time at which it ends; not before `start`.
  package var end: Int
  /// Whether no space lies before it, as in Chinese and Japanese.
  package var isJoined: Bool

  /// A word that is spoken from `start` to `end`.
  package init(_ text: String, start: Int, end: Int, isJoined: Bool = false) {
    (self.text, self.start, self.end, self.isJoined) = (text, start, end, isJoined)
  }
}

/// Words that are seen together, as a line of subtitles or a sentence.
package struct SpokenCue: Sendable, Hashable {
  /// The time at which it appears, in milliseconds.
  package var start: Int
  /// The time at which it is gone; after `start`.
  package var end: Int
  /// The words in order, each beginning at the one before or later; at least one.
  package var words: [SpokenWord]
  /// Whether the file has no times of words here, so that they are spread by their letters.
  package var isSpread: Bool
  /// Whether the file places it in the upper half of the frame.
  package var isInUpperHalf = false

  /// A cue whose words have the file's own times.
  /// - Returns: `nil` where there is no word, or no time.
  package init?(start: Int, end: Int, words: [SpokenWord], isSpread: Bool = false) {
    guard start < end, !words.isEmpty else { return nil }
    (self.start, self.end, self.isSpread) = (start, end, isSpread)
    var words = words
    for index in words.indices {
      let least = index == 0 ? start : words[index - 1].start
      words[index].start = min(max(words[index].start, least), end)
      words[index].end = min(max(words[index].end, words[index].start), end)
    }
    self.words = Self.lasting(words, until: end)
  }

  /// The time of a word that has none, in milliseconds.
  package static let shortest = 300

  /// `words` of which each has a time: one without a length lasts until the next one, ``shortest`` at most; those that begin
  /// together share their time by their letters, and at `end` also that of the word before.
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
      let stop = min(next, spoken > start ? spoken : start + shortest * (last - from))
      words.replaceSubrange(from..<last, with: spread(Array(words[from..<last]), over: start..<stop))
    }
    return words
  }

  /// A cue whose words are spread over it by their letters.
  package init?(start: Int, end: Int, spreading text: String) {
    self.init(start: start, end: end, words: Self.spread(text, over: start..<max(start, end)), isSpread: true)
  }

  /// The words of `text`, spread over `range` by their letters.
  package static func spread(_ text: String, over range: Range<Int>) -> [SpokenWord] {
    spread(words(of: text), over: range)
  }

  /// `words` with the times of `range`, shared by their letters.
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

  /// The words of `text` without times: what spaces part, and each character of a script that has none.
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

  /// Whether a character is of a script that is written without spaces.
  package static func standsAlone(_ character: Character) -> Bool {
    guard character.isLetter, let scalar = character.unicodeScalars.first?.value else { return false }
    // Thai and Lao, Burmese, Khmer, kana, Han.
    let scripts: [ClosedRange<UInt32>] = [
      0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x3FFFF,
    ]
    return scripts.contains { $0.contains(scalar) }
  }
}

/// The words of SubRip, WebVTT and Advanced SubStation Alpha, with their times.
package enum SpokenFile {
  /// The cues of a file's `bytes`.
  /// - Parameter onWarning: told what in it is not shown, a sentence each.
  /// - Throws: `MediaError.badData` with the line that cannot be read.
  package static func cues(
    _ bytes: [UInt8], path: String, onWarning: (String) -> Void
  ) throws(MediaError) -> [SpokenCue] {
    switch try SubtitleFile(bytes, name: path, keepsTimes: true, onWarning: onWarning) {
    case .cues(let cues): spoken(cues)
    case .script(_, let events): SubStation.spokenCues(events)
    }
  }

  /// A text without SubRip's tags and places.
  static func plain(_ text: String) -> String {
    text.replacing(/<\/?(?:[ibus]|font[^<>]*)>/.ignoresCase(), with: "").replacing(/\{\\[^}]*\}/, with: "")
      .replacing(CharacterReference.literal, with: "<")
  }

  /// The cues with the times within them, `<00:01.500>`; what stands before the first one begins with the cue.
  private static func spoken(_ all: [SubtitleCue]) -> [SpokenCue] {
    let inlineTime = WebVTT.inlineTime
    let hasTimes = all.contains { $0.text.contains(inlineTime) }
    var before: Set<Substring> = []
    return all.compactMap { cue in
      var lines = cue.text.split(separator: "\n")
      // Captions that roll have the line above once more, without its times.
      let plain = lines.map { SpokenFile.plain(String($0)).replacing(inlineTime, with: "")[...] }
      if hasTimes {
        lines = lines.indices.filter { !before.contains(plain[$0]) || lines[$0].contains(inlineTime) }.map {
          lines[$0]
        }
      }
      before = Set(plain)
      var said = spoken(SubtitleCue(start: cue.start, end: cue.end, text: lines.joined(separator: "\n")))
      said?.isInUpperHalf = cue.isInUpperHalf
      return said
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
  /// The words of texts that follow one another, each with its time; one that begins within a word goes on with it, as the
  /// syllables of karaoke and the tokens of a model do.
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
  /// The events with the times of their syllables: `{\k25}` and its kin, hundredths of a second each.
  static func spokenCues(_ events: [Event]) -> [SpokenCue] {
    var cues: [SpokenCue] = []
    for event in events {
      // Drawings are not spoken.
      guard !event.time.isEmpty, !event.text.contains(/\\p[1-9]/) else { continue }
      // Of tags only the times of syllables count.
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
        // A time without a text of its own passes in silence.
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
