/// Memory for one picture of red, green, blue and straight alpha, 8 or 16 bits each: rows packed, top row first, aligned
/// to 64 bytes.
///
/// **Thread-safety:** none while it is written; a buffer that is complete may be read from
/// any thread. `Snapshot` is the immutable, sendable form.
package final class PixelBuffer {
  /// Width and height in pixels.
  package let size: ImageSize
  /// The bits of a channel.
  package let depth: PixelDepth
  /// The bytes, `size.area` times those of a pixel.
  package let bytes: UnsafeMutableRawBufferPointer

  /// Takes memory for a picture of `size`; its contents are not set.
  package init(size: ImageSize, depth: PixelDepth = .eight) {
    precondition(size.width > 0 && size.height > 0, "a picture has at least one pixel")
    (self.size, self.depth) = (size, depth)
    let count = size.area * depth.bytesPerPixel
    bytes = UnsafeMutableRawBufferPointer(start: PixelMemory.allocate(byteCount: count), count: count)
  }

  /// A picture of one colour.
  package convenience init(size: ImageSize, color: RGBAColor) {
    self.init(size: size)
    fill(with: color)
  }

  deinit { PixelMemory.deallocate(UnsafeMutableRawPointer(base), byteCount: bytes.count) }

  /// Bytes from one row to the next.
  package var bytesPerRow: Int { size.width * depth.bytesPerPixel }

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
    switch depth {
    case .eight: bytes.bindMemory(to: UInt32.self).update(repeating: value.littleEndian)
    case .sixteen:
      let channels = [color.red, color.green, color.blue, color.alpha].map { UInt16($0) * 257 }
      lanes.update(repeating: SIMD4(channels))
    }
  }

  /// The picture once more, in the other depth. Values of 16 bits are rounded to 8.
  package func inOtherDepth() -> sending PixelBuffer {
    let copy = PixelBuffer(size: size, depth: depth == .eight ? .sixteen : .eight)
    let source = UnsafeRawBufferPointer(bytes)
    switch copy.depth {
    case .sixteen:
      let target = copy.bytes.bindMemory(to: UInt16.self)
      for index in target.indices { target[index] = UInt16(source[index]) * 257 }
    case .eight:
      let lanes = source.bindMemory(to: UInt16.self)
      for index in lanes.indices { copy.bytes[index] = UInt8((UInt32(lanes[index]) * 255 + 32767) / 65535) }
    }
    return copy
  }

  /// The pixels of 16 bits.
  package var lanes: UnsafeMutableBufferPointer<SIMD4<UInt16>> { bytes.bindMemory(to: SIMD4<UInt16>.self) }

  /// The pixel in column `x`, row `y`, rounded to 8 bits; only pixels of 8 bits are set. For tests and single pixels, not for loops over pictures.
  package subscript(x: Int, y: Int) -> RGBAColor {
    get {
      if depth == .sixteen {
        let color = deep(x, y)
        func byte(_ value: Int) -> UInt8 { UInt8((value * 255 + 32767) / 65535) }
        return RGBAColor(
          red: byte(color.red), green: byte(color.green), blue: byte(color.blue), alpha: byte(color.alpha))
      }
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
    return row(y) + x * depth.bytesPerPixel
  }

  /// The pixel in column `x`, row `y`, in the picture's depth.
  package func deep(_ x: Int, _ y: Int) -> DeepColor {
    let p = pixel(x, y)
    guard depth == .sixteen else {
      return DeepColor(RGBAColor(red: p[0], green: p[1], blue: p[2], alpha: p[3]))
    }
    let lanes = lanes[y * size.width + x]
    return DeepColor(
      red: Int(lanes[0]), green: Int(lanes[1]), blue: Int(lanes[2]), alpha: Int(lanes[3]), depth: .sixteen)
  }
}
