import SegueMath
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueSystem

/// WAV files that other tests read without ffmpeg.
@Suite("WAV files of the tests", .serialized, .needs("ffmpeg", "ffprobe")) struct WaveSourceTests {
  private let media: Media

  init() throws { media = try Media() }

  @Test("ffmpeg reads the format and the samples of a test's WAV file", arguments: [1, 2])
  func same(channels: Int) async throws {
    var random = SplitMix64(5)
    let samples = (0..<48_000 * channels).map { _ in Float.random(in: -1...1, using: &random) }
    // A file that is not registered.
    try media.write(WaveFile.bytes(samples, channels: channels), to: "a.wav")
    let path = media.file("a.wav")
    #expect(try await ClipProbe().info(of: path) == WaveSource.info(path, channels: channels))
    for start in cases([Ratio(5, 8)], full: [0]) {
      let info = WaveSource.info(path, channels: channels)
      let decoding = try #require(SoundDecoding(info, from: start, isStrict: false))
      let (known, decoded) = try await onThread(named: "segue.test") {
        (try Self.all(WaveSource.open(decoding)), try Self.all(SoundDecoder(decoding)))
      }
      let first = (start * 48_000).rounded
      #expect(known.count == 2 * (48_000 - first))
      #expect(known == decoded)
      #expect(known.first == samples[first * channels])
    }
  }

  /// The samples of `source`, in two channels.
  private static func all(_ source: any SampleSource) throws -> [Float] {
    defer { source.close() }
    var samples = [Float](repeating: 0, count: 2 * 96_000)
    let count = try samples.withUnsafeMutableBufferPointer { try source.read(into: $0) }
    return Array(samples.prefix(2 * count))
  }
}
