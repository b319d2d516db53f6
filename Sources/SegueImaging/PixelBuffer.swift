/// Memory for one RGBA8 picture: rows packed, top row first, straight alpha, aligned to 64 bytes.
///
/// **Thread-safety:** none while it is written; a buffer that nobody writes any more may be read from
/// any thread. `Snapshot` is the immutable, sendable form.
package final class PixelBuffer {
  /// Width and height in pixels.
  package let size: ImageSize
  /// The bytes, `size.area * 4` of them.
  package let bytes: UnsafeMutableRawBufferPointer

  /// Takes memory for a picture of `size`; its contents are not set.
  package init(size: ImageSize) {
    precondition(size.width > 0 && size.height > 0, "a picture has at least one pixel")
    self.size = size
    bytes = UnsafeMutableRawBufferPointer(
      start: PixelMemory.allocate(byteCount: size.area * 4), count: size.area * 4)
  }

  /// A picture of one colour.
  package convenience init(size: ImageSize, color: RGBAColor) {
    self.init(size: size)
    fill(with: color)
  }

  deinit { PixelMemory.deallocate(UnsafeMutableRawPointer(base), byteCount: bytes.count) }

  /// Bytes from one row to the next.
  package var bytesPerRow: Int { size.width * 4 }

  /// The first byte of row `y`.
  package func row(_ y: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(y >= 0 && y < size.height, "row \(y) is outside of a picture of \(size)")
    return base + y * bytesPerRow
  }

  /// The first byte.
  package var base: UnsafeMutablePointer<UInt8> {
    guard let address = bytes.baseAddress else { preconditionFailure("a picture has at least one pixel") }
    return address.assumingMemoryBound(to: UInt8.self)
  }

  /// Sets every pixel to `color`.
  package func fill(with color: RGBAColor) {
    let value =
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | UInt32(color.alpha) << 24
    bytes.bindMemory(to: UInt32.self).update(repeating: value.littleEndian)
  }

  /// The pixel in column `x`, row `y`. For tests and single pixels, not for loops over pictures.
  package subscript(x: Int, y: Int) -> RGBAColor {
    get {
      let p = pixel(x, y)
      return RGBAColor(red: p[0], green: p[1], blue: p[2], alpha: p[3])
    }
    set {
      let p = pixel(x, y)
      (p[0], p[1], p[2], p[3]) = (newValue.red, newValue.green, newValue.blue, newValue.alpha)
    }
  }

  private func pixel(_ x: Int, _ y: Int) -> UnsafeMutablePointer<UInt8> {
    precondition(x >= 0 && x < size.width, "column \(x) is outside of a picture of \(size)")
    return row(y) + x * 4
  }
}
