import SegueFields
import SegueMath
import SegueMedia
import SegueRun

/// Reads a transcript in JSON, as written by Whisper and similar programs. The supported forms are:
/// - `segments` with `words` (openai-whisper, faster-whisper, WhisperX), or a list of such segments
/// - `words` beside the text (OpenAI's API)
/// - `transcription` with `tokens` (whisper.cpp)
///
/// **Source:** openai/whisper, `whisper/utils.py`; SYSTRAN/faster-whisper, `transcribe.py`;
/// m-bain/whisperX, `alignment.py`; ggml-org/whisper.cpp, `examples/cli/cli.cpp`, `output_json`.
enum WhisperFile {
  /// The longest gap between captions that is closed, in milliseconds.
  private static let bridge = 300

  /// The cues of a file's `bytes`, one per segment.
  /// - Throws: `JSONProblem` with the line or place.
  static func cues(_ bytes: [UInt8]) throws -> [SpokenCue] {
    // A token of whisper.cpp may be a part of a character.
    let document = try JSONValue(parsing: Array(String(decoding: bytes, as: UTF8.self).utf8))
    let key = ["transcription", "segments", "chunks"].first { document[$0] != nil }
    let words = (document["words"] ?? document["word_segments"])?.list
    guard let list = document.list ?? key.flatMap({ document[$0]?.list }) ?? words.map({ _ in [] }) else {
      throw JSONProblem("it has no “segments” with times, as in Whisper's JSON")
    }
    var segments = try list.enumerated().map { try Segment($1, "\(key ?? "")[\($0)]") }
    if segments.allSatisfy(\.words.isEmpty) {
      // The words are beside the segments, or each segment is a word.
      let all = try (words ?? []).enumerated().map { try Segment.Word($1, "words[\($0)]") }
      if !all.isEmpty {
        segments = [Segment(all)]
      } else if segments.count > 1, segments.allSatisfy(\.isWord) {
        segments = [Segment(segments.map { .init(text: " " + $0.text, start: $0.start, end: $0.end) })]
      }
    }
    let marksSpaces = segments.contains { $0.words.contains { $0.text.first?.isWhitespace == true } }
    var cues = segments.indices.compactMap { index in
      let next = segments[(index + 1)...].first?.beginning
      return segments[index].cue(before: next, marksSpaces: marksSpaces)
    }.sorted { $0.start < $1.start }
    for index in cues.indices.dropLast() {
      let gap = cues[index + 1].start - cues[index].end
      if (0...bridge).contains(gap) { cues[index].end = cues[index + 1].start }
    }
    return cues
  }

  private struct Segment {
    var text: String
    var start, end: Int?
    var words: [Word]

    /// A word or token, with its times in milliseconds if it has any.
    struct Word {
      var text: String
      var start, end: Int?

      init(text: String, start: Int?, end: Int?) {
        self.text = text
        self.start = start
        self.end = end
      }

      init(_ json: JSONValue, _ place: String) throws(JSONProblem) {
        // Older versions of faster-whisper write words as [start, end, word, probability].
        if let list = json.list, list.count >= 3, let text = list[2].text {
          self.init(
            text: text, start: try WhisperFile.milliseconds(list[0], place, "start"),
            end: try WhisperFile.milliseconds(list[1], place, "end"))
          return
        }
        guard let text = (json["word"] ?? json["text"])?.text else {
          throw JSONProblem("\(place): “word” must be a text")
        }
        let times = try WhisperFile.times(json, place)
        self.init(text: text, start: times.start, end: times.end)
      }
    }

    init(_ words: [Word]) {
      text = ""
      self.words = words
      (start, end) = (words.compactMap(\.start).first, words.compactMap(\.end).last)
    }

    init(_ json: JSONValue, _ place: String) throws {
      guard case .object = json else { throw JSONProblem("\(place): expected an object") }
      (start, end) = try WhisperFile.times(json, place)
      text = json["text"]?.text ?? ""
      let key = json["tokens"]?.list?.first?["text"] == nil ? "words" : "tokens"
      words = try (json[key]?.list ?? []).enumerated().map { try Word($1, "\(place).\(key)[\($0)]") }
        .filter { !$0.text.hasPrefix("[_") && !$0.text.hasPrefix("<|") && !$0.text.isEmpty }
      // A character that is split between tokens is complete in the text.
      if words.contains(where: { $0.text.contains("\u{FFFD}") }) { words = [] }
      if words.isEmpty, !text.allSatisfy(\.isWhitespace), start == nil || end == nil {
        throw JSONProblem("\(place): “start” and “end” must be seconds")
      }
    }

    var isWord: Bool { SpokenCue.words(of: text).count <= 1 }

    var beginning: Int? { words.first?.start ?? start }

