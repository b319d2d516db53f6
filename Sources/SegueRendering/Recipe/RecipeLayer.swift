import SegueImaging
import SegueMath

/// A two-dimensional affine map in pixels, y pointing down:
/// `x' = a·x + c·y + tx`, `y' = b·x + d·y + ty`. Angles are in radians, clockwise as seen.
///
/// **Source:** the layout of Core Graphics' `CGAffineTransform`.
public struct AffineMap: Sendable, Hashable {
  /// The coefficient of x in x'.
  package var a: Double
  /// The coefficient of x in y'.
  package var b: Double
  /// The coefficient of y in x'.
  package var c: Double
  /// The coefficient of y in y'.
  package var d: Double
  /// The translation in x, in pixels.
  package var tx: Double
  /// The translation in y, in pixels.
  package var ty: Double

  /// A map from its six coefficients; `tx` and `ty` are in pixels.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The identity map: x' = x, y' = y.
  public static let identity = AffineMap(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// A map that moves by `x` pixels to the right and `y` pixels down.
  public static func translation(x: Double, y: Double) -> AffineMap {
    AffineMap(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A map that scales about the origin by the factors `x` and `y`; negative factors mirror.
  public static func scale(x: Double, y: Double) -> AffineMap {
    AffineMap(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// A map that rotates about the origin by `angle` radians, clockwise as seen.
  public static func rotation(_ angle: Double) -> AffineMap {
    AffineMap(
      a: StableMath.cos(angle), b: StableMath.sin(angle), c: -StableMath.sin(angle), d: StableMath.cos(angle),
      tx: 0, ty: 0)
  }

  /// The composition: this map, followed by `next`.
  public func then(_ next: AffineMap) -> AffineMap {
    AffineMap(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// This map about the point (`x`, `y`), in pixels, instead of the origin.
  public func about(x: Double, y: Double) -> AffineMap {
    AffineMap.translation(x: -x, y: -y).then(self).then(.translation(x: x, y: y))
  }

  /// The signed area of the mapped unit square.
  package var determinant: Double { a * d - b * c }

  /// The inverse map; `nil` if this map flattens the plane or is not finite.
  package var inverse: AffineMap? {
    let det = determinant
    guard det.isFinite, abs(det) > 1e-12 else { return nil }
    let (ia, ib, ic, id) = (d / det, -b / det, -c / det, a / det)
    return AffineMap(a: ia, b: ib, c: ic, d: id, tx: -(ia * tx + ic * ty), ty: -(ib * tx + id * ty))
  }

  /// The mapped position of (`x`, `y`).
  package func apply(x: Double, y: Double) -> (x: Double, y: Double) {
    (a * x + c * y + tx, b * x + d * y + ty)
  }
}

/// A recipe placed on the frame, as a layer of ``Recipe/stack(_:background:)``.
public struct RecipeLayer: Sendable, Hashable {
  /// The placed recipe.
  package var recipe: Recipe
  /// The placed part, in the recipe's own pixels; `nil` means all of it.
  package var source: PixelRect?
  /// The map from the recipe's pixels to the frame's, origin top left.
  package var transform: AffineMap
  /// The opacity, from 0 (invisible) to 1; clamped.
  package var opacity: Double
  /// The pixels of the frame that the layer may touch; `nil` means all of them.
  package var clip: PixelRect?
  /// The part of the frame that shows the layer, with soft edges; `nil` means all of it.
  package var outline: RoundedRectangle?
  /// Whether the layer replaces the layers below, even where it is transparent.
  package var replaces = false

  /// A layer of `recipe`.
  /// - Parameters:
  ///   - recipe: a picture keeps its own size; any other recipe has the frame's size.
  ///   - source: the part that is shown, in the recipe's pixels; `nil` means all of it.
  ///   - transform: the map from the recipe's pixels to the frame's, origin top left. A map that
  ///     flattens the picture makes it invisible.
  ///   - opacity: 0 (invisible) to 1; clamped.
  ///   - clip: the pixels of the frame that the layer may touch; `nil` is all of them.
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

/// A rectangle with round corners, in pixels of the frame, origin top left.
package struct RoundedRectangle: Sendable, Hashable {
  /// The left edge.
  package var x: Double
  /// The top edge.
  package var y: Double
  package var width: Double
  package var height: Double
  /// The radius of the corners, clamped to 0 … half of the shorter side.
  package var radius: Double

  package init(x: Double, y: Double, width: Double, height: Double, radius: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.radius = radius
  }
}

/// A sample of a picture in an average.
package struct AverageTap: Sendable, Hashable {
  /// The map from the recipe's pixels to the frame's; the picture's edge repeats.
  package var transform: AffineMap
  /// The weight in the average; the weights of all taps are scaled to sum to 1.
  package var weight: Double
  /// The minimum area that the sample averages, as the side of a square in the recipe's pixels; 1
  /// is sharp.
  package var footprint: Double

  /// A sample through `transform` with `weight`.
  package init(_ transform: AffineMap, weight: Double, footprint: Double = 1) {
    self.transform = transform
    self.weight = weight
    self.footprint = footprint
  }
}
