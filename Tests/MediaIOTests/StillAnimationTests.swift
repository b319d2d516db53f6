import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia

@Suite("Animations of still pictures") struct StillAnimationTests {
  @Test("an APNG delay is exact or rejected")
  func delays() {
    #expect(APNGDelay(numerator: 1001, denominator: 30_000)?.denominator == 30_000)
    #expect(APNGDelay(numerator: 2, denominator: 120)?.denominator == 60)
    #expect(APNGDelay(numerator: 100_000, denominator: 6_000_000)?.numerator == 1)
    #expect(APNGDelay(numerator: 1, denominator: 65_537) == nil)
    #expect(APNGDelay(numerator: 1, denominator: 0) == nil)
  }

  @Test("the changed area is the smallest rectangle around all changed pixels")
  func changedArea() {
    let size = ImageSize(width: 20, height: 10)
    let plain = Snapshot(width: 20, height: 10) { _, _ in .black }
    let changed = Snapshot(width: 20, height: 10) { x, y in
      (x == 3 && y == 7) || (x == 11 && y == 2) ? .white : .black
    }
    func difference(_ first: Snapshot, _ second: Snapshot) -> PixelRect {
      first.withUnsafeBytes { first in
        second.withUnsafeBytes { APNGAnimation.difference(first, $0, size: size) }
      }
    }
    #expect(difference(plain, changed) == PixelRect(x0: 3, y0: 2, x1: 12, y1: 8))
    #expect(difference(plain, plain).width == 1)
  }

  @Test("an APNG has its chunks in order")
  func chunkOrder() throws {
    let frames = (0..<3).map { index in
      Snapshot(width: 8, height: 6) { x, y in x == index && y == 2 ? .white : .black }
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
    // Sequence numbers continue across fcTL and fdAT.
    #expect([3, 5, 6, 7, 8].map { chunks[$0].data[3] } == [0, 1, 2, 3, 4])
    // Two changed pixels in row 2; 1001/30000 s, no disposal, no blending.
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

  @Test("an animated WebP stores the frame durations and the number of plays")
  func timing() throws {
    let frames = (0..<4).map { index in
      Snapshot(width: 32, height: 16) { x, _ in x / 8 == index ? .white : .black }
    }
    let encoder = try WebPAnimation(
      shape: Made.shape(frames[0].size), compression: .lossless, hasAlpha: false, plays: 3)
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

  /// The frames of an animated WebP: their places, and their pictures as separate files.
  private func frames(of file: [UInt8]) -> [(x: Int, y: Int, file: [UInt8])] {
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
    var found: [(x: Int, y: Int, file: [UInt8])] = []
    var rest = file.dropFirst(12)
    while rest.count >= 8 {
      let length = number(rest.dropFirst(4).prefix(4))
      let data = rest.dropFirst(8).prefix(length)
      if rest.starts(with: "ANMF".utf8) {
        let picture = Array("WEBP".utf8) + data.dropFirst(16)
        let size = (0..<4).map { UInt8(truncatingIfNeeded: picture.count >> ($0 * 8)) }
        found.append(
          (number(data.prefix(3)) * 2, number(data.dropFirst(3).prefix(3)) * 2, "RIFF".utf8 + size + picture))
      }
      rest = rest.dropFirst(8 + length + length % 2)
    }
    return found
  }

  @Test("a slow fade survives in an animated WebP")
  func slowFade() throws {
    let size = ImageSize(width: 64, height: 48)
    let encoder = try WebPAnimation(shape: Made.shape(size), hasAlpha: false)
    for index in 0...40 {
      let gray = UInt8(100 + index)
      let picture = Snapshot(
        PixelBuffer(size: size, color: RGBAColor(red: gray, green: gray, blue: gray)))
      _ = try encoder.add(Made.frame(picture), index: index)
    }
    let frames = frames(of: try encoder.finish())
    #expect(frames.count == 41)
    for (index, frame) in frames.enumerated() {
      let picture = try Made.decode(frame.file, as: .webp).snapshot
      #expect(frame.x == 0 && frame.y == 0 && picture.size == size)
      #expect(abs(Int(picture[32, 24].red) - 100 - index) <= 2)
    }
  }

  @Test("a frame of an animated WebP has only the changed pixels")
  func changedPixels() throws {
    let encoder = try WebPAnimation(
      shape: Made.shape(ImageSize(width: 64, height: 48)), compression: .lossless, hasAlpha: true)
    let changed = Snapshot(width: 64, height: 48) { x, y in
      (21...30).contains(x) && (11...20).contains(y) ? .white : .black
    }
    _ = try encoder.add(Made.frame(Snapshot(width: 64, height: 48) { _, _ in .black }), index: 0)
    _ = try encoder.add(Made.frame(changed), index: 1)
    let second = frames(of: try encoder.finish())[1]
    let part = try Made.decode(second.file, as: .webp).snapshot
    #expect(second.x == 20 && second.y == 10 && part.size == ImageSize(width: 11, height: 11))
    for y in 0..<11 {
      for x in 0..<11 { #expect(part[x, y] == changed[20 + x, 10 + y]) }
    }
  }
}
