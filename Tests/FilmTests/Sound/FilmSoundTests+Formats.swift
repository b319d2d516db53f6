import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueSystem

/// Channels, layouts and rates of a clip's sound, and changes within a stream.
extension FilmSoundTests {
  @Test(
    "more than two channels are mixed down as by ffmpeg's -ac 2",
    arguments: cases(["5.1"], full: ["quad", "7.1"]))
  func mixedDown(layout: String) async throws {
    let count = ["5.1": 6, "quad": 4, "7.1": 8][layout] ?? 2
    // A different tone in each channel near full scale; weights with a sum above 1 would clip.
    let tones = (0..<count).map { "0.9*sin(2*PI*\(200 + 70 * $0)*t)" }.joined(separator: "|")
    let clip = try await media.make(
      "clip.mov",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=1", "-f", "lavfi", "-i",
        "aevalsrc='\(tones)':s=48000:d=1:c=\(layout)", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a",
        "pcm_s16le",
      ])
    let request = request(FilmClip(.file(path: clip)), channels: .stereo)
    let report = try await FilmJob(request).plan()
    let mixed = try await media.channels(of: request)
    try await media.make("mixed.wav", ["-i", clip, "-map", "0:a", "-ac", "2", "-c:a", "pcm_s16le"])
    for channel in 0..<2 {
      let (ours, theirs) = (mixed[channel], try await media.sound("mixed.wav", channel: channel))
      #expect(ours.count == 48_000 && theirs.count == 48_000)
      let worst = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 1
      #expect(worst <= 2 / 32_768, "\(layout), channel \(channel): \(worst)")
      #expect(ours.allSatisfy { abs($0) < 0.97 })
    }
    let note = "clip.mov: its \(count) channels of sound (\(layout)) are mixed down to stereo"
    #expect(report.warnings.contains { $0.hasSuffix(note) })
  }

  /// Transport streams of parts of 2 s, each with a different tone in one of `formats` (channels,
  /// rate and codec). Timestamps restart as after `cat`; in `make check` also continuous ones.
  private func transportStreams(_ formats: [(Int, Int, String)]) async throws -> [String] {
    var (whole, cat): ([UInt8], [UInt8]) = ([], [])
    for (index, (channels, rate, codec)) in formats.enumerated() {
      let part = [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=2", "-f", "lavfi", "-i",
        "sine=f=\(440 + 220 * index):d=2:r=\(rate)", "-af", channels == 6 ? "pan=5.1|FL=c0|FR=c0" : "anull",
        "-ac", "\(channels)", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", codec, "-muxdelay", "0",
        "-muxpreload", "0",
      ]
      if Tier.current == .full {
        try await media.make("part.ts", part + ["-output_ts_offset", "\(10 + 2 * index)"])
        whole += try #require(media.bytes("part.ts"))
      }
      try await media.make("part.ts", part)
      cat += try #require(media.bytes("part.ts"))
    }
    try media.write(whole, to: "whole.ts")
    try media.write(cat, to: "cat.ts")
    return cases(["cat.ts"], full: ["whole.ts"]).map { media.file($0) }
  }

  /// Both channels of a film of a still of `seconds` with the music `song`.
  private func music(_ song: String, seconds: Double) async throws -> [[Float]] {
    var request = FilmRequest(
      clips: [FilmClip(.color(.black))], junctions: [], output: media.file("film.wav"))
    request.music = [FilmMusic(path: song)]
    (request.pictureDuration, request.music[0].fadeOut) = (seconds, 0)
    request.music[0].loops = false
    return try await media.channels(of: request)
  }

  /// The sound of a film of four seconds of black with the video at `path` as an overlay.
  private func overlay(_ path: String) async throws -> [Float] {
    var request = FilmRequest(
      clips: [FilmClip(.color(.black))], junctions: [], output: media.file("film.wav"))
    var overlay = FilmOverlay(path: path)
    overlay.volume = 0
    (request.overlays, request.output.size) = ([overlay], .exact(ImageSize(width: 64, height: 48)))
    request.pictureDuration = 4
    return try await media.samples(of: request)
  }

  @Test(
    "a change of sample rate or channels within a stream is applied",
    arguments: cases(
      [((2, 48_000, "ac3"), (6, 48_000, "ac3"))],
      full: [
        ((6, 48_000, "ac3"), (2, 48_000, "ac3")), ((2, 44_100, "aac"), (2, 48_000, "aac")),
        ((2, 48_000, "mp2"), (1, 48_000, "mp2")),
      ]))
  func changingFormat(first: (Int, Int, String), second: (Int, Int, String)) async throws {
    func check(_ samples: [Float], from start: Double, _ name: String) {
      // Tones of 440 and 660 Hz, with the codecs' padding around the change.
      for time in [1.0, 1.5, 2.4, 3.0, 3.5] where time > start {
        let (heard, wanted) = (tone(at: time - start, in: samples), time < 2 ? 440 : 660)
        #expect(abs(heard - wanted) <= 5, "\(name) \(first), from \(start), at \(time): \(heard)")
      }
    }
    for path in try await transportStreams([first, second]) {
      var clip = FilmClip(.file(path: path))
      for start in cases([1.2], full: [0]) {
        clip.start = .seconds(start)
        check(try await media.samples(of: request(clip, channels: .stereo)), from: start, path)
      }
      check(try await music(path, seconds: 4)[0], from: 0, "music \(path)")
      guard Tier.current == .full else { continue }
      check(try await overlay(path), from: 0, "overlay \(path)")
    }
  }

  @Test(
    "raw audio with changing rate plays without gaps",
    arguments: cases(["aac"], full: ["mp3"]))
  func changingBareSound(codec: String) async throws {
    var bytes: [UInt8] = []
    for rate in [44_100, 48_000] {
      let tone = "sine=f=\(rate == 44_100 ? 440 : 660):d=2:r=\(rate)"
      _ = try await media.make(
        "part." + codec, ["-f", "lavfi", "-i", tone] + (codec == "mp3" ? ["-write_xing", "0"] : []))
      bytes += try #require(media.bytes("part." + codec))
    }
    try media.write(bytes, to: "song." + codec)
    let samples = try await music(media.file("song." + codec), seconds: 4)[0]
    for time in stride(from: 0.2, to: 3.7, by: 0.25) where abs(time - 1.95) > 0.3 {
      let (heard, wanted) = (tone(at: time, in: samples), time < 2 ? 440 : 660)
      #expect(abs(heard - wanted) <= 5, "\(codec) at \(time): \(heard)")
    }
  }

  @Test(
    "channels without a layout are equally loud on both sides",
    arguments: cases([12], full: [10]))
  func withoutLayout(count: Int) async throws {
    let values = (0..<count).map { $0 == 3 ? "0.5" : "0" }.joined(separator: "|")
    let clip = try await media.make(
      "clip.mkv",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=1", "-f", "lavfi", "-i",
        "aevalsrc='\(values)':s=48000:d=1",
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "pcm_s16le",
      ])
    let request = request(FilmClip(.file(path: clip)))
    let report = try await FilmJob(request).plan()
    let mixed = try await media.channels(of: request)
    for channel in 0..<2 {
      let samples = mixed[channel]
      #expect(samples.count == 48_000)
      #expect(samples[12_000..<36_000].allSatisfy { abs($0 - 0.5 / Float(count)) < 2 / 32_768 })
    }
    #expect(report.warnings.contains { $0.contains("its \(count) sound channels have no layout") })
  }

  @Test(
    "streams without a layout get the default layout of their channel count",
    arguments: cases([6], full: [3, 8]))
  func guessedLayout(count: Int) async throws {
    let bass = count == 3 ? 2 : 3
    for heard in cases([bass], full: [0]) {
      let values = (0..<count).map { $0 == heard ? Float(0.4) : 0 }
      try media.wave("song.wav", channels: count, samples: (0..<48_000).flatMap { _ in values })
      let mixed = try await music(media.file("song.wav"), seconds: 1)
      for channel in 0..<2 {
        let samples = mixed[channel]
        let isLoud = samples[12_000..<36_000].allSatisfy { $0 > 0.03 }
        #expect(
          isLoud == (heard == bass || channel == 0),
          "\(count), channel \(heard) in \(channel): \(samples[24_000])")
      }
    }
  }
}
