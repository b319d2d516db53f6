import SegueImaging
import Testing

@testable import SegueMedia

@Suite struct StillAnimationTests {
  @Test func delaysAreExactOrRefused() {
    #expect(APNGDelay(numerator: 1001, denominator: 30_000)?.denominator == 30_000)
    #expect(APNGDelay(numerator: 2, denominator: 120)?.denominator == 60)
    #expect(APNGDelay(numerator: 100_000, denominator: 6_000_000)?.numerator == 1)
    #expect(APNGDelay(numerator: 1, denominator: 65_537) == nil)
    #expect(APNGDelay(numerator: 1, denominator: 0) == nil)
  }

  @Test func theDifferenceIsTheSmallestRectangle() {
    let size = ImageSize(width: 20, height: 10)
    let plain = Made.snapshot(20, 10) { _, _ in .black }
    let changed = Made.snapshot(20, 10) { x, y in
      (x == 3 && y == 7) || (x == 11 && y == 2) ? .white : .black
    }
    #expect(
      APNGAnimation.difference(plain.bytes, changed.bytes, size: size)
        == PixelRect(x0: 3, y0: 2, x1: 12, y1: 8))
    #expect(APNGAnimation.difference(plain.bytes, plain.bytes, size: size).width == 1)
  }

  @Test func anAPNGHoldsItsChunksInOrder() throws {
    let frames = (0..<3).map { index in
      Made.snapshot(8, 6) { x, y in x == index && y == 2 ? .white : .black }
    }
    let shape = VideoShape(size: frames[0].size, rateNumerator: 30_000, rateDenominator: 1001)
    let encoder = try APNGAnimation(shape: shape, count: 3, hasAlpha: false, plays: 2)
    var file: [UInt8] = []
    for (index, frame) in frames.enumerated() { file += try encoder.add(Made.frame(frame), index: index) }
    file += try encoder.finish()
    let chunks = parse(file)
    #expect(
      chunks.map(\.name) == [
        "IHDR", "sRGB", "acTL", "fcTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND",
      ])
    #expect(chunks[2].data == [0, 0, 0, 3, 0, 0, 0, 2])
    // Numbers of the sequence run over fcTL and fdAT alike.
    #expect([3, 5, 6, 7, 8].map { chunks[$0].data[3] } == [0, 1, 2, 3, 4])
    // Two pixels of row 2 changed; 1001/30000 s, no disposal, no blending.
    #expect(
      Array(chunks[5].data.dropFirst(4)) == [
        0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2, 3, 0xe9, 0x75, 0x30, 0, 0,
      ])
  }

  private func parse(_ file: [UInt8]) -> [(name: String, data: [UInt8])] {
    var result: [(String, [UInt8])] = []
    var rest = file.dropFirst(8)
    while rest.count >= 12 {
      let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
      let name = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
      result.append((name, Array(rest.dropFirst(8).prefix(length))))
      rest = rest.dropFirst(12 + length)
    }
    return result
  }

  @Test func anAnimatedWebPKeepsItsTimesAndLoops() throws {
    let frames = (0..<4).map { index in
      Made.snapshot(32, 16) { x, _ in x / 8 == index ? .white : .black }
    }
    let encoder = try WebPAnimation(
      shape: Made.shape(frames[0].size), compression: .lossless(), hasAlpha: false, plays: 3)
    for (index, frame) in frames.enumerated() { _ = try encoder.add(Made.frame(frame), index: index) }
    let file = try encoder.finish()
    var durations: [Int] = []
    var loops = 0
    var rest = file.dropFirst(12)
    while rest.count >= 8 {
      let name = String(decoding: rest.prefix(4), as: UTF8.self)
      let length = rest.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      let data = Array(rest.dropFirst(8).prefix(length))
      if name == "ANIM" { loops = Int(data[4]) | Int(data[5]) << 8 }
      if name == "ANMF" { durations.append(Int(data[12]) | Int(data[13]) << 8 | Int(data[14]) << 16) }
      rest = rest.dropFirst(8 + length + length % 2)
    }
    #expect(durations == [17, 16, 17, 17])
    #expect(loops == 3)
  }
}
