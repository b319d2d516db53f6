import Foundation
import SegueFilms
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueRun
@testable import SegueSystem

/// Channels of a film, identified by a different tone in each.
@Suite("Channels of films", .serialized, .needs("ffmpeg", "ffprobe")) struct FilmLayoutTests {
  private let media: Media

  init() throws { media = try Media() }

  /// A clip of a second. Channel k has a tone of 300 + 100 k Hz with an amplitude of 0.1.
  private func clip(_ name: String, _ layout: String) async throws -> FilmClip {
    let count = ["mono": 1, "stereo": 2, "5.1": 6, "7.1": 8, "hexadecagonal": 16][layout] ?? 2
    let tones = (0..<count).map { "0.1*sin(2*PI*\(300 + 100 * $0)*t)" }.joined(separator: "|")
    let path = try await media.make(
      name,
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=1", "-f", "lavfi", "-i",
        "aevalsrc='\(tones)':s=48000:d=1:c=\(layout)", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a",
        "pcm_s16le",
      ])
    return FilmClip(.file(path: path))
  }

  /// The amplitude of `frequency` in the middle of `samples`, by Goertzel's algorithm over whole
  /// periods.
  private func amplitude(of frequency: Int, in samples: [Float]) -> Double {
    let part = samples.dropFirst(14_400).prefix(19_200)
    let turn = 2 * cos(2 * .pi * Double(frequency) / 48_000)
    var (before, last) = (0.0, 0.0)
    for sample in part { (before, last) = (last, Double(sample) + turn * last - before) }
    return 2 * sqrt(before * before + last * last - turn * before * last) / Double(max(1, part.count))
  }

  /// The channels with a tone of `frequency`, and its amplitude.
  private func places(of frequency: Int, in channels: [[Float]]) -> [Int: Double] {
    var places: [Int: Double] = [:]
    for (channel, samples) in channels.enumerated() {
      let found = amplitude(of: frequency, in: samples)
      if found > 0.01 { places[channel] = found }
    }
    return places
  }

  /// The samples of each of `count` channels, and ffmpeg's description of the input.
  private func described(_ name: String, _ count: Int) async throws -> (channels: [[Float]], input: String) {
    let outcome = try await Program("ffmpeg").run([
      "-nostdin", "-hide_banner", "-i", media.file(name), "-map", "0:a", "-f", "f32le", "pipe:1",
    ])
    let samples = outcome.output.withUnsafeBytes { raw in
      (0..<raw.count / 4).map { raw.loadUnaligned(fromByteOffset: $0 * 4, as: Float.self) }
    }
    let channels = (0..<count).map { channel in
      stride(from: channel, to: samples.count, by: count).map { samples[$0] }
    }
    return (channels, outcome.messages.components(separatedBy: "Output #0")[0])
  }

  private func request(
    _ clips: [FilmClip], _ output: String = "film.wav", _ change: (inout FilmRequest) -> Void = { _ in }
  ) -> FilmRequest {
    var request = FilmRequest(
      clips: clips, junctions: Array(repeating: .cut, count: clips.count - 1), output: media.file(output))
    request.output.overwrites = true
    change(&request)
    return request
  }

  private func film(
    _ clips: [FilmClip], _ output: String = "film.wav", _ change: (inout FilmRequest) -> Void = { _ in }
  ) async throws -> FilmReport {
    try await FilmJob(request(clips, output, change)).run()
  }

  /// Layouts, outputs and codecs. The first rows have each order of channels: of MPEG, Vorbis, AC-3 and WAV.
  private static let outputs: [(layout: String, output: String, codec: String?)] = [
    ("5.1", "film.m4a", nil), ("7.1", "film.opus", nil), ("5.1", "film.mp4", "ac3"),
    ("7.1", "film.flac", nil), ("5.1", "film.mov", "alac"), ("7.1", "film.mov", "pcm"),
    ("5.1", "film.mkv", nil), ("5.1", "film.mp4", nil), ("5.1", "film.webm", nil),
    ("5.1", "film.mp4", "flac"), ("5.1", "film.wav", nil), ("7.1", "film.mkv", nil),
    ("7.1", "film.mp4", nil), ("7.1", "film.webm", nil),
  ]

  @Test(
    "a film has the channel layout of its first video in every codec",
    arguments: cases(4, of: outputs))
  func ownChannels(layout: String, output: String, codec: String?) async throws {
    let count = layout == "5.1" ? 6 : 8
    let report = try await film([try await clip("clip.mov", layout)], output) { $0.audioCodec = codec }
    #expect(report.audio?.channels == count && report.audio?.samples == 48_000)
    #expect(!report.warnings.contains { $0.contains("channels") }, "\(report.warnings)")
    let (heard, input) = try await described(output, count)
    #expect(input.contains(" Hz, \(layout)"), "\(input)")
    for channel in 0..<count {
      // Lossy codecs drop frequencies such as 600 Hz from the LFE channel.
      let isLost = channel == 3 && ![nil, "alac", "pcm", "flac"].contains(codec)
      if isLost || channel == 3 && ["film.mp4", "film.webm", "film.opus", "film.m4a"].contains(output) {
        continue
      }
      let found = places(of: 300 + 100 * channel, in: heard)
      #expect(Array(found.keys) == [channel], "\(output): \(channel) is in \(found)")
      #expect(abs((found[channel] ?? 0) - 0.1) < 0.01, "\(output) \(channel): \(found)")
    }
  }

  @Test(
    "clips of other layouts are mixed into the film's layout"
  )
  func mixedIn() async throws {
    let clips = [
      try await clip("wide.mov", "7.1"), try await clip("mono.mov", "mono"),
      try await clip("two.mov", "stereo"),
      try await clip("five.mov", "5.1"),
    ]
    let whole = try await media.channels(of: request(clips))
    func heard(_ second: Int, _ frequency: Int) -> [Int: Double] {
      places(of: frequency, in: whole.map { Array($0[second * 48_000..<(second + 1) * 48_000]) })
    }
    #expect(Array(heard(1, 300).keys) == [2])
    for channel in 0..<2 {
      #expect(Array(heard(2, 300 + 100 * channel).keys) == [channel])
    }
    for (channel, place) in [(0, 0), (1, 1), (2, 2), (3, 3), (4, 6), (5, 7)] {
      let found = heard(3, 300 + 100 * channel)
      #expect(Array(found.keys) == [place] && abs((found[place] ?? 0) - 0.1) < 0.005, "\(channel): \(found)")
    }
  }

  @Test("music plays in the front channels at its own level")
  func music() async throws {
    let level = 0.7
    let path = try media.wave("song.wav", seconds: 3, channels: 2) { level * sin(2 * .pi * 1700 * $0) }
    for (duck, share) in cases([(-20.0, 0.1)], full: [(0.0, 1.0)]) {
      let film = request([try await clip("clip.mov", "5.1")]) { request in
        var music = FilmMusic(path: path)
        (music.duck, music.fadeOut) = (duck, 0)
        request.music = [music]
      }
      let heard = try await media.channels(of: film)
      #expect(heard.count == 6)
      let found = places(of: 1700, in: heard)
      for channel in 0..<2 {
        #expect(abs((found[channel] ?? 0) - share * level) < 0.02 * level, "\(duck): \(found) of \(level)")
      }
      #expect(found.keys.allSatisfy { $0 < 2 })
    }
  }

  @Test("a requested channel layout overrides the clips' layouts")
  func requested() async throws {
    let (five, two) = (try await clip("five.mov", "5.1"), try await clip("two.mov", "stereo"))
    let mono = request([two]) { $0.channels = .mono }
    #expect(try await FilmJob(mono).plan().audio?.channels == 1)
    let heard = try await media.channels(of: mono)
    #expect(heard.count == 1)
    for frequency in [300, 400] {
      #expect(abs(places(of: frequency, in: heard)[0, default: 0] - 0.05) < 0.001)
    }
    let wide = request([two]) { $0.channels = .fivePointOne }
    #expect(try await FilmJob(wide).plan().audio?.channels == 6)
    #expect(try await Array(places(of: 400, in: media.channels(of: wide)).keys) == [1])
    guard Tier.current == .full else { return }
    #expect(try await film([five]) { $0.channels = .mono }.audio?.channels == 1)
    #expect(try await film([five]) { $0.channels = .stereo }.audio?.channels == 2)
    #expect(try await film([two, five]).audio?.channels == 2, "the first video's")
  }

  @Test("reversed, slow and partial clips keep their channels")
  func otherOrders() async throws {
    let five = try await clip("five.mov", "5.1")
    var (reversed, slow, boomerang) = (five, five, five)
    (reversed.isReversed, boomerang.isBoomerang, slow.speed) = (true, true, "0.5")
    for clip in cases([slow], full: [reversed, boomerang]) {
      let heard = try await media.channels(of: request([clip]))
      for channel in 0..<6 {
        let found = places(of: 300 + 100 * channel, in: heard)
        #expect(Array(found.keys) == [channel] && found[channel, default: 0] > 0.08, "\(channel): \(found)")
      }
    }
    guard Tier.current == .full else { return }
    let whole = try await media.samples(of: request([five]), channel: 4)
    let part = try await media.samples(of: request([five]) { $0.frames = 5...14 }, channel: 4)
    #expect(part == Array(whole[9600..<28_800]))
    let folder = media.file("kept")
    _ = try await film([five], "film.mkv") { $0.chunks = FilmChunks(folder: folder, version: "1") }
    let chunked = try await media.sound("film.mkv", channel: 4, channels: 6)
    _ = try await film([five])
    #expect(try await media.sound("film.wav", channel: 4, channels: 6) == chunked)
  }

  @Test(
    "loudness is measured over all channels, as by ffmpeg",
    arguments: cases(["5.1"], full: ["mono"]))
  func loudness(layout: String) async throws {
    _ = try await film([try await clip("clip.mov", "5.1")], "film.wav") {
      ($0.loudness, $0.channels) = (-23, SoundLayout(rawValue: layout))
    }
    let log = try await Program("ffmpeg").run(
      ["-nostats", "-i", media.file("film.wav"), "-af", "ebur128", "-f", "null", "-"])
    let words = log.messages.components(separatedBy: "Integrated loudness:").last?.split(
      whereSeparator: \.isWhitespace)
    let loudness = try #require(words?.dropFirst().first.flatMap { Double($0) })
    #expect(abs(loudness + 23) <= 0.1, "\(log.messages)")
  }

  @Test("eight channels have the weights of BS.1770")
  func weights() throws {
    func loudness(_ channel: Int) throws -> Double? {
      let meter = try LoudnessMeter(channels: 8)
      meter.add(
        (0..<48_000).flatMap { index in
          let tone = Float(0.1 * sin(2 * Double.pi * Double(index) / 48))
          return (0..<8).map { $0 == channel ? tone : 0 }
        })
      return meter.integrated
    }
    let front = try loudness(0) ?? 0
    for (channel, weight) in [(1, 1.0), (2, 1), (4, 1), (5, 1), (6, 1.41), (7, 1.41)] {
      let found = try loudness(channel) ?? 0
      #expect(abs(found - front - 10 * log10(weight)) < 0.01, "\(channel)")
    }
    #expect(try loudness(3) == nil)
  }

  @Test("more channels than 7.1 are mixed down with a note")
  func largest() async throws {
    let report = try await FilmJob(request([try await clip("clip.mov", "hexadecagonal")])).plan()
    #expect(report.audio?.channels == 8)
    let expected = "clip.mov: its 16 channels of sound (hexadecagonal) are mixed down to 7.1"
    #expect(report.warnings.contains { $0.hasSuffix(expected) }, "\(report.warnings)")
  }

  @Test("a layout that a codec cannot hold is mixed down with a note")
  func limits() async throws {
    let wide = try await clip("clip.mov", "7.1")
    let limits: [(output: String, codec: String?, maximum: Int)] = [
      ("film.mp3", nil, 2), ("film.mp4", "ac3", 6), ("film.mov", "mp3", 2),
    ]
    for (output, codec, most) in cases(2, of: limits) {
      let report = try await FilmJob(request([wide], output) { $0.audioCodec = codec }).plan()
      let name = most == 2 ? "stereo" : "5.1"
      #expect(report.audio?.channels == most)
      #expect(
        report.warnings.contains {
          $0.hasSuffix(
            "clip.mov: its 7.1 sound is mixed to \(name), since \(codec ?? "mp3") supports no more channels"
          )
        }, "\(report.warnings)")
      await #expect(
        throws: SegueError(
          MediaError.unsupported(
            format: (output as NSString).pathExtension,
            limit: .soundLayout("7.1", codec: codec ?? "mp3", maximum: name)))
      ) {
        _ = try await film([wide], output) { ($0.audioCodec, $0.channels) = (codec, .sevenPointOne) }
      }
    }
  }

  @Test("“auto” channels in a film file leave the layout unset")
  func file() throws {
    func channels(_ value: String) throws -> SoundLayout? {
      let text = "{\"segue\": 1, \"film\": {\"channels\": \(value)}, \"clips\": [\"a.mp4\"]}"
      return try FilmFile.film(in: text, path: "film.json").channels
    }
    #expect(try channels("\"5.1\"") == .fivePointOne && channels("\"mono\"") == .mono)
    #expect(try channels("\"auto\"") == nil)
    #expect(throws: (any Error).self) { try channels("\"6.1\"") }
  }
}
