import Imaging

/// Turns one frame into the bytes of a picture file.
///
/// **Thread-safety:** `encode` is called from several threads at once.
public protocol StillEncoder: Sendable {
  /// The whole file for `frame`, which is RGBA8. The caller keeps the frame.
  /// - Throws: `MediaError`.
  func encode(_ frame: Frame) throws -> [UInt8]
}
