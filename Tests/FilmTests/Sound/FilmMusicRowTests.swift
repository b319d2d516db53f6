import Foundation
import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import Synchronization
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueSound

/// Several pieces of music, one after the other.
@Suite("Music in sequence", .serialized, .needs("ffmpeg")) struct FilmMusicRowTests {
  private let media: Media

  init() throws { media = try Media() }

  /// Music of a constant value without a fade.
  private func tone(_ level: Double, seconds: Double) throws -> FilmMusic {
    var music = FilmMusic(path: try media.wave("\(level) \(seconds).wav", seconds: seconds) { _ in level })
    music.fadeOut = 0
    return music
  }

  /// A film of 4 s with one second of 0.5 and half a second of 0.25.
  private func request() throws -> FilmRequest {
    var request = FilmRequest(
      clips: [FilmClip(.color(.white))], junctions: [], output: media.file("film.wav"))
    request.output.size = .exact(ImageSize(width: 16, height: 16))
    request.output.frameRate = try FrameRate(25)
    request.music = [try tone(0.5, seconds: 1), try tone(0.25, seconds: 0.5)]
    return request
  }

  /// The film's level in the middle of each quarter of a second.
  private func levels(_ request: FilmRequest) async throws -> [Float] {
    let sound = try await media.samples(of: request)
    return stride(from: 6000, to: sound.count, by: 12_000).map { (sound[$0] * 100).rounded() / 100 }
  }

  private static let looped: [Float] = [
    0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.5, 0.5, 0.5, 0.5, 0.25, 0.25, 0.5, 0.5, 0.5, 0.5,
  ]

  @Test("pieces without times play one after the other in a loop")
  func again() async throws {
    var request = try request()
    #expect(try await levels(request) == Self.looped)
    request.frames = 75...99
    #expect(try await levels(request) == Array(Self.looped.suffix(4)))
  }

  @Test("the samples of a file are counted again only if the file changes")
  func counting() async throws {
    _ = try tone(0.5, seconds: 1)
    let bytes = try #require(media.bytes("0.5 1.0.wav"))
    try media.write(bytes, to: "own.wav")
    let path = media.file("own.wav")
    func date(_ seconds: Double) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: seconds)], ofItemAtPath: path)
    }
    try date(1_600_000_000)
    let info = try await ClipProbe().info(of: path)
    let decoding = try #require(SoundDecoding(info, from: 0, isAlone: true, isStrict: false))
    #expect(try await decoding.countedSamples(upTo: 24_000) == 24_000)
    #expect(try await decoding.countedSamples(upTo: .max) == 48_000)
    // Bytes without sound, in the same file with the same date, are not noticed.
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data(count: bytes.count))
    try file.close()
    try date(1_600_000_000)
    #expect(try await decoding.countedSamples(upTo: .max) == 48_000)
    #expect(try await decoding.countedSamples(upTo: 30_000) == 30_000)
    try date(1_600_000_001)
    await #expect(throws: (any Error).self) { try await decoding.countedSamples(upTo: .max) }
  }

  @Test("a cached sample count does not retain a pipe's temporary copy")
  func copies() async throws {
    _ = try tone(0.5, seconds: 1)
    let bytes = try #require(media.bytes("0.5 1.0.wav"))
    func countedCopy() async throws -> String {
      let info = try await FilmMusic(.bytes(bytes, name: "pipe")).info(DecodingLimits())
      let decoding = try #require(SoundDecoding(info, from: 0, isAlone: true, isStrict: false))
      let count = try await SampleCounts.samples(of: decoding, upTo: .max) { 48_000 }
      #expect(count == 48_000)
      #expect(FileManager.default.fileExists(atPath: info.path))
      return info.path
    }
    let path = try await countedCopy()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("the plan lists pieces of music and voices with their frames")
  func planned() async throws {
    var request = try request()
    // 12 frames at 25 frames/s.
    request.music[1] = try tone(0.25, seconds: 0.48)
    request.music[1].volume = -6
    var voice = FilmMusic.voice
    voice.path = request.music[0].path
    voice.start = .seconds(2)
    voice.sourceStart = 0.5
    request.voices = [voice]
    let report = try await FilmPlan(request).checkedReport()
    let paths = request.music.map(\.path)
    #expect(
      report.music == [
        .init(source: paths[0], start: 0, end: 25, in: 0, volume: 0, loops: true),
        .init(source: paths[1], start: 25, end: 37, in: 0, volume: -6, loops: true),
      ])
    #expect(
      report.voices == [.init(source: paths[0], start: 50, end: 100, in: 0.5, volume: 0, loops: false)])
    #expect(
      report.text.split(separator: "\n").suffix(3) == [
        "music  0-25  0.000-1.000 s  \(paths[0]), looped",
        "music  25-37  1.000-1.480 s  \(paths[1]), volume -6 dB, looped",
        "voice  50-100  2.000-4.000 s  \(paths[0]), in 0.500 s",
      ])
  }

  @Test("the sequence plays once unless each piece is looped")
  func once() async throws {
    var request = try request()
    request.music[1].loops = false
    #expect(try await levels(request) == Array(Self.looped.prefix(6)) + Array(repeating: 0, count: 10))
  }

  @Test("music with a start time is mixed with the sequence")
  func overRow() async throws {
    var request = try request()
    var over = try tone(0.25, seconds: 1)
    over.start = .seconds(0)
    request.music.insert(over, at: 1)
    #expect(try await levels(request) == Self.looped.map { $0 + 0.25 })
  }

  @Test("music after the film's end causes a warning with its name")
  func neverHeard() async throws {
    var request = try request()
    request.music.insert(try tone(0.25, seconds: 5), at: 0)
    let warnings = try await FilmPlan(request).checkedReport().warnings
    let unheard = request.music.dropFirst().map {
      "\($0.path) is never heard: the film ends before it begins"
    }
    #expect(warnings.filter { $0.contains("never heard") } == unheard)
  }

  @Test("pictures share the length of all pieces of music")
  func shared() async throws {
    var request = try request()
    request.items = Array(repeating: FilmItem(FilmClip(.color(.white)), into: .cut), count: 3)
    request.picturesShareMusic = true
    // 1.5 s are 37.5 frames.
    #expect(try await FilmPlan(request).timeline.frameCount == 38)
    request.music[0].start = .seconds(0)
    // The first piece has a time, so half a second remains.
    #expect(try await FilmPlan(request).timeline.frameCount == 13)
  }

  @Test("a short piece in a looped sequence is decoded once")
  func decodedOnce() async throws {
    let path = try tone(0.5, seconds: 0.1).path
    let decoding = try #require(
      SoundDecoding(try await ClipProbe().info(of: path), from: 0, isStrict: false))
    let decoders = Mutex(0)
    let loop = MusicLoop(.file(decoding), loops: false) { decoding in
      decoders.withLock { $0 += 1 }
      return try WaveSource.open(decoding)
    }
    for _ in 0..<3 {
      #expect(try loop.read(4800).allSatisfy { abs($0 - 0.5) < 1e-6 })
      loop.restart()
    }
    loop.close()
    #expect(decoders.withLock { $0 } == 1)
  }
}
