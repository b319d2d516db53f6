import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

/// Handmade TIFF files. Source: TIFF 6.0; the BigTIFF proposal.
@Suite("Decoding of TIFF") struct DecodeTIFFTests {
  private func bytes(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(value >> (8 * $0) & 255) }
  }

  /// A little-endian file of `pieces`, strips or tiles; `tags` are shorts, except for sizes and
  /// offsets.
  private func tiff(_ pieces: [[UInt8]], _ tags: [Int: [Int]], isTiled: Bool = false, isBig: Bool = false)
    -> [UInt8]
  {
    let (head, field) = (isBig ? 16 : 8, isBig ? 8 : 4)
    var (data, places): ([UInt8], [Int]) = ([], [])
    for piece in pieces {
      places.append(head + data.count)
      data += piece + [UInt8](repeating: 0, count: piece.count % 2)
    }
    let all = tags.merging([isTiled ? 324 : 273: places, isTiled ? 325 : 279: pieces.map(\.count)]) { $1 }
    let table = head + data.count
    let after = table + (isBig ? 8 : 2) + all.count * (isBig ? 20 : 12) + field
    var (entries, values): ([UInt8], [UInt8]) = ([], [])
    for (tag, numbers) in all.sorted(by: { $0.key < $1.key }) {
      let isLong = [273, 279, 324, 325].contains(tag)
      let own = numbers.flatMap { bytes($0, isLong ? 4 : 2) }
      entries += bytes(tag, 2) + bytes(isLong ? 4 : 3, 2) + bytes(numbers.count, field)
      if own.count <= field {
        entries += own + [UInt8](repeating: 0, count: field - own.count)
      } else {
        entries += bytes(after + values.count, field)
        values += own
      }
    }
    let start =
      isBig ? bytes(43, 2) + bytes(8, 2) + bytes(0, 2) + bytes(table, 8) : bytes(42, 2) + bytes(table, 4)
    return Array("II".utf8) + start + data + bytes(all.count, isBig ? 8 : 2) + entries + bytes(0, field)
      + values
  }

  /// The tags of `width` by `height` pixels.
  private func tags(
    _ width: Int, _ height: Int, bits: Int = 8, samples: Int = 3, kind: Int = 2, _ others: [Int: [Int]] = [:]
  ) -> [Int: [Int]] {
    [
      256: [width], 257: [height], 258: [Int](repeating: bits, count: samples), 259: [1], 262: [kind],
      277: [samples], 278: [height], 284: [1],
    ].merging(others) { $1 }
  }

  /// The colour of a pixel.
  private static func color(_ x: Int, _ y: Int) -> [Int] { [10 + 4 * x, 20 + 5 * y, 90] }

  private func expectColors(_ picture: Snapshot, within bound: Int = 0) {
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let got = picture[x, y]
        for (a, b) in zip([got.red, got.green, got.blue], Self.color(x, y)) {
          #expect(abs(Int(a) - b) <= bound, "\(got) at \(x), \(y)")
        }
      }
    }
  }

  /// Tiles of 16x16, which extend beyond the picture.
  @Test(
    "the tiles of a TIFF form one picture", arguments: [8, 16],
    [true, false])
  func tiles(bits: Int, isBig: Bool) throws {
    for planes in [1, 2] {
      let pieces = (0..<(planes == 2 ? 3 : 1)).flatMap { plane in
        [(0, 0), (16, 0), (0, 16), (16, 16)].map { left, top in
          (0..<256).flatMap { index -> [UInt8] in
            let color = Self.color(left + index % 16, top + index / 16)
            return (planes == 2 ? [color[plane]] : color).flatMap {
              bytes(bits == 16 ? $0 * 257 : $0, bits / 8)
            }
          }
        }
      }
      let file = tiff(
        pieces, tags(20, 24, bits: bits, [322: [16], 323: [16], 284: [planes]]), isTiled: true, isBig: isBig)
      let image = try Made.decode(file, as: .tiff, limits: DecodingLimits().keeping(.sixteen))
      #expect(image.snapshot.size == ImageSize(width: 20, height: 24) && image.snapshot.isOpaque)
      #expect(image.snapshot.depth == (bits == 16 ? .sixteen : .eight) && image.notices.isEmpty)
      expectColors(image.snapshot)
    }
  }

  @Test("a JPEG strip is decoded unless it is truncated")
  func jpeg() throws {
    let picture = Snapshot(width: 24, height: 16) { x, y in
      let color = Self.color(x, y).map { UInt8($0) }
      return RGBAColor(red: color[0], green: color[1], blue: color[2])
    }
    let strip = try JPEGEncoder(quality: 95).encode(picture.bytes, size: picture.size)
    let jpegTags = tags(24, 16, kind: 6, [259: [7]])
    expectColors(try Made.decode(tiff([strip], jpegTags), as: .tiff).snapshot, within: 6)
    let cut = Array(strip.dropLast(strip.count / 4))
    #expect(throws: SystemError.badData(path: "made", reason: "TIFF: the file ends too early")) {
      try Made.decode(tiff([cut], jpegTags), as: .tiff)
    }
  }

  @Test("only associated alpha is divided out of the colours", arguments: [8, 16])
  func alpha(bits: Int) throws {
    func pixel(_ samples: [Int]) -> [UInt8] {
      samples.flatMap { bytes(bits == 16 ? $0 * 257 : $0, bits / 8) }
    }
    for (kind, samples) in [(1, [128, 64, 0, 128]), (2, [255, 128, 0, 128])] {
      let strip = (0..<4).flatMap { _ in pixel(samples) }
      let file = tiff([strip], tags(2, 2, bits: bits, samples: 4, [338: [kind]]))
      let got = try Made.decode(file, as: .tiff).snapshot[1, 1]
      #expect(got == RGBAColor(red: 255, green: 128, blue: 0, alpha: 128))
    }
  }

  @Test("premultiplied samples of 16 bits are rounded once to 8 bits", arguments: [1, 2])
  func roundedOnce(planes: Int) throws {
    let alphas = [1, 300, 1285, 5000, 20_000, 40_001, 65_534, 65_535]
    let colors = (0..<3).map { c in alphas.map { $0 * (3 + 7 * c) / 29 } } + [alphas]
    func plane(_ channels: [[Int]]) -> [UInt8] {
      alphas.indices.flatMap { x in channels.flatMap { bytes($0[x], 2) } }
    }
    let strips = planes == 2 ? colors.map { plane([$0]) } : [plane(colors)]
    let tags = tags(alphas.count, 1, bits: 16, samples: 4, [284: [planes], 338: [1]])
    let got = try Made.decode(tiff(strips, tags), as: .tiff).snapshot
    #expect(got.depth == .eight)
    for (x, alpha) in alphas.enumerated() {
      let straight = colors[..<3].map { (255 * Double($0[x]) / Double(alpha)).rounded() }
      let pixel = got[x, 0]
      #expect([pixel.red, pixel.green, pixel.blue].map { Double($0) } == straight, "alpha \(alpha)")
      #expect(Double(pixel.alpha) == (Double(alpha) / 257).rounded(), "alpha \(alpha)")
    }
  }

  @Test("L*a*b* is rejected with a message")
  func lab() {
    let file = tiff([[0, 0, 0, 137, 0, 0, 255, 0, 0]], tags(3, 1, kind: 8))
    #expect(
      throws: SystemError.badData(path: "made", reason: "TIFF: its colours are L*a*b*; convert it to RGB")
    ) {
      try Made.decode(file, as: .tiff)
    }
  }

  @Test("WhiteIsZero makes the largest value black")
  func otherColors() throws {
    let inverted = try Made.decode(tiff([[0, 200, 255]], tags(3, 1, samples: 1, kind: 0)), as: .tiff).snapshot
    #expect((0..<3).map { inverted[$0, 0].red } == [255, 55, 0])
    let bilevel = try Made.decode(tiff([[0b1010_0000]], tags(3, 1, bits: 1, samples: 1, kind: 1)), as: .tiff)
    #expect((0..<3).map { bilevel.snapshot[$0, 0].red } == [255, 0, 255])
  }

  @Test("floating-point samples and raw previews are rejected with a message")
  func refused() {
    let float = tags(1, 1, bits: 32, [339: [3, 3, 3]])
    let preview = tags(1, 1, [254: [1]])
    for (tags, count, reason) in [
      (float, 12, "its samples are floating-point numbers; convert it to 16 bits per channel"),
      (
        preview, 3,
        "its first picture is a preview, as in a camera's raw file; develop it to a PNG, or to a TIFF of 16 bits"
      ),
    ] {
      #expect(throws: SystemError.badData(path: "made", reason: "TIFF: \(reason)")) {
        try Made.decode(tiff([[UInt8](repeating: 0, count: count)], tags), as: .tiff)
      }
    }
  }

  @Test("a truncated file is bad data")
  func damage() throws {
    let strip = (0..<48).flatMap { Self.color($0 % 8, $0 / 8).map { UInt8($0) } }
    let file = tiff([strip], tags(8, 6))
    for length in 0..<file.count - 4 {
      #expect(throws: SystemError.self, "cut at \(length)") {
        try Made.decode(Array(file.prefix(length)), as: .tiff)
      }
    }
    var state: UInt32 = 5
    for _ in 0..<300 {
      var broken = file
      for _ in 0..<3 {
        state = state &* 1_664_525 &+ 1_013_904_223
        broken[Int(state >> 8) % file.count] = UInt8(truncatingIfNeeded: state >> 3)
      }
      do {
        let image = try Made.decode(broken, as: .tiff, limits: DecodingLimits(maximumPixels: 1 << 20))
        #expect(image.snapshot.size.area <= 1 << 20)
      } catch is SystemError {}
    }
  }
}
