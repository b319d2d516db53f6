import CSegueCodecs
import SegueImaging

/// Encodes RGBA8 pictures as still WebP files.
///
/// **Thread-safety:** a value; calls share nothing.
package struct WebPEncoder: StillEncoder {
  /// How pictures are compressed.
  package let compression: WebPCompression

  /// An encoder of this compression.
  package init(compression: WebPCompression = .lossy()) { self.compression = compression }

  /// The file of a picture: `size.area * 4` bytes, rows packed, top row first, straight alpha.
  /// `hasAlpha` false drops the alpha.
  /// - Throws: `MediaError.unsupported` when a side is above 16383, `.writeFailed` when memory is short.
  package func encode(
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

/// How WebP pictures are compressed.
///
/// **Thread-safety:** a value.
package struct WebPCompression: Sendable, Hashable {
  /// 0 … 100: the quality when lossy, the thoroughness when lossless.
  package let quality: Double
  /// Whether every pixel comes back exactly, the colour of transparent ones included.
  package let isLossless: Bool
  /// 0 (fast) … 6 (small).
  package let effort: Int

  private init(quality: Double, isLossless: Bool, effort: Int) {
    precondition((0...100).contains(quality) && (0...6).contains(effort), "out of range")
    self.quality = quality
    self.isLossless = isLossless
    self.effort = effort
  }

  /// Lossy, of `quality` 0 … 100.
  package static func lossy(quality: Double = 80, effort: Int = 4) -> WebPCompression {
    WebPCompression(quality: quality, isLossless: false, effort: effort)
  }

  /// Lossless; `thoroughness` is 0 (fast) … 100 (small).
  package static func lossless(thoroughness: Double = 50, effort: Int = 4) -> WebPCompression {
    WebPCompression(quality: thoroughness, isLossless: true, effort: effort)
  }

  var options: SegueWebPOptions {
    SegueWebPOptions(quality: Float(quality), lossless: isLossless, effort: Int32(effort))
  }
}
