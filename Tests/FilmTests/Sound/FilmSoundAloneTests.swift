import Foundation
import SegueFilms
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueRun

@Suite("Sound-only films", .serialized, .needs("ffmpeg", "ffprobe")) struct FilmSoundAloneTests {
  private let media: Media

  init() throws { media = try Media() }

  /// A film of two tones. The clips have pictures only if `isSeen`.
  private func request(_ output: String, isSeen: Bool = false) async throws -> FilmRequest {
    for (name, tone) in [("a.mp4", 440.0), ("b.mp4", 880)] where media.bytes(name) == nil {
      if !isSeen {
        _ = try media.heard(name, seconds: 1.2) { 0.125 * sin(2 * .pi * tone * $0) }
        continue
      }
      try await media.make(
        name,
        [
          "-f", "lavfi", "-i", "color=s=64x48:r=25:d=1.2", "-f", "lavfi", "-i", "sine=\(tone):d=1.2:r=48000",
          "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "aac",
        ])
    }
    var request = FilmRequest(
      clips: ["a.mp4", "b.mp4"].map { FilmClip(.file(path: media.file($0))) },
      junctions: [FilmJunction(duration: .seconds(0.4))], output: media.file(output))
    request.output.overwrites = true
    return request
  }

  /// The codecs of the streams of a file, a line each. A WAV file's format tag and bits are read from its
  /// header.
  private func codec(_ name: String) async throws -> String {
    if name.hasSuffix(".wav"), let bytes = media.bytes(name), bytes.count > 36 {
      return bytes[20..<22] == [1, 0] && bytes[34] == 16 && bytes[35] == 0 ? "pcm_s16le\n" : ""
    }
    let streams = try await Program("ffprobe").output([
      "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", media.file(name),
    ])
    return String(decoding: streams, as: UTF8.self)
  }

  private static let formats: [(output: String, codec: String, tolerance: Float)] = [
    ("o.wav", "pcm_s16le", 0), ("o.flac", "flac", 0), ("o.m4a", "aac", 0.02),
    ("o.mp3", "mp3", 0.08), ("o.opus", "opus", 0.02),
  ]

  @Test("every sound-only format is tested")
  func allFormats() {
    let known = OutputFormat.allCases.filter(\.facts.isSound).map { "o.\($0.rawValue)" }
    #expect(Self.formats.map(\.output) == known)
  }

  @Test(
    "a sound-only file has the film's sound in each format",
    arguments: cases(1, of: formats))
  func same(output: String, codec: String, tolerance: Float) async throws {
    let request = try await request(output)
    let report = try await FilmJob(request).run()
    #expect(report.outputs == [media.file(output)] && report.audio?.samples == 96_000)
    #expect(try await self.codec(output).hasPrefix(codec + "\n"))
    let (film, alone) = (try await media.samples(of: request), try await media.sound(output))
    if tolerance == 0 {
      #expect(film.count == 96_000 && alone.count == 96_000)
      #expect(zip(film, alone).allSatisfy { abs($0 - $1) <= 1 / 32_768 })
    } else {
      // The power of the tones in the middle of each clip.
      for range in [10_000..<30_000, 60_000..<80_000] {
        func power(_ samples: [Float]) -> Float {
          samples[range].reduce(0) { $0 + $1 * $1 } / Float(range.count)
        }
        #expect(abs(power(alone) / power(film) - 1) < tolerance)
      }
    }
  }

  @Test("a sound-only film decodes no pictures")
  func blind() async throws {
    var request = try await request("o.wav", isSeen: true)
    let places = try await Program("ffprobe").output([
      "-v", "error", "-select_streams", "v", "-show_entries", "packet=pos,size", "-of", "csv=p=0",
      media.file("a.mp4"),
    ])
    var bytes = try #require(media.bytes("a.mp4"))
    for line in String(decoding: places, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let numbers = line.split(separator: ",").compactMap { Int($0) }
      let (size, place) = (try #require(numbers.first), try #require(numbers.dropFirst().first))
      for index in place + 4..<place + size { bytes[index] = 0xff }
    }
    try media.write(bytes, to: "a.mp4")
    request.isStrict = true
    try await FilmJob(request).run()
    let whole = try await media.sound("o.wav")
    #expect(whole.count == 96_000)
    guard Tier.current == .full else { return }
    request.frames = 10...29
    try await FilmJob(request).run()
    #expect(try await media.sound("o.wav") == Array(whole[19_200..<57_600]))
    request.output.path = media.file("film.mkv")
    let pictures = request
    await #expect(throws: SegueError.self) { try await FilmJob(pictures).run() }
  }

  @Test("a sound-only film rejects picture options")
  func refusals() async throws {
    func refusal(_ change: (inout FilmRequest) -> Void) async throws -> SegueError? {
      var request = try await request("o.wav")
      change(&request)
      do {
        try await FilmJob(request).run()
        return nil
      } catch {
        return error
      }
    }
    #expect(try await refusal { $0.isMute = true } == SegueError(UsageError.conflict(.soundOfSilence(.wav))))
    #expect(
      try await refusal { $0.stillTime = .seconds(0) }
        == SegueError(UsageError.conflict(.format(.stillProgress, .wav))))
    #expect(
      try await refusal { $0.output.codec = .hevc } == SegueError(UsageError.conflict(.format(.codec, .wav))))
    #expect(try await refusal { $0.copies = true } == SegueError(UsageError.conflict(.format(.copy, .wav))))
    let folder = media.file("kept")
    #expect(
      try await refusal { $0.chunks = FilmChunks(folder: folder, version: "1") }
        == SegueError(UsageError.conflict(.format(.chunks, .wav))))
    #expect(media.bytes("o.wav") == nil)
    var render = RenderRequest(from: .file(path: "a.png"), to: .file(path: "b.png"), output: "o.flac")
    render.output.overwrites = true
    #expect(throws: SegueError(UsageError.conflict(.soundOfRender(.flac)))) { try render.validate() }
  }

  @Test("a sound-only film may be made in memory")
  func options() async throws {
    var request = try await request("o.mp3")
    request.audioBitRate = "96k"
    let file = try await FilmJob.file(of: request, as: .mp3)
    try media.write(file.bytes, to: "memory.mp3")
    let rate = try await Program("ffprobe").output([
      "-v", "error", "-show_entries", "stream=bit_rate", "-of", "csv=p=0", media.file("memory.mp3"),
    ])
    #expect(String(decoding: rate, as: UTF8.self).hasPrefix("96000"))
    request.audioCodec = "opus"
    let wrong = request
    await #expect(throws: SegueError.self) { try await FilmJob(wrong).run() }
  }
}