    /// The segment as a cue. Words without times share the time between their neighbours.
    /// - Parameters:
    ///   - next: the start of the next segment.
    ///   - marksSpaces: whether words begin with their preceding space.
    func cue(before next: Int?, marksSpaces: Bool) -> SpokenCue? {
      let words = ordered
      let times = words.flatMap { [$0.start, $0.end] }.compactMap(\.self)
      guard let first = times.min() ?? start, let last = times.max() ?? end else { return nil }
      if words.isEmpty {
        return SpokenCue(start: first, end: last > first ? last : first + SpokenCue.longest, spreading: text)
      }
      let begin = words.first?.start == nil ? min(start ?? first, first) : first
      // A last word without a duration lasts until the segment ends.
      let hasEnd = words.last.map { $0.end ?? .min > $0.start ?? .min } ?? false
      let close = hasEnd ? last : max(end ?? last, min(last + SpokenCue.longest, max(last, next ?? .max)))
      let whole = begin..<(close > begin ? close : begin + SpokenCue.longest)
      let pieces = Self.timed(words, within: whole).enumerated().map { index, word in
        let isJoined =
          index > 0 && SpokenCue.standsAlone(word.text.first ?? " ")
          && SpokenCue.standsAlone(words[index - 1].text.last ?? " ")
        return (text: (marksSpaces || isJoined ? "" : " ") + word.text, time: word.time)
      }
      return SpokenCue(start: whole.lowerBound, end: whole.upperBound, words: SpokenCue.joining(pieces))
    }

    /// The words in spoken order. Times that run backwards are dropped, from as few words as
    /// possible.
    private var ordered: [Word] {
      // `counts` has the length of the longest ascending sequence of start times from each word, last word
      // first. `latest` has the latest start of a sequence, by its length minus one.
      var counts: [Int] = []
      var latest: [Int] = []
      for start in words.reversed().compactMap(\.start) {
        let count = latest.indices.partitioningIndex { latest[$0] < start }
        latest.replaceSubrange(count..<min(count + 1, latest.count), with: [start])
        counts.append(count + 1)
      }
      var missing = latest.count
      var before = Int.min
      return words.map { word in
        guard let start = word.start, let count = counts.popLast() else { return word }
        guard count == missing, start >= before else { return Word(text: word.text, start: nil, end: nil) }
        missing -= 1
        before = start
        return word
      }
    }

    /// `words` with their times; missing times are interpolated.
    private static func timed(
      _ words: [Word], within whole: Range<Int>
    ) -> [(text: String, time: Range<Int>)] {
      var times = words.map { word in
        word.start.map { start in start..<max(start, word.end ?? start) }
      }
      var index = 0
      while let gap = times[index...].firstIndex(where: { $0 == nil }) {
        var first = gap
        let end = times[gap...].firstIndex { $0 != nil } ?? times.count
        let next = end < times.count ? times[end]?.lowerBound ?? whole.upperBound : whole.upperBound
        var last = first > 0 ? times[first - 1]?.upperBound ?? whole.lowerBound : whole.lowerBound
        if last >= next, first > 0 {
          // Words without a gap to fill share the time of the previous word.
          first -= 1
          last = times[first]?.lowerBound ?? whole.lowerBound
        }
        let untimed = words[first..<end].map { SpokenWord($0.text, start: 0, end: 0) }
        let spread = SpokenCue.spread(untimed, over: last..<max(last, next))
        times.replaceSubrange(first..<end, with: spread.map { $0.start..<$0.end })
        index = end
      }
      return words.indices.map { index in
        (words[index].text, times[index] ?? whole.lowerBound..<whole.lowerBound)
      }
    }
  }

  /// The times of a segment or word in milliseconds. Files have seconds, milliseconds in `offsets`, or a
  /// `timestamp`.
  private static func times(_ json: JSONValue, _ place: String) throws(JSONProblem) -> (
    start: Int?, end: Int?
  ) {
    if let offsets = json["offsets"] {
      return (
        try milliseconds(offsets["from"], "\(place).offsets", "from", unit: 1),
        try milliseconds(offsets["to"], "\(place).offsets", "to", unit: 1)
      )
    }
    if let pair = json["timestamp"]?.list, pair.count == 2 {
      return (try milliseconds(pair[0], place, "timestamp"), try milliseconds(pair[1], place, "timestamp"))
    }
    return (try milliseconds(json["start"], place, "start"), try milliseconds(json["end"], place, "end"))
  }

  /// A time in milliseconds. `unit` is the number of milliseconds per unit of the value.
  fileprivate static func milliseconds(
    _ value: JSONValue?, _ place: String, _ key: String, unit: Double = 1000
  ) throws(JSONProblem) -> Int? {
    guard let value, value != .null else { return nil }
    guard let number = value.number else { throw JSONProblem("\(place): “\(key)” must be a number") }
    let range = FilmBounds.sourceSeconds
    guard range.contains(number * unit / 1000) else {
      throw JSONProblem(
        "\(place): “\(key)” is \(number.typed), but must be a time of 0 to \(range.upperBound.typed) s")
    }
    return Int((number * unit).rounded())
  }
}
