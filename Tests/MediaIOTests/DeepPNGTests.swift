import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia

@Suite("16-bit PNGs") struct DeepPNGTests {
  /// 16-bit values in big-endian bytes, as in the file.
  private static let values = [0, 1, 255, 256, 12_345, 32_896, 54_321, 65_279, 65_534, 65_535, 771, 40_000]

  private func decode(_ file: [UInt8], _ depth: PixelDepth) throws -> Snapshot {
    try StillDecoder(format: .png, limits: DecodingLimits().keeping(depth), name: "a.png").decode(file)
      .snapshot
  }

  @Test("a 16-bit PNG keeps all bits on request")
  func kept() throws {
    for (type, channels) in [(0, 1), (2, 3), (6, 4)] {
      let bytes = Self.values.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
      let width = Self.values.count / channels
      let file = Made.png(width: width, height: 1, depth: 16, type: UInt8(type), rows: [0] + bytes)
      let picture = try decode(file, .sixteen)
      #expect(picture.depth == .sixteen && picture.isOpaque == (channels < 4))
      for x in 0..<width {
        let stored = Array(Self.values[(x * channels)..<((x + 1) * channels)])
        let color = picture.deep(x, 0)
        let expected: [Int] = channels == 1 ? [stored[0], stored[0], stored[0], 65535] : stored
        let drawn: [Int] = [color.red, color.green, color.blue, color.alpha]
        #expect(Array(drawn.prefix(expected.count)) == expected)
      }
    }
  }

  @Test("every compression level preserves the picture", arguments: [1, 6])
  func roundTrip(level: Int) throws {
    let size = ImageSize(width: 37, height: 19)
    for isOpaque in [true, false] {
      var random = SplitMix64(7)
      let picture = Snapshot(deep: size) { _ in
        let bits = random.next()
        func lane(_ shift: UInt64) -> UInt16 { UInt16(truncatingIfNeeded: bits >> shift) }
        return SIMD4(lane(0), lane(16), lane(32), isOpaque ? 65535 : lane(48))
      }
      let file = try PNGEncoder(level: level, depth: .sixteen).encode(picture)
      // Width, height, then bits per channel and the colour type.
      #expect(file[24] == 16 && file[25] == (isOpaque ? 2 : 6))
      #expect(try decode(file, .sixteen).rgba == picture.rgba)
      #expect(try decode(file, .eight).depth == .eight)
    }
  }
}
