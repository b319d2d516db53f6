import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia

/// Handmade pictures that `ffmpeg` decodes.
@Suite("Pictures that ffmpeg decodes", .needs("ffmpeg", "ffprobe")) struct DecodeExternalTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func decode(_ name: String, _ bytes: [UInt8]) async throws -> DecodedImage {
    try place.write(bytes, to: name)
    return try await ImageDecoder().decoded(path: place.file(name))
  }

  /// An uncompressed TIFF of one row with `samples` bytes per pixel. Source: TIFF 6.0, section 8;
  /// ICC.1:2010, B.3 for the profile.
  private func tiff(_ pixels: [UInt8], samples: Int, profile: [UInt8], orientation: Int = 1) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let width = pixels.count / samples
    let table = 8
    let end = table + 2 + 12 * 12 + 4
    let bits = end + (pixels.count + 1) / 2 * 2
    let place = bits + 8
    func entry(_ tag: Int, _ type: Int, _ count: Int, _ value: Int) -> [UInt8] {
      bytes(tag, 2) + bytes(type, 2) + bytes(count, 4) + bytes(value, 4)
    }
    let entries = [
      entry(256, 4, 1, width), entry(257, 4, 1, 1), entry(258, 3, samples, samples == 1 ? 8 : bits),
      entry(259, 3, 1, 1), entry(262, 3, 1, samples == 1 ? 1 : 2), entry(273, 4, 1, end),
      entry(274, 3, 1, orientation), entry(277, 3, 1, samples), entry(278, 4, 1, 1),
      entry(279, 4, 1, pixels.count), entry(284, 3, 1, 1), entry(34675, 7, profile.count, place),
    ]
    let padding = [UInt8](repeating: 0, count: bits - end - pixels.count)
    return Array("II".utf8) + bytes(42, 2) + bytes(table, 4) + bytes(entries.count, 2)
      + entries.flatMap(\.self)
      + bytes(0, 4) + pixels + padding + bytes(8, 2) + bytes(8, 2) + bytes(8, 2) + bytes(0, 2) + profile
  }

  @Test("a TIFF's profile is applied in every orientation", arguments: [1, 3])
  func profiles(orientation: Int) async throws {
    let colored = try await decode(
      "c.tif",
      tiff(
        [200, 100, 10, 0, 128, 255], samples: 3, profile: Made.profile(primaries: [2, 1, 0]),
        orientation: orientation))
    let pixels = (0..<2).map { colored.snapshot[orientation == 1 ? $0 : 1 - $0, 0] }
    for (pixel, expected) in zip(pixels, [[10, 100, 200], [255, 128, 0]]) {
      for (got, want) in zip([pixel.red, pixel.green, pixel.blue], expected) {
        #expect(abs(Int(got) - want) <= 1)
      }
    }
    let gray = try await decode(
      "g.tif",
      tiff([0, 55, 128, 255], samples: 1, profile: Made.linearGrayProfile(), orientation: orientation))
    // 1.055 · v^(1/2.4) − 0.055 of 55/255 and 128/255.
    for (x, expected) in [0, 128, 188, 255].enumerated() {
      #expect(abs(Int(gray.snapshot[orientation == 1 ? x : 3 - x, 0].red) - expected) <= 1)
    }
    #expect(colored.notices.isEmpty && gray.notices.isEmpty, "\(colored.notices) \(gray.notices)")
  }

  @Test(
    "the largest picture of an icon is used",
    arguments: cases(1, of: [[16, 48, 32], [48, 16], [16, 48]]))
  func icons(sides: [Int]) async throws {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    let files = try sides.map { side in
      try PNGEncoder().encode(
        Snapshot(width: side, height: side) { _, _ in
          RGBAColor(red: UInt8(side), green: 0, blue: 0, alpha: 200)
        })
    }
    var start = 6 + 16 * sides.count
    var icon = bytes(0, 2) + bytes(1, 2) + bytes(sides.count, 2)
    for (side, file) in zip(sides, files) {
      icon +=
        [UInt8(side), UInt8(side), 0, 0] + bytes(1, 2) + bytes(32, 2) + bytes(file.count, 4) + bytes(start, 4)
      start += file.count
    }
    let image = try await decode("a.ico", icon + files.flatMap(\.self))
    #expect(image.snapshot.size == ImageSize(width: 48, height: 48) && image.notices.isEmpty)
    #expect(image.snapshot[5, 5] == RGBAColor(red: 48, green: 0, blue: 0, alpha: 200))
  }

  @Test(
    "only a plain sequence of JPEG pictures of one size is a video",
    arguments: cases(1, of: [2, 40]))
  func streams(count: Int) async throws {
    func jpeg(_ level: UInt8, width: Int = 24) throws -> [UInt8] {
      let picture = Snapshot(width: width, height: 16) { x, _ in
        RGBAColor(red: level, green: UInt8(x), blue: 9)
      }
      return try JPEGEncoder(quality: 95).encode(picture.bytes, size: picture.size)
    }
    let stream = try (0..<count).flatMap { try jpeg(UInt8(100 + $0)) }
    let image = try await decode("a.jpg", stream)
    #expect(image.notices.messages == ["it is a video; its first frame is taken"])
    #expect(abs(Int(image.snapshot[0, 0].red) - 100) <= 2)
    let last = try await ImageDecoder().decoded(path: place.file("a.jpg"), moment: .last)
    #expect(abs(Int(last.snapshot[0, 0].red) - 99 - count) <= 2)
    let index = Array("MPF\0".utf8) + [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0]
    let own = try jpeg(100)
    let others = [
      own, own + (try jpeg(1, width: 16)), Made.jpeg(own, inserting: 0xe2, index) + (try jpeg(1)),
      own + [UInt8](repeating: 7, count: 40) + own, own + own.prefix(100),
    ]
    for (number, bytes) in others.enumerated() {
      let image = try await decode("p.jpg", bytes)
      #expect(image.notices.isEmpty && image.formatName == "JPEG", "\(number): \(image.notices)")
    }
  }
}
