import Foundation
import SegueImaging
import SegueMotion
import SegueText
import TestSupport
import Testing

import SegueFilms

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueRun

/// The reader of subtitles and captions.
@Suite("Subtitle reader") struct SubtitleReaderTests {
  private let media: Media

  init() throws { media = try Media() }

  /// The cues of a subtitle file as `start-end text`, and the warnings.
  private func subtitles(_ text: String, _ name: String) throws -> (cues: [String], said: [String]) {
    var said: [String] = []
    let file = try SubtitleFile(Array(text.utf8), name: name) { said.append($0.description) }
    return (zip(file.times, file.texts).map { "\($0.lowerBound)-\($0.upperBound) \($1)" }, said)
  }

  /// The words of a caption file, and the warnings.
  private func captions(_ text: String, _ name: String) throws -> (words: [String], said: [String]) {
    let text = try SpokenText(.bytes(Array(text.utf8), name: name))
    return (text.cues.flatMap(\.words).map(\.text), text.notices.messages)
  }

  /// A film of a black clip of three seconds in frames of `size`.
  private func plan(_ size: ImageSize) async throws -> FilmPlan {
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(3)
    var request = FilmRequest(clips: [clip], junctions: [], output: "")
    request.output.size = .exact(size)
    return try await FilmPlan(request)
  }

  @Test("WebVTT character references are resolved in subtitles and captions", .needs("python3"))
  func references() async throws {
    let script = """
      import html, html.entities as e
      names = ['&%s;' % n for n in sorted(e.name2codepoint)] + ['&apos;']
      numbers = ['&#39;', '&#x27;', '&#X1F600;', '&#128512;', '&#x110000;', '&#55296;', '&#0;', '&#150;', '&#x85;']
      numbers += ['&#8364 a', '&lt b', '&eacute!b', '&alpha b', '&apos b']
      plain = ['&nosuchname;', 'AT&T', '&', '&;', '&#;', '&amp;lt;']
      for r in names + numbers + plain: print(r, html.unescape(r), sep='\\t')
      """
    let output = try await Program("python3").output(["-c", script])
    let pairs = String(decoding: output, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    #expect(pairs.count == 273)
    for pair in pairs {
      let file = "WEBVTT\n\n00:01.000 --> 00:02.000\nx\(pair[0])y\n"
      let meant = "x\(pair[1])y"
      // A word joiner keeps “<” from beginning a tag.
      #expect(
        try subtitles(file, "a.vtt").cues.map { $0.replacing("\u{2060}", with: "") } == ["1000-2000 \(meant)"]
      )
      if ["lt", "nbsp", "ensp", "emsp", "thinsp"].contains(where: { pair[0] == "&\($0);" }) { continue }
      #expect(try captions(file, "a.vtt").words.joined() == meant.replacing(" ", with: ""))
    }
  }

  @Test("an escaped “<” does not begin a tag")
  func noTag() throws {
    let file = "WEBVTT\n\n00:01.000 --> 00:02.000\n&lt;i&gt;a&#60;/i> <i>b</i> &lt;00:01.500>c 1 &lt; 2\n"
    #expect(try captions(file, "a.vtt").words == ["<i>a</i>", "b", "<00:01.500>c", "1", "<", "2"])
    let script = SubStation.script(
      [SubtitleCue(start: 0, end: 1, text: CharacterReference.resolved("&lt;i&gt; &lt; 1"))], width: 10,
      height: 10)
    #expect(script.hasSuffix(",,<\u{2060}i> < 1\n"))
  }

  /// The rows with ink of a cue with `settings`, of 180 rows.
  private func rows(_ settings: String) async throws -> Range<Int> {
    let plan = try await plan(ImageSize(width: 320, height: 180))
    let file = FileSource.bytes(
      Array("WEBVTT\n\n00:00.500 --> 00:02.500 \(settings)\nHHH\n".utf8), name: "a.vtt")
    let shown = try SubtitleLayer(file, in: plan).painter().picture(atMilliseconds: 10_000)
    let picture = try #require(shown)
    return picture.y..<(picture.y + picture.picture.size.height)
  }

