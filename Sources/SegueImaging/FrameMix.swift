extension PixelFormat {
  /// Writes a mix of two frames into `target`: `share`/256 of `second`, the remainder from `first`.
  /// Values are rounded to nearest, and colours are weighted by alpha. All three frames have one
  /// size and this format.
  package func mix(
    _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, share: Int,
    into target: UnsafeMutableRawBufferPointer
  ) {
    func mixed<Value: FixedWidthInteger & UnsignedInteger>(_ type: Value.Type) {
      let (a, b, target) = (
        first.bindMemory(to: type), second.bindMemory(to: type), target.bindMemory(to: type)
      )
      if isRGBA { mixPixels(a, b, share, target) } else { mixPlanes(a, b, share, target) }
    }
    if depth == .eight { mixed(UInt8.self) } else { mixed(UInt16.self) }
  }

  private func mixPlanes<Value: FixedWidthInteger & UnsignedInteger>(
    _ a: UnsafeBufferPointer<Value>, _ b: UnsafeBufferPointer<Value>, _ share: Int,
    _ target: UnsafeMutableBufferPointer<Value>
  ) {
    let (rest, share) = (UInt32(256 - share), UInt32(share))
    for index in target.indices {
      target[index] = Value((UInt32(a[index]) * rest + UInt32(b[index]) * share + 128) >> 8)
    }
  }

  private func mixPixels<Value: FixedWidthInteger & UnsignedInteger>(
    _ a: UnsafeBufferPointer<Value>, _ b: UnsafeBufferPointer<Value>, _ share: Int,
    _ target: UnsafeMutableBufferPointer<Value>
  ) {
    for pixel in stride(from: 0, to: target.count, by: 4) {
      let (wa, wb) = (UInt64(a[pixel + 3]) * UInt64(256 - share), UInt64(b[pixel + 3]) * UInt64(share))
      let sum = wa + wb
      for channel in pixel..<pixel + 3 {
        target[channel] =
          sum == 0 ? 0 : Value((UInt64(a[channel]) * wa + UInt64(b[channel]) * wb + sum / 2) / sum)
      }
      target[pixel + 3] = Value((sum + 128) >> 8)
    }
  }
}
