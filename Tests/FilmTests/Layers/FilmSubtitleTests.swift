import Foundation
import SegueImaging
import SegueMedia
import SegueMotion
import TestSupport
import Testing

import SegueFilms
import SegueSystem

@testable import SegueFilm
@testable import SegueRun

/// Burnt-in subtitles: frames, places and colours.
@Suite("Burnt-in subtitles", .serialized, .needs("ffmpeg")) struct FilmSubtitleTests {
  private let media: Media
  private let size = ImageSize(width: 320, height: 180)

  init() throws { media = try Media() }

  /// The frames of two seconds of lossless black at 10 frames/s with the subtitles in `text`.
  private func film(_ text: String, _ name: String, _ change: (inout FilmRequest) -> Void = { _ in })
    async throws -> [[UInt8]]
  {
    try media.write(Array(text.utf8), to: name)
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(1.4)
    var request = FilmRequest(
      clips: [clip, clip], junctions: [FilmJunction(transition: "push", duration: .frames(8))],
      output: media.file("film.y4m"))
    request.output.size = .exact(size)
    request.output.frameRate = try FrameRate(10)
    request.output.overwrites = true
    request.subtitles = .file(path: media.file(name))
    change(&request)
    let report = try await FilmJob(request).run()
    #expect(report.subtitles == media.file(name))
    let bytes = try await media.decode("film.y4m", as: "rgb24", isPassed: true)
    let count = size.area * 3
    return stride(from: 0, to: bytes.count, by: count).map { Array(bytes[$0..<$0 + count]) }
  }

  /// The subtitles in the file called `name`.
  private func subtitleFile(_ name: String, _ onNotice: (Notice) -> Void = { _ in }) throws -> SubtitleFile {
    try SubtitleFile(#require(media.bytes(name)), name: media.file(name), onNotice: onNotice)
  }

  /// The columns and rows with a value above 200 in `channel`.
  private func ink(_ frame: [UInt8], _ channel: Int = 1) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    let places = stride(from: channel, to: frame.count, by: 3).filter { frame[$0] > 200 }.map { $0 / 3 }
    let (columns, rows) = (places.map { $0 % size.width }, places.map { $0 / size.width })
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(), let bottom = rows.max()
    else { return nil }
    return (left...right, top...bottom)
  }

  @Test("a cue is shown at the bottom during its time")
  func times() async throws {
    let frames = try await film(
      """
      1
      00:00:00,500 --> 00:00:01,200
      Summer <i>again</i>

      2
      00:00:01,401 --> 00:00:01,600
      {\\an8}Top
      """, "a.srt")
    #expect(frames.count == 20)
    #expect(frames.indices.filter { ink(frames[$0]) != nil } == [5, 6, 7, 8, 9, 10, 11, 15])
    let (bottom, top) = (try #require(ink(frames[5])), try #require(ink(frames[15])))
    // Horizontally centred, 5 % above the lower edge, in the lower half.
    #expect(abs((bottom.x.lowerBound + bottom.x.upperBound) - size.width) <= 6, "\(bottom)")
    #expect((150..<172).contains(bottom.y.upperBound) && bottom.y.lowerBound > 140, "\(bottom)")
    #expect((7..<20).contains(top.y.lowerBound) && top.y.upperBound < 30, "\(top)")
    // Every frame has the same picture, also during the transition.
    #expect((6..<12).allSatisfy { frames[$0] == frames[5] })
  }

  @Test("WebVTT is drawn like SubRip")
  func webVTT() async throws {
    let frames = try await film(
      """
      WEBVTT - a film

      STYLE
      ::cue { color: red }

      NOTE nothing

      first
      00:00.500 --> 00:01.200 line:0
      <v Ann>You &amp; <c.loud>me</c>
      """, "a.vtt")
    #expect(frames.map { ink($0) != nil } == (0..<20).map { (5..<12).contains($0) })
    #expect(try #require(ink(frames[5])).y.upperBound < 30)
  }

  @Test("an ASS script keeps its styles, positions and colours")
  func script() async throws {
    let frames = try await film(
      """
      [Script Info]
      ScriptType: v4.00+
      PlayResX: 320
      PlayResY: 180

      [V4+ Styles]
      Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
      Style: Red,Sans,20,&H000000FF,&H0,&H0,&H0,0,0,0,0,100,100,0,0,1,0,0,7,0,0,0,1

      [Events]
      Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
      Dialogue: 0,0:00:00.30,0:00:00.80,Red,,0,0,0,,{\\pos(40,60)\\p1}m 0 0 l 50 0 50 30 0 30
      """, "a.ass")
    #expect(frames.map { ink($0, 0) != nil } == (0..<20).map { (3..<8).contains($0) })
    // A rectangle of 50 by 30 in pure red.
    let found = try #require(ink(frames[4], 0))
    #expect(found.x == 40...89 && found.y == 60...89, "\(found)")
    let pixel = (70 * size.width + 60) * 3
    #expect(frames[4][pixel] >= 252 && frames[4][pixel + 1] <= 3 && frames[4][pixel + 2] <= 3)
  }

  @Test("frames without a subtitle are passed through unchanged")
  func untouched() async throws {
    let plain = try await film("1\n00:00:00,500 --> 00:00:01,200\nA\n", "b.srt") {
      $0.items[0].clip.filter = nil
    }
    #expect(plain[0].allSatisfy { $0 == 0 })
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(2)
    var request = FilmRequest(clips: [clip], junctions: [], output: "")
    request.output.frameRate = try FrameRate(30)
    request.subtitles = .file(path: media.file("b.srt"))
    let resolved = try await ResolvedFilm(FilmPlan(request))
    #expect(resolved.layers.flatMap(\.frames) == [15..<36])
  }

  @Test(
    "an unreadable subtitle file is an error with its line",
    arguments: [
      ("1\n00:00:00,500 -> 00:00:01,200\nA\n", "line 2: “00:00:00,500 -> 00:00:01,200”"),
      ("1\n00:00:00,500 --> 00:00:01,200\nA\n\n2\n00:00:0x,500 --> 00:00:01,200\nB", "line 6: "),
      ("1\n00:00:00,500 --> 00:00:01,200\nA\n\n2\n00:00:02,500 -> 00:00:03,200\nB\n", "line 6: "),
      ("1\n\n2\n", "line 3: a cue's times should follow its number"),
      (
        "Dear diary,\n\n1\n00:00:00,500 --> 00:00:01,200\nA\n",
        "line 1: “Dear diary,” should be a cue's times"
      ),
      ("WEBVTT\n\n00:99.000 --> 01:00.000\nA", "line 3: "),
      ("[Script Info]\n\n[Events]\nDialogue: 0,now,later,Default,,0,0,0,,A", "line 4: "),
    ])
  func faults(text: String, words: String) throws {
    try media.write(Array(text.utf8), to: "bad.srt")
    let error = #expect(throws: SystemError.self) { try subtitleFile("bad.srt") }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    try media.write([0x31, 0x0A, 0x41, 0xE9, 0x0A], to: "latin.srt")
    let encoding = #expect(throws: SystemError.self) { try subtitleFile("latin.srt") }
    #expect(encoding?.description.contains("line 2: it is not UTF-8") == true)
  }

  /// The cues of a file as `start-end text`, and the warnings.
  private func read(_ text: String, _ name: String = "a.srt") throws -> (cues: [String], said: [String]) {
    try media.write(Array(text.utf8), to: name)
    var said: [String] = []
    let file = try subtitleFile(name) { said.append($0.description) }
    guard case .cues(let cues) = file else { return ([], said) }
    return (cues.map { "\($0.start)-\($0.end) \($0.text.replacing("\n", with: "|"))" }, said)
  }

  @Test(
    "a SubRip cue begins at a line with times",
    arguments: [
      (
        "1\n00:00:01,000 --> 00:00:02,000\none\n2\n00:00:03,000 --> 00:00:04,000\ntwo\n",
        ["1000-2000 one", "3000-4000 two"]
      ),
      (
        "00:00:01,000 --> 00:00:02,000\none\n00:00:03,000 --> 00:00:04,000\ntwo",
        ["1000-2000 one", "3000-4000 two"]
      ),
      (
        "1\r\n00:00:01,000 --> 00:00:02,000\r\nfirst\r\n\r\n \r\nsecond\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nnext",
        ["1000-2000 first|second", "3000-4000 next"]
      ),
      ("1\n00:01,000 --> 00:02,000\none\n", ["1000-2000 one"]),
      ("1\n1:02:03 --> 1:02:04.5\none\n", ["3723000-3724500 one"]),
      ("1\n00:00:01,000-->00:00:02,000\none\n", ["1000-2000 one"]),
      ("1\n  00:00:01.123456   -->  00:00:02,000  X1:0 X2:9\none\n", ["1123-2000 one"]),
      ("1\n\n00:00:01,000 --> 00:00:02,000\nA --> B\n1 > 0\n\n1999\n", ["1000-2000 A --> B|1 > 0|1999"]),
      (
        "7\n00:00:01,000 --> 00:00:02,000\n2\n\n2\n00:00:03,000 --> 00:00:04,000\n3\n",
        ["1000-2000 2", "3000-4000 3"]
      ),
    ])
  func loose(text: String, cues: [String]) throws {
    let found = try read(text)
    #expect(found.cues == cues && found.said == [])
  }

  @Test(
    "an ignored part of a subtitle file causes a warning with its line",
    arguments: [
      (
        "1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:02,500\nbad\n\n3\n00:00:04,000 --> 00:00:05,000\ntwo\n",
        "a.srt", ["1000-2000 one", "4000-5000 two"],
        "line 6: “00:00:03,000 --> 00:00:02,500” ends before it begins, so it is not shown"
      ),
      (
        "1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n", "a.srt", ["1000-2000 one"],
        "line 5: a cue's times should follow its number"
      ),
      (
        "WEBVTT\n\n00:03.000 --> 00:02.500\nbad\n\n00:04.000 --> 00:05.000\ntwo\n", "a.vtt",
        ["4000-5000 two"],
        "line 3: “00:03.000 --> 00:02.500” ends before it begins, so it is not shown"
      ),
      (
        "WEBVTT\n\n00:01.000-->00:02.000\none\n2\n00:03.000 --> 00:04.000\ntwo\n\nlost\n", "a.vtt",
        ["1000-2000 one", "3000-4000 two"], "line 9: “lost” belongs to no cue, so it is not shown"
      ),
      (
        "00:01.000 --> 00:02.000 align:left\n<v Ann>one\n\n00:03.000 --> 00:04.000\ntwo\n", "a.vtt",
        ["1000-2000 one", "3000-4000 two"], "line 1: a .vtt file must begin with “WEBVTT”"
      ),
    ])
  func ignoredParts(text: String, name: String, cues: [String], words: String) throws {
    let found = try read(text, name)
    #expect(found.cues == cues && found.said.count == 1)
    #expect(found.said.first?.contains("\(name): \(words)") == true, "\(found.said)")
  }

  @Test("the error for an unsupported text encoding names it")
  func encodings() throws {
    let cue = "1\n00:00:01,000 --> 00:00:02,000\n"
    let cyrillic = Array(cue.utf8) + [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2, 0x0A]
    let wide = (cue + "Déjà vu\n").utf16
    let cases: [([UInt8], String)] = [
      (
        Array(cue.utf8) + [0x44, 0xE9, 0x6A, 0xE0, 0x20, 0x76, 0x75, 0x0A],
        "line 3: it is not UTF-8 but probably Latin-1"
      ),
      (cyrillic, "line 3: it is not UTF-8 but probably an 8-bit encoding of another alphabet"),
      (wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, "it is UTF-16 without a byte order mark"),
      (wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, "it is UTF-16 without a byte order mark"),
    ]
    for (bytes, words) in cases {
      try media.write(bytes, to: "e.srt")
      let error = #expect(throws: SystemError.self) { try subtitleFile("e.srt") }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
    try media.write([0xFF, 0xFE] + wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, to: "marked.srt")
    guard case .cues(let cues) = try subtitleFile("marked.srt") else { return }
    #expect(cues == [SubtitleCue(start: 1000, end: 2000, text: "Déjà vu")])
  }

  @Test("a cue that meets a title at the bottom moves to the top")
  func besideTitles() async throws {
    let text = "1\n00:00:00,000 --> 00:00:00,500\nA\n\n2\n00:00:01,000 --> 00:00:01,500\nB\n"
    var title = FilmTitle("HHH")
    (title.end, title.fade, title.color) = (.seconds(0.7), 0, RGBAColor(red: 255, green: 0, blue: 0))
    let frames = try await film(text, "t.srt") { $0.titles = [title] }
    // White letters have green, and the title's do not.
    #expect(try #require(ink(frames[2])).y.upperBound < 40)
    #expect(try #require(ink(frames[12])).y.lowerBound > 140)
    #expect(try #require(ink(frames[6], 0)).y.lowerBound > 120)
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(2)
    var request = FilmRequest(clips: [clip], junctions: [], output: "")
    request.subtitles = .file(path: media.file("t.srt"))
    var top = title
    (top.place, top.text) = (.topLeft, "top")
    for (titles, isSaid) in [([title, top], true), ([top], false), ([title], false)] {
      request.titles = titles
      let said = try await SubtitleLayer(.file(path: media.file("t.srt")), in: FilmPlan(request)).notices
        .messages
      #expect(said.contains { $0.hasPrefix("the title “HHH” and subtitles of") } == isSaid, "\(said)")
    }
  }

  @Test("missing glyphs in SubRip and ASS are reported", arguments: [false, true])
  func unknownCharacters(isScript: Bool) async throws {
    func file(_ text: String) -> String {
      isScript
        ? "[Script Info]\n\n[Events]\nDialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,{\\i1}\(text)\n"
        : "1\n00:00:00,000 --> 00:00:01,000\n\(text)\n"
    }
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(2)
    let plan = try await FilmPlan(FilmRequest(clips: [clip], junctions: [], output: ""))
    // Private-use code points, which only icon fonts have.
    for (text, count) in [("Déjà, vu", 0), ("a\u{10FFF0} b\u{10FFF1}, \u{10FFF0}", 2)] {
      try media.write(Array(file(text).utf8), to: "u.srt")
      let said = try SubtitleLayer(.file(path: media.file("u.srt")), in: plan).notices.messages.filter {
        $0.contains("no font")
      }
      #expect(said.count == min(1, count))
      #expect(said.first?.contains("no font has 2 of the characters of the subtitles") ?? true, "\(said)")
    }
  }

  @Test("a file of thousands of cues is shown at the right frames")
  func many() async throws {
    let count = Tier.current == .full ? 5000 : 500
    let cues = (0..<count).map {
      SubtitleCue(start: $0 * 4000 + 1, end: $0 * 4000 + 2000, text: "Line \($0)\nand more")
    }
    try media.write(
      [0xEF, 0xBB, 0xBF] + Array(SubRip.file(cues).replacing("\n", with: "\r\n").utf8), to: "many.srt")
    guard case .cues(let read) = try subtitleFile("many.srt") else {
      Issue.record("no cues")
      return
    }
    #expect(read == cues)
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(4 * Double(count))
    var request = FilmRequest(clips: [clip], junctions: [], output: "")
    request.output.size = .exact(size)
    request.output.frameRate = try FrameRate(25)
    let plan = try await FilmPlan(request)
    let subtitles = try SubtitleLayer(.file(path: media.file("many.srt")), in: plan)
    // A cue lasts from 1 ms to 2 s of every four: frames 1 to 49 of each hundred.
    let (first, end) = (100 * count - 99, 100 * count - 50)
    #expect(subtitles.frames.count == count && subtitles.frames[count - 1] == first..<end)
    let painter = subtitles.open(first - 1..<end + 1)
    let seen = try [first - 1, first, end - 1, end].map { try !painter.layers(at: $0).isEmpty }
    #expect(seen == [false, true, true, false])
  }
}
