import SegueImaging
import SegueMath
import SegueSystem

/// Encodes frames as an APNG file. Each frame is reduced to the smallest rectangle around its
/// changes. A frame's bytes are ready immediately; only the previous frame is kept.
///
/// **Source:** PNG specification (third edition), section 11.3.6, "Animation information".
package final class APNGAnimation: AnimationEncoder {
  /// The capacity is 2: the current frame and the previous one.
  package let capacity = 2
  private let size: ImageSize
  private let hasAlpha: Bool
  private let frameCount: Int
  private let plays: Int
  private let delay: APNGDelay
  private let encoder = PNGEncoder()
  private var previous: VideoFrame?
  private var sequence: UInt32 = 0
  private var written = 0

  /// An animation of `count` frames of `shape`, played `plays` times, 0 for endless. If `hasAlpha`
  /// is false, alpha is dropped.
  /// - Throws: `MediaError.unsupported` for a rate whose fraction has parts above 65535, for more
  ///   frames or plays than 2³¹ − 1, and for no frames.
  package init(
    shape: VideoShape, count: Int, hasAlpha: Bool, plays: Int = 0
  ) throws {
    let maximum = Int(Int32.max)
    guard (1...maximum).contains(count), (0...maximum).contains(plays) else {
      throw MediaError.unsupported(
        format: "apng", limit: .frames(count, plays: plays, maximum: maximum))
    }
    guard let delay = APNGDelay(numerator: shape.rate.denominator, denominator: shape.rate.numerator) else {
      throw MediaError.unsupported(
        format: "apng",
        limit: .frameRate(numerator: shape.rate.numerator, denominator: shape.rate.denominator))
    }
    size = shape.size
    frameCount = count
    self.delay = delay
    self.hasAlpha = hasAlpha
    self.plays = plays
  }

  package func add(_ frame: VideoFrame, index: Int) throws -> [UInt8] {
    precondition(written < frameCount, "the header announced \(frameCount) frames")
    precondition(frame.byteCount == size.area * 4, "a frame of \(size) has \(size.area * 4) bytes")
    let rect = previous.map { Self.difference(frame, $0, size: size) } ?? PixelRect(size)
    defer {
      previous?.release()
      previous = frame
    }
    var file = written == 0 ? header() : PNGChunks()
    try frame.withUnsafeBytes { pixels in
      try encoder.compress(pixels, stride: size.width * 4, rect: rect, hasAlpha: hasAlpha) { data in
        file.append("fcTL", control(of: rect))
        if written == 0 {
          file.appendData("IDAT", data)
        } else {
          file.appendData("fdAT", prefix: { nextSequence() }, data)
        }
      }
    }
    written += 1
    return file.bytes
  }

  package func finish() throws -> [UInt8] {
    precondition(written == frameCount, "\(written) of \(frameCount) frames were written")
    previous?.release()
    previous = nil
    var file = PNGChunks()
    file.append("IEND", [])
    return file.bytes
  }

  private func header() -> PNGChunks {
    var file = PNGChunks()
    file.appendSignature()
    file.appendHeader(size: size, hasAlpha: hasAlpha)
    file.append("sRGB", [0])
    file.append("acTL", PNGChunks.bigEndian(UInt32(frameCount)) + PNGChunks.bigEndian(UInt32(plays)))
    return file
  }

  private func nextSequence() -> [UInt8] {
    defer { sequence += 1 }
    return PNGChunks.bigEndian(sequence)
  }

  /// The fcTL chunk: pixels are replaced (blend 0) and kept (dispose 0).
  private func control(of rect: PixelRect) -> [UInt8] {
    var fields = nextSequence()
    for value in [rect.width, rect.height, rect.x0, rect.y0] {
      fields += PNGChunks.bigEndian(UInt32(value))
    }
    fields += PNGChunks.bigEndian(delay.numerator) + PNGChunks.bigEndian(delay.denominator)
    return fields + [0, 0]
  }

  private static func difference(_ a: VideoFrame, _ b: VideoFrame, size: ImageSize) -> PixelRect {
    a.withUnsafeBytes { a in b.withUnsafeBytes { difference(a, $0, size: size) } }
  }

  /// The smallest rectangle around all differing pixels; a single pixel for equal frames, since a
  /// frame must not be empty.
  static func difference(
    _ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, size: ImageSize
  ) -> PixelRect {
    let (left, right) = (a.bindMemory(to: UInt32.self), b.bindMemory(to: UInt32.self))
    func differs(_ x: Int, _ y: Int) -> Bool { left[y * size.width + x] != right[y * size.width + x] }
    func rowDiffers(_ y: Int) -> Bool {
      var all: UInt32 = 0
      for index in y * size.width..<(y + 1) * size.width { all |= left[index] ^ right[index] }
      return all != 0
    }
    guard let top = (0..<size.height).first(where: rowDiffers),
      let bottom = (top..<size.height).last(where: rowDiffers)
    else { return PixelRect(x0: 0, y0: 0, x1: 1, y1: 1) }
    var (x0, x1) = (size.width, 0)
    for y in top...bottom {
      if let first = (0..<x0).first(where: { differs($0, y) }) { x0 = first }
      if let last = (x1..<size.width).last(where: { differs($0, y) }) { x1 = last + 1 }
    }
    return PixelRect(x0: x0, y0: top, x1: x1, y1: bottom + 1)
  }
}

/// The duration of an APNG frame: a fraction of a second in lowest terms.
struct APNGDelay: Sendable, Hashable {
  let numerator: UInt16
  /// The denominator, never 0.
  let denominator: UInt16

  /// `numerator / denominator` seconds; `nil` if the format's 16-bit numbers cannot express it
  /// exactly.
  init?(numerator: Int, denominator: Int) {
    guard numerator >= 0, denominator > 0 else { return nil }
    let ratio = Ratio(numerator, denominator)
    guard let top = UInt16(exactly: ratio.numerator), let bottom = UInt16(exactly: ratio.denominator) else {
      return nil
    }
    self.numerator = top
    self.denominator = bottom
  }
}
