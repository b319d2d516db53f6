import CImageCodecs
import Imaging

/// Encodes RGBA8 pictures as PNG files: colour type 2 when opaque, 6 otherwise, 8 bits, with an sRGB chunk.
///
/// Every encoder keeps its memory (about twice the pixels) for the next picture; take one for each thread that
/// encodes. The same picture at the same level gives the same bytes.
///
/// **Source:** PNG specification (third edition), W3C.
///
/// **Thread-safety:** for one thread at a time.
public final class PNGEncoder {
  private let compressor: PNGCompressor

  /// An encoder of `level` 1 (fastest by far, for it codes runs alone) … 12 (smallest).
  public init(level: Int = PNGEncoder.defaultLevel) {
    compressor = PNGCompressor(level: level)
  }

  /// The level that is fast and makes files of usual size.
  public static let defaultLevel = 1

  /// The file of a picture: `size.area * 4` bytes, rows packed, top row first, straight alpha.
  /// `hasAlpha` false drops the alpha.
  /// - Throws: `MediaError.writeFailed` when memory is short.
  public func encode(
    _ pixels: UnsafeRawBufferPointer, size: ImageSize, hasAlpha: Bool
  ) throws -> [UInt8] {
    precondition(pixels.count == size.area * 4, "a picture of \(size) has \(size.area * 4) bytes")
    let data = try compressor.compress(
      pixels, stride: size.width * 4, rect: PixelRect(size), hasAlpha: hasAlpha)
    var file = PNGChunks(reserving: data.count + 128)
    file.appendSignature()
    file.appendHeader(size: size, hasAlpha: hasAlpha)
    file.append("sRGB", [0])
    file.appendData("IDAT", data)
    file.append("IEND", [])
    return file.bytes
  }

  /// The file of a snapshot, without alpha when it is opaque.
  /// - Throws: `MediaError.writeFailed` when memory is short.
  public func encode(_ snapshot: Snapshot) throws -> [UInt8] {
    try encode(snapshot.bytes, size: snapshot.size, hasAlpha: !snapshot.isOpaque)
  }
}
