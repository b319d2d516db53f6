import Imaging

/// What all frames of a stream have in common.
///
/// **Thread-safety:** a value.
public struct VideoShape: Sendable, Hashable {
  /// Width and height in pixels.
  public var size: ImageSize
  /// Frames a second, exactly: the numerator.
  public var rateNumerator: Int
  /// Frames a second, exactly: the denominator.
  public var rateDenominator: Int

  /// Frames of `size`, `rateNumerator` / `rateDenominator` of them a second.
  public init(size: ImageSize, rateNumerator: Int, rateDenominator: Int = 1) {
    precondition(rateNumerator > 0 && rateDenominator > 0, "a rate is above zero")
    self.size = size
    self.rateNumerator = rateNumerator
    self.rateDenominator = rateDenominator
  }
}
