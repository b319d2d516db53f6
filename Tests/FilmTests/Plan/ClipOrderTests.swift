import Foundation
import SegueImaging
import SegueMath
import SegueMedia
import SegueMotion
import SegueRun
import TestSupport
import Testing

import SegueFilms

@testable import SegueFilm
@testable import SegueFilmFiles

/// Clips that play in reverse, there and back, or stand still.
@Suite("Playback order", .serialized, .needs("ffmpeg")) struct ClipOrderTests {
  private let media: Media

  init() throws { media = try Media() }

  /// A lossless video of one GOP with B-frames, and aperiodic sound. Frame n has two shades: n mod
  /// 16 on the left, n / 16 on the right.
  private func numbered(_ count: Int) async throws -> String {
    let shade = "16+13*if(lt(X,32),mod(N,16),floor(N/16))"
    return try await media.make(
      "numbers\(count).mov",
      [
        "-f", "lavfi", "-i",
        "color=s=64x32:r=25:d=\(Double(count) / 25),format=yuv420p,geq=lum='\(shade)':cb=128:cr=128", "-f",
        "lavfi", "-i", "aevalsrc='0.4*sin(200*t*t)|0.3*sin(90*t*t)':s=48000:d=\(Double(count) / 25)",
        "-c:v", "libx264", "-qp", "0", "-g", "250", "-keyint_min", "250",
        "-sc_threshold", "0", "-bf", "2", "-color_range", "tv", "-colorspace", "bt709", "-c:a", "pcm_f32le",
      ])
  }

  private func film(_ clip: String) throws -> FilmRequest {
    let read = try FilmArguments.clip(clip) { $0.hasSuffix(".mov") && !$0.contains(",") }
    return FilmRequest(clips: [read], junctions: [], output: media.file("film.mkv"))
  }

  /// The frame numbers that a film shows.
  private func numbers(_ film: FilmRequest) async throws -> [Int] {
    let bytes = try await media.frames(of: film, as: "gray")
    return stride(from: 0, to: bytes.count, by: 64 * 32).map {
      Self.number(Int(bytes[$0 + 10 * 64 + 8]), Int(bytes[$0 + 10 * 64 + 56]))
    }
  }

  /// The number of two shades, in ffmpeg's full-range grey or in limited-range planes.
  private static func number(_ low: Int, _ high: Int, isFull: Bool = true) -> Int {
    func digit(_ shade: Int) -> Int {
      let luma = isFull ? 16 + Double(shade) * 219 / 255 : Double(shade)
      return Int(((luma - 16) / 13).rounded())
    }
    return digit(low) + 16 * digit(high)
  }

  @Test(
    "frame k of a reversed clip is its k-th frame from the end"
  )
  func backwards() async throws {
    let path = try await numbered(250)
    var request = try film("\(path),reverse=true")
    let report = try await FilmJob(request).plan()
    #expect(report.film.frames == 250 && report.clips[0].order == "backwards" && report.clips[0].audio)
    #expect(try await numbers(request) == (0..<250).reversed())
    request.frames = 100...109
    #expect(try await numbers(request) == (140...149).reversed())
    guard Tier.current == .full else { return }
    request = try film("\(path)@2-4,reverse=true,speed=2")
    #expect(try await numbers(request) == (50..<100).filter { $0 % 2 == 0 }.reversed())
  }

  @Test("reversal in blocks of 100 frames returns each of 250 frames unchanged")
  func blocks() async throws {
    let request = try film("\(try await numbered(250)),reverse=true")
    let plan = try await FilmPlan(request)
    let part = try #require(plan.part(of: plan.clips[0], in: 0..<250))
    #expect(part.goesBack)
    var found: [Int] = []
    let frames = BlockFrames(part.decoding, memory: 100 * 64 * 32 * 3 / 2)
    let outcome = try frames.frames(of: try #require(part.picks)) { frame in
      frame.withUnsafeBytes { found.append(Self.number(Int($0[648]), Int($0[696]), isFull: false)) }
      return true
    }
    #expect(outcome.count == 250 && found == (0..<250).reversed())
  }

  @Test("a boomerang shows its turning frame once")
  func orders() async throws {
    let path = try await numbered(50)
    if Tier.current == .full {
      let twice = try await numbers(film("\(path)@0-1,boomerang=true"))
      #expect(twice == Array(0..<25) + (0..<24).reversed())
      let frozen = try film("\(path),freeze=10f:15f")
      let report = try await FilmJob(frozen).plan()
      #expect(report.clips[0].order == "a frame is frozen at 10f for 15f")
      let still = Array(repeating: 10, count: 15)
      #expect(try await numbers(frozen) == Array(0...10) + still + Array(11..<50))
    }
    let back = try await numbers(film("\(path)@1-2,boomerang=true,reverse=true"))
    #expect(back == (25..<50).reversed() + Array(26..<50))
    let frozen = try await numbers(film("\(path),freeze=0.4:0.6,reverse=true"))
    #expect(frozen == (39..<50).reversed() + Array(repeating: 39, count: 15) + (0..<39).reversed())
    let error = await #expect(throws: FilmError.self) { try await FilmPlan(try film("\(path),freeze=2:1")) }
    #expect(error?.description.contains("before its end, 2 s") == true, "\(error?.description ?? "")")
  }

  @Test("sound follows a clip's playback order sample by sample")
  func sound() async throws {
    // Two seconds of aperiodic sound.
    let times = (0..<96_000).map { Double($0) / 48_000 }
    let forward = times.map { Float(0.4 * sin(200 * $0 * $0)) }
    let stereo = zip(times, forward).flatMap { time, left in [left, Float(0.3 * sin(90 * time * time))] }
    let path = try media.heard("sound.mov", channels: 2, samples: stereo)
    let back = Array(forward.reversed())
    func differs(_ a: some Sequence<Float>, _ b: some Sequence<Float>) -> Float {
      zip(a, b).map { abs($0 - $1) }.max() ?? 1
    }
    if Tier.current == .full {
      let reversed = try await media.samples(of: film("\(path),reverse=true"))
      #expect(reversed.count == 96_000 && differs(reversed, back) < 1e-4)
    }
    let both = try await media.samples(of: film("\(path),boomerang=true"))
    #expect(both.count == (99 * 1920 as Int) && differs(both.prefix(96_000), forward) < 1e-4)
    #expect(differs(both.dropFirst(96_000), back.dropFirst(1920)) < 1e-4)
    let still = try await media.samples(of: film("\(path),freeze=1:1"))
    // 26 frames are heard, 25 are silent; the edges fade for 5 ms.
    #expect(still.count == (75 * 1920 as Int) && still[(26 * 1920)..<(51 * 1920)].allSatisfy { $0 == 0 })
    #expect(differs(still.prefix(26 * 1920 - 240), forward) < 1e-4)
    #expect(differs(still.dropFirst(51 * 1920 + 240), forward.dropFirst(26 * 1920 + 240)) < 1e-4)
    guard Tier.current == .full else { return }
    // Longer than the memory of a block.
    try await media.make(
      "long.wav",
      ["-f", "lavfi", "-i", "aevalsrc='0.4*sin(9*t*t)|0.1*t/40':s=48000:d=40", "-c:a", "pcm_f32le"])
    try await media.make(
      "long.mov",
      ["-f", "lavfi", "-i", "color=s=16x16:r=10:d=40", "-i", "long.wav", "-c:v", "mpeg4", "-c:a", "copy"])
    let kept = try await media.samples(of: film("\(media.file("long.mov")),reverse=true"))
    let long = try await media.sound("long.wav")
    #expect(kept.count == long.count && differs(kept, long.reversed()) < 1e-4)
  }

  @Test("subtitles follow a reversed, repeated or frozen clip")
  func times() throws {
    var clip = FilmClip(.file(path: "a"))
    let rate = try FrameRate(10)
    func times(_ range: Range<Ratio>) throws -> [Range<Ratio>] {
      try #require(try ClipOrder(clip, count: 100, rate: rate)).times(of: range)
    }
    #expect(try ClipOrder(clip, count: 100, rate: rate) == nil)
    clip.isReversed = true
    #expect(try times(10..<30) == [70..<90])
    #expect(try times(-5..<5) == [95..<100])
    (clip.isReversed, clip.isBoomerang) = (false, true)
    #expect(try times(10..<30) == [10..<30, 169..<189])
    #expect(try times(90..<120) == [90..<109])
    (clip.isBoomerang, clip.freeze) = (false, .init(at: .seconds(2), for: .seconds(3)))
    #expect(try times(10..<15) == [10..<15] && times(25..<30) == [55..<60])
    #expect(try times(10..<30) == [10..<60])
  }
}
