/// A rectangle of whole pixels, half open: columns `x0 ..< x1`, rows `y0 ..< y1`, origin top left.
///
/// **Thread-safety:** a value.
public struct PixelRect: Sendable, Hashable {
  /// First column.
  public var x0: Int
  /// First row.
  public var y0: Int
  /// One past the last column.
  public var x1: Int
  /// One past the last row.
  public var y1: Int

  /// Columns `x0 ..< x1`, rows `y0 ..< y1`.
  public init(x0: Int, y0: Int, x1: Int, y1: Int) {
    self.x0 = x0
    self.y0 = y0
    self.x1 = x1
    self.y1 = y1
  }

  /// The whole of a picture.
  public init(_ size: ImageSize) {
    self.init(x0: 0, y0: 0, x1: size.width, y1: size.height)
  }

  /// Columns, never negative.
  public var width: Int { max(0, x1 - x0) }
  /// Rows, never negative.
  public var height: Int { max(0, y1 - y0) }
  /// Whether there is no pixel in it.
  package var isEmpty: Bool { x1 <= x0 || y1 <= y0 }

  /// The pixels that are in both.
  package func intersection(_ other: PixelRect) -> PixelRect {
    PixelRect(x0: max(x0, other.x0), y0: max(y0, other.y0), x1: min(x1, other.x1), y1: min(y1, other.y1))
  }
}
