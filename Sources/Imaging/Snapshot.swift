/// A finished picture: RGBA8, straight alpha, sRGB values, top row first. It never changes, so renderers
/// may keep it and upload it once.
///
/// **Thread-safety:** immutable; share it freely.
public final class Snapshot: @unchecked Sendable {
  /// Width and height in pixels.
  public var size: ImageSize { buffer.size }
  /// Whether every pixel has alpha 255.
  public let isOpaque: Bool
  private let buffer: PixelBuffer

  /// Takes over `buffer`, which nobody may write any more.
  public init(_ buffer: consuming sending PixelBuffer) {
    self.buffer = buffer
    isOpaque = Snapshot.alphaIsFull(buffer)
  }

  /// The bytes: `size.area * 4`, rows packed. Valid as long as the snapshot lives.
  public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(buffer.bytes) }

  /// The first byte. Valid as long as the snapshot lives.
  public var base: UnsafePointer<UInt8> { UnsafePointer(buffer.base) }

  /// The pixel in column `x`, row `y`.
  public subscript(x: Int, y: Int) -> Color { buffer[x, y] }

  private static func alphaIsFull(_ buffer: PixelBuffer) -> Bool {
    let pixels = UnsafeRawBufferPointer(buffer.bytes).bindMemory(to: UInt32.self)
    var all = UInt32.max
    for pixel in pixels { all &= UInt32(littleEndian: pixel) }
    return all >> 24 == 255
  }
}
