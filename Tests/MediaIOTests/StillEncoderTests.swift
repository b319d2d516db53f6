import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

private let sizes = [(1, 1), (2, 3), (17, 9), (64, 64), (333, 41)].map {
  ImageSize(width: $0.0, height: $0.1)
}

@Suite("Encoding of still pictures") struct StillEncoderTests {
  @Test("a PNG has the exact pixels", arguments: sizes, [1, 2, 6, 12]) func png(size: ImageSize, level: Int)
    throws
  {
    let encoder = PNGEncoder(level: level)
    for alpha in [false, true] {
      let picture = Made.mixed(size.width, size.height, alpha: alpha)
      let file = try encoder.encode(picture)
      #expect(Made.bytes(try Made.decode(file, as: .png).snapshot) == Made.bytes(picture))
      #expect(file[25] == (picture.isOpaque ? 2 : 6))
    }
  }

  @Test("a reused encoder makes the same file")
  func reuse() throws {
    let encoder = PNGEncoder()
    let picture = Made.mixed(40, 30)
    let first = try encoder.encode(picture)
    _ = try encoder.encode(Made.mixed(100, 80, alpha: true))
    #expect(try encoder.encode(picture) == first)
  }

  @Test("repeated rows need almost no bytes")
  func repeatedRows() throws {
    let row = Made.mixed(512, 1)
    let tall = Snapshot(width: 512, height: 256) { x, _ in row[x, 0] }
    let (one, many) = (try PNGEncoder().encode(row).count, try PNGEncoder().encode(tall).count)
    #expect(many < one + 2500)
  }

  @Test("a lossless WebP has the exact pixels", arguments: sizes) func losslessWebP(size: ImageSize) throws {
    let picture = Made.mixed(size.width, size.height, alpha: true)
    let file = try WebPEncoder(compression: .lossless).encode(
      picture.bytes, size: size, hasAlpha: !picture.isOpaque)
    #expect(Made.bytes(try Made.decode(file, as: .webp).snapshot) == Made.bytes(picture))
  }

  @Test("JPEG quality trades file size for accuracy")
  func jpeg() throws {
    let picture = Snapshot(width: 96, height: 64) { x, y in
      RGBAColor(red: UInt8(x * 2), green: UInt8(y * 3), blue: UInt8(x + y))
    }
    let fine = try JPEGEncoder(quality: 95).encode(picture.bytes, size: picture.size)
    let coarse = try JPEGEncoder(quality: 20).encode(picture.bytes, size: picture.size)
    #expect(coarse.count < fine.count)
    let back = try Made.decode(fine, as: .jpeg).snapshot
    let worst = zip(Made.bytes(back), Made.bytes(picture)).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    #expect(worst <= 8)
  }

  @Test("sides beyond a format's limit are rejected")
  func sideLimit() throws {
    let wide = ImageSize(width: 16_384, height: 1)
    let buffer = PixelBuffer(size: wide, color: .white)
    #expect(throws: MediaError.self) {
      try WebPEncoder().encode(buffer.bytes, size: wide, hasAlpha: false)
    }
    #expect(throws: MediaError.self) { try WebPAnimation(shape: Made.shape(wide), hasAlpha: false) }
  }
}
