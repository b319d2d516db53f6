import CImageCodecs
import Imaging

/// Encodes RGBA8 pictures as still WebP files.
///
/// **Thread-safety:** a value; calls share nothing.
public struct WebPEncoder: Sendable {
  /// How pictures are compressed.
  public let compression: WebPCompression

  /// An encoder of this compression.
  public init(compression: WebPCompression = .lossy()) { self.compression = compression }

  /// The file of a picture: `size.area * 4` bytes, rows packed, top row first, straight alpha.
  /// `hasAlpha` false drops the alpha.
  /// - Throws: `MediaError.unsupported` when a side is above 16383, `.writeFailed` when memory is short.
  public func encode(
    _ pixels: UnsafeRawBufferPointer, size: ImageSize, hasAlpha: Bool
  ) throws -> [UInt8] {
    precondition(pixels.count == size.area * 4, "a picture of \(size) has \(size.area * 4) bytes")
    return try EncodedBytes.collect("WebP") { bytes, message in
      segue_webp_encode(
        pixels.bindMemory(to: UInt8.self).baseAddress, UInt32(size.width), UInt32(size.height), hasAlpha,
        compression.options, bytes, message)
    }
  }
}
