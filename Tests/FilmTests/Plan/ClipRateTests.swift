import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm

/// Rates and lengths of clips with a variable frame rate. Each picture is a lighter grey than the previous
/// picture.
@Suite("Variable frame rates", .serialized, .needs("ffmpeg", "ffprobe")) struct ClipRateTests {
  private let media: Media

  init() throws { media = try Media() }

  /// The picture numbers of the frames in `name`.
  private func numbers(_ name: String) async throws -> [Int] {
    try await media.decode(name, as: "yuv420p", isPassed: true).frames(of: 96 * 64 * 3 / 2).map {
      Int((Double($0[32 * 96 + 48]) - 20) / 2 + 0.5)
    }
  }

  /// A film of the files of `names`, joined at cuts.
  private func request(_ names: [String], copies: Bool = false) -> FilmRequest {
    var request = FilmRequest(
      clips: names.map { FilmClip(.file(path: media.file($0))) },
      junctions: names.dropFirst().map { _ in .cut },
      output: media.file(copies ? "film.mp4" : "film.y4m"))
    (request.copies, request.output.overwrites) = (copies, true)
    return request
  }

  private func film(_ names: [String], copies: Bool = false) async throws -> (FilmReport, numbers: [Int]) {
    let report = try await FilmJob(request(names, copies: copies)).run()
    return (report, try await numbers(copies ? "film.mp4" : "film.y4m"))
  }

  private static func grey(_ rate: String, _ count: Int) -> [String] {
    [
      "-f", "lavfi", "-i",
      "nullsrc=s=96x64:r=\(rate),format=yuv420p,geq=lum='20+2*N':cb=128:cr=128,"
        + "trim=end_frame=\(count)",
    ]
  }
  private static let tags = [
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
  ]

  // MARK: Lengths

  @Test(
    "a variable-rate recording keeps its stated duration",
    arguments: cases(
      [("r.mkv", false), ("r.mp4", true)],
      full: [("r.mp4", false), ("r.mov", false), ("r.mov", true)]))
  func statedLength(name: String, copies: Bool) async throws {
    // About ten frames/s on average; the last frame lasts a thirtieth of a second.
    try await media.make(
      "r.mp4",
      Self.grey("30", 60) + ["-f", "lavfi", "-i", "sine=f=500:r=48000:d=2", "-vf"]
        + [
          "select='if(lt(n,30),not(mod(n,6)),gte(n,44))'", "-fps_mode", "vfr", "-c:v", "libx264", "-qp", "1",
        ]
        + ["-bf", "0", "-c:a", "aac"] + Self.tags)
    if name != "r.mp4" { try await media.make(name, ["-i", media.file("r.mp4"), "-c", "copy"]) }
    let (report, numbers) = try await film([name, name], copies: copies)
    #expect(report.film.frames == 120 && report.film.fps == "30/1")
    #expect((report.film.copiedFrames ?? 0 > 0) == copies)
    #expect(
      !report.warnings.contains { $0.contains("silence") || $0.contains("early") }, "\(report.warnings)")
    let own = [0, 6, 12, 18, 24] + Array(44..<60)
    let shown = (0..<60).map { frame in own.last { $0 <= frame } ?? 0 }
    #expect(numbers == (copies ? own + own : shown + shown))
    let mixed = request([name, name])
    let sound = try await copies ? media.sound("film.mp4") : media.samples(of: mixed)
    #expect(abs(sound.count - 4 * 48000) <= 1024)
    // The tone's period is 96 samples. Clips fade for 5 ms at a cut.
    for place in stride(from: 93_000, to: 99_000, by: 96) where abs(place - 96_000) > 480 {
      #expect((sound[place..<place + 96].map(abs).max() ?? 0) > 0.05, "\(place)")
    }
  }

  // MARK: Rates

  /// Writes an MPEG-2 stream whose pictures from number `first` on alternate between three and two
  /// fields.
  ///
  /// **Source:** ISO/IEC 13818-2, 6.2.2 and 6.2.3: the frame rate code of the sequence header, `progressive_sequence`,
  /// `temporal_reference`, `top_field_first`, `repeat_first_field` and `progressive_frame`.
  private func telecined(_ name: String, from first: Int = 0) async throws {
    try await media.make(
      "film.m2v",
      Self.grey("24000/1001", 96) + ["-c:v", "mpeg2video", "-bf", "2", "-q:v", "1", "-g", "12"] + Self.tags)
    var bytes = try #require(media.bytes("film.m2v"))
    var count = 0
    var groupStart = 0
    var number = 0
    for place in bytes.indices.dropLast(9) where bytes[place..<place + 3].elementsEqual([0, 0, 1]) {
      switch (bytes[place + 3], bytes[place + 4] >> 4) {
      case (0xB3, _): bytes[place + 7] = bytes[place + 7] & 0xF0 | 4
      case (0xB8, _): groupStart = count
      case (0x00, _): number = groupStart + Int(bytes[place + 4]) << 2 + Int(bytes[place + 5] >> 6)
      case (0xB5, 1): bytes[place + 5] &= ~0x08
      case (0xB5, 8):
        let phase = number < first ? 1 : number % 4
        let flags: UInt8 = ([0, 3].contains(phase) ? 0x80 : 0) | (phase % 2 == 0 ? 0x02 : 0)
        bytes[place + 7] = bytes[place + 7] & 0x7D | flags
        bytes[place + 8] |= 0x80
        count += 1
      default: break
      }
    }
    try media.write(bytes, to: name)
  }

  @Test(
    "soft telecine at 30000/1001 is read at its film rate in each container",
    .needs("mkvmerge"))
  func telecine() async throws {
    try await telecined("t.m2v")
    _ = try await Program("mkvmerge").output(["-q", "-o", media.file("t.mkv"), media.file("t.m2v")])
    let copies = cases(["t.ts"], full: ["t.vob", "t.mpg", "t.mp4"])
    for name in copies {
      try await media.make(name, ["-i", media.file("t.mkv"), "-c", "copy"])
    }
    for name in cases(["t.mkv"], full: ["t.m2v"]) + copies {
      let (report, numbers) = try await film([name])
      #expect(report.film.fps == "24000/1001" && numbers == Array(0..<96), "\(name): \(numbers)")
      #expect(!report.warnings.contains { $0.contains("varies") }, "\(name): \(report.warnings)")
    }
  }

  @Test(
    "H.264 with soft-telecine timestamps keeps every picture",
    arguments: cases(["h.mp4"], full: ["h.mov"]))
  func telecinedTimes(name: String) async throws {
    try await media.make(
      name,
      Self.grey("24000/1001", 96) + ["-vf", "settb=1001/60000,setpts='floor(N*2.5+0.5)'", "-enc_time_base"]
        + ["1001/60000", "-fps_mode", "passthrough", "-c:v", "libx264", "-qp", "1"] + Self.tags)
    let (report, numbers) = try await film([name])
    #expect(report.film.fps == "24000/1001" && numbers == Array(0..<96), "\(numbers)")
  }

  @Test("a partly telecined Matroska file is reported as variable-rate", .needs("mkvmerge"))
  func partlyTelecined() async throws {
    try await telecined("p.m2v", from: 24)
    _ = try await Program("mkvmerge").output(["-q", "-o", media.file("p.mkv"), media.file("p.m2v")])
    let report = try await FilmJob(request(["p.mkv"])).plan()
    #expect(report.warnings.contains { $0.contains("the frame rate varies") }, "\(report.warnings)")
  }

  @Test(
    "a bare MPEG-1 or MPEG-2 stream has each picture once",
    arguments: cases([("b.m2v", "mpeg2video")], full: [("b.m1v", "mpeg1video")]))
  func bareStream(name: String, codec: String) async throws {
    try await media.make(
      name, Self.grey("25", 60) + ["-c:v", codec, "-bf", "2", "-q:v", "1", "-g", "12"] + Self.tags)
    #expect(try await film([name]).numbers == Array(0..<60))
    guard Tier.current == .full else { return }
    var part = FilmClip(.file(path: media.file(name)))
    (part.start, part.end) = (.seconds(1), .seconds(2))
    var request = FilmRequest(clips: [part], junctions: [], output: media.file("part.mkv"))
    request.output.codec = .ffv1
    try await FilmJob(request).run()
    #expect(try await self.numbers("part.mkv") == Array(25..<50))
  }
}
