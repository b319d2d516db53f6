import Foundation
import SegueImaging
import SegueMotion
import TestSupport
import Testing

import SegueFilms
import SegueSystem

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueRun

/// The clips' subtitle tracks in the film: times to the millisecond, text and language.
@Suite("Carried subtitles", .serialized, .needs("ffmpeg")) struct MergedSubtitlesTests {
  private let media: Media

  init() throws { media = try Media() }

  private struct Packet: Equatable {
    var start: Int
    var end: Int
  }

  /// The packets with text of a file's first subtitle stream, in milliseconds; its codec and
  /// language.
  private func track(_ name: String) async throws -> (packets: [Packet], facts: String) {
    let text = try await Program("ffprobe").output([
      "-v", "error", "-select_streams", "s:0", "-of", "csv", "-show_entries",
      "packet=pts_time,duration_time,size:stream=codec_name:stream_tags=language", media.file(name),
    ])
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    let packets = lines.filter { $0.hasPrefix("packet,") }.compactMap { line -> Packet? in
      let numbers = line.split(separator: ",").compactMap { Double($0) }
      // An empty mov_text sample is a length alone.
      guard numbers.count == 3, numbers[2] > 2 else { return nil }
      let start = Int((numbers[0] * 1000).rounded())
      return Packet(start: start, end: start + Int((numbers[1] * 1000).rounded()))
    }
    let facts = lines.first { $0.hasPrefix("stream,") }
    return (packets, String((facts ?? "").dropFirst("stream,".count)))
  }

  /// The cues that a film carries, and the warnings of its plan.
  private func planned(_ film: FilmRequest) async throws -> (
    cues: [Packet], texts: [String], language: String?, warnings: [String]
  ) {
    let resolved = try await ResolvedFilm(FilmPlan(film))
    let cues = resolved.text?.cues ?? []
    return (
      cues.map { Packet(start: $0.start, end: $0.end) }, cues.map(\.text), resolved.text?.language,
      (resolved.plan.notices + resolved.notices).messages
    )
  }

  /// The subtitles of a file as SubRip.
  private func text(_ name: String) async throws -> String {
    let text = try await FFmpeg.run(
      ["-i", media.file(name), "-map", "0:s", "-f", "srt", "-c:s", "srt", "pipe:1"])
    return String(decoding: text, as: UTF8.self).replacing("\r\n", with: "\n")
  }

  private static let cues = [(200, 900, "One"), (1500, 2250, "<i>Two</i>"), (2800, 3500, "Three\nlines")]
    .map { SubtitleCue(start: $0.0, end: $0.1, text: $0.2) }

  /// A clip of four seconds whose facts alone are known, without its cues.
  private func facts() throws -> FilmClip {
    let size = ImageSize(width: 64, height: 48)
    return FilmClip(.file(path: try media.facts("facts.mp4", size: size, rate: 10, seconds: 4)))
  }

  /// The times of the cues of `film`, whose clips have the three cues each, and the warnings of its plan.
  private func moved(_ film: FilmRequest) async throws -> (cues: [Packet], warnings: [String]) {
    let plan = try await FilmPlan(film)
    let cues = plan.clips.flatMap { MergedSubtitles.moved(Self.cues, of: $0, plan.timeline) }
    return (
      cues.sorted { ($0.start, $0.end) < ($1.start, $1.end) }.map { Packet(start: $0.start, end: $0.end) },
      plan.notices.messages
    )
  }

  /// A clip of four seconds with three cues.
  private func clip(
    _ name: String, _ codec: String, _ arguments: [String] = [], hasSound: Bool = false
  ) async throws -> FilmClip {
    let sound = hasSound ? ["-f", "lavfi", "-i", "sine=f=440:d=4"] : []
    try media.write(Array(SubRip.file(Self.cues).utf8), to: "s.srt")
    let path = try await media.make(
      name,
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=4", "-i", "s.srt",
      ] + sound + ["-map", "0", "-map", "1"] + (hasSound ? ["-map", "2"] : [])
        + ["-c:v", "libx264", "-g", "5", "-c:s", codec, "-metadata:s:s:0", "language=eng"] + arguments)
    return FilmClip(.file(path: path))
  }

  /// Seconds 1 to 3, a dissolve of half a second, and the first two seconds.
  private func request(_ clip: FilmClip, _ output: String) -> FilmRequest {
    var (first, second) = (clip, clip)
    (first.start, first.end, second.end) = (.seconds(1), .seconds(3), .seconds(2))
    return FilmRequest(
      clips: [first, second], junctions: [FilmJunction(duration: .frames(5))], output: media.file(output))
  }

  /// The first clip is at 0 to 2 s of the film, one second earlier than in its file. The second clip is at
  /// 1.5 to 3.5 s.
  private let wanted = [
    Packet(start: 500, end: 1250), Packet(start: 1700, end: 2400), Packet(start: 1800, end: 2000),
    Packet(start: 3000, end: 3500),
  ]

  @Test(
    "subtitles are trimmed at the clips' ends",
    arguments: cases(
      [("a.mkv", "ass"), ("a.mp4", "mov_text")], full: [("a.mkv", "srt"), ("a.mkv", "webvtt")]))
  func times(name: String, codec: String) async throws {
    let request = request(try await clip(name, codec), "film.mkv")
    let (cues, texts, language, _) = try await planned(request)
    #expect(cues == wanted && language == "eng")
    #expect(texts.contains("<i>Two</i>") && texts.contains("Three\nlines"), "\(texts)")
    // The file is the same for each codec of the clips.
    guard codec == "ass" || Tier.current == .full else { return }
    let report = try await FilmJob(request).run()
    #expect(report.subtitleTrack?.cues == 4 && report.subtitleTrack?.language == "eng")
    #expect(!report.warnings.contains { $0.contains("subtitles") }, "\(report.warnings)")
    let (packets, facts) = try await track("film.mkv")
    #expect(packets == wanted && facts == "subrip,eng", "\(packets) \(facts)")
    let words = try await text("film.mkv")
    #expect(words.contains("<i>Two</i>") && words.contains("Three\nlines"), "\(words)")
  }

  /// The packets of a format that shows one cue at a time: a cue ends where the next begins.
  private var oneAtATime: [Packet] { [wanted[0], Packet(start: 1700, end: 1800), wanted[2], wanted[3]] }

  @Test("MP4 and WebM store subtitles in the container's format")
  func containers() async throws {
    let source = try await clip("a.mkv", "srt")
    var request = request(source, "film.mp4")
    if Tier.current == .full {
      try await FilmJob(request).run()
      let found = try await track("film.mp4")
      #expect(found.packets == oneAtATime && found.facts == "mov_text,eng", "\(found)")
    }
    request.chunks = FilmChunks(folder: media.file("kept"), version: "1")
    request.output.overwrites = true
    try await FilmJob(request).run()
    var found = try await track("film.mp4")
    #expect(found.packets == oneAtATime && found.facts == "mov_text,eng", "\(found)")
    request = self.request(source, "film.webm")
    try await FilmJob(request).run()
    found = try await track("film.webm")
    #expect(found.packets == wanted && found.facts.hasPrefix("webvtt"), "\(found)")
  }

  @Test("cues follow a clip's speed")
  func speeds() async throws {
    var request = request(try facts(), "film.mkv")
    (request.items[0].clip.speed, request.items[1].clip.speed) = ("2", "0.5")
    let plan = try await moved(request)
    let found = plan.cues
    #expect(!plan.warnings.contains { $0.contains("subtitles") }, "\(plan.warnings)")
    // One second of the film, then four from its middle on.
    #expect(
      found == [
        Packet(start: 250, end: 625), Packet(start: 900, end: 1000), Packet(start: 900, end: 2300),
        Packet(start: 3500, end: 4500),
      ], "\(found)")
  }

  @Test("cues under a speed ramp move with their pictures")
  func ramp() async throws {
    var clip = try facts()
    clip.speed = "0.5+p"
    let request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
    // Of 40 frames, p is the solution of 3.9 s · (p/2 + p²/2) = t for the source's second t.
    let places = [200, 900, 1500, 2250, 2800, 3500].map { time -> Int in
      let share = Double(time) / 3900
      return Int((3900 * ((1 + 8 * share).squareRoot() - 1) / 2).rounded())
    }
    let found = try await moved(request).cues
    #expect(found.flatMap { [$0.start, $0.end] } == places, "\(found)")
  }

  @Test("cues after held frames keep their position relative to the pictures")
  func heldHandle() async throws {
    var request = request(try facts(), "film.mkv")
    request.items[1].junction?.overlap = .handles
    // The second clip begins at 2 s. Its first picture is held for the two frames before.
    let found = try await moved(request).cues
    #expect(
      found == [
        Packet(start: 500, end: 1250), Packet(start: 1800, end: 2300), Packet(start: 2200, end: 2900),
        Packet(start: 3500, end: 4000),
      ], "\(found)")
  }

  @Test(
    "a copied film has the subtitle track of an encoded one",
    arguments: cases(
      [("mp4", true)],
      full: [("mp4", false), ("mov", true), ("mov", false), ("mkv", true), ("mkv", false)]))
  func copied(format: String, hasSound: Bool) async throws {
    let source = try await clip("a.mkv", "srt", hasSound: hasSound)
    var request = request(source, "film.\(format)")
    request.copies = true
    let report = try await FilmJob(request).run()
    let shown = format == "mkv" ? wanted : oneAtATime
    #expect(report.film.copiedFrames ?? 0 >= 20 && report.subtitleTrack?.cues == shown.count)
    #expect(!report.warnings.contains { $0.contains("subtitles") }, "\(report.warnings)")
    let copied = try await track("film.\(format)")
    let words = try await text("film.\(format)")
    #expect(copied.packets == shown && words.contains("<i>Two</i>"), "\(copied)")
    #expect(copied.facts == (format == "mkv" ? "subrip,eng" : "mov_text,eng"))
    guard Tier.current == .full else { return }
    request.copies = false
    request.output.overwrites = true
    try await FilmJob(request).run()
    let encoded = try await track("film.\(format)")
    #expect(copied.packets == encoded.packets && copied.facts == encoded.facts, "\(copied)")
    #expect(try await text("film.\(format)") == words)
    _ = try await FFmpeg.run(
      ["-xerror", "-err_detect", "explode", "-i", media.file("film.\(format)"), "-f", "null", "-"])
  }

  @Test("omitted subtitle tracks are named unless --no-subtitles is given")
  func notCarried() async throws {
    let source = try await clip("a.mkv", "srt")
    let gif = try await FilmPlan(request(source, "film.gif")).checkedReport()
    #expect(gif.warnings.contains { $0.contains("the film leaves out subtitles of") }, "\(gif.warnings)")
    var none = FilmRequest(clips: [source], junctions: [], output: media.file("none.mkv"))
    none.carriesSubtitles = false
    let quiet = try await FilmJob(none).plan()
    #expect(quiet.subtitleTrack == nil && !quiet.warnings.contains { $0.contains("subtitles") })
    #expect(try await planned(none).cues.isEmpty)
  }

  @Test("--no-subtitles suppresses warnings about subtitles")
  func noSubtitles() async throws {
    let source = try await clip("a.mkv", "srt", ["-map", "1", "-metadata:s:s:1", "language=fre"])
    var request = request(source, "film.mp4")
    let said = try await FilmPlan(request).checkedReport().warnings
    #expect(said.contains { $0.contains("further subtitles") }, "\(said)")
    for format in ["mp4", "gif"] {
      request.output.path = media.file("film.\(format)")
      request.carriesSubtitles = false
      let quiet = try await FilmPlan(request).checkedReport().warnings
      #expect(!quiet.contains { $0.contains("subtitles") }, "\(quiet)")
    }
  }

  @Test(
    "a subtitle track is chosen by its number or language",
    arguments: cases(
      2, of: [("deu", "Zwei"), (nil, "One"), ("2", "Zwei"), ("1", "One")] as [(String?, String)]))
  func chosenTrack(choice: String?, words: String) async throws {
    for (name, text) in [("one.srt", "One"), ("two.srt", "Zwei")] {
      let cues = [SubtitleCue(start: 200, end: 900, text: text)]
      try media.write(Array(SubRip.file(cues).utf8), to: name)
    }
    let path = try await media.make(
      "two.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=10:d=1", "-i", "one.srt", "-i", "two.srt", "-map", "0",
        "-map", "1", "-map", "2", "-c:v", "libx264", "-c:s", "srt", "-metadata:s:s:0", "language=eng",
        "-metadata:s:s:1", "language=ger",
      ])
    var clip = FilmClip(.file(path: path))
    clip.subtitles = choice
    let request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
    let carried = try await planned(request)
    #expect(carried.texts == [words] && carried.language == (words == "One" ? "eng" : "ger"))
  }

  @Test(
    "a container without a code for a language causes a warning",
    arguments: cases(
      [("swe", "sve"), ("glg", "")], full: [("fre", "fra"), ("hrv", "hr "), ("jpn", "jpn")]))
  func languages(language: String, inMovie: String) async throws {
    let source = try await clip("a.mkv", "srt", ["-metadata:s:s:0", "language=\(language)"])
    for (format, tag, copies) in cases(
      [("mov", inMovie, true)], full: [("mov", inMovie, false), ("mp4", language, false)])
    {
      var request = request(source, "film.\(format)")
      (request.copies, request.output.overwrites) = (copies, true)
      let isMade = !tag.isEmpty || Tier.current == .full
      let report = try await isMade ? FilmJob(request).run() : FilmJob(request).plan()
      #expect(report.subtitleTrack?.language == language)
      let isNamed = report.warnings.contains { $0.contains("store the subtitles' language, \(language)") }
      #expect(isNamed == tag.isEmpty, "\(report.warnings)")
      guard isMade else { continue }
      let facts = try await track("film.\(format)").facts
      #expect(facts == "mov_text" + (tag.isEmpty ? "" : ",\(tag)"), "\(format) \(facts)")
    }
    if !inMovie.isEmpty {
      // The MOV returns the language, in one of its two codes.
      let known = ["sve", "hr "].contains(inMovie) ? language : inMovie
      let back = FilmRequest(
        clips: [FilmClip(.file(path: media.file("film.mov")))], junctions: [], output: media.file("back.mp4"))
      #expect(try await planned(back).language == known)
    }
  }

  @Test(
    "character references of WebVTT become their characters",
    arguments: cases(["webm"], full: ["mkv"]))
  func references(container: String) async throws {
    try media.write(
      Array(
        "WEBVTT\n\nname\n00:00.500 --> 00:01.500 line:0\n<v Ann>it&#39;s &eacute; &hellip; 1 &lt; 2\n".utf8),
      to: "r.vtt")
    let path = try await media.make(
      "r.\(container)",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=10:d=2", "-i", "r.vtt", "-c:v",
        container == "webm" ? "libvpx" : "ffv1",
        "-c:s", "copy",
      ])
    let request = FilmRequest(
      clips: [FilmClip(.file(path: path))], junctions: [], output: media.file("film.mkv"))
    let carried = try await planned(request)
    #expect(carried.texts == ["it's é … 1 < 2"] && carried.cues == [Packet(start: 500, end: 1500)])
  }

  @Test("zero-length and reversed cues are dropped with a warning")
  func emptyCues() throws {
    var said: [Int?] = []
    func cues(_ end: String) throws -> [SubtitleCue] {
      let text = "1\n00:00:01,000 --> \(end)\nA\n\n2\n00:00:01,000 --> 00:00:02,000\nB\n"
      return try SubRip.cues(SubtitleLines(Array(text.utf8))) { said.append($0.line) }
    }
    #expect(try cues("00:00:01,000") == [SubtitleCue(start: 1000, end: 2000, text: "B")])
    #expect(try cues("00:00:01,500").count == 2)
    #expect(try cues("00:00:00,999") == [SubtitleCue(start: 1000, end: 2000, text: "B")])
    #expect(said == [2])
  }

  @Test("a format with one cue at a time ends a cue where the next begins")
  func together() {
    func cues(_ list: [(Int, Int, String)]) -> [SubtitleCue] {
      list.map { SubtitleCue(start: $0.0, end: $0.1, text: $0.2) }
    }
    #expect(
      MergedSubtitles.oneAtATime(
        cues([(0, 50, "a"), (10, 30, "b"), (10, 90, "c"), (80, 85, "d"), (99, 100, "e")]))
        == cues([(0, 10, "a"), (10, 80, "b\nc"), (80, 85, "d"), (99, 100, "e")]))
  }
}
