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
  /// The picture in grey, alpha kept. **Source:** BT.709's luma, in full range.
  case grayscale(Recipe)
  /// `first` where its colour is within `distance` of `second`'s, else `second`. The distance is Euclidean
  /// over red, green and blue from 0 to 1, alpha not counted: at most √3.
  case nearest(Recipe, Recipe, distance: Double)
  /// A user's shader over two recipes. Its result counts as straight alpha, clamped to 0…1. Only renderers with
  /// OpenGL draw it, and drivers differ in the last bits.
  case shader(ShaderCall)
}
