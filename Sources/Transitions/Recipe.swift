import Imaging

/// One of the two pictures that a transition goes between.
public enum SnapshotRole: String, Sendable, Hashable {
  /// The picture that leaves.
  case from
  /// The picture that comes.
  case to
}

/// How one frame is made: a small tree of values that says which snapshot, which filter, placed where and
/// mixed how. It holds no pixels and knows no renderer; every renderer makes the same bytes of it.
///
/// Each node stands for a whole picture of the frame's size, RGBA8 with straight alpha, rounded to nearest.
/// Colour is blended premultiplied, in the encoded (sRGB) values.
///
/// **Thread-safety:** a value.
public indirect enum Recipe: Sendable, Hashable {
  /// A snapshot as it is.
  case snapshot(SnapshotRole)
  /// One colour everywhere.
  case color(Color)
  /// Cells of one colour: cell width is `width` × the frame's width, cells are square in pixels, anchored
  /// at the top-left corner and take the bilinear sample at their centre, clamped to the edge. A width of
  /// one pixel or less is the identity. **Source:** GPUImage's pixellate filter.
  case pixellate(Recipe, width: Double)
  /// `first · (1 − amount) + second · amount`; amount is clamped to 0…1.
  case mix(Recipe, Recipe, amount: Double)
  /// `second` where the matte has been passed, `first` elsewhere.
  case matte(Recipe, Recipe, Matte)
  /// Pictures placed over one another, the first at the bottom, over one colour.
  case stack([Layer], background: Color)
  /// The weighted average of a picture seen through several maps: blurs.
  case average(Recipe, [Tap])
}

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

/// One look at a picture within an average.
///
/// **Thread-safety:** a value.
public struct Tap: Sendable, Hashable {
  /// From the recipe's pixels to the frame's; what lies outside of the picture repeats its edge.
  public var transform: AffineTransform
  /// Share of the average; the shares of all taps are scaled to sum to 1.
  public var weight: Double

  /// A look through `transform`, with a share of `weight`.
  public init(_ transform: AffineTransform, weight: Double) {
    self.transform = transform
    self.weight = weight
  }
}
