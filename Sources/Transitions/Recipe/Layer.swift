import Imaging

/// A picture placed on the frame.
///
/// **Thread-safety:** a value.
public struct Layer: Sendable, Hashable {
  /// What is placed.
  public var recipe: Recipe
  /// The part of it that is placed, in its own pixels; `nil` is all of it.
  public var source: PixelRect?
  /// From the recipe's pixels to the frame's, origin top left.
  public var transform: AffineTransform
  /// 0 (not there) … 1; clamped.
  public var opacity: Double
  /// Pixels of the frame that it may touch; `nil` is all of them.
  public var clip: PixelRect?

  /// Places `recipe` by `transform`.
  public init(
    _ recipe: Recipe, source: PixelRect? = nil, transform: AffineTransform = .identity, opacity: Double = 1,
    clip: PixelRect? = nil
  ) {
    self.recipe = recipe
    self.source = source
    self.transform = transform
    self.opacity = opacity
    self.clip = clip
  }
}
