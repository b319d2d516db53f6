import CSegueCodecs
import SegueImaging

package struct WebPEncoder: StillEncoder {
  package let compression: WebPCompression

  package init(compression: WebPCompression = .lossy()) { self.compression = compression }

  /// The file of a picture: `size.area * 4` bytes, rows packed, top row first, straight alpha.
  /// If `hasAlpha` is false, alpha is dropped.
  /// - Throws: `MediaError.unsupported` if a side exceeds 16383, `SystemError.refused` without memory.
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

package struct WebPCompression: Sendable, Hashable {
  /// The quality of lossy compression or the effort of lossless compression: 0 … 100.
  private let quality: Double
  private let isLossless: Bool

  package static func lossy(quality: Double = 80) -> WebPCompression {
    precondition((0...100).contains(quality), "the quality must be 0 … 100")
    return WebPCompression(quality: quality, isLossless: false)
  }

  /// Preserves every pixel exactly, including the colour of transparent pixels.
  package static var lossless: WebPCompression { WebPCompression(quality: 50, isLossless: true) }

  var options: SegueWebPOptions {
    SegueWebPOptions(quality: Float(quality), lossless: isLossless, effort: 4)
  }
}
