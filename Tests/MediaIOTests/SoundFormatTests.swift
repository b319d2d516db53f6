import SegueSystem
import Testing

@testable import SegueMedia

/// The compression of a film's sound: the encoder's arguments, and each container's codecs.
@Suite("Sound formats") struct SoundFormatTests {
  private func words(
    _ codec: String?, _ bitRate: String?, _ container: OutputFormat, _ video: VideoCodec = .h264
  ) throws -> String {
    var format = SoundFormat()
    (format.codec, format.bitRate) = (codec, bitRate)
    try format.check(in: container, beside: video)
    return format.arguments(in: container, beside: video).joined(separator: " ")
  }

  @Test("a container has a default sound codec")
  func words() throws {
    #expect(try words(nil, nil, .mp4) == "-c:a aac -b:a 192k")
    #expect(try words(nil, nil, .webm) == "-c:a libopus -b:a 160k")
    #expect(try words(nil, nil, .mov) == "-c:a aac -b:a 192k")
    #expect(try words(nil, nil, .mov, .prores) == "-c:a pcm_s16le")
    #expect(try words(nil, nil, .mkv) == "-c:a flac -sample_fmt s16")
    #expect(try words("opus", "96k", .mp4) == "-c:a libopus -b:a 96k")
    #expect(try words(nil, "128000", .mp4) == "-c:a aac -b:a 128000")
    #expect(try words("libtwolame", "256k", .mkv) == "-c:a libtwolame -b:a 256k")
  }

  @Test(
    "the default bit rate within the limit applies unless a rate is requested",
    arguments: [
      (nil, nil, nil, .mp4, 192_000), (nil, nil, nil, .webm, 160_000), (nil, nil, nil, .mkv, 0),
      (nil, nil, 100_000, .mp4, 96_000), (nil, nil, 1000, .mp4, 48_000), (nil, nil, 500_000, .mp4, 192_000),
      (nil, "96k", nil, .mp4, 96_000), (nil, "1M", nil, .mp4, 1_000_000),
      (nil, "128000", 1000, .mp4, 128_000), ("libtwolame", "256k", nil, .mkv, 256_000),
      ("libtwolame", nil, nil, .mkv, 0),
    ] as [(String?, String?, Int?, OutputFormat, Int)])
  func encodedBitRate(
    codec: String?, requested: String?, limit: Int?, container: OutputFormat, expected: Int
  ) {
    var format = SoundFormat()
    format.codec = codec
    format.bitRate = requested
    format.bitRateLimit = limit
    #expect(format.encodedBitRate(in: container, beside: .h264) == expected)
  }

  @Test(
    "the default bit rate follows the layout",
    arguments: [(SoundLayout.mono, 96_000), (.fivePointOne, 384_000)])
  func layouts(layout: SoundLayout, expected: Int) {
    var format = SoundFormat()
    format.layout = layout
    #expect(format.encodedBitRate(in: .mp4, beside: .h264) == expected)
  }

  @Test(
    "unsupported codecs and invalid bit rates are rejected",
    arguments: [
      ("aac", "", OutputFormat.webm), ("pcm", "", .mp4), ("flac", "128k", .mkv), ("", "fast", .mp4),
      ("", "0", .mp4), ("", "128k", .mkv),
    ])
  func refused(codec: String, bitRate: String, container: OutputFormat) {
    #expect(throws: MediaError.self) {
      try words(codec.isEmpty ? nil : codec, bitRate.isEmpty ? nil : bitRate, container)
    }
  }
}
