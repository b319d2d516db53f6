/// Width and height of a picture in pixels, both at least 1.
///
/// **Thread-safety:** a value.
public struct ImageSize: Sendable, Hashable, CustomStringConvertible {
  /// The most pixels that a side of a frame may have.
  package static let largestSide = 16_384

  /// Columns, in pixels.
  public var width: Int
  /// Rows, in pixels.
  public var height: Int

  /// A size of `width` × `height` pixels.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    self.width = width
    self.height = height
  }

  /// Number of pixels.
  public var area: Int { width * height }

  /// Width over height.
  public var aspectRatio: Double { Double(width) / Double(height) }

  /// The same size with each side rounded down to an even number, and never below 2.
  package var roundedDownToEven: ImageSize {
    ImageSize(width: max(2, width & ~1), height: max(2, height & ~1))
  }

  /// The size of the same shape that fits `bounds`, never larger than this one; sides rounded to whole pixels.
  package func scaledDown(toFit bounds: ImageSize) -> ImageSize {
    let scale = min(1, Double(bounds.width) / Double(width), Double(bounds.height) / Double(height))
    func side(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    return ImageSize(width: side(width), height: side(height))
  }

  /// Whether both sides are even, as 4:2:0 chroma needs.
  package var isEven: Bool { width % 2 == 0 && height % 2 == 0 }

  /// `WIDTHxHEIGHT`, as on the command line.
  public var description: String { "\(width)x\(height)" }
}
