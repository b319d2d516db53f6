/// Memory for one picture of red, green, blue and straight alpha, 8 or 16 bits each: rows packed,
/// top row first. Allocated memory is aligned to 64 bytes.
///
/// **Thread-safety:** none during writing; a complete buffer may be read from any thread.
/// `Snapshot` is the immutable, sendable form.
package final class PixelBuffer {
  /// Width and height in pixels.
  package let size: ImageSize
  package let depth: PixelDepth
  /// The bytes of `size.area` pixels.
  private let memory: UnsafeMutableRawBufferPointer
  private let isOwner: Bool

  /// Allocates memory for a picture of `size`, without setting its contents.
  package init(size: ImageSize, depth: PixelDepth = .eight) {
    precondition(size.width > 0 && size.height > 0, "a picture needs at least one pixel")
    self.size = size
    self.depth = depth
    let count = size.area * depth.bytesPerPixel
    memory = UnsafeMutableRawBufferPointer(start: PixelMemory.allocate(byteCount: count), count: count)
    isOwner = true
  }

  /// A picture in the caller's memory, which is aligned to 16 bytes and outlives every use of the
  /// pixels.
  package init(borrowing base: UnsafeMutablePointer<UInt8>, size: ImageSize, depth: PixelDepth) {
    self.size = size
    self.depth = depth
    isOwner = false
    memory = UnsafeMutableRawBufferPointer(start: base, count: size.area * depth.bytesPerPixel)
  }

  /// A picture of one colour.
  package convenience init(size: ImageSize, color: RGBAColor) {
    self.init(size: size)
    fill(with: color)
  }

  deinit {
    if isOwner { PixelMemory.deallocate(UnsafeMutableRawPointer(base), byteCount: memory.count) }
  }

  /// The number of bytes of `size.area` pixels.
  package var byteCount: Int { memory.count }

  /// The number of bytes from one row to the next.
  package var bytesPerRow: Int { size.width * depth.bytesPerPixel }

  /// Calls `body` with the bytes, rows packed, which are valid only during the call.
  package func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(memory))
  }

  /// Calls `body` with the writable bytes, which are valid only during the call.
  package func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(memory)
  }

  /// Calls `body` with the first byte of row 0; rows are `bytesPerRow` apart. The address is valid
  /// only during the call.
  package func withUnsafeBase<Result: ~Copyable, Failure: Error>(
    _ body: (UnsafeMutablePointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(base)
  }

  /// Calls `body` with the picture's values, pixels or channels, which are valid only during the
  /// call.
  package func withUnsafeValues<Value: BitwiseCopyable, Result: ~Copyable, Failure: Error>(
    of type: Value.Type, _ body: (UnsafeMutableBufferPointer<Value>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(memory.bindMemory(to: type))
  }

  private var base: UnsafeMutablePointer<UInt8> {
    guard let address = memory.baseAddress else { preconditionFailure("a picture needs at least one pixel") }
    return address.assumingMemoryBound(to: UInt8.self)
  }

  /// Sets every pixel to `color`.
  package func fill(with color: RGBAColor) {
    let value =
      UInt32(color.red) | UInt32(color.green) << 8 | UInt32(color.blue) << 16 | UInt32(color.alpha) << 24
    switch depth {
    case .eight: memory.bindMemory(to: UInt32.self).update(repeating: value.littleEndian)
    case .sixteen:
      let channels = [color.red, color.green, color.blue, color.alpha].map { UInt16($0) * 257 }
      memory.bindMemory(to: SIMD4<UInt16>.self).update(repeating: SIMD4(channels))
    }
  }

  /// A copy in the other depth. 16-bit values are rounded to 8 bits.
  package func inOtherDepth() -> sending PixelBuffer {
    let copy = PixelBuffer(size: size, depth: depth == .eight ? .sixteen : .eight)
    let (source, target) = (UnsafeRawBufferPointer(memory), copy.memory)
    switch copy.depth {
    case .sixteen:
      let target = target.bindMemory(to: UInt16.self)
      for index in target.indices { target[index] = UInt16(source[index]) * 257 }
    case .eight:
      let lanes = source.bindMemory(to: UInt16.self)
      for index in lanes.indices { target[index] = UInt8((UInt32(lanes[index]) * 255 + 32767) / 65535) }
    }
    withExtendedLifetime(self) {}
    return copy
  }

  /// The pixel in column `x`, row `y`, rounded to 8 bits. Only 8-bit pixels can be set. Loops over
  /// pictures are faster with the bytes.
  package subscript(x: Int, y: Int) -> RGBAColor {
    get {
      if depth == .sixteen {
        let color = deep(x, y)
        func byte(_ value: Int) -> UInt8 { UInt8((value * 255 + 32767) / 65535) }
        return RGBAColor(
          red: byte(color.red), green: byte(color.green), blue: byte(color.blue), alpha: byte(color.alpha))
      }
      let place = offset(x, y)
      return RGBAColor(
        red: memory[place], green: memory[place + 1], blue: memory[place + 2], alpha: memory[place + 3])
    }
    set {
      let place = offset(x, y)
      (memory[place], memory[place + 1]) = (newValue.red, newValue.green)
      (memory[place + 2], memory[place + 3]) = (newValue.blue, newValue.alpha)
    }
  }

  /// Sets the 16-bit pixel in column `x`, row `y`.
  package func setDeep(_ pixel: SIMD4<UInt16>, _ x: Int, _ y: Int) {
    precondition(depth == .sixteen, "the picture must have 16 bits per channel")
    memory.storeBytes(of: pixel, toByteOffset: offset(x, y), as: SIMD4<UInt16>.self)
  }

  /// The offset of a pixel's first byte.
  private func offset(_ x: Int, _ y: Int) -> Int {
    precondition(x >= 0 && x < size.width, "column \(x) is outside of a picture of \(size)")
    precondition(y >= 0 && y < size.height, "row \(y) is outside of a picture of \(size)")
    return (y * size.width + x) * depth.bytesPerPixel
  }

  /// The pixel in column `x`, row `y`, in the picture's depth.
  package func deep(_ x: Int, _ y: Int) -> DeepColor {
    guard depth == .sixteen else { return DeepColor(self[x, y]) }
    let lanes = memory.load(fromByteOffset: offset(x, y), as: SIMD4<UInt16>.self)
    return DeepColor(
      red: Int(lanes[0]), green: Int(lanes[1]), blue: Int(lanes[2]), alpha: Int(lanes[3]), depth: .sixteen)
  }
}
