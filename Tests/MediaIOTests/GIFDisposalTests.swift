import SegueImaging
import Testing

@testable import SegueMedia

/// A handmade GIF of 1×1 pixels, and its corrected disposals.
@Suite("Disposal of GIF frames") struct GIFDisposalTests {
  /// A frame with disposal 1 without gaps and 2 with them, as from ffmpeg.
  private func frame(gaps: Bool, delay: UInt8, data: UInt8) -> [UInt8] {
    [0x21, 0xf9, 4, gaps ? 0b1001 : 0b0100, delay, 0, gaps ? 1 : 9, 0]
      + [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, data, 1, 0]
  }

  private let head: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 1, 0] + [0, 0, 0, 255, 255, 255]
    + [0x21, 0xff, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]

  /// Disposal and delay of each frame of the corrected file.
  private func corrected(_ frames: [[UInt8]]) throws -> [[UInt8]] {
    let file = try GIFDisposal.correct(head + frames.flatMap(\.self) + [0x3b])
    #expect(Array(file.prefix(head.count)) == head && file.last == 0x3b)
    let body = Array(file.dropFirst(head.count).dropLast())
    #expect(body.count % 23 == 0)
    return stride(from: 0, to: body.count, by: 23).map { start in
      let flags = body[start + 3]
      // A cleared frame names the transparent colour, which the solid frames do not use.
      if flags >> 2 & 7 == 2 { #expect(flags & 1 == 1 && body[start + 6] == 1) }
      return [flags >> 2 & 7, body[start + 4]]
    }
  }

  @Test("the canvas is cleared before a frame with transparent pixels only")
  func disposal() throws {
    let solid = frame(gaps: false, delay: 5, data: 0x44)
    let gappy = frame(gaps: true, delay: 5, data: 0x4c)
    let other = frame(gaps: true, delay: 5, data: 0x54)
    #expect(try corrected([solid, gappy, other, solid]) == [[2, 5], [2, 5], [1, 5], [1, 5]])
    // The first frame follows the last one.
    #expect(try corrected([gappy, solid]) == [[1, 5], [2, 5]])
  }

  @Test("a hold is stored as one frame")
  func hold() throws {
    let solid = frame(gaps: false, delay: 5, data: 0x44)
    let gappy = frame(gaps: true, delay: 200, data: 0x4c)
    #expect(try corrected([solid, solid, solid, gappy]) == [[2, 15], [1, 200]])
    // A delay has 16 bits: a frame can have at most 327 times 200 hundredths.
    let long = try corrected(Array(repeating: gappy, count: 328))
    #expect(long == [[2, UInt8(truncatingIfNeeded: 65_400)], [2, 200]])
  }

  @Test("frames with separate palettes form an opaque GIF")
  func opaque() throws {
    /// A frame whose flags name a transparent colour, with or without its own palette.
    func frame(isOwn: Bool) -> [UInt8] {
      [0x21, 0xf9, 4, 0b1001, 5, 0, 1, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, isOwn ? 0x80 : 0]
        + (isOwn ? [9, 9, 9, 8, 8, 8] : []) + [2, 2, 0x44, 1, 0]
    }
    let made = try GIFDisposal.correct(
      head + frame(isOwn: true) + frame(isOwn: true) + frame(isOwn: false) + [0x3b], hasGaps: false,
      dropsFirst: true)
    var expected = head + frame(isOwn: true) + frame(isOwn: false) + [0x3b]
    // Both frames stay (disposal 1).
    expected[head.count + 3] = 0b0100
    expected[head.count + frame(isOwn: true).count + 3] = 0b0101
    #expect(made == expected)
  }

  @Test("a file that is not a GIF is rejected")
  func invalid() {
    let file = head + frame(gaps: true, delay: 5, data: 0x44) + [0x3b]
    for length in 0..<file.count {
      #expect(throws: GIFDisposal.Malformed.self) { try GIFDisposal.correct(Array(file.prefix(length))) }
    }
    #expect(throws: GIFDisposal.Malformed.self) {
      try GIFDisposal.correct(head + [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b])
    }
  }
}
