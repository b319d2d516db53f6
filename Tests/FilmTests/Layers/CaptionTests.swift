import Foundation
import SegueImaging
import SegueMedia
import SegueMotion
import SegueSystem
import SegueText
import TestSupport
import Testing

import SegueFilms

@testable import SegueFilm
@testable import SegueRun

/// The words of caption files, and their pages.
@Suite("Words of captions") struct CaptionWordTests {
  private let media: Media

  init() throws { media = try Media() }

  private func read(_ text: String, _ name: String = "words") throws -> SpokenText {
    try media.write(Array(text.utf8), to: name)
    return try SpokenText(.file(path: media.file(name)))
  }

  /// The words of the cues as `text start-end`.
  private func words(_ text: SpokenText) -> [[String]] {
    text.cues.map { $0.words.map { "\($0.isJoined ? "+" : "")\($0.text) \($0.start)-\($0.end)" } }
  }

  private static let hello = [["Hello, 1000-1250", "old 1250-1600", "world 1600-2000"], ["Again 3000-3500"]]

  @Test(
    "words are read with the same times from every caption format",
    arguments: [
      // openai-whisper
      #"{"text": " Hello, old world Again", "segments": [{"id": 0, "start": 1.0, "end": 2.0, "text": " Hello, old world", "words": [{"word": " Hello,", "start": 1.0, "end": 1.25, "probability": 0.9}, {"word": " old", "start": 1.25, "end": 1.6}, {"word": " world", "start": 1.6, "end": 2.0}]}, {"start": 3, "end": 3.5, "text": " Again", "words": [{"word": " Again", "start": 3, "end": 3.5}]}]}"#,
      // faster-whisper: segments and words as objects, and as lists
      #"[{"id": 1, "start": 1.0, "end": 2.0, "words": [{"start": 1.0, "end": 1.25, "word": " Hello,"}, {"start": 1.25, "end": 1.6, "word": " old"}, {"start": 1.6, "end": 2.0, "word": " world"}]}, {"start": 3.0, "end": 3.5, "words": [[3.0, 3.5, " Again", 0.8]]}]"#,
      // WhisperX: words without spaces
      #"{"segments": [{"start": 1.0, "end": 2.0, "text": "Hello, old world", "words": [{"word": "Hello,", "start": 1.0, "end": 1.25, "score": 0.9}, {"word": "old", "start": 1.25, "end": 1.6}, {"word": "world", "start": 1.6, "end": 2.0}]}, {"start": 3.0, "end": 3.5, "text": "Again", "words": [{"word": "Again", "start": 3.0, "end": 3.5}]}], "word_segments": []}"#,
      // whisper.cpp -ojf: tokens are parts of words
      #"{"systeminfo": "", "transcription": [{"timestamps": {"from": "00:00:01,000", "to": "00:00:02,000"}, "offsets": {"from": 1000, "to": 2000}, "text": " Hello, old world", "tokens": [{"text": "[_BEG_]", "offsets": {"from": 1000, "to": 1000}}, {"text": " Hel", "offsets": {"from": 1000, "to": 1100}}, {"text": "lo", "offsets": {"from": 1100, "to": 1200}}, {"text": ",", "offsets": {"from": 1200, "to": 1250}}, {"text": " old", "offsets": {"from": 1250, "to": 1600}}, {"text": " world", "offsets": {"from": 1600, "to": 2000}}]}, {"offsets": {"from": 3000, "to": 3500}, "text": " Again", "tokens": [{"text": " Again", "offsets": {"from": 3000, "to": 3500}}]}]}"#,
      "WEBVTT\n\n00:01.000 --> 00:02.000\nHello, <00:01.250><c>old </c><00:00:01.600>world\n\n00:03.000 --> 00:03.500\nAgain<00:03.500>\n",
      // Roll-up captions repeat the previous line.
      "WEBVTT\n\n00:01.000 --> 00:02.000\nHello,<00:01.250><c> old</c><00:01.600><c> world</c>\n\n00:02.000 --> 00:02.010\nHello, old world\n\n00:03.000 --> 00:03.500\nHello, old world\nAgain<00:03.500>\n",
      "[Script Info]\n\n[Events]\nFormat: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text\nComment: 0,0:00:00.00,0:00:09.00,Default,,0,0,0,,{\\k900}no\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\an8}{\\k10}Hel{\\kf15\\i1}lo, {\\ko35}old {\\k0}{\\K40}world\nDialogue: 0,0:00:03.00,0:00:03.50,Default,,0,0,0,,{\\k50}Again\n",
    ])
  func formats(text: String) throws {
    let read = try read(text)
    #expect(words(read) == Self.hello)
    #expect(read.notices == [] && read.spreadingNotice("a") == nil)
    #expect(read.cues.map(\.start) == [1000, 3000] && read.cues.map(\.end) == [2000, 3500])
  }

