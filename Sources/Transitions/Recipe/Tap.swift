/// One look at a picture within an average.
///
/// **Thread-safety:** a value.
public struct Tap: Sendable, Hashable {
  /// From the recipe's pixels to the frame's; what lies outside of the picture repeats its edge.
  public var transform: AffineTransform
  /// Share of the average; the shares of all taps are scaled to sum to 1.
  public var weight: Double
  /// The least area that the look averages, as the side of a square in the recipe's pixels; 1 is sharp.
  public var footprint: Double

  /// A look through `transform`, with a share of `weight`.
  public init(_ transform: AffineTransform, weight: Double, footprint: Double = 1) {
    self.transform = transform
    self.weight = weight
    self.footprint = footprint
  }
}
