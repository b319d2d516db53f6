import CSegueCodecs
import SegueImaging
import SegueSystem

/// Encodes RGBA8 pictures as baseline JPEG files. Alpha is ignored: flatten the picture over a
/// background first.
package struct JPEGEncoder: StillEncoder {
  /// The quality on libjpeg's scale: 1 (smallest) … 100 (best).
  package let quality: Int

  package init(quality: Int = 90) {
    precondition((1...100).contains(quality), "the quality must be 1 … 100")
    self.quality = quality
  }

  /// Whether chroma has full size (4:4:4) instead of half the width and height (4:2:0).
  private var hasFullChroma: Bool { quality >= 90 }

  /// The file of a picture: `size.area * 4` bytes, rows packed, top row first. Alpha is ignored.
  /// - Throws: `MediaError.unsupported` if a side exceeds 65500, `SystemError.refused` without memory.
  package func encode(
    _ pixels: UnsafeRawBufferPointer, size: ImageSize, hasAlpha: Bool = false
  ) throws -> [UInt8] {
    precondition(pixels.count == size.area * 4, "a picture of \(size) has \(size.area * 4) bytes")
    return try EncodedBytes.collect("JPEG") { bytes, message in
      segue_jpeg_encode(
        pixels.bindMemory(to: UInt8.self).baseAddress, UInt32(size.width), UInt32(size.height),
        Int32(quality), hasFullChroma, bytes, message)
    }
  }
}

/// Takes ownership of a C encoder's output.
enum EncodedBytes {
  /// The bytes that `body` stores in its first argument.
  static func collect(
    _ format: String,
    _ body: (UnsafeMutablePointer<SegueBytes>, UnsafeMutablePointer<SegueMessage>) -> SegueStatus
  ) throws -> [UInt8] {
    var bytes = SegueBytes()
    var message = SegueMessage()
    defer { segue_bytes_free(&bytes) }
    try check(body(&bytes, &message), message, format)
    return Array(UnsafeBufferPointer(start: bytes.bytes, count: bytes.length))
  }

  static func check(_ status: SegueStatus, _ message: SegueMessage, _ format: String) throws {
    if status == segue_ok { return }
    if status == segue_no_memory {
      throw SystemError.refused(.writeFailed(path: format, reason: "there is not enough memory"))
    }
    throw MediaError.unsupported(format: format, limit: .refused(reason: message.sentence))
  }
}