  @Test("words without times share their cue's time in proportion to their letters")
  func spread() throws {
    let plain = try read(
      "1\n00:00:01,000 --> 00:00:02,000\n<i>aa</i> bbb\nccccc\n\n2\n00:00:03,000 --> 00:00:03,100\nd\n")
    #expect(words(plain) == [["aa 1000-1200", "bbb 1200-1500", "ccccc 1500-2000"], ["d 3000-3100"]])
    #expect(
      plain.spreadingNotice("a.srt")?.description
        == "a.srt: it has no word times, so each cue's time is divided among its words in proportion to their letters"
    )
    let mixed = try read(
      "WEBVTT\n\n00:01.000 --> 00:02.000\na <00:01.500>b\n\n00:03.000 --> 00:04.000\nc d\n")
    #expect(words(mixed) == [["a 1000-1500", "b 1500-2000"], ["c 3000-3500", "d 3500-4000"]])
    #expect(
      mixed.spreadingNotice("a.vtt")?.description.hasPrefix("a.vtt: 1 of its 2 cues have no word times")
        == true)
    // whisper.cpp -oj, and openai-whisper without word_timestamps
    let lines = try read(#"{"transcription": [{"offsets": {"from": 0, "to": 400}, "text": " ab cd"}]}"#)
    #expect(words(lines) == [["ab 0-200", "cd 200-400"]] && lines.spreadingNotice("a") != nil)
  }

  @Test("words without times are placed between the timed words around them")
  func between() throws {
    let text = #"""
      {"segments": [{"start": 0.5, "end": 4, "text": "in 2014 or 15 we £5", "words": [{"word": "in", "start": 1, "end": 1.2},
        {"word": "2014"}, {"word": "or", "start": 2, "end": 2.2}, {"word": "15"}, {"word": "we", "start": 2.2, "end": 3}, {"word": "£5"}]}]}
      """#
    // Without a gap they share the time of the word before.
    #expect(
      words(try read(text)) == [
        ["in 1000-1200", "2014 1200-2000", "or 2000-2100", "15 2100-2200", "we 2200-3000", "£5 3000-4000"]
      ])
  }

  /// A segment of Whisper with words.
  private func segment(_ words: [(String, Double, Double)], _ times: ClosedRange<Double>?) -> String {
    let list = words.map { #"{"word": " \#($0.0)", "start": \#($0.1), "end": \#($0.2)}"# }
    let bounds = times.map { #""start": \#($0.lowerBound), "end": \#($0.upperBound), "# } ?? ""
    return #"{\#(bounds)"words": [\#(list.joined(separator: ", "))]}"#
  }

  @Test(
    "a word without a duration lasts until the next one"
  )
  func zeroLengths() throws {
    let cases: [([(String, Double, Double)], ClosedRange<Double>?, [String])] = [
      (
        [("a", 0.5, 0.9), ("b", 1, 1), ("c", 2.5, 2.5)], 0.5...3, ["a 500-900", "b 1000-1300", "c 2500-2800"]
      ),
      ([("a", 1, 1)], 1...2, ["a 1000-1300"]), ([("a", 1, 1)], nil, ["a 1000-1300"]),
      (
        [("a", 1, 1), ("b", 1.2, 1.2), ("c", 1.2, 1.6)], 1...2, ["a 1000-1200", "b 1200-1400", "c 1400-1600"]
      ),
      ([("a", 1, 2), ("b", 2, 2)], 1...2, ["a 1000-2000", "b 2000-2300"]),
    ]
    for (list, times, expected) in cases {
      #expect(words(try read(#"{"segments": [\#(segment(list, times))]}"#)) == [expected])
    }
    // The next segment begins at once, so the word before shares its time.
    let two = "\(segment([("a", 1, 2), ("b", 2, 2)], 1...2)), \(segment([("c", 2, 3)], 2...3))"
    #expect(
      words(try read(#"{"segments": [\#(two)]}"#)) == [["a 1000-1500", "b 1500-2000"], ["c 2000-3000"]])
    // The last caption stays until its segment ends.
    let text = #"{"segments": [\#(segment([("a", 0.5, 0.9), ("b", 1, 1), ("c", 2.5, 2.5)], 0.5...3))]}"#
    #expect(try pages(text) { _ in } == ["500-1300 a b", "2500-3000 c"])
    // Syllables of an ASS script are treated alike.
    let script =
      "[Script Info]\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{\\k50}a {\\k0}b {\\k50}c\n"
    #expect(words(try read(script)) == [["a 1000-1500", "b 1500-1750", "c 1750-2000"]])
  }

  @Test("words with decreasing times are moved between their neighbours")
  func backwards() throws {
    let cases: [([(String, Double, Double)], [String])] = [
      ([("a", 1, 1.4), ("b", 0.5, 0.9), ("c", 2.5, 3)], ["a 1000-1400", "b 1400-2500", "c 2500-3000"]),
      // A single word that is far too late moves no word after it.
      (
        [("a", 0.5, 0.9), ("b", 50, 50.5), ("c", 1, 1.5), ("d", 2, 2.5)],
        ["a 500-900", "b 900-1000", "c 1000-1500", "d 2000-2500"]
      ),
    ]
    for (list, expected) in cases {
      #expect(words(try read(#"{"segments": [\#(segment(list, 0.5...3))]}"#)) == [expected])
    }
  }

  @Test(
    "words from OpenAI's API are read in addition to its segments", arguments: ["", #", "segments": []"#])
  func api(segments: String) throws {
    let text =
      #"{"task": "transcribe", "language": "english", "duration": 3.5, "text": "Hello, old world""#
      + #", "words": [{"word": "Hello", "start": 1.0, "end": 1.25}, {"word": "old", "start": 1.25, "end": 1.25}, {"word": "world", "start": 3, "end": 3}]\#(segments)}"#
    let read = try read(text)
    #expect(words(read) == [["Hello 1000-1250", "old 1250-1550", "world 3000-3300"]] && read.notices == [])
  }

  @Test("each character is a word in scripts without spaces")
  func unspaced() throws {
    #expect(
      words(try read("1\n00:00:00,000 --> 00:00:00,400\n你好。ab\n"))
        == [["你 0-80", "+好。 80-240", "+ab 240-400"]])
    let text =
      #"{"segments": [{"start": 0, "end": 1, "words": [{"word": "你", "start": 0, "end": 0.5}, {"word": "好", "start": 0.5, "end": 1}]}]}"#
    #expect(words(try read(text)) == [["你 0-500", "+好 500-1000"]])
  }

  @Test(
    "an unreadable caption file is an error with its line or its key path",
    arguments: [
      ("{\"segments\": [\n{\"start\": 0,\n]}", "line 3"),
      (#"{"text": "a"}"#, "it has no “segments” with times, as in Whisper's JSON"),
      (
        #"{"segments": [{"start": 0, "end": 1, "words": [{"word": "a", "start": "0"}]}]}"#,
        "segments[0].words[0]: “start” must be a number"
      ),
      (
        #"{"segments": [{"start": 0, "end": 1, "words": [{"start": 0}]}]}"#,
        "segments[0].words[0]: “word” must be a text"
      ),
      (
        #"{"segments": [{"start": 0, "end": 1, "words": [{"word": "a", "start": -1}]}]}"#,
        "“start” is -1, but must be a time of 0 to"
      ),
      (#"{"segments": [{"text": "a"}]}"#, "segments[0]: “start” and “end” must be seconds"),
      (
        #"{"transcription": [{"offsets": {"from": "a"}}]}"#,
        "transcription[0].offsets: “from” must be a number"
      ),
      (#"[7]"#, "[0]: expected an object"),
      ("1\n00:00:00,500 -> 00:00:01,200\nA\n", "line 2: “00:00:00,500 -> 00:00:01,200”"),
      ("WEBVTT\n\n00:99.000 --> 01:00.000\nA", "line 3: "),
      ("[Script Info]\n\n[Events]\nDialogue: 0,now,later,Default,,0,0,0,,A", "line 4: "),
    ])
  func faults(text: String, words: String) {
    let error = #expect(throws: SystemError.self) { try read(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  private static let size = ImageSize(width: 320, height: 180)

  /// The lines of each page, with its times.
  private func pages(_ text: String, _ change: (inout FilmCaptions) -> Void) throws -> [String] {
    var captions = FilmCaptions(path: "")
    (captions.size, captions.letters) = (0.05, 10)
    change(&captions)
    return CaptionPage.pages(try read(text).cues, captions, in: Self.size).map { page in
      var words = page.words[...]
      let lines = page.lines.map { count in
        defer { words = words.dropFirst(count) }
        return words.prefix(count).map(\.text).joined(separator: " ")
      }
      return "\(page.start)-\(page.end) \(lines.joined(separator: "|"))"
    }
  }

  @Test("pages have at most the requested letters and lines")
  func layout() throws {
    // A word a second: a 0, bb 1, ccc 2, dddd 3, eeeee 4, f 9.
    let words = ["a", "bb", "ccc", "dddd", "eeeee"].enumerated().map { index, word in
      #"{"word": " \#(word)", "start": \#(index), "end": \#(index + 1)}"#
    }
    let text =
      #"{"segments": [{"words": [\#(words.joined(separator: ","))"#
      + #", {"word": " f", "start": 9, "end": 10}]}]}"#
    #expect(try pages(text) { _ in } == ["0-5000 a bb ccc|dddd eeeee", "9000-10000 f"])
    #expect(try pages(text) { $0.lines = 1 } == ["0-3000 a bb ccc", "3000-5000 dddd eeeee", "9000-10000 f"])
    #expect(try pages(text) { ($0.pause, $0.letters) = (5, 200) } == ["0-10000 a bb ccc dddd eeeee f"])
    #expect(try pages(text) { ($0.letters, $0.lines) = (1, 3) }.first == "0-3000 a|bb|ccc")
    #expect(try pages(text) { $0.words = .alone }.prefix(2) == ["0-1000 a", "1000-2000 bb"])
    #expect(try pages(text) { $0.isUppercase = true }.first == "0-5000 A BB CCC|DDDD EEEEE")
    let overlapping = "1\n00:00:00,000 --> 00:00:02,000\na\n\n2\n00:00:01,000 --> 00:00:03,000\nb\n"
    #expect(try pages(overlapping) { _ in } == ["0-1000 a", "1000-3000 b"])
  }

  @Test(
    "captions have the same letter size in portrait and landscape frames",
    arguments: [
      ImageSize(width: 1080, height: 1920), ImageSize(width: 1920, height: 1080),
      ImageSize(width: 1080, height: 1080),
    ],
    [FilmCaptions.Style.plain, .marker, .loud])
  func sizes(size: ImageSize, style: FilmCaptions.Style) throws {
    let captions = FilmCaptions(path: "", style: style)
    let text = "1\n00:00:00,000 --> 00:00:02,000\nwide words in captions everywhere stay within the frame\n"
    for page in CaptionPage.pages(try read(text).cues, captions, in: size) {
      let layout = try CaptionLayout(page, captions, at: .bottom, in: size)
      #expect(abs(layout.style.size - captions.size * 1080) < 1e-9)
      let side = 0.06 * Double(size.width)
      for place in layout.places {
        #expect(place.x >= side - 0.5 && place.x + place.width <= Double(size.width) - side + 0.5)
      }
    }
  }

  @Test("a title's letters and margins are fractions of the frame's shorter side")
  func titleSizes() throws {
    // Relative to the letters' size, both frames have the same ink and the same distance to the
    // corner.
    let title = try FilmTitle(parsing: "H,at=top-left,shadow=none")
    let pictures = try [ImageSize(width: 1920, height: 1080), ImageSize(width: 1080, height: 1920)]
      .map { (size: ImageSize) throws(TextError) in try TitlePicture(title, in: size) }
    #expect(pictures.map(\.style.size) == [86.4, 86.4])
    #expect(pictures[0].picture.bytes == pictures[1].picture.bytes)
    #expect(pictures[0].x == pictures[1].x && pictures[0].y == pictures[1].y)
    let centered = try TitlePicture(FilmTitle("H"), in: ImageSize(width: 1080, height: 1920))
    #expect(abs(centered.center.x - 540) <= 1)
    let long = FilmTitle(String(repeating: "Seven words that fill a line ", count: 2))
    let drawn = try TitlePicture(long, in: ImageSize(width: 1080, height: 1920))
    #expect(drawn.style.maximumWidth == 1080 - 2 * 0.06 * 1080 && drawn.notices == [])
  }

  @Test("the first word of right-to-left text is on the right")
  func rightToLeft() throws {
    let style = TextStyle(size: 20)
    func places(_ words: [String]) throws -> [WordLine.Place] {
      try TextPicture.line(of: words.map { ($0, false) }, style).words
    }
    let latin = try places(["one", "two", "three"])
    #expect(latin[0].x == 0 && latin[0].x < latin[1].x && latin[1].x < latin[2].x)
    let hebrew = try places(["אחת", "שתיים", "שלוש"])
    #expect(hebrew[2].x == 0 && hebrew[2].x < hebrew[1].x && hebrew[1].x < hebrew[0].x)
    // Left-to-right words keep their order within right-to-left text.
    let mixed = try places(["אחת", "one", "two", "שלוש"])
    #expect(mixed[3].x < mixed[1].x && mixed[1].x < mixed[2].x && mixed[2].x < mixed[0].x)
  }

  @Test(
    "an invalid setting is an error that lists the valid values",
    arguments: [
      ("a.srt,words=loud", "words as none, highlight, grow, pop or alone, not “loud”"),
      ("a.srt,style=grow", "style as plain, loud or marker, not “grow”"),
      ("a.srt,size=2", "size as 0.005 to 1 of the frame's shorter side"),
      ("a.srt,letters=0", "letters as a whole number from 1 to 200"), ("a.srt,letters=1.5", "a whole number"),
      ("a.srt,upper=yes", "upper as true or false"), ("a.srt,colour=red", "did you mean color?"),
      ("a.srt,spoken=reddish", "spoken as #rgb, #rrggbb"), ("a.srt,at=middle", "at as top-left"),
    ])
  func settings(word: String, words: String) throws {
    let error = #expect(throws: FilmError.self) { try FilmCaptions(parsing: word) { _ in false } }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    let full = try FilmCaptions(
      parsing: "a,b.json,letters=5,style=loud,box=none,outline=#102030,at=top,upper=false,font='Lato, Sans'"
    ) { $0 == "a,b.json" }
    #expect(full.source == "a,b.json" && full.words == .grow && full.letters == 5 && full.place == .top)
    #expect(!full.isUppercase && full.box == nil && full.font == "Lato, Sans")
    #expect(full.outline == RGBAColor(red: 16, green: 32, blue: 48))
  }

  @Test("a film file may set captions for the film and for clips")
  func inFile() throws {
    func parse(_ text: String) throws -> FilmRequest {
      try FilmFile.parse(Array(text.utf8), name: "film.json", folder: "/films/")
    }
    let film = try parse(
      #"{"segue": 1, "captions": {"src": "w.json", "words": "pop", "lines": 1}, "clips": [{"src": "a.mp4", "captions": "a.vtt"}]}"#
    )
    #expect(
      film.captions?.source == "/films/w.json" && film.captions?.words == .pop && film.captions?.lines == 1)
    #expect(film.clips[0].captions == FilmCaptions(path: "/films/a.vtt"))
    #expect(film.inputFiles.contains("/films/w.json") && film.inputFiles.contains("/films/a.vtt"))
    for (part, words) in [
      (#""captions": {"words": "pop"}"#, "captions: “src” is missing"),
      (
        #""captions": {"src": "a", "letters": 1.5}"#, "captions: “letters” is 1.5, but must be a whole number"
      ),
      (#""captions": {"src": "a", "spokn": "red"}"#, "spoken"),
      (#""captions": {"src": "a", "words": "bounce"}"#, "“words” is “bounce”, but must be none, highlight"),
    ] {
      let error = #expect(throws: FilmError.self) {
        try parse(#"{"segue": 1, "clips": ["a.mp4"], \#(part)}"#)
      }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
    var both = film
    both.subtitles = "a.srt"
    let error = #expect(throws: UsageError.self) { try both.checkConflicts() }
    #expect(error == .conflict(.excludes(.subtitles, .captions)))
    #expect(throws: SegueError.self) { try both.validate() }
  }
}
