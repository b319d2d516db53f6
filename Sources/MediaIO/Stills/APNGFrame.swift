import Imaging

/// A compressed frame of an APNG: the rectangle that differs from the frame before.
///
/// **Thread-safety:** a value.
public struct APNGFrame: Sendable {
  /// Where `data` goes; the rest stays as it was. Never empty.
  public let rect: PixelRect
  /// The filtered pixels of `rect` as a zlib stream.
  let data: [UInt8]
}
