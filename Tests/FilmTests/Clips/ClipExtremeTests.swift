import SegueFilms
import SegueImaging
import SegueMath
import SegueMotion
import SegueRun
import Synchronization
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueSound
@testable import SegueSystem

/// Clips and music with an impossible, zero or excessive duration.
@Suite("Extreme durations", .serialized, .needs("ffmpeg")) struct ClipExtremeTests {
  private let media: Media

  init() throws { media = try Media() }

  private func plan(_ clip: FilmClip, rate: FrameRate? = nil) async throws -> FilmPlan {
    var request = FilmRequest(clips: [clip], junctions: [], output: "f.mp4")
    request.output.frameRate = rate
    return try await FilmPlan(request)
  }

  @Test(
    "frames are counted if a Matroska file states an impossible duration",
    arguments: cases(
      ["1e300:00:00.000000"],
      full: ["nan:00:00.00000000", "inf:00:00.00000000", "-1:00:00.000000000"]))
  func matroska(length: String) async throws {
    try await media.make(
      "a.mkv", ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-pix_fmt", "yuv420p", "-c:v", "libx264"])
    var bytes = try #require(media.bytes("a.mkv"))
    let written = Array("00:00:02.000000000".utf8)
    #expect(length.utf8.count == written.count)
    let place = try #require((0..<bytes.count - 18).first { bytes[$0..<$0 + 18].elementsEqual(written) })
    bytes.replaceSubrange(place..<place + 18, with: length.utf8)
    try media.write(bytes, to: "b.mkv")
    #expect(try await plan(FilmClip(.file(path: media.file("b.mkv")))).timeline.frameCount == 50)
  }

  @Test("a timestamp jump beyond 64 bits is clamped")
  func farTicks() throws {
    let discontinuity = try #require(
      ClipProbe.smallestDiscontinuity([.min, .max, .min], Ratio(1, 1_000_000)))
    #expect(discontinuity > Ratio(1 << 33) && discontinuity == Ratio(.max, 1_000_000))
    #expect(ClipProbe.smallestDiscontinuity([.max - 5_000_000, .max], Ratio(1, 1_000_000)) == nil)
    #expect(ClipProbe.smallestDiscontinuity([-.max + 200_000, -.max], Ratio(1, 1_000_000)) == Ratio(1, 5))
  }

  @Test("a GIF of two days exceeds the limit of a film")
  func longGIF() async throws {
    // 264 pictures of one pixel, 655.35 s each.
    let picture: [UInt8] = [
      0x21, 0xf9, 4, 4, 0xff, 0xff, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
    ]
    let head = Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 255]
    try media.write(head + Array(repeating: picture, count: 264).flatMap { $0 } + [0x3b], to: "long.gif")
    var clip = FilmClip(.file(path: media.file("long.gif")))
    let error = await #expect(throws: FilmError.self) { _ = try await plan(clip) }
    guard case .tooLong(let seconds)? = error else {
      Issue.record("\(error.map { "\($0)" } ?? "no error")")
      return
    }
    #expect(abs(seconds - 264 * 655.35) < 1)
    clip.start = .seconds(90_000)
    clip.end = .seconds(90_010)
    #expect(try await plan(clip, rate: FrameRate(25)).timeline.frameCount == 250)
  }

  @Test("an animated WebP without a picture is an error with the file's name")
  func emptyWebP() async throws {
    let bytes: [UInt8] =
      Array("RIFF".utf8) + [36, 0, 0, 0] + Array("WEBPVP8X".utf8) + [
        10, 0, 0, 0, 2, 0, 0, 0, 7, 0, 0, 7, 0, 0,
      ]
      + Array("ANIM".utf8) + [6, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    try media.write(bytes, to: "empty.webp")
    let path = media.file("empty.webp")
    let error = await #expect(throws: SystemError.self) { _ = try await plan(FilmClip(.file(path: path))) }
    guard case .badData(path, _)? = error else {
      Issue.record("\(error.map { "\($0)" } ?? "no error")")
      return
    }
  }

  @Test(
    "repeated music of ten samples is decoded once",
    arguments: cases([10, 5000], full: [1]))
  func shortMusic(count: Int) async throws {
    let tones = (0..<count).flatMap { (index: Int) -> [Float] in
      let level = Float(index % 10 + 1) / 32
      return [level, -level]
    }
    try media.wave("m.wav", channels: 2, samples: tones)
    let info = try await ClipProbe().info(of: media.file("m.wav"))
    let decoding = try #require(SoundDecoding(info, from: 0, isStrict: false))
    let decoders = Mutex(0)
    let loop = MusicLoop(.file(decoding), loops: true) { decoding in
      decoders.withLock { $0 += 1 }
      return try WaveSource.open(decoding)
    }
    defer { loop.close() }
    let samples = try loop.read(700) + loop.read(20_000)
    #expect(decoders.withLock { $0 } == 1)
    // 5,000 samples crossfade their last 960 with their equal first 960, so a period is 4,040
    // samples.
    for index in 0..<20_700 {
      let place = index < count ? index : count < 1920 ? index % count : (index - count) % (count - 960) + 960
      let expected = Float(place % 10 + 1) / 32
      #expect(abs(samples[index * 2] - expected) < 1e-6 && abs(samples[index * 2 + 1] + expected) < 1e-6)
    }
  }
}
