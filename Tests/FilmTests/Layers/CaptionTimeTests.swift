import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

import SegueFilms

@testable import SegueFilm

/// Two hundred words of irregular lengths, in every format with word times.
private struct Speech {
  /// The words with their times in milliseconds, four to a sentence.
  let sentences: [[(text: String, time: Range<Int>)]]

  init() {
    var (seed, time): (UInt32, Int) = (7, 300)
    /// Whole hundredths of a second, the precision of ASS.
    func length(_ minimum: Int, _ maximum: Int) -> Int {
      seed = seed &* 1_664_525 &+ 1_013_904_223
      return 10 * (minimum + Int(seed >> 16) % (maximum - minimum + 1))
    }
    var sentences: [[(text: String, time: Range<Int>)]] = []
    for _ in 0..<50 {
      var words: [(text: String, time: Range<Int>)] = []
      for text in ["IM", "AM", "OM", "UM"] {
        let end = time + length(13, 27)
        words.append((text, time..<end))
        time = end
      }
      sentences.append(words)
      time += length(31, 48)
    }
    self.sentences = sentences
  }

  /// The index within its sentence of the word that is spoken at `time`, in milliseconds.
  func word(at time: Int) -> Int? {
    sentences.lazy.compactMap { $0.firstIndex { $0.time.contains(time) } }.first
  }

  private static func clock(_ time: Int, _ mark: String, _ digits: Int = 3) -> String {
    func padded(_ number: Int, _ count: Int) -> String {
      String(repeating: "0", count: max(0, count - "\(number)".count)) + "\(number)"
    }
    let rest = digits == 3 ? time % 1000 : time % 1000 / 10
    return "\(padded(time / 3_600_000, 2)):\(padded(time / 60000 % 60, 2)):\(padded(time / 1000 % 60, 2))"
      + "\(mark)\(padded(rest, digits))"
  }

  var whisper: String {
    let segments = sentences.map { words in
      let list = words.map { word in
        let (start, end) = (Double(word.time.lowerBound) / 1000, Double(word.time.upperBound) / 1000)
        return #"{"word": " \#(word.text)", "start": \#(start), "end": \#(end)}"#
      }
      return #"{"words": [\#(list.joined(separator: ", "))]}"#
    }
    return #"{"segments": [\#(segments.joined(separator: ","))]}"#
  }

  var webVTT: String {
    "WEBVTT\n\n"
      + sentences.map { words in
        let text = words.enumerated().map { index, word in
          (index == 0 ? "" : "<\(Self.clock(word.time.lowerBound, "."))>") + word.text
        }
        let (start, end) = (words[0].time.lowerBound, words[3].time.upperBound)
        return "\(Self.clock(start, ".")) --> \(Self.clock(end, "."))\n\(text.joined(separator: " "))\n"
      }.joined(separator: "\n")
  }

  var subStation: String {
    "[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\n"
      + sentences.map { words in
        let text = words.map { "{\\k\($0.time.count / 10)}\($0.text)" }.joined(separator: " ")
        let (start, end) = (words[0].time.lowerBound, words[3].time.upperBound)
        return
          "Dialogue: 0,\(Self.clock(start, ".", 2)),\(Self.clock(end, ".", 2)),Default,,0,0,0,,\(text)\n"
      }.joined()
  }

  /// SubRip has no times within a cue, so each word is a cue.
  var subRip: String {
    sentences.flatMap(\.self).enumerated().map { index, word in
      "\(index + 1)\n\(Self.clock(word.time.lowerBound, ",")) --> \(Self.clock(word.time.upperBound, ","))\n\(word.text)\n"
    }.joined(separator: "\n")
  }
}

/// Times of captions over a minute.
extension CaptionFilmTests {
  @Test("200 words have the same times in every format, to the millisecond")
  func formats() throws {
    let speech = Speech()
    let words = speech.sentences.flatMap(\.self)
    #expect(words.count == 200)
    for (name, text) in [
      ("whisper", speech.whisper), ("vtt", speech.webVTT), ("ass", speech.subStation), ("srt", speech.subRip),
    ] {
      try media.write(Array(text.utf8), to: name)
      let found = try SpokenText(.file(path: media.file(name))).cues.flatMap(\.words)
      #expect(found.map(\.text) == words.map(\.text), "\(name)")
      #expect(found.map { $0.start..<$0.end } == words.map(\.time), "\(name)")
    }
  }

  @Test(
    "each of 200 words is highlighted exactly while it is spoken",
    .full, .needs("ffmpeg"))
  func minute() async throws {
    let speech = Speech()
    let end = try #require(speech.sentences.last?.last).time.upperBound
    #expect(end > 54_000)
    try media.write(Array(speech.whisper.utf8), to: "words.json")
    let path = try await media.make(
      "a.mkv",
      ["-f", "lavfi", "-i", "color=black:s=192x108:r=10:d=60", "-c:v", "ffv1", "-pix_fmt", "yuv420p"])
    func clip(_ start: Double, _ end: Double, speed: String? = nil) -> FilmClip {
      var clip = FilmClip(.file(path: path))
      (clip.start, clip.end, clip.speed) = (.seconds(start), .seconds(end), speed)
      var captions = captions(media.file("words.json"))
      captions.size = 0.15
      clip.captions = captions
      return clip
    }
    let film = try film([clip(0, 15), clip(20, 35), clip(40, 50, speed: "0.5"), clip(50, 60)])
    let found = try await frames(film).map { spokenWord($0, of: 4) }
    let times =
      (0..<150).map { $0 * 100 } + (200..<350).map { $0 * 100 } + (0..<200).map { 40_000 + $0 * 50 }
      + (500..<600).map { $0 * 100 }
    let spoken = times.map(speech.word)
    #expect(found.count == 600 && Set(spoken).count == 5)
    let wrong = zip(found, spoken).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    #expect(wrong == [], "frames \(wrong.prefix(9)): \(wrong.prefix(9).map { found[$0] as Any })")
  }
}
