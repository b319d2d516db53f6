import Foundation
import SegueImaging
import SegueMedia
import SegueMotion
import SegueSystem
import TestSupport
import Testing

import SegueFilms

@testable import SegueFilm
@testable import SegueRun

/// Captions in a film's frames. Tests find the spoken word by its colour.
@Suite("Captions in frames", .serialized) struct CaptionFilmTests {
  let media: Media
  static let size = ImageSize(width: 192, height: 108)
  static let red = RGBAColor(red: 255, green: 0, blue: 0)

  init() throws { media = try Media() }

  /// A transcript of three-word sentences, one word every `step` seconds, with a pause of `step`
  /// before each sentence.
  func transcript(_ sentences: Int, step: Double) throws -> String {
    let segments = (0..<sentences).map { sentence in
      let words = (0..<3).map { word in
        let start = Double(4 * sentence + 1 + word) * step
        return #"{"word": " M\#(["I", "A", "O"][word])M", "start": \#(start), "end": \#(start + step)}"#
      }
      return #"{"words": [\#(words.joined(separator: ","))]}"#
    }
    try media.write(Array(#"{"segments": [\#(segments.joined(separator: ","))]}"#.utf8), to: "words.json")
    return media.file("words.json")
  }

  /// The index of the word that `transcript` has at `time`, within its sentence.
  private func word(at time: Double, step: Double) -> Int? {
    let place = Int((time / step + 1e-6).rounded(.down)) % 4
    return place == 0 ? nil : place - 1
  }

  func captions(_ path: String) -> FilmCaptions {
    var captions = FilmCaptions(path: path)
    (captions.spoken, captions.outline, captions.size, captions.lines) = (Self.red, nil, 0.2, 1)
    (captions.place, captions.pause) = (.center, 0.01)
    return captions
  }

  func film(_ clips: [FilmClip], rate: Int = 10) throws -> FilmRequest {
    var film = FilmRequest(items: clips.map { FilmItem($0, into: .cut) })
    film.output.size = .exact(Self.size)
    film.output.frameRate = try FrameRate(rate)
    film.drawing.backend = .cpu
    return film
  }

  func black(_ seconds: Double) -> FilmClip {
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(seconds)
    return clip
  }

  func frames(_ film: FilmRequest, from first: Int = 0) async throws -> [[UInt8]] {
    let viewer = try FilmViewer(try await FilmPlan(film))
    defer { viewer.close() }
    return try (first..<viewer.plan.timeline.frameCount).map { index in
      let frame = try viewer.frame(index)
      defer { frame.release() }
      return frame.withUnsafeBytes { Array($0) }
    }
  }

  /// The columns with ink in the spoken colour, and the columns with any ink.
  private func columns(_ frame: [UInt8]) -> (spoken: ClosedRange<Int>?, all: ClosedRange<Int>?) {
    var (spoken, all): ([Int], [Int]) = ([], [])
    for pixel in stride(from: 0, to: frame.count, by: 4) where frame[pixel] > 128 {
      let column = pixel / 4 % Self.size.width
      all.append(column)
      if frame[pixel + 1] < 100 { spoken.append(column) }
    }
    func range(_ columns: [Int]) -> ClosedRange<Int>? {
      columns.min().flatMap { low in columns.max().map { low...$0 } }
    }
    return (range(spoken), range(all))
  }

  /// The index of the word that has the spoken colour, of `count` words.
  func spokenWord(_ frame: [UInt8], of count: Int = 3) -> Int? {
    let found = columns(frame)
    guard let spoken = found.spoken, let all = found.all else { return nil }
    let middle = Double(spoken.lowerBound + spoken.upperBound) / 2 - Double(all.lowerBound)
    return Int(Double(count) * middle / Double(all.count))
  }

  @Test("each of 60 words is highlighted exactly while it is spoken")
  func highlighted() async throws {
    var film = try film([black(32)])
    film.captions = captions(try transcript(20, step: 0.4))
    let spoken = try await frames(film).map { spokenWord($0) }
    #expect(spoken.count == 320 && spoken == (0..<320).map { word(at: Double($0) / 10, step: 0.4) })
    let report = try await FilmJob(film).plan()
    #expect(report.captions?.map(\.captions) == [20] && report.captions?.map(\.words) == [60])
    #expect(report.captions?[0].start == 4 && report.captions?[0].end == 320 && report.warnings == [])
    let lost = "the timeline leaves out the captions \(media.file("words.json"))"
    #expect(try await film.timeline().losses.messages.contains(lost))
    #expect(
      report.text.contains(
        "captions  4-320  0.400-32.000 s  \(media.file("words.json")), 20 captions, 60 words"))
  }

  @Test("a clip's captions follow its cuts, speed and direction", .takesLong)
  func ofClips() async throws {
    // Four seconds of black pictures.
    let picture = Snapshot(PixelBuffer(size: Self.size, color: .black))
    for number in 0..<40 { try media.write(picture, to: "black\(number).png") }
    var clip = FilmClip(.file(path: media.file("black%d.png")))
    clip.frameRate = try FrameRate(10)
    (clip.start, clip.end) = (.seconds(1), .seconds(3))
    clip.captions = captions(try transcript(3, step: 0.4))
    var (slow, back) = (clip, clip)
    (slow.speed, back.isReversed) = ("0.5", true)
    let spoken = try await frames(film([black(0.5), clip, slow, back])).map { spokenWord($0) }
    func words(_ count: Int, rate: Double) -> [Int?] {
      (0..<count).map { word(at: 1 + Double($0) / rate, step: 0.4) }
    }
    #expect(Array(spoken[..<5]) == Array(repeating: nil, count: 5))
    #expect(Array(spoken[5..<25]) == words(20, rate: 10))
    #expect(Array(spoken[25..<65]) == words(40, rate: 20))
    #expect(Array(spoken[65...]) == words(20, rate: 10).reversed())
  }

  @Test("a growing word reaches its requested size smoothly")
  func grows() async throws {
    let path = media.file("one.vtt")
    try media.write(
      Array("WEBVTT\n\n00:00.000 --> 00:02.000\n<00:00.200>MMM <00:01.000>I\n".utf8), to: "one.vtt")
    var film = try film([black(2)], rate: 50)
    var grown = captions(path)
    (grown.words, grown.scale, grown.size, grown.said) = (.grow, 1.5, 0.15, Self.red)
    film.captions = grown
    // Spoken words keep the spoken colour here, so that the first word is also found while it
    // shrinks.
    let found = try await frames(film).map { columns($0).spoken }
    #expect(found[..<10].allSatisfy { $0 == nil })
    let rest = try #require(found[10])
    let edges = found[10...].map { rest.lowerBound - ($0?.lowerBound ?? 0) }
    // At rest it is half as wide again, a quarter on each side; the spring overshoots that.
    #expect(abs(Double(edges[39]) - Double(rest.count) / 4) <= 2, "\(rest) \(edges)")
    #expect(edges[..<30].max() ?? 0 > edges[39] && abs(edges[89]) <= 1, "\(edges)")
    #expect(zip(edges, edges.dropFirst()).allSatisfy { abs($1 - $0) <= 4 }, "\(edges)")
    // The curve itself: size and velocity are continuous at every turn.
    for turn in [0.02, 0.1, 0.31, 0.6] {
      func size(_ t: Double) -> Double { CaptionSpring.progress(sinceStart: t, sinceEnd: t - turn) }
      let h = 1e-6
      #expect(abs(size(turn + h) - size(turn - h)) < 1e-4)
      let (before, after) = ((size(turn) - size(turn - h)) / h, (size(turn + h) - size(turn)) / h)
      #expect(abs(before - after) < 0.01, "\(turn): \(before) \(after)")
      #expect(size(turn + 1) == 0)
    }
  }

  @Test(
    "captions have the same bytes in chunks and in single frames",
    .full, .needs("ffmpeg"))
  func chunks() async throws {
    var film = try film([black(14)])
    film.captions = captions(try transcript(15, step: 0.23))
    film.captions?.words = .grow
    film.captions?.shadow = .white
    let whole = try await frames(film)
    for index in [33, 71, 100] { #expect(try await frames(film, from: index).first == whole[index]) }
    film.output.path = media.file("whole.mkv")
    (film.output.codec, film.output.overwrites) = (.ffv1, true)
    _ = try await FilmJob(film).run()
    film.output.path = media.file("chunked.mkv")
    film.chunks = FilmChunks(folder: media.file("kept"), version: "1")
    #expect(try await FilmJob(film).run().chunks?.rendered == 2)
    let bytes = try await media.decode("whole.mkv", as: "yuv420p", isPassed: true)
    #expect(try await media.decode("chunked.mkv", as: "yuv420p", isPassed: true) == bytes)
    let text = String(decoding: media.bytes("words.json") ?? [], as: UTF8.self)
    let last = try #require(text.range(of: "MOM", options: .backwards))
    try media.write(Array(text.replacingCharacters(in: last, with: "MUM").utf8), to: "words.json")
    #expect(try await FilmJob(film).run().chunks?.rendered == 1)
  }

  @Test("a popping word is hidden until it is spoken")
  func popsAndAlone() async throws {
    var film = try film([black(1)])
    film.captions = captions(try transcript(1, step: 0.2))
    film.captions?.words = .pop
    let popped = try await frames(film)
    #expect((0..<2).allSatisfy { columns(popped[$0]).all == nil })
    let (first, last) = (try #require(columns(popped[3]).all), try #require(columns(popped[7]).all))
    #expect(first.upperBound < Self.size.width / 2 && last.count > 2 * first.count)
    film.captions?.words = .alone
    for frame in try await frames(film)[2..<8] {
      let found = columns(frame)
      let spoken = try #require(found.spoken)
      #expect(spoken == found.all)
      #expect(abs(spoken.lowerBound + spoken.upperBound - Self.size.width) <= 3, "\(spoken)")
    }
  }

  @Test("a frame without a change is marked as a repeat of the previous one")
  func steady() async throws {
    var film = try film([black(2)])
    film.captions = captions(try transcript(1, step: 0.5))
    let resolved = try await ResolvedFilm(FilmPlan(film))
    let source = FilmFrames(resolved, frames: 0..<20)
    let again = try (0..<20).map { _ in if case .again = try source.next() { true } else { false } }
    _ = source.close()
    // Words begin at frames 5, 10 and 15.
    #expect(again == (0..<20).map { ![0, 5, 10, 15].contains($0) })
    #expect(resolved.layers.flatMap(\.frames) == [5..<20])
  }

  /// The first row with ink in the spoken colour.
  private func firstRow(_ frame: [UInt8]) -> Int? {
    stride(from: 0, to: frame.count, by: 4).first { frame[$0] > 128 && frame[$0 + 1] < 100 }
      .map { $0 / 4 / Self.size.width }
  }

  @Test(
    "a WebVTT line in the upper half moves the caption to the top",
    arguments: [("line:0", true), ("line:20%", true), ("line:-1", false), ("align:left", false)])
  func linesOfCues(setting: String, isTop: Bool) async throws {
    try media.write(Array("WEBVTT\n\n00:00.000 --> 00:01.000 \(setting)\nOne\n".utf8), to: "c.vtt")
    var film = try film([black(1)])
    var placed = captions(media.file("c.vtt"))
    (placed.place, placed.size) = (nil, 0.1)
    film.captions = placed
    let row = try #require(firstRow(try await frames(film)[3]))
    #expect(isTop ? row < 30 : row > 80)
    film.captions?.place = .bottom
    #expect(try #require(firstRow(try await frames(film)[3])) > 80)
  }

  @Test("captions without a set position avoid titles")
  func besideTitles() async throws {
    var film = try film([black(1)])
    var free = captions(try transcript(1, step: 0.2))
    (free.place, free.size) = (nil, 0.1)
    film.captions = free
    #expect(try #require(firstRow(try await frames(film)[3])) > 80)
    var title = FilmTitle("A")
    title.color = RGBAColor(red: 0, green: 255, blue: 0)
    film.titles = [title]
    #expect(try #require(firstRow(try await frames(film)[3])) < 30)
    film.titles[0].y = 0.3
    #expect(try #require(firstRow(try await frames(film)[3])) > 80)
    var top = title
    top.place = .top
    film.titles = [title, top]
    let both = try await FilmJob(film).plan().warnings
    #expect(both.contains { $0.hasPrefix("the title “A” and captions of") }, "\(both)")
    film.titles = []
    film.items[0].clip.captions = film.captions
    let twice = try await FilmJob(film).plan().warnings
    #expect(twice.contains { $0.hasSuffix("words.json overlap") }, "\(twice)")
    try media.write(Array("1\n00:00:00,000 --> 00:00:01,000\nA \u{10FFF0}\n".utf8), to: "u.srt")
    film.items[0].clip.captions = nil
    film.captions = FilmCaptions(path: media.file("u.srt"))
    let said = try await FilmJob(film).plan().warnings
    #expect(said.contains { $0.contains("no font has 1 of the characters of the captions") }, "\(said)")
    #expect(said.contains { $0.contains("it has no word times, so each cue's time is divided") }, "\(said)")
  }

  @Test("a caption that is larger than the frame is drawn smaller")
  func shrinks() async throws {
    try media.write(Array("1\n00:00:00,000 --> 00:00:01,000\nUnbelievablylongword\n".utf8), to: "long.srt")
    var film = try film([black(1)])
    film.captions = captions(media.file("long.srt"))
    film.captions?.size = 0.5
    let all = try #require(columns(try await frames(film)[3]).all)
    #expect(all.lowerBound > 8 && all.upperBound < 184 && all.count > 140, "\(all)")
  }
}
