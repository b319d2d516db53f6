import SegueRendering

/// A rectangle in pixels, origin top left, y pointing down.
///
/// **Thread-safety:** a value.
public struct FrameRect: Sendable, Hashable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// Width.
  public var width: Double
  /// Height.
  public var height: Double

  /// A rectangle from its top-left corner and its size.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Horizontal middle.
  public var midX: Double { x + width / 2 }
  /// Vertical middle.
  public var midY: Double { y + height / 2 }

  /// The map that lays a picture of `other`'s size onto this rectangle, from pixels of that picture.
  public func placing(_ other: FrameRect) -> AffineMap {
    AffineMap(
      a: width / other.width, b: 0, c: 0, d: height / other.height,
      tx: x - other.x * width / other.width, ty: y - other.y * height / other.height)
  }

  /// From this rectangle to `other`, `fraction` of the way; it may go beyond.
  public func interpolated(to other: FrameRect, fraction: Double) -> FrameRect {
    FrameRect(
      x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction,
      width: width + (other.width - width) * fraction, height: height + (other.height - height) * fraction)
  }
}
