import SegueImaging
import Synchronization
import TestSupport
import Testing

@testable import SegueMedia

@Suite("Repeated frames") struct HoldTests {
  private static let size = ImageSize(width: 24, height: 16)

  @Test func `an animated WebP compresses a held frame once`() throws {
    let shape = VideoShape(size: Self.size, rateNumerator: 10, rateDenominator: 1)
    let (first, second) = (picture(.black), picture(RGBAColor(red: 200, green: 80, blue: 10)))
    let held = try WebPAnimation(shape: shape, first: 0, compression: .lossless, hasAlpha: false)
    let released = Mutex(0)
    for (index, snapshot) in [first, first, first, second, second].enumerated() {
      _ = try held.add(frame(snapshot) { released.withLock { $0 += 1 } }, index: index)
    }
    let plain = try WebPAnimation(shape: shape, compression: .lossless, hasAlpha: false)
    try plain.compress(first.bytes, at: 0)
    try plain.compress(second.bytes, at: 300)
    #expect(try held.finish() == plain.end(at: 500))
    #expect(released.withLock { $0 } == 5)
  }

  @Test func `a sequence encodes a held frame once for all of its files`() throws {
    let folder = try Workplace()
    let encoder = CountingEncoder()
    let sink = PNGSequenceSink(
      try SequencePattern(folder.file("f/")), frames: 0..<20, encoder: encoder, overwrite: false, threads: 3)
    try sink.open()
    let released = Mutex(0)
    let (first, second) = (picture(.black), picture(.white))
    for index in 0..<20 {
      let shown = (7..<12).contains(index) ? second : first
      try sink.write(frame(shown) { released.withLock { $0 += 1 } }, index: index)
    }
    #expect(try sink.finish().count == 20)
    #expect(encoder.count.value == 3)
    #expect(released.withLock { $0 } == 20)
    for index in 0..<20 {
      let name = "f/frame-000\(index < 10 ? "0" : "")\(index).png"
      #expect(folder.bytes(name) == [(7..<12).contains(index) ? 255 : 0])
    }
  }

  private func picture(_ color: RGBAColor) -> Snapshot {
    Snapshot(PixelBuffer(size: Self.size, color: color))
  }

  private func frame(_ snapshot: Snapshot, onRelease: @escaping @Sendable () -> Void) -> VideoFrame {
    VideoFrame(snapshot, onRelease: onRelease)
  }
}

/// Encodes the first byte of its pixels, and counts.
private struct CountingEncoder: StillEncoder {
  let count = Counter()

  func encode(_ pixels: UnsafeRawBufferPointer, size: ImageSize, hasAlpha: Bool) throws -> [UInt8] {
    count.add()
    return [pixels[0]]
  }
}
