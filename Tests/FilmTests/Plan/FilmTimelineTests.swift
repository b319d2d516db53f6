import SegueFilms
import SegueMotion
import SegueRun
import TestSupport
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

  @Test("chunks of 5 to 10 s start at the end of an overlap if possible")
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

  @Test("a chunk contains short clips up to a total of 10 s")
  func longChunks() throws {
    // Overlaps end at 150, 276 and 402 of 528 frames; 300 frames are 10 s.
    let film = try FilmTimeline(rate: rate(30), lengths: [150, 150, 150, 150], overlaps: [24, 24, 24])
    #expect(film.chunks == [0..<276, 276..<528])
    // Overlaps end at 60 and every 54 frames after it.
    let short = try FilmTimeline(
      rate: rate(30), lengths: Array(repeating: 60, count: 20), overlaps: Array(repeating: 6, count: 19))
    #expect(short.chunks == [0..<276, 276..<546, 546..<816, 816..<1086])
  }

  @Test("a longer clip leaves the chunks after it unchanged")
  func movedChunks() throws {
    let lengths = [160, 170, 180, 190, 200]
    let film = try FilmTimeline(rate: rate(20), lengths: lengths, overlaps: [10, 10, 10, 10])
    let longer = try FilmTimeline(
      rate: rate(20), lengths: [175] + lengths.dropFirst(), overlaps: [10, 10, 10, 10])
    #expect(film.chunks.dropFirst().map { $0.lowerBound + 15 } == longer.chunks.dropFirst().map(\.lowerBound))
  }

  @Test("long films have exact frame and sample positions at any frame rate")
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

  @Test("overlaps suggested by an error fit the clips")
  func longestFit() throws {
    let rate = try rate(30)
    var random = SplitMix64(7)
    for _ in 0..<500 {
      let lengths = (0..<5).map { _ in Int.random(in: 1...40, using: &random) }
      var edges = (0..<4).map { _ in Int.random(in: 0..<60, using: &random) }
      let handles = (0..<4).map { _ in Bool.random(using: &random) }
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
