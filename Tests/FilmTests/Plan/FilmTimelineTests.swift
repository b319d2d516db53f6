import Segue
import SegueMotion
import SegueRun
import Testing

@testable import SegueFilm

@Suite("Film timelines") struct FilmTimelineTests {
  private func rate(_ numerator: Int, _ denominator: Int = 1) throws -> FrameRate {
    try FrameRate(numerator, per: denominator)
  }

  @Test("a film lasts the sum of its clips less the sum of its overlaps")
  func lengths() throws {
    let timeline = try FilmTimeline(rate: rate(30), lengths: [90, 60, 120], overlaps: [24, 0])
    #expect(timeline.frameCount == (90 + 60 + 120 - 24 as Int))
    #expect(timeline.clips == [0..<90, 66..<126, 126..<246])
    #expect(timeline.overlaps == [66..<90, 126..<126])
  }

  @Test("every frame is in a hold or in an overlap")
  func segments() throws {
    let timeline = try FilmTimeline(rate: rate(30), lengths: [10, 8, 5], overlaps: [4, 0])
    let segments = (0..<timeline.frameCount).map { timeline.segment(ofFrame: $0) }
    #expect(segments[0..<6].allSatisfy { $0 == .hold(clip: 0) })
    #expect(segments[6..<10].allSatisfy { $0 == .overlap(outgoing: 0) })
    #expect(segments[10..<14].allSatisfy { $0 == .hold(clip: 1) })
    #expect(segments[14..<19].allSatisfy { $0 == .hold(clip: 2) })
  }

  @Test("chunks cover the film, last 5 to 10 s, and start where a clip is first alone if possible")
  func chunks() throws {
    let film = try FilmTimeline(rate: rate(30), lengths: [240, 240, 900, 60], overlaps: [24, 24, 0])
    // Clips are alone from 0, 240, 456 and 1332 on. The last two chunks share less than 15 s.
    #expect(film.chunks == [0..<240, 240..<456, 456..<756, 756..<1056, 1056..<1242, 1242..<1392])
    for lengths in [[1], [149, 149], [299], [301], [449, 30], [4000]] {
      for parts in [(30, 1), (30000, 1001), (1, 1), (1, 20)] {
        let film = try FilmTimeline(
          rate: rate(parts.0, parts.1), lengths: lengths, overlaps: lengths.dropFirst().map { _ in 0 })
        let (chunks, longest) = (film.chunks, max(1, parts.0 * 10 / parts.1))
        #expect(chunks.first?.lowerBound == 0 && chunks.last?.upperBound == film.frameCount)
        #expect(zip(chunks, chunks.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
        #expect(chunks.allSatisfy { $0.count <= longest && ($0.count >= longest / 2 || chunks.count == 1) })
      }
    }
  }

  @Test("a longer clip leaves the chunks after it unchanged")
  func movedChunks() throws {
    let lengths = [160, 170, 180, 190, 200]
    let film = try FilmTimeline(rate: rate(20), lengths: lengths, overlaps: [10, 10, 10, 10])
    let longer = try FilmTimeline(
      rate: rate(20), lengths: [175] + lengths.dropFirst(), overlaps: [10, 10, 10, 10])
    #expect(film.chunks.dropFirst().map { $0.lowerBound + 15 } == longer.chunks.dropFirst().map(\.lowerBound))
  }

  @Test("each frame's samples are used exactly once at any rate")
  func longFilms() throws {
    for (numerator, denominator) in [(24000, 1001), (30000, 1001), (60000, 1001), (15000, 1001), (25, 1)] {
      let rate = try rate(numerator, denominator)
      // 1,800 clips of four seconds or a frame less; every second overlap is one frame.
      let lengths = (0..<1800).map { 4 * numerator / denominator - $0 % 2 }
      let film = try FilmTimeline(rate: rate, lengths: lengths, overlaps: (1..<1800).map { $0 % 2 })
      let frames = lengths.reduce(0, +) - 900
      #expect(film.frameCount == frames && film.sampleCount == frames * 48_000 * denominator / numerator)
      for clip in film.clips.indices {
        let start = lengths[..<clip].reduce(0, +) - (clip + 1) / 2
        #expect(film.clips[clip] == start..<start + lengths[clip])
        #expect(film.sample(ofFrame: start) == start * 48_000 * denominator / numerator)
        #expect(rate.position(of: rate.exactTime(ofFrame: start)) == start)
        #expect(rate.position(of: rate.time(ofFrame: start)) == start)
      }
      #expect(film.chunks.map(\.count).reduce(0, +) == frames)
    }
  }

