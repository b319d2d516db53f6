import Foundation
import SegueFilmFiles
import SegueImaging
import SegueMotion
import SegueRun
import SegueTransitions
import TestSupport
import Testing

@testable import SegueFilm

/// Transitions from the background at a film's start and to it at the end, with sound.
@Suite("Opening and closing", .serialized, .needs("ffmpeg")) struct FilmEndsTests {
  private let media: Media

  init() throws { media = try Media() }

  private func dissolve(_ frames: Int) -> FilmJunction {
    FilmJunction(transition: "dissolve", duration: .frames(frames), timing: .linear)
  }

  private func request(_ clips: [FilmClip]) throws -> FilmRequest {
    var request = FilmRequest(
      clips: clips, junctions: clips.dropFirst().map { _ in .cut }, output: media.file("film.mkv"))
    request.output.codec = .ffv1
    request.output.overwrites = true
    request.drawing.backend = .cpu
    return request
  }

  /// A white clip of 20 frames at 10 frames/s, with a tone at half of full scale.
  private func white() throws -> FilmClip {
    let path = try media.wave("white.wav", seconds: 2) { 0.5 * sin(2 * .pi * 1000 * $0) }
    var clip = FilmClip(.file(path: path))
    clip.over = .color(.white)
    return clip
  }

  /// The RMS level of `samples` in dBFS.
  private func level(_ samples: ArraySlice<Float>) -> Double {
    let power = samples.map { Double($0 * $0) }.reduce(0, +) / Double(max(1, samples.count))
    return 10 * log10(max(power, 1e-20))
  }

  @Test(
    "opening and closing transitions mix the film with the background")
  func levels() async throws {
    var request = try request([try white()])
    request.output.size = .exact(ImageSize(width: 64, height: 48))
    request.output.frameRate = try FrameRate(10)
    (request.opening, request.closing) = (dissolve(6), dissolve(11))
    let report = try await FilmJob(request).plan()
    #expect(report.film.frames == 20)
    #expect(report.opening?.frames == 6 && report.closing?.start == 9 && report.closing?.frames == 11)
    let pixels = try await media.frames(of: request, as: "gray")
    let lumas = stride(from: 0, to: pixels.count, by: 64 * 48).map { Int(pixels[$0]) }
    // The dissolve mixes encoded values: frame i of n has i/(n-1) of white.
    let shares: [Double] = [
      0, 0.2, 0.4, 0.6, 0.8, 1, 1, 1, 1, 1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1, 0,
    ]
    #expect(lumas.count == 20)
    for (luma, share) in zip(lumas, shares) {
      #expect(abs(Double(luma) - 255 * share) <= 2, "\(lumas)")
    }
    let sound = try await media.samples(of: request)
    #expect(sound.count == 96_000)
    // Ten periods of the tone around a sample. A peak of 0.5 is -9.03 dB RMS.
    for (place, share) in [(14_400, 0.5), (4800, 1 / 6.0), (69_600, 0.5), (90_720, 0.1)] {
      let gain = sin(share * .pi / 2)
      let expected = 20 * log10(0.5 * gain / 2.0.squareRoot())
      let measured = level(sound[(place - 240)..<(place + 240)])
      #expect(abs(measured - expected) < 0.1, "\(place): \(measured) dB, \(expected) wanted")
    }
    #expect(
      level(sound[30_000..<43_200]) > -9.1 && level(sound[..<10]) < -60 && level(sound[95_990...]) < -60)
  }

  @Test(
    "the first and the last frame are exactly the background"
  )
  func background() async throws {
    var clip = FilmClip(.color(.white))
    clip.duration = .frames(8)
    var request = try request([clip, clip])
    request.output.size = .exact(ImageSize(width: 32, height: 16))
    request.drawing.background = RGBAColor(red: 255, green: 0, blue: 0)
    request.opening = FilmJunction(transition: "iris", duration: .frames(4))
    request.closing = FilmJunction(transition: "slide", duration: .frames(3))
    let report = try await FilmJob(request).plan()
    #expect(report.film.frames == 16 && report.opening?.transition == "iris")
    let pixels = try await media.frames(of: request, as: "rgb24")
    let frames = stride(from: 0, to: pixels.count, by: 32 * 16 * 3).map {
      Array(pixels[$0..<($0 + 32 * 16 * 3)])
    }
    func isAll(_ frame: [UInt8], _ color: [Int]) -> Bool {
      frame.indices.allSatisfy { abs(Int(frame[$0]) - color[$0 % 3]) <= 3 }
    }
    #expect(isAll(frames[0], [255, 0, 0]) && isAll(frames[15], [255, 0, 0]))
    #expect(isAll(frames[3], [255, 255, 255]) && isAll(frames[13], [255, 255, 255]))
    #expect(!isAll(frames[1], [255, 0, 0]) && !isAll(frames[1], [255, 255, 255]))
  }

  @Test("the opening and closing fade the music")
  func music() async throws {
    let music = try media.wave("music.wav", seconds: 3) { 0.5 * sin(2 * .pi * 1000 * $0) }
    var clip = FilmClip(.color(.white))
    clip.duration = .seconds(2)
    var request = try request([clip])
    request.output.size = .exact(ImageSize(width: 32, height: 16))
    request.output.frameRate = try FrameRate(10)
    var track = FilmMusic(path: music)
    track.fadeOut = 0
    request.music = [track]
    request.opening = dissolve(10)
    let sound = try await media.samples(of: request)
    // At the middle of the fade the gain is sin 45°, so the level is 3.01 dB below -9.03.
    #expect(abs(level(sound[23_760..<24_240]) - -12.04) < 0.1)
    #expect(abs(level(sound[60_000..<72_000]) - -9.03) < 0.1)
  }

  @Test("an opening or closing that is too long is an error with the longest possible length")
  func room() throws {
    let rate = try FrameRate(30)
    let timeline = try FilmTimeline(rate: rate, lengths: [90, 60], overlaps: [24], opening: 30, closing: 15)
    #expect(timeline.frameCount == 126 && timeline.opening == 0..<30 && timeline.closing == 111..<126)
    #expect(timeline.segment(ofFrame: 29) == .opening && timeline.segment(ofFrame: 30) == .hold(clip: 0))
    #expect(timeline.segment(ofFrame: 110) == .hold(clip: 1) && timeline.segment(ofFrame: 111) == .closing)
    #expect(
      throws: FilmError.overlapsTooLong(
        source: "input 1", clip: 0, of: 1, length: 30, before: 30, after: 30, longestBefore: 15,
        longestAfter: 15,
        rate: rate)
    ) { try FilmTimeline(rate: rate, lengths: [30], overlaps: [], opening: 30, closing: 30) }
    let capped = try FilmTimeline(
      rate: rate, lengths: [30], overlaps: [], opening: 30, closing: 30, shortens: true)
    #expect(capped.opening == 0..<15 && capped.closing == 15..<30)
  }

  @Test("a transition before the first input opens the film")
  func spelled() throws {
    let words = try FilmArguments(["+iris:1", "a", "+cut", "b", "+slide:500ms,rows=3"]) { _ in false }
    let iris = FilmJunction(transition: "iris", duration: .seconds(1))
    #expect(words.items.map(\.junction) == [iris, .cut])
    #expect(words.closing?.transition == .named("slide", ["rows": 3]))
    let json = """
      {"segue": 1, "clips": [{"src": "color:red"}], "opening": {"transition": "iris", "duration": 1},
       "closing": "dissolve"}
      """
    let film = try FilmFile.parse(Array(json.utf8), name: "film.json", folder: "")
    #expect(film.opening == iris && film.closing?.transition == "dissolve" && film.notices.isEmpty)
    #expect(
      throws: FilmError.file(
        name: "f", reason: "opening: “transition” must be a name, or an object that has a “name”",
        place: "opening")
    ) {
      try FilmFile.parse(
        Array(#"{"segue": 1, "clips": [{"src": "color:red"}], "opening": {"duration": 1}}"#.utf8), name: "f",
        folder: "")
    }
  }

  @Test("chunks within an opening or closing depend on its transition")
  func chunks() async throws {
    func keys(_ opening: FilmJunction?) async throws -> [[String]] {
      var clip = FilmClip(.color(.white))
      clip.duration = .seconds(14)
      var request = try request([clip])
      request.output.size = .exact(ImageSize(width: 32, height: 16))
      request.output.frameRate = try FrameRate(10)
      request.opening = opening
      return try await media.chunks(of: request)
    }
    let (without, short, long) = (
      try await keys(nil), try await keys(dissolve(5)), try await keys(dissolve(6))
    )
    #expect(without.count == 2 && Set([without[0], short[0], long[0]]).count == 3)
    #expect(without[1] == short[1] && short[1] == long[1])
  }
}
