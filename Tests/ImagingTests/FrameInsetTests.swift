import SegueImaging
import Testing

/// A picture of 6×4 pixels with an opening of 4×2 pixels at (2, 2).
@Suite("Frames in a picture") struct FrameInsetTests {
  private static let size = ImageSize(width: 6, height: 4)
  private static let opening = PixelRect(x0: 2, y0: 2, x1: 6, y1: 4)

  /// The share of the frame in each column of the opening's rows.
  private static let shares = [[1, 1, 0.5, 0], [1, 0.25, 0.5, 0]]

  private func share(_ x: Double, _ y: Double) -> Double {
    // The middles of pixels.
    #expect(x - x.rounded(.down) == 0.5 && y - y.rounded(.down) == 0.5)
    return Self.shares[Int(y) - 2][Int(x) - 2]
  }

  private func written(_ picture: [UInt8], _ frame: [UInt8], _ format: PixelFormat) -> [UInt8] {
    let inset = FrameInset(picture, format, size: Self.size, opening: Self.opening, share: share)
    var result = [UInt8](repeating: 77, count: picture.count)
    result.withUnsafeMutableBytes { target in frame.withUnsafeBytes { inset.write($0, into: target) } }
    return result
  }

  /// The list in groups of `count`.
  private func groups(_ list: [UInt8], of count: Int) -> [[UInt8]] {
    stride(from: 0, to: list.count, by: count).map { Array(list[$0..<$0 + count]) }
  }

  @Test("pixels of a frame are shown, mixed or hidden by their coverage")
  func pixels() {
    let picture: [[UInt8]] = (0..<24).map { [UInt8($0), 100, 200, 255] }
    let frame: [[UInt8]] = (0..<8).map { [UInt8(40 + $0), 200, 100, 255] }
    let found = groups(written(picture.flatMap(\.self), frame.flatMap(\.self), .rgba8), of: 4)
    // Pixels 14 to 17 are the first row of the opening, 20 to 23 the second.
    var wanted = picture
    wanted[14] = frame[0]
    wanted[15] = frame[1]
    // The halves: (16 + 42)/2 and (100 + 200)/2.
    wanted[16] = [29, 150, 150, 255]
    wanted[20] = frame[4]
    // 0.75·21 + 0.25·45 = 27, 0.75·100 + 0.25·200 = 125, 0.75·200 + 0.25·100 = 175.
    wanted[21] = [27, 125, 175, 255]
    // (22 + 46)/2 = 34.
    wanted[22] = [34, 150, 150, 255]
    #expect(found == wanted)
  }

  @Test("pixels of 16 bits are mixed in their depth")
  func deepPixels() {
    func bytes(_ pixel: [UInt16]) -> [UInt8] { pixel.withUnsafeBytes { Array($0) } }
    let below = bytes([1000, 2000, 3000, 65535])
    let frame = bytes([2001, 0, 65535, 65535])
    let all = written(
      Array(repeating: below, count: 24).flatMap(\.self), Array(repeating: frame, count: 8).flatMap(\.self),
      .rgba16)
    let found = groups(all, of: 8)
    #expect(found[13] == below && found[14] == frame && found[17] == below)
    // The share 0.5 is 32768 of 65535: 1500.51, 1000 and 34268.01.
    #expect(found[16] == bytes([1501, 1000, 34268, 65535]))
    // The share 0.25 is 16384 of 65535: 1250.25, 1500 and 18633.99.
    #expect(found[21] == bytes([1250, 1500, 18634, 65535]))
  }

  @Test("chroma is mixed with the mean coverage of its four pixels")
  func planes() {
    func plane(_ value: UInt8, _ count: Int) -> [UInt8] { Array(repeating: value, count: count) }
    let picture = plane(100, 24) + plane(60, 6) + plane(80, 6)
    let frame = plane(200, 8) + plane(160, 2) + plane(180, 2)
    let found = written(picture, frame, .yuv420p)
    let luma = plane(100, 14) + [200, 200, 150, 100] + plane(100, 2) + [200, 125, 150, 100]
    // The means are (1 + 1 + 1 + 0.25)/4 = 0.8125 and 0.25, of a difference of 100.
    let chroma: [UInt8] = [60, 60, 60, 60, 141, 85] + [80, 80, 80, 80, 161, 105]
    #expect(found == luma + chroma)
  }
}
