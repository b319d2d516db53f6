import SegueImaging
import SegueMath

/// A two-dimensional affine map in pixels, y pointing down:
/// `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`. Angles are in radians, clockwise as seen.
///
/// **Source:** the layout of Core Graphics' `CGAffineTransform`.
public struct AffineMap: Sendable, Hashable {
  /// Column of x: x' per x.
  package var a: Double
  /// Column of x: y' per x.
  package var b: Double
  /// Column of y: x' per y.
  package var c: Double
  /// Column of y: y' per y.
  package var d: Double
  /// Translation in x, pixels.
  package var tx: Double
  /// Translation in y, pixels.
  package var ty: Double

  /// A map from its six coefficients.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Leaves everything where it is.
  public static let identity = AffineMap(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Moves by (`x`, `y`) pixels.
  public static func translation(x: Double, y: Double) -> AffineMap {
    AffineMap(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// Scales about the origin.
  public static func scale(x: Double, y: Double) -> AffineMap {
    AffineMap(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// Turns about the origin by `angle` radians, clockwise as seen.
  public static func rotation(_ angle: Double) -> AffineMap {
    AffineMap(
      a: StableMath.cos(angle), b: StableMath.sin(angle), c: -StableMath.sin(angle), d: StableMath.cos(angle),
      tx: 0, ty: 0)
  }

  /// First this map, then `next`.
  public func then(_ next: AffineMap) -> AffineMap {
    AffineMap(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// The same map about the point (`x`, `y`) instead of the origin.
  public func about(x: Double, y: Double) -> AffineMap {
    AffineMap.translation(x: -x, y: -y).then(self).then(.translation(x: x, y: y))
  }

  /// Signed area that a unit square is mapped to.
  package var determinant: Double { a * d - b * c }

  /// The map that undoes this one; `nil` where it flattens the plane or is not finite.
  package var inverse: AffineMap? {
    let det = determinant
    guard det.isFinite, abs(det) > 1e-12 else { return nil }
    let (ia, ib, ic, id) = (d / det, -b / det, -c / det, a / det)
    return AffineMap(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
  }

  /// The place of (`x`, `y`).
  package func apply(x: Double, y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }
}

/// A picture placed on the frame.
public struct RecipeLayer: Sendable, Hashable {
  /// The recipe that is placed.
  package var recipe: Recipe
  /// The part of it that is placed, in its own pixels; `nil` is all of it.
  package var source: PixelRect?
  /// From the recipe's pixels to the frame's, origin top left.
  package var transform: AffineMap
  /// 0 (not there) … 1; clamped.
  package var opacity: Double
  /// Pixels of the frame that it may touch; `nil` is all of them.
  package var clip: PixelRect?

  /// Places `recipe` by `transform`.
  public init(
    _ recipe: Recipe, source: PixelRect? = nil, transform: AffineMap = .identity, opacity: Double = 1,
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
package struct AverageTap: Sendable, Hashable {
  /// From the recipe's pixels to the frame's; what lies outside of the picture repeats its edge.
  package var transform: AffineMap
  /// Share of the average; the shares of all taps are scaled to sum to 1.
  package var weight: Double
  /// The least area that the look averages, as the side of a square in the recipe's pixels; 1 is sharp.
  package var footprint: Double

  /// A look through `transform`, with a share of `weight`.
  package init(_ transform: AffineMap, weight: Double, footprint: Double = 1) {
    self.transform = transform
    self.weight = weight
    self.footprint = footprint
  }
}
