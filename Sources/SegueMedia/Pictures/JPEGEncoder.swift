import CSegueCodecs
import SegueImaging
import SegueSystem

/// Encodes RGBA8 pictures as baseline JPEG files; alpha is ignored, so lay the
/// picture over a background first.
///
/// **Thread-safety:** calls share nothing.
package struct JPEGEncoder: StillEncoder {
  /// The resolution in which the colour differences are stored.
  package enum ChromaSubsampling: Sendable, Hashable {
    /// At full size, 4:4:4.
    case none
    /// At half the width and height, 4:2:0.
    case half
  }

  /// 1 (small) … 100 (best), on libjpeg's scale.
  package let quality: Int
  /// The resolution in which the colour differences are stored.
  package let chroma: ChromaSubsampling

  /// An encoder of this quality; without `chroma`, 4:4:4 from 90 up and 4:2:0 below.
  package init(quality: Int = 90, chroma: ChromaSubsampling? = nil) {
    precondition((1...100).contains(quality), "qualities are 1 … 100")
    self.quality = quality
    self.chroma = chroma ?? (quality >= 90 ? .none : .half)
  }

  /// The file of a picture: `size.area * 4` bytes, rows packed, top row first. The format has no alpha to keep.
  /// - Throws: `MediaError.unsupported` when a side is above 65500, `.writeFailed` when memory is short.
  package func encode(
    _ pixels: UnsafeRawBufferPointer, size: ImageSize, hasAlpha: Bool = false
  ) throws -> [UInt8] {
    precondition(pixels.count == size.area * 4, "a picture of \(size) has \(size.area * 4) bytes")
    return try EncodedBytes.collect("JPEG") { bytes, message in
      segue_jpeg_encode(
        pixels.bindMemory(to: UInt8.self).baseAddress, UInt32(size.width), UInt32(size.height),
        Int32(quality), chroma == .none, bytes, message)
    }
  }
}

/// Takes over what a C encoder made.
///
/// **Thread-safety:** no state.
enum EncodedBytes {
  /// The bytes that `body` leaves in its first argument.
  /// - Throws: `MediaError.unsupported` when the library refuses, `.writeFailed` when memory is short.
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

  /// Turns a status into an error.
  static func check(_ status: SegueStatus, _ message: SegueMessage, _ format: String) throws {
    if status == segue_ok { return }
    if status == segue_no_memory {
      throw MediaError.refused(.writeFailed(path: format, reason: "there is not enough memory"))
    }
    throw MediaError.unsupported(format: format, limit: .refused(reason: message.sentence))
  }
}