  @Test(
    "a typed time is rounded to the nearest frame"
  )
  func typedTimes() throws {
    // 0.58 · 25 is 14.499999999999998 in floating point.
    for (numerator, denominator) in [(24, 1), (25, 1), (30, 1), (50, 1), (24000, 1001), (30000, 1001)] {
      let rate = try rate(numerator, denominator)
      for hundredths in 0..<20_000 {
        let seconds =
          Double("\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)") ?? 0
        let frame = (2 * hundredths * numerator + 100 * denominator) / (200 * denominator)
        #expect(rate.position(of: seconds) == frame && rate.frames(in: seconds) == frame, "\(seconds)")
      }
    }
  }

  @Test("overlaps may fill a whole clip")
  func fullOverlaps() throws {
    let timeline = try FilmTimeline(rate: rate(25), lengths: [10, 8, 10], overlaps: [5, 3])
    #expect(timeline.clips == [0..<10, 5..<13, 10..<20])
    #expect(timeline.segment(ofFrame: 9) == .overlap(outgoing: 0))
    #expect(timeline.segment(ofFrame: 10) == .overlap(outgoing: 1))
  }

  @Test("overlaps that do not fit a clip are an error or shortened")
  func tooLong() throws {
    let thirty = try rate(30)
    #expect(
      throws: FilmError.overlapsTooLong(
        source: "input 2", clip: 1, of: 3, length: 30, before: 30, after: 15, longestBefore: 20,
        longestAfter: 10,
        rate: thirty)
    ) { try FilmTimeline(rate: thirty, lengths: [90, 30, 90], overlaps: [30, 15]) }
    let capped = try FilmTimeline(rate: thirty, lengths: [90, 30, 90], overlaps: [30, 15], shortens: true)
    #expect(capped.overlaps.map(\.count) == [20, 10])
    #expect(capped.frameCount == (90 + 30 + 90 - 30 as Int))
  }

  @Test("default overlaps are shortened before explicit ones")
  func flexible() throws {
    let rate = try rate(25)
    func counts(_ overlaps: [Int], _ flexible: [Bool], _ lengths: [Int] = [25, 25, 25]) throws -> [Int] {
      try FilmTimeline(
        rate: rate, lengths: lengths, overlaps: overlaps, flexible: [false] + flexible + [false]
      ).overlaps.map(\.count)
    }
    #expect(try counts([20, 20], [true, true]) == [12, 12])
    #expect(try counts([20, 20], [false, true]) == [20, 5])
    #expect(try counts([20, 25], [true, false]) == [0, 25])
    #expect(try counts([20, 20], [true, true], [1, 1, 1]) == [0, 0])
    let error = #expect(throws: FilmError.self) { try counts([26, 20], [false, true]) }
    // The message omits the default overlap.
    #expect("\(error.map { "\($0)" } ?? "")".hasSuffix("take 1.04 s of it; the longest that fit are 1 s"))
    #expect(throws: FilmError.self) { try counts([20, 20], [false, false]) }
  }

  @Test("the overlaps that an error suggests fit")
  func longestFit() throws {
    let rate = try rate(30)
    var random = TransitionTurns.Numbers(seed: 7)
    for _ in 0..<500 {
      let lengths = (0..<5).map { _ in 1 + random.next(below: 40) }
      var edges = (0..<4).map { _ in random.next(below: 60) }
      let handles = (0..<4).map { _ in random.next(below: 2) == 1 }
      for _ in lengths {
        let made = Result { () throws(FilmError) in
          try FilmTimeline(rate: rate, lengths: lengths, overlaps: edges, handles: handles)
        }
        guard case .failure(.overlapsTooLong(_, let clip, _, _, _, _, let before, let after, _)) = made else {
          break
        }
        if clip > 0 { edges[clip - 1] = before }
        if clip < 4 { edges[clip] = after }
      }
      #expect(
        throws: Never.self, "\(lengths) \(edges) \(handles)",
        performing: { try FilmTimeline(rate: rate, lengths: lengths, overlaps: edges, handles: handles) })
    }
  }

  @Test(
    "frame f's sound begins at sample ⌊f · 48000 · den / num⌋",
    arguments: [(30, 1), (30000, 1001), (24000, 1001), (25, 1), (7, 3)])
  func samples(numerator: Int, denominator: Int) throws {
    let rate = try rate(numerator, denominator)
    let timeline = try FilmTimeline(rate: rate, lengths: [200_000], overlaps: [])
    for frame in [0, 1, 2, 1000, 1001, 99_999, 199_999, 200_000] {
      let sample = timeline.sample(ofFrame: frame)
      // The last sample that does not begin after the frame.
      #expect(sample * rate.numerator <= frame * 48_000 * rate.denominator)
      #expect((sample + 1) * rate.numerator > frame * 48_000 * rate.denominator)
    }
  }

  @Test("positions are rounded half up")
  func positions() throws {
    let thirty = try rate(30)
    #expect(thirty.position(of: 1.25) == 38)
    #expect(thirty.position(of: 1.24) == 37)
    #expect(try rate(30000, 1001).position(of: 1001.0) == 30000)
    #expect(try rate(10).position(of: 0.05) == 1)
  }
}

