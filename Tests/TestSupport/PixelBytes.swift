import SegueImaging
import SegueMedia

// Copies of pixels, which outlive their source.

extension Snapshot {
  /// A copy of the bytes.
  package var bytes: [UInt8] { rgba }
}

extension PixelBuffer {
  /// A copy of the bytes.
  package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension VideoFrame {
  /// A copy of the bytes.
  package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension ClipFrame {
  /// A copy of the bytes.
  package var bytes: [UInt8] { withUnsafeBytes { Array($0) } }
}

extension Snapshot {
  /// A 16-bit picture from a function of the pixel's index, row after row.
  package convenience init(deep size: ImageSize, color: ColorEncoding = .sdr, pixel: (Int) -> SIMD4<UInt16>) {
    // The buffer has no other owner.
    nonisolated(unsafe) let buffer = PixelBuffer(size: size, depth: .sixteen)
    buffer.withUnsafeValues(of: SIMD4<UInt16>.self) { pixels in
      for index in pixels.indices { pixels[index] = pixel(index) }
    }
    self.init(buffer, color: color)
  }
}

extension StillEncoder {
  /// The file of packed rows of bytes.
  package func encode(_ pixels: [UInt8], size: ImageSize, hasAlpha: Bool) throws -> [UInt8] {
    try pixels.withUnsafeBytes { try encode($0, size: size, hasAlpha: hasAlpha) }
  }
}

extension JPEGEncoder {
  /// The file of packed rows of bytes.
  package func encode(_ pixels: [UInt8], size: ImageSize) throws -> [UInt8] {
    try pixels.withUnsafeBytes { try encode($0, size: size) }
  }
}

extension VideoFrame {
  /// A picture as a frame, which keeps it alive until its release.
  package convenience init(
    _ snapshot: Snapshot, format: PixelFormat = .rgba8, onRelease: @escaping @Sendable () -> Void = {}
  ) {
    // The pointer is not used after the frame's release.
    let bytes = snapshot.withUnsafeBytes { $0 }
    self.init(size: snapshot.size, format: format, bytes: bytes) {
      withExtendedLifetime(snapshot, onRelease)
    }
  }
}
