import CImageCodecs

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
      throw MediaError.writeFailed(path: format, reason: "there is not enough memory")
    }
    throw MediaError.unsupported(format: format, reason: message.sentence)
  }
}
