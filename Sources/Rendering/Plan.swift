import Imaging
import Transitions

/// A recipe lowered to integers for one frame size. Everything that needs floating point has been worked
/// out: what is left is table look-ups and the arithmetic of `PixelArithmetic`, so that every renderer
/// makes the same bytes.
///
/// Each node stands for a whole picture of the frame's size.
///
/// **Thread-safety:** a value.
public indirect enum Plan: Sendable, Hashable {
  /// A snapshot as it is.
  case snapshot(SnapshotRole)
  /// One colour everywhere.
  case color(Color)
  /// `PixelArithmetic.mix`; weight 1…32767.
  case mix(Plan, Plan, weight: Int32)
  /// `PixelArithmetic.mix`, weighted at each pixel by `PixelArithmetic.matteWeight`.
  case matte(Plan, Plan, MattePlan)
  /// A picture looked up through tables, covering the whole frame.
  case sample(Plan, SampleMap)
  /// `PixelArithmetic.over`, layer by layer from the first, starting with a colour.
  case stack([PlacedPlan], background: Color)
  /// `PixelArithmetic.weighted` over samples of one picture; the weights sum to 65536.
  case average(Plan, [PlannedTap])
  /// `PixelArithmetic.grayscale`.
  case grayscale(Plan)
  /// `PixelArithmetic.nearest`; limit 0…195074.
  case nearest(Plan, Plan, limit: Int32)
  /// A user's shader: floating point, and the driver's. The one node that not every renderer draws.
  case shader(ShaderPlan)
}

/// Where each pixel of the frame looks in a picture.
///
/// The pixel in column x, row y samples at `(ux[x] + uy[y], vx[x] + vy[y])`, in texels from the middle of
/// the top-left texel, 20.12 fixed point. With `level` L > 0 the sample is taken from the picture halved L
/// times: a coordinate c becomes `((c + 2048) >> L) − 2048` and the domain's bounds are shifted right by L
/// (the last texel of the domain is `(x1 − 1) >> L`). The texel to the left is `c >> 12`, the fraction
/// `((c & 4095) + 8) >> 4`; both neighbours are clamped to the domain. With `levelWeight` w > 0 the same is
/// done for level L + 1 and the two results go through `PixelArithmetic.mix` with weight w.
///
/// **Thread-safety:** a value.
public struct SampleMap: Sendable, Hashable {
  /// Column → horizontal texel coordinate.
  public var ux: [Int32]
  /// Row → horizontal texel coordinate, added to `ux`; empty where it is 0 throughout.
  public var uy: [Int32]
  /// Column → vertical texel coordinate, added to `vy`; empty where it is 0 throughout.
  public var vx: [Int32]
  /// Row → vertical texel coordinate.
  public var vy: [Int32]
  /// Texels that may be read, at level 0.
  public var domain: PixelRect
  /// The sharper of the two levels.
  public var level: Int
  /// Weight of level + 1, 0…32767.
  public var levelWeight: Int32

  /// Whether the map is separable: u depends on the column alone, v on the row alone.
  public var isSeparable: Bool { uy.isEmpty && vx.isEmpty }
}

/// How much of each pixel a placed picture covers, for edges without steps.
///
/// The horizontal distance from the picture's left edge, in output pixels (20.12), at column x, row y is
/// `dux[x] + duy[y]`, the vertical distance from its top edge `dvx[x] + dvy[y]`. Coverage is the product
/// `(PixelArithmetic.coverage(du, width) · PixelArithmetic.coverage(dv, height)) >> 12`, 0…4096.
///
/// **Thread-safety:** a value.
public struct CoverageMap: Sendable, Hashable {
  /// Column → distance from the left edge.
  public var dux: [Int32]
  /// Row → distance from the left edge, added to `dux`; empty where it is 0 throughout.
  public var duy: [Int32]
  /// Column → distance from the top edge, added to `dvy`; empty where it is 0 throughout.
  public var dvx: [Int32]
  /// Row → distance from the top edge.
  public var dvy: [Int32]
  /// Distance between the left and the right edge.
  public var width: Int32
  /// Distance between the top and the bottom edge.
  public var height: Int32
}

/// One layer of a stack.
///
/// Its weight at a pixel is `opacity`, or with a coverage `(coverage · opacity + 2048) >> 12`.
///
/// **Thread-safety:** a value.
public struct PlacedPlan: Sendable, Hashable {
  /// The picture.
  public var input: Plan
  /// Where it is looked up; `nil` where every pixel takes its own.
  public var map: SampleMap?
  /// Soft edges; `nil` where the whole of `bounds` is covered.
  public var coverage: CoverageMap?
  /// 1…32768.
  public var opacity: Int32
  /// Pixels of the frame that the layer can touch; outside of them nothing changes. Never empty.
  public var bounds: PixelRect
}

/// One term of an average.
///
/// **Thread-safety:** a value.
public struct PlannedTap: Sendable, Hashable {
  /// Where it looks.
  public var map: SampleMap
  /// Share of 65536.
  public var weight: UInt32
}

/// A matte with its thresholds: see `PixelArithmetic.matteWeight`.
///
/// **Thread-safety:** a value.
public struct MattePlan: Sendable, Hashable {
  /// The order; renderers rasterise it once for a frame size and keep it.
  public var field: MatteField
  /// Fields below this have begun to change.
  public var threshold: Int32
  /// Width of the soft edge, at least 1.
  public var span: Int32
  /// 2³¹ / span, rounded down.
  public var reciprocal: UInt32
}
