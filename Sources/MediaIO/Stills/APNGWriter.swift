import Imaging

/// Puts an APNG file together from frames in their order. It holds no frame: what it returns is written by the
/// caller, who may stream it.
///
/// **Source:** PNG specification (third edition), section 11.3.6, "Animation information".
///
/// **Thread-safety:** a value.
public struct APNGWriter: Sendable {
  private let size: ImageSize
  private let hasAlpha: Bool
  private let frameCount: Int
  private let loops: Int
  private var sequence: UInt32 = 0
  private var written = 0

  /// A file of `frameCount` frames of `size`, played `loops` times, 0 for ever.
  public init(size: ImageSize, hasAlpha: Bool, frameCount: Int, loops: Int = 0) {
    precondition(frameCount > 0 && loops >= 0, "an animation has frames")
    self.size = size
    self.hasAlpha = hasAlpha
    self.frameCount = frameCount
    self.loops = loops
  }

  /// The bytes before the first frame.
  public func header() -> [UInt8] {
    var file = PNGChunks()
    file.appendSignature()
    file.appendHeader(size: size, hasAlpha: hasAlpha)
    file.append("sRGB", [0])
    file.append("acTL", PNGChunks.bigEndian(UInt32(frameCount)) + PNGChunks.bigEndian(UInt32(loops)))
    return file.bytes
  }

  /// The bytes of the next frame, shown for `delay`.
  public mutating func frame(_ frame: APNGFrame, delay: APNGDelay) -> [UInt8] {
    precondition(written < frameCount, "the header announced \(frameCount) frames")
    precondition(written > 0 || frame.rect == PixelRect(size), "the first frame covers everything")
    var file = PNGChunks(reserving: frame.data.count + 64)
    file.append("fcTL", control(of: frame.rect, delay: delay))
    frame.data.withUnsafeBytes {
      if written == 0 {
        file.appendData("IDAT", $0)
      } else {
        file.appendData("fdAT", prefix: { nextSequence() }, $0)
      }
    }
    written += 1
    return file.bytes
  }

  /// The bytes after the last frame.
  public func trailer() -> [UInt8] {
    precondition(written == frameCount, "\(written) of \(frameCount) frames were written")
    var file = PNGChunks()
    file.append("IEND", [])
    return file.bytes
  }

  private mutating func nextSequence() -> [UInt8] {
    defer { sequence += 1 }
    return PNGChunks.bigEndian(sequence)
  }

  /// fcTL: the pixels replace what is there (blend 0) and stay (dispose 0).
  private mutating func control(of rect: PixelRect, delay: APNGDelay) -> [UInt8] {
    var fields = nextSequence()
    for value in [rect.width, rect.height, rect.x0, rect.y0] {
      fields += PNGChunks.bigEndian(UInt32(value))
    }
    fields += PNGChunks.bigEndian(delay.numerator) + PNGChunks.bigEndian(delay.denominator)
    return fields + [0, 0]
  }
}
