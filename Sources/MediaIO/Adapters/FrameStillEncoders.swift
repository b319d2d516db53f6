import Imaging

/// Frames as PNG files.
///
/// **Thread-safety:** `encode` may be called from several threads at once.
public final class PNGStillEncoder: StillEncoder {
  private let hasAlpha: Bool
  private let pool: EncoderPool<PNGEncoder>

  /// Encodes with alpha, or drops it.
  public init(hasAlpha: Bool, level: Int = PNGEncoder.defaultLevel) {
    self.hasAlpha = hasAlpha
    pool = EncoderPool { PNGEncoder(level: level) }
  }

  /// The PNG file for `frame`.
  public func encode(_ frame: Frame) throws -> [UInt8] {
    try pool.withEncoder { try $0.encode(frame.bytes, size: frame.size, hasAlpha: hasAlpha) }
  }
}

/// Frames as JPEG files.
///
/// **Thread-safety:** a value.
public struct JPEGStillEncoder: StillEncoder {
  private let encoder: JPEGEncoder

  /// Encodes with `quality`, 1…100.
  public init(quality: Int) {
    encoder = JPEGEncoder(quality: quality)
  }

  /// The JPEG file for `frame`; alpha is dropped.
  public func encode(_ frame: Frame) throws -> [UInt8] {
    try encoder.encode(frame.bytes, size: frame.size)
  }
}

/// Frames as still WebP files.
///
/// **Thread-safety:** a value.
public struct WebPStillEncoder: StillEncoder {
  private let encoder: WebPEncoder
  private let hasAlpha: Bool

  /// Encodes with `compression`, with alpha or without.
  public init(compression: WebPCompression, hasAlpha: Bool) {
    encoder = WebPEncoder(compression: compression)
    self.hasAlpha = hasAlpha
  }

  /// The WebP file for `frame`.
  public func encode(_ frame: Frame) throws -> [UInt8] {
    try encoder.encode(frame.bytes, size: frame.size, hasAlpha: hasAlpha)
  }
}
