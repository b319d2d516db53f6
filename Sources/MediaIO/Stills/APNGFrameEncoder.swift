import Imaging

/// Compresses frames of an APNG. Frames need only the one before them, so that many threads can each encode
/// some of them; `APNGWriter` puts them in order.
///
/// **Thread-safety:** for one thread at a time; take one for each thread.
public final class APNGFrameEncoder {
  private let compressor: PNGCompressor
  private let size: ImageSize
  private let hasAlpha: Bool

  /// An encoder of frames of `size`; `hasAlpha` is the whole animation's. `level` is 1 (fastest) … 12 (smallest).
  public init(size: ImageSize, hasAlpha: Bool, level: Int = PNGEncoder.defaultLevel) {
    self.size = size
    self.hasAlpha = hasAlpha
    compressor = PNGCompressor(level: level)
  }

  /// The frame `pixels` (RGBA8, straight alpha, rows packed), reduced to what differs from `previous`, the frame
  /// shown before it; `nil` for the first frame.
  /// - Throws: `MediaError.writeFailed` when memory is short.
  public func encode(
    _ pixels: UnsafeRawBufferPointer, previous: UnsafeRawBufferPointer?
  ) throws -> APNGFrame {
    precondition(pixels.count == size.area * 4, "a frame of \(size) has \(size.area * 4) bytes")
    precondition(previous.map { $0.count == pixels.count } ?? true, "frames are of one size")
    let rect = previous.map { Self.difference(pixels, $0, size: size) } ?? PixelRect(size)
    let data = try compressor.compress(
      pixels, stride: size.width * 4, rect: rect, hasAlpha: hasAlpha)
    return APNGFrame(rect: rect, data: Array(data))
  }

  /// The smallest rectangle around all pixels that differ; one pixel when none does, for a frame has to have one.
  static func difference(
    _ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer, size: ImageSize
  ) -> PixelRect {
    let (left, right) = (a.bindMemory(to: UInt32.self), b.bindMemory(to: UInt32.self))
    func differs(_ x: Int, _ y: Int) -> Bool {
      left[y * size.width + x] != right[y * size.width + x]
    }
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
