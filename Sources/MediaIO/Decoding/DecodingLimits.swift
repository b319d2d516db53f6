/// The largest picture that is decoded. A header that claims more is refused before memory is taken.
///
/// **Thread-safety:** a value.
public struct DecodingLimits: Sendable, Hashable {
  /// The longest side that `maximumSide` can allow: the most that a JPEG can have.
  public static let largestSide = 65_535
  /// The most pixels that `maximumPixels` can allow: 8 GiB of RGBA8.
  public static let largestArea = 1 << 31

  /// Most pixels per side, as stored in the file.
  public var maximumSide: Int
  /// Most pixels in all.
  public var maximumPixels: Int
  /// Most bytes that are read of a file that is decoded in-process, of a pipe, or of standard input.
  public var maximumFileBytes: Int

  /// 16384 per side, 268 megapixels (16384²), files of 1 GiB unless told otherwise.
  public init(
    maximumSide: Int = 16_384, maximumPixels: Int = 268_435_456, maximumFileBytes: Int = 1 << 30
  ) {
    precondition(maximumSide > 0 && maximumPixels > 0 && maximumFileBytes > 0, "limits are at least 1")
    self.maximumSide = maximumSide
    self.maximumPixels = maximumPixels
    self.maximumFileBytes = maximumFileBytes
  }

  /// Why a picture of this size is refused; `nil` when it is not.
  func objection(width: Int, height: Int) -> String? {
    if width < 1 || height < 1 { return "the picture has no pixels" }
    if width > maximumSide || height > maximumSide {
      return "\(width)x\(height) pixels are more than the limit of \(maximumSide) per side"
    }
    if width * height > maximumPixels {
      return "\(width)x\(height) pixels are more than the limit of \(maximumPixels) pixels"
    }
    return nil
  }
}
