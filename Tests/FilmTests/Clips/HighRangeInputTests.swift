import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueRun

/// Inputs of phones and cameras with more than 8 bits: the output's range, and the number of
/// levels.
@Suite("Inputs above 8 bits", .serialized, .needs("ffmpeg")) struct HighRangeInputTests {
  private let media: Media

  init() throws { media = try Media() }

  /// A 16-bit PNG of 1024 columns with a linear grey gradient between two values of 0…1.
  private func gradient(_ name: String, _ first: Double, _ last: Double, _ color: ColorEncoding = .sdr) throws
  {
    let picture = Snapshot(deep: ImageSize(width: 1024, height: 16)) { index in
      let value = UInt16(((first + (last - first) * Double(index % 1024) / 1023) * 65535).rounded())
      return SIMD4(value, value, value, 65535)
    }
    try media.write(
      PNGEncoder(depth: .sixteen, color: color).encode(
        picture.bytes, size: picture.size, hasAlpha: false), to: name)
  }

  /// The luma of the middle row of each frame.
  private func rows(_ name: String, as layout: String) async throws -> [[Int]] {
    rows(try await media.decode(name, as: layout, isPassed: true), as: layout)
  }

  private func rows(_ bytes: [UInt8], as layout: String) -> [[Int]] {
    let width = layout.hasSuffix("10le") ? 2 : 1
    return stride(from: 0, to: bytes.count, by: 1024 * 16 * 3 / 2 * width).map { frame in
      (0..<1024).map { x in
        let place = frame + (8 * 1024 + x) * width
        return width == 1 ? Int(bytes[place]) : Int(bytes[place]) | Int(bytes[place + 1]) << 8
      }
    }
  }

  @Test("a picture in memory sets the output's dynamic range as its file does")
  func bytes() throws {
    try gradient("a.png", 0.2, 0.6, .pq)
    let bytes = try #require(media.bytes("a.png"))
    for source in [PictureSource.file(path: media.file("a.png")), .bytes(bytes, name: "a.png")] {
      let request = RenderRequest(from: source, to: source, output: "\(media.file("o.mp4"))")
      let (output, notices) = try request.settledOutput()
      #expect(output.frameColor == FrameColor(.pq, .ten) && notices.count == 1, "\(notices)")
    }
  }

  @Test("a gradient in 10-bit HEVC has four times as many levels as in 8 bits")
  func levels() async throws {
    try gradient("a.png", 64.0 / 255, 128.0 / 255)
    try gradient("b.png", 96.0 / 255, 160.0 / 255)
    var request = RenderRequest(
      from: .file(path: media.file("a.png")), to: .file(path: media.file("b.png")),
      output: OutputRequest(media.file("deep.mp4"))
    )
    request.transition = TransitionChoice(name: "dissolve")
    request.output.codec = .hevc
    request.output.depth = .ten
    request.output.frameRate = try FrameRate(10)
    (request.duration, request.timing) = (1, .linear)
    request.output.encoderArguments = ["-x265-params", "log-level=error:lossless=1"]
    try await RenderJob(request).run()
    let deep = try await rows("deep.mp4", as: "yuv420p10le")
    #expect(deep.count == 11)
    for (index, row) in deep.enumerated() {
      #expect(Set(row).count >= 219, "frame \(index): \(Set(row).count)")
      for (x, luma) in row.enumerated() {
        // 876 codes from black to white.
        let value = (64 + 32 * Double(index) / 10 + 64 * Double(x) / 1023) / 255
        let error = abs(Double(luma) - 64 - 876 * value)
        #expect(error <= 0.856, "frame \(index), column \(x): \(luma)")
      }
    }
  }

  /// Inserts Dolby's configuration box into the sample entry of an MP4 with its index at the end.
  ///
  /// **Source:** Dolby Vision Streams within the ISO Base Media File Format, 2.3.1; ISO/IEC 14496-12 for the boxes.
  private func tagged(_ bytes: [UInt8], profile: Int, compatible: Int) throws -> [UInt8] {
    let (level, layers) = (5, 0b101)
    let numbers = profile << 9 | level << 3 | layers
    let record =
      [1, 0, UInt8(numbers >> 8), UInt8(numbers & 255), UInt8(compatible << 4)]
      + [UInt8](repeating: 0, count: 19)
    let box = [0, 0, 0, 32] + Array((profile > 7 ? "dvvC" : "dvcC").utf8) + record
    var bytes = bytes
    func size(_ place: Int) -> Int { bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    func find(_ type: String, _ start: Int, _ end: Int) throws -> Int {
      var place = start
      while place + 8 <= end, !bytes[place + 4..<place + 8].elementsEqual(type.utf8) { place += size(place) }
      return try #require(place + 8 <= end ? place : nil, "\(type)")
    }
    var (parents, start, end) = ([Int](), 0, bytes.count)
    // The distance between a box's head and its first child.
    for (type, head) in [
      ("moov", 8), ("trak", 8), ("mdia", 8), ("minf", 8), ("stbl", 8), ("stsd", 16), ("hvc1", 8 + 78),
    ] {
      let place = try find(type, start, end)
      parents.append(place)
      (start, end) = (place + head, place + size(place))
    }
    for place in parents {
      let grown = size(place) + box.count
      for index in 0..<4 { bytes[place + index] = UInt8(grown >> (24 - 8 * index) & 255) }
    }
    bytes.insert(contentsOf: box, at: end)
    return bytes
  }

  @Test("a Dolby Vision clip is decoded from its base layer")
  func dolbyVision() async throws {
    for (profile, compatible, transfer) in [(8, 4, "arib-std-b67"), (8, 1, "smpte2084"), (5, 0, "smpte2084")]
    {
      let name = "dv\(profile).\(compatible).mp4"
      try await media.make(
        name,
        [
          "-f", "lavfi", "-i", "testsrc2=s=64x64:r=25:d=0.4,format=yuv420p10le", "-c:v", "libx265",
          "-x265-params", "log-level=error", "-tag:v", "hvc1", "-colorspace", "bt2020nc", "-color_primaries",
          "bt2020", "-color_trc", transfer, "-color_range", "tv",
        ])
      let plain = try #require(media.bytes(name))
      try media.write(try tagged(plain, profile: profile, compatible: compatible), to: name)
      let clip = FilmClip(.file(path: media.file(name)))
      var junction = FilmJunction()
      junction.duration = .frames(5)
      let request = FilmRequest(clips: [clip, clip], junctions: [junction], output: media.file("o\(name)"))
      if profile == 5 {
        await #expect(throws: SegueError.self) { try await FilmJob(request).run() }
        continue
      }
      let report = try await FilmJob(request).plan()
      #expect(report.film.color == (compatible == 4 ? "hlg" : "pq") && report.film.depth == 10)
      #expect(report.warnings.contains { $0.contains("Dolby Vision") }, "\(report.warnings)")
      guard Tier.current == .full else { continue }
      try await FilmJob(request).run()
      let made = try #require(try await ClipProbe().info(of: media.file("o\(name)")).video)
      #expect(made.dolbyVisionProfile == nil && made.colorTransfer == transfer && made.codec == "hevc")
    }
  }

  @Test(
    "a film of pictures has the dynamic range of its first picture",
    arguments: cases([ColorEncoding.hlg], full: [.pq]))
  func pictures(_ color: ColorEncoding) async throws {
    try gradient("a.png", 0.2, 0.4, color)
    try gradient("b.png", 0.3, 0.5)
    var request = FilmRequest(
      clips: ["a.png", "b.png"].map { FilmClip(.file(path: media.file($0))) }, junctions: [.init()],
      output: media.file("o.mkv"))
    request.pictureDuration = 1
    request.output.codec = .ffv1
    let report = try await FilmJob(request).plan()
    #expect(report.film.color == color.rawValue && report.film.depth == 10)
    #expect(!report.warnings.contains { $0.contains("mapped") }, "\(report.warnings)")
    // HLG and PQ values equal the file's.
    let frame = try #require(try await media.pictures(of: request).first)
    let first = try #require(rows(frame, as: "yuv420p10le").first)
    for x in stride(from: 0, to: 1024, by: 31) {
      let exact = 64 + 876 * (0.2 + 0.2 * Double(x) / 1023)
      #expect(abs(Double(first[x]) - exact) <= 1, "column \(x): \(first[x])")
    }
    request.output.color = .sdr
    request.output.overwrites = true
    let plain = try await FilmJob(request).plan()
    #expect(plain.film.color == "sdr" && plain.film.depth == 8)
    #expect(plain.warnings.count { $0.contains("tone-mapped to SDR") } == 1, "\(plain.warnings)")
  }
}