  @Test(
    "a WebVTT line sets an edge or the middle of the text",
    arguments: [
      ("line:50%", 90, 1.0), ("line:25% align:left", 45, 1), ("line:50%,center", 90, 0.5),
      ("line:60%,end", 108, 0), ("line:75%,end\tposition:50%", 135, 0), ("line:0%", 0, 1),
      // Lines are 7 % of the height, margins 5 %.
      ("line:3", 9 + 38, 1), ("line:-4", 171 - 38, 0), ("line:100%", 171, 0), ("line:0", 9, 1),
      ("line:-1", 171, 0),
    ])
  func lines(settings: String, row: Int, part: Double) async throws {
    let rows = try await rows(settings)
    // Ink is lower than its line of 19 rows; a tolerance of half a line still excludes the
    // neighbours.
    let place = Double(rows.upperBound) - Double(rows.count) * part
    #expect(abs(place - Double(row)) <= 8, "\(rows)")
  }

  @Test("a cue setting without effect is named once per file")
  func ignoredSettings() throws {
    let times = "00:01.000 --> 00:02.000"
    let file = """
      WEBVTT

      \(times) line:0 align:start position:0%
      one

      \(times) vertical:rl
      two

      \(times) position:20%,line-left vertical:lr size:40%
      three
      """
    #expect(
      try subtitles(file, "a.vtt").said == [
        "a.vtt: line 6: the cue settings vertical, position, size have no effect; "
          + "only “line” and “align” place a cue"
      ])
    let aligned = "WEBVTT\n\n\(times) align:end position:100% size:100%\nfour\n"
    #expect(try subtitles(aligned, "a.vtt").said == [])
    #expect(
      try captions(aligned, "a.vtt").said.filter { $0.contains("cue setting") } == [
        "a.vtt: line 3: the cue setting align has no effect; only “line” places a caption"
      ])
  }

  @Test(
    "two times without an arrow are text and cause a warning",
    arguments: [
      (
        "1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 00:00:04,000\ntwo\n", "a.srt", 6,
        "00:00:03,000 00:00:04,000"
      ),
      (
        "1\n00:00:01,000 --> 00:00:02,000\none\n00:00:03,000 → 00:00:04,000\n", "a.srt", 4,
        "00:00:03,000 → 00:00:04,000"
      ),
      ("1\n00:00:01,000 --> 00:00:02,000\none\n0:00:03 - 0:00:04\n", "a.srt", 4, "0:00:03 - 0:00:04"),
      (
        "WEBVTT\n\n00:01.000 --> 00:02.000\none\n00:03.000 00:04.000\ntwo\n", "a.vtt", 5,
        "00:03.000 00:04.000"
      ),
    ])
  func noArrow(text: String, name: String, line: Int, times: String) throws {
    let said = ["\(name): line \(line): “\(times)” has two times but no arrow -->, so it is shown as text"]
    #expect(try subtitles(text, name).said == said)
    #expect(try subtitles(text, name).cues.first?.contains(times) == true)
    #expect(try captions(text, name).said == said)
  }

  @Test("text that mentions times causes no warning")
  func mentionedTimes() throws {
    for line in ["from 00:00:03,000 to 00:00:04,000", "12:30 - 14:00", "At 1:02:03", "00:00:01,000"] {
      #expect(try subtitles("1\n00:00:01,000 --> 00:00:02,000\n\(line)\n", "a.srt").said == [])
    }
  }

  @Test("the text of an ASS event is the last field of the format line")
  func scriptFields() throws {
    let text =
      "[Script Info]\n\n[Events]\nFormat: Start, End, Style, Text\n"
      + "Dialogue: 0:00:01.00,0:00:02.00,Default,{\\i1}One, two\n"
    #expect(try subtitles(text, "a.ass").cues == ["1000-2000 One, two"])
    #expect(try captions(text, "a.ass").words == ["One,", "two"])
  }

  @Test(
    "a file without words causes one warning",
    arguments: [
      ("", "a.srt"), ("\n", "a.srt"), ("\u{FEFF}\r\n", "a.srt"), ("", "a.vtt"), ("WEBVTT\n", "a.vtt"),
      ("[Script Info]\n\n[Events]\n", "a.ass"), (#"{"text": "", "segments": []}"#, "a.json"),
      (#"{"text": "", "words": []}"#, "a.json"), ("", "a.json"),
    ], [false, true])
  func empty(file: (text: String, name: String), isInMemory: Bool) async throws {
    let name = isInMemory ? file.name : media.file(file.name)
    try media.write(Array(file.text.utf8), to: file.name)
    let source: FileSource = isInMemory ? .bytes(Array(file.text.utf8), name: name) : .file(path: name)
    let warning = ["\(name): it has no words, so nothing is shown"]
    #expect(try SpokenText(source).notices.messages == warning)
    if file.text.hasPrefix("{") { return }
    let plan = try await plan(ImageSize(width: 32, height: 18))
    #expect(try SubtitleLayer(source, in: plan).notices.messages == warning)
  }
}
