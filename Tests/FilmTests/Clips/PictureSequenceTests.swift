import Foundation
import SegueFilms
import SegueImaging
import SegueMedia
import SegueMotion
import SegueSystem
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Numbered pictures as one clip of a film.
@Suite("Image sequences", .serialized, .needs("ffmpeg")) struct PictureSequenceTests {
  private let media: Media

  init() throws { media = try Media() }

  /// Writes grey pictures of the levels 20, 40, … as `names`.
  private func write(_ names: [String], width: Int = 32) throws {
    for (index, name) in names.enumerated() {
      let level = UInt8(20 * (index + 1))
      let picture = Snapshot(
        PixelBuffer(
          size: ImageSize(width: width, height: 24), color: RGBAColor(red: level, green: level, blue: level)))
      let folder = (media.file(name) as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try media.write(PNGEncoder().encode(picture), to: name)
    }
  }

  /// The picture number of each frame of a film of `words`, from 1.
  private func shown(_ words: String, rate: Int? = 10) async throws -> (numbers: [Int], FilmReport) {
    let arguments = try FilmArguments([media.file(words)]) { FileManager.default.fileExists(atPath: $0) }
    var request = FilmRequest(items: arguments.items, output: OutputRequest(media.file("film.raw")))
    request.output.format = .raw
    request.output.overwrites = true
    request.output.frameRate = try rate.map { try FrameRate($0) }
    let report = try await FilmJob(request).run()
    let bytes = media.bytes("film.raw") ?? []
    let size = report.film.width * report.film.height * 4
    let levels = stride(from: 0, to: bytes.count, by: size).map { Double(bytes[$0]) }
    return (levels.map { Int(($0 / 20).rounded()) }, report)
  }

  @Test("pictures that differ in shape from the first are fitted", arguments: Fit.allCases)
  func fits(fit: Fit) async throws {
    try write(["s/1.png"], width: 32)
    try write(["s/x.png", "s/2.png"], width: 12)
    try FileManager.default.removeItem(atPath: media.file("s/x.png"))
    var clip = FilmClip(.file(path: media.file("s/%d.png")))
    (clip.fit, clip.frameRate) = (fit, try FrameRate(30))
    var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.raw"))
    (request.output.format, request.output.overwrites) = (.raw, true)
    request.drawing.background = .white
    let report = try await FilmJob(request).run()
    let bytes = try #require(media.bytes("film.raw"))
    #expect(report.film.frames == 2 && bytes.count == (2 * 32 * 24 * 4 as Int))
    func level(_ frame: Int, x: Int) -> Int { Int(bytes[((frame * 24 + 12) * 32 + x) * 4]) }
    #expect(abs(level(0, x: 2) - 20) <= 2 && abs(level(1, x: 16) - 40) <= 2)
    // A picture of 12x24 covers columns 10 to 21.
    let edges = [level(1, x: 7), level(1, x: 24)]
    switch fit {
    case .cover, .stretch: #expect(edges.allSatisfy { abs($0 - 40) <= 4 }, "\(edges)")
    // The blurred background has three quarters of the brightness.
    case .blur: #expect(edges.allSatisfy { abs($0 - 30) <= 4 }, "\(edges)")
    case .contain: #expect(edges.allSatisfy { $0 >= 253 }, "\(edges)")
    }
  }

  @Test("a pattern, a wildcard and a folder make the same clip")
  func names() async throws {
    try write(["shots/p8.png", "shots/p9.png", "shots/p10.png", "shots/p11.png"])
    try media.write(Array("no picture".utf8), to: "shots/notes.txt")
    for word in ["shots/p%d.png", "shots/p*.png", "shots", "shots/"] {
      let (numbers, report) = try await shown(word)
      #expect(numbers == [1, 2, 3, 4], "\(word)")
      #expect(report.film.width == 32 && report.film.height == 24 && report.film.fps == "10/1")
      #expect(report.audio == nil && report.warnings == [], "\(report.warnings)")
    }
    // Without a video the rate is 30, or the sequence's own.
    #expect(try await shown("shots/p%d.png", rate: nil).1.film.fps == "30/1")
    #expect(try await shown("shots/p%d.png,fps=24000/1001", rate: nil).1.film.fps == "24000/1001")
  }

  @Test("a trim or a change of speed selects a sequence's pictures by their time")
  func parts() async throws {
    try write((1...10).map { String(format: "s-%03d.png", $0) })
    #expect(try await shown("s-%03d.png@0.2-6f").0 == [3, 4, 5, 6])
    #expect(try await shown("s-%03d.png@4f-").0 == [5, 6, 7, 8, 9, 10])
    #expect(try await shown("s-%03d.png@-3f,fps=5").0 == [1, 1, 2, 2, 3, 3])
    #expect(try await shown("s-%03d.png,fps=20").0 == [1, 3, 5, 7, 9])
    #expect(try await shown("s-%03d.png,speed=2").0 == [1, 3, 5, 7, 9])
    #expect(try await shown("s-%03d.png@0-0.3,speed=0.5,frames=repeat").0 == [1, 1, 2, 2, 3, 3])
  }

  @Test("gaps and differing sizes in a sequence cause notes")
  func faults() async throws {
    try write(["g1.png", "g2.png", "g5.png"])
    let gaps = try await shown("g%d.png")
    #expect(gaps.numbers == [1, 2, 3])
    #expect(
      gaps.1.warnings.contains {
        $0.contains("2 pictures are missing between the first and the last, starting with number 3")
      },
      "\(gaps.1.warnings)")
    try write(["far0.png", "far\(Int.max).png"])
    let far = try await shown("far%d.png")
    #expect(far.numbers == [1, 2])
    #expect(
      far.1.warnings.contains {
        $0.contains(
          "\(Int.max - 1) pictures are missing between the first and the last, starting with number 1")
      },
      "\(far.1.warnings)")
    try write(["h1.png"])
    try write(["h2.png"], width: 64)
    let sizes = try await shown("h%d.png")
    #expect(sizes.1.warnings.contains { $0.contains("change size") }, "\(sizes.1.warnings)")
    let still = try await shown("g1.png@-0.2,fps=5")
    #expect(still.1.warnings.contains { $0.contains("fps has no effect") }, "\(still.1.warnings)")
    for word in ["none%d.png", "none*.png", "none?"] {
      await #expect(
        throws: SegueError(SystemError.unreadable(path: media.file(word), reason: "no file matches"))
      ) { try await shown(word) }
    }
    try media.write([1], to: "empty.folder.file")
    try FileManager.default.createDirectory(atPath: media.file("empty"), withIntermediateDirectories: true)
    await #expect(
      throws: SegueError(
        SystemError.unreadable(path: media.file("empty"), reason: "there are no pictures in this folder"))
    ) { try await shown("empty") }
    // A damaged picture in the middle of the sequence is named.
    var bytes = try #require(media.bytes("g2.png"))
    bytes.removeLast(bytes.count / 2)
    try media.write(bytes, to: "g2.png")
    let error = await #expect(throws: SegueError.self) { try await shown("g%d.png") }
    #expect("\(String(describing: error))".contains("g2.png"))
  }

  /// Writes JPEGs of one size with the capture times `times` in EXIF.
  private func photograph(_ folder: String, _ times: [String], isBigEndian: Bool = false) throws {
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      let bytes = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
    }
    for (index, time) in times.enumerated() {
      // One entry in each directory. The second directory is at offset 26, the text after it.
      let tiff =
        Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
        + number(1, 2) + entry(0x8769, 4, 1, 26) + number(0, 4)
        + number(1, 2) + entry(0x9003, 2, 20, 44) + number(0, 4) + Array(time.utf8) + [0]
      let data = Array("Exif\0\0".utf8) + tiff
      let segment: [UInt8] = [0xff, 0xe1, UInt8((data.count + 2) >> 8), UInt8((data.count + 2) & 255)] + data
      let level = UInt8(20 * (index + 1))
      let picture = Snapshot(
        PixelBuffer(
          size: ImageSize(width: 32, height: 24), color: RGBAColor(red: level, green: level, blue: level)))
      var bytes = try JPEGEncoder(quality: 95).encode(picture)
      bytes.insert(contentsOf: segment, at: 2)
      try FileManager.default.createDirectory(
        atPath: media.file(folder), withIntermediateDirectories: true)
      try media.write(bytes, to: "\(folder)/IMG_\(index + 1).jpg")
    }
  }

  @Test("photographs of different sizes or times are slides unless fps is set")
  func slideShow() async throws {
    try write(["sizes/1.png", "sizes/2.png"])
    try write(["sizes/x.png", "sizes/y.png", "sizes/3.png"], width: 24)
    for name in ["x", "y"] { try FileManager.default.removeItem(atPath: media.file("sizes/\(name).png")) }
    let trip = ["2024:05:01 10:00:00", "2024:05:01 10:07:31", "2024:05:03 18:20:00", "2024:06:30 09:00:00"]
    try photograph("trip", trip)
    try photograph("trip2", trip, isBigEndian: true)
    for (folder, count) in [("sizes", 3), ("sizes/*.png", 3), ("trip", 4), ("trip2", 4)] {
      let (numbers, report) = try await shown(folder)
      #expect(numbers == (1...count).flatMap { [Int](repeating: $0, count: 40) }, "\(folder): \(numbers)")
      #expect(
        report.warnings.contains { $0.contains("each is shown for 4 s") && $0.contains("fps=25") },
        "\(report.warnings)")
      #expect(try await shown(folder + ",fps=10").numbers == Array(1...count))
    }
    // Slides do not set the rate.
    #expect(try await shown("trip@-0.2", rate: nil).1.film.fps == "30/1")
    // Pictures of an interval timer are frames, also across midnight and if one is a second late.
    try photograph(
      "timer",
      [
        "2023:12:31 23:59:40", "2023:12:31 23:59:50", "2024:01:01 00:00:01", "2024:01:01 00:00:10",
        "2024:01:01 08:00:00", "2024:01:01 08:00:10",
      ])
    let (numbers, report) = try await shown("timer")
    #expect(numbers == [1, 2, 3, 4, 5, 6] && report.warnings.isEmpty, "\(report.warnings)")
  }

  @Test("files of a sequence are in natural order")
  func order() {
    let sorted = ["a10", "a9", "a010", "b1", "a9x", "a", "a1b20", "a1b3"].sorted(by: PictureSequence.precedes)
    #expect(sorted == ["a", "a1b3", "a1b20", "a9", "a9x", "a010", "a10", "b1"])
  }
}