@Suite("Arguments of a film") struct FilmArgumentTests {
  private func read(_ words: [String], files: Set<String> = []) throws -> FilmArguments {
    try FilmArguments(words) { files.contains($0) }
  }

  @Test("inputs and transitions are read from arguments")
  func sequence() throws {
    let film = try read(["a.mp4", "+slide:1.2,rows=12", "b.jpg", "+cut", "color:#ff8000", "c.mov@2.5-75f"])
    #expect(
      film.clips.map(\.source) == [
        .file(path: "a.mp4"), .file(path: "b.jpg"),
        .color(.init(red: 255, green: 128, blue: 0)), .file(path: "c.mov"),
      ])
    #expect(film.clips[3].start == .seconds(2.5))
    #expect(film.clips[3].end == .frames(75))
    #expect(
      film.junctions == [
        FilmJunction(
          transition: .named("slide", ["rows": 12]), duration: .seconds(1.2)),
        .cut, .standard,
      ])
  }

  @Test("either end of a range may be omitted")
  func ranges() throws {
    let film = try read(["a@-3", "a@10f-", "b@1-2", "me@home-1.mp4"], files: ["a", "b@1-2"])
    #expect(film.clips.map(\.start) == [nil, .frames(10), nil, nil])
    #expect(film.clips.map(\.end) == [.seconds(3), nil, nil, nil])
    #expect(film.clips[2].source == .file(path: "b@1-2"))
    #expect(film.clips[3].source == .file(path: "me@home-1.mp4"))
  }

  @Test("colours with ranges, clock times and milliseconds are read")
  func spellings() throws {
    let film = try read([
      "a@1:02.5-1:00:10", "+dissolve:500ms", "color:black@0-1.5s", "+slide:0:01.5", "color:#12a",
    ])
    #expect(film.clips[0].start == .seconds(62.5) && film.clips[0].end == .seconds(3610))
    #expect(film.clips[1].source == .color(.black))
    #expect(film.clips[1].start == .seconds(0) && film.clips[1].end == .seconds(1.5))
    #expect(film.junctions.map(\.duration) == [.seconds(0.5), .seconds(1.5)])
    #expect(film.junctions.map(\.transition) == ["dissolve", "slide"])
    for text in ["1:60", ":1", "1:", "1:2:3:4", "a:1", "1:-2", "1.5:2"] {
      #expect(ClockText.seconds(text) == nil, "\(text)")
    }
  }

  @Test("colons are allowed in names and commas in values")
  func junctions() throws {
    let junction = try FilmJunction(parsing: "+xfade:circleopen:0.5,direction=1,0.5,rows=3")
    #expect(junction.transition == .named("xfade:circleopen", ["direction": "1,0.5", "rows": 3]))
    #expect(junction.duration == .seconds(0.5))
    #expect(try FilmJunction(parsing: "+xfade:wipeleft").transition == "xfade:wipeleft")
    #expect(try FilmJunction(parsing: "+a/b.glsl:12f").duration == .frames(12))
    let curved = try FilmJunction(parsing: "+slide:1,timing=cubic-bezier(0.1,0.2,0.3,1),rows=3")
    #expect(curved.timing == .cubicBezier(x1: 0.1, y1: 0.2, x2: 0.3, y2: 1))
    #expect(curved.transition?.texts.map(\.name) == ["rows"])
    #expect(throws: FilmError.self) { try FilmJunction(parsing: "+slide,timing=bouncy") }
  }

  @Test(
    "invalid arguments are errors",
    arguments: [
      [], ["+slide"], ["+slide", "+iris", "a"], ["a", "+slide", "+iris", "b"], ["a", "+", "b"],
      ["a", "+x:", "b"],
      ["a", "+x:one", "b"], ["a", "+x,rows", "b"], ["a@1x-2", "b"], ["color:#12"], ["a@1"], ["color:black@1"],
      ["color:black@x-1"],
      ["color:blakc@0-1"],
    ])
  func refused(words: [String]) throws {
    #expect(throws: FilmError.self) { try read(words, files: ["a", "b"]) }
  }
}
