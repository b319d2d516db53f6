import CSegueCodecs
import SegueImaging

/// Encodes RGBA8 pictures as still WebP files.
///
/// **Thread-safety:** calls share nothing.
package struct WebPEncoder: StillEncoder {
  /// The compression of pictures.
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

/// The compression of WebP pictures.
package struct WebPCompression: Sendable, Hashable {
  /// 0 … 100: the quality when lossy, how thorough it is when lossless.
  private let quality: Double
  private let isLossless: Bool

  /// Lossy, of `quality` 0 … 100.
  package static func lossy(quality: Double = 80) -> WebPCompression {
    precondition((0...100).contains(quality), "qualities are 0 … 100")
    return WebPCompression(quality: quality, isLossless: false)
  }

  /// Every pixel comes back exactly, the colour of transparent ones included.
  package static var lossless: WebPCompression { WebPCompression(quality: 50, isLossless: true) }

  var options: SegueWebPOptions {
    SegueWebPOptions(quality: Float(quality), lossless: isLossless, effort: 4)
  }
}
