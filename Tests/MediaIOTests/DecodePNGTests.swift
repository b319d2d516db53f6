import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

@Suite("Decoding of PNG") struct DecodePNGTests {
  /// The pixels of the first row.
  private func row(_ file: [UInt8]) throws -> [RGBAColor] {
    let snapshot = try Made.decode(file, as: .png).snapshot
    return (0..<snapshot.size.width).map { snapshot[$0, 0] }
  }

  private func gray(_ value: UInt8, alpha: UInt8 = 255) -> RGBAColor {
    RGBAColor(red: value, green: value, blue: value, alpha: alpha)
  }

  @Test("grey of every depth is scaled to eight bits")
  func greys() throws {
    #expect(
      try row(Made.png(width: 3, height: 1, depth: 1, type: 0, rows: [0, 0b1010_0000]))
        == [.white, .black, .white])
    #expect(
      try row(Made.png(width: 4, height: 1, depth: 2, type: 0, rows: [0, 0b0001_1011]))
        == [0, 85, 170, 255].map { gray($0) })
    #expect(
      try row(Made.png(width: 2, height: 1, depth: 4, type: 0, rows: [0, 0x3c])) == [gray(51), gray(204)])
    #expect(
      try row(Made.png(width: 2, height: 1, depth: 8, type: 0, rows: [0, 7, 250])) == [gray(7), gray(250)])
  }

  @Test("16-bit values are rounded to the nearest 8-bit values")
  func sixteenBits() throws {
    let values = [0, 128, 129, 256, 385, 386, 32_767, 32_896, 65_406, 65_407, 65_535]
    let bytes = values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    let expected = values.map { gray(UInt8(($0 * 255 + 32_767) / 65_535)) }
    let file = Made.png(width: values.count, height: 1, depth: 16, type: 0, rows: [0] + bytes)
    #expect(try row(file) == expected)
  }

  @Test("grey and colour with alpha are read")
  func alpha() throws {
    #expect(
      try row(Made.png(width: 2, height: 1, depth: 8, type: 4, rows: [0, 9, 0, 200, 128]))
        == [gray(9, alpha: 0), gray(200, alpha: 128)])
    #expect(
      try row(Made.png(width: 1, height: 1, depth: 16, type: 6, rows: [0, 1, 1, 2, 2, 3, 3, 4, 4]))
        == [RGBAColor(red: 1, green: 2, blue: 3, alpha: 4)])
  }

  @Test("palettes keep their transparency")
  func palette() throws {
    let file = Made.png(
      width: 3, height: 1, depth: 2, type: 3,
      chunks: [("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255]), ("tRNS", [255, 40])], rows: [0, 0b0001_1000])
    #expect(
      try row(file) == [
        RGBAColor(red: 255, green: 0, blue: 0), RGBAColor(red: 0, green: 255, blue: 0, alpha: 40),
        RGBAColor(red: 0, green: 0, blue: 255),
      ])
  }

  @Test("the transparent colour is compared in all its bits")
  func transparentColor() throws {
    let file = Made.png(
      width: 2, height: 1, depth: 16, type: 0, chunks: [("tRNS", [0x12, 0x34])],
      rows: [0, 0x12, 0x34, 0x12, 0x35])
    #expect(try row(file) == [gray(18, alpha: 0), gray(18)])
  }

  @Test("an interlaced PNG has the pixels of a plain one")
  func interlaced() throws {
    // Adam7 of a 2×2 picture: pass 1 has (0, 0), pass 6 has (1, 0), pass 7 the second row.
    let file = Made.png(
      width: 2, height: 2, depth: 8, type: 0, interlaced: true, rows: [0, 10, 0, 20, 0, 30, 40])
    let snapshot = try Made.decode(file, as: .png).snapshot
    let pixels = [snapshot[0, 0], snapshot[1, 0], snapshot[0, 1], snapshot[1, 1]]
    #expect(pixels == [10, 20, 30, 40].map { gray($0) })
  }

  @Test(
    "a gamma applies only without a profile",
    arguments: [0, 2])
  func gammas(type: UInt8) throws {
    // Units of a hundred-thousandth: linear light, 1/1.8, 1/2.2 and ffmpeg's value for video.
    for (gamma, expected) in [(100_000, 188), (55_556, 146), (45_455, 128), (51_000, 128)] {
      let chunk = PNGChunks.bigEndian(UInt32(gamma))
      let rows: [UInt8] = [0] + Array(repeating: 128, count: type == 0 ? 1 : 3)
      func level(_ chunks: [(StaticString, [UInt8])]) throws -> Int {
        Int(try row(Made.png(width: 1, height: 1, depth: 8, type: type, chunks: chunks, rows: rows))[0].green)
      }
      #expect(abs(try level([("gAMA", chunk)]) - expected) <= 1, "\(gamma)")
      #expect(try level([("sRGB", [0]), ("gAMA", chunk)]) == 128)
    }
  }

  @Test("chromaticities apply without a profile")
  func chromaticities() throws {
    // sRGB's primaries with red and blue exchanged.
    let points = [0.3127, 0.3290, 0.15, 0.06, 0.30, 0.60, 0.64, 0.33]
    let chunk = points.flatMap { PNGChunks.bigEndian(UInt32(($0 * 100_000).rounded())) }
    let file = Made.png(
      width: 1, height: 1, depth: 8, type: 2, chunks: [("cHRM", chunk)], rows: [0, 200, 100, 10])
    let pixel = try row(file)[0]
    for (got, want) in zip([pixel.red, pixel.green, pixel.blue], [10, 100, 200]) {
      #expect(abs(Int(got) - want) <= 1)
    }
  }

  @Test("a PNG's EXIF orientation turns the picture", arguments: 0..<8) func orientation(index: Int) throws {
    // The EXIF definition of each value: the sides of the scene at row 0 and column 0.
    let upright: [[UInt8]] = [
      [1, 2, 3, 4, 5, 6], [3, 2, 1, 6, 5, 4], [6, 5, 4, 3, 2, 1], [4, 5, 6, 1, 2, 3],
      [1, 4, 2, 5, 3, 6], [4, 1, 5, 2, 6, 3], [6, 3, 5, 2, 4, 1], [3, 6, 2, 5, 1, 4],
    ]
    for bigEndian in [true, false] {
      let exif = Made.exif(orientation: UInt8(index + 1), bigEndian: bigEndian)
      let file = Made.png(
        width: 3, height: 2, depth: 8, type: 0, chunks: [("eXIf", exif)], rows: [0, 1, 2, 3, 0, 4, 5, 6])
      let snapshot = try Made.decode(file, as: .png).snapshot
      let size = index < 4 ? ImageSize(width: 3, height: 2) : ImageSize(width: 2, height: 3)
      #expect(snapshot.size == size)
      let pixels = (0..<6).map { snapshot[$0 % size.width, $0 / size.width].red }
      #expect(pixels == upright[index])
    }
  }

  @Test("wrong checksums are bad data")
  func checksums() throws {
    let file = Made.png(
      width: 2, height: 1, depth: 1, type: 3, chunks: [("PLTE", [1, 2, 3, 4, 5, 6]), ("tRNS", [9])],
      rows: [0, 64])
    #expect(try row(file).count == 2)
    // A flipped bit after the signature is detected.
    for index in 8..<file.count {
      var broken = file
      broken[index] ^= 0x10
      #expect(throws: SystemError.self) { try Made.decode(broken, as: .png) }
    }
  }

  @Test("an animated PNG is decoded to its first frame with a warning")
  func animation() throws {
    let size = ImageSize(width: 4, height: 4)
    let frames = [Made.mixed(4, 4), Snapshot(width: 4, height: 4) { _, _ in .white }]
    let encoder = try APNGAnimation(shape: Made.shape(size), count: 2, hasAlpha: false)
    var file: [UInt8] = []
    for (index, frame) in frames.enumerated() { file += try encoder.add(Made.frame(frame), index: index) }
    file += try encoder.finish()
    let image = try Made.decode(file, as: .png)
    #expect(Made.bytes(image.snapshot) == Made.bytes(frames[0]))
    #expect(image.notices.messages == ["it is animated; its first frame is taken"])
  }
}
