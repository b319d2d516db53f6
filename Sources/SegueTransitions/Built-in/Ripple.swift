import SegueImaging
import SegueMath
import SegueRendering

/// A circular wave runs outwards; behind it is the incoming picture.
///
/// **Source:** Core Image's ripple transition. Its kernel is not public, so this is a look-alike.
struct Ripple: Transition {
  /// The origin of the wave, in fractions of the frame.
  var centre: (x: Double, y: Double)
  /// The distance from the wave's crest to either edge, as a fraction of the frame's width, above 0.
  var width: Double
  /// The shift of the pictures, as a fraction of the wave's width; negative values shift inwards.
  var scale: Double
  /// The brightness of the crest, 0…1.
  var shine: Double

  /// The incoming picture within the crest and the outgoing one beyond it, shifted by the wave; progress
  /// is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    let (x, y) = (centre.x * context.width, centre.y * context.height)
    let (farX, farY) = (max(x, context.width - x), max(y, context.height - y))
    let farthest = (farX * farX + farY * farY).squareRoot()
    let band = max(1, width * context.width)
    let crest = progress * (farthest + 2 * band) - band
    let reach = farthest + band
    func weighted(_ first: Recipe, _ second: Recipe, share: Double, _ ramps: [Recipe.Ramp]) -> Recipe {
      .weighted(
        first, second, x: x, y: y, perColumn: 1 / reach, perRow: 1 / reach, share: share, ramps[0],
        ramps.count > 1 ? ramps[1] : Recipe.Ramp(0, from: 0, to: 1))
    }
    func ramp(_ height: Double, _ from: Double, _ to: Double) -> Recipe.Ramp {
      Recipe.Ramp(height, from: from / reach, to: to / reach)
    }
    let both = weighted(
      .snapshot(.from), .snapshot(.to), share: 1, [ramp(-1, crest - band / 2, crest + band / 2)])
    let table = Radial.table { share in
      let distance = share * reach
      let t = (distance - crest) / band
      guard abs(t) < 1, distance > 0 else { return (1, 0) }
      let shift = scale * band * StableMath.sin(.pi * t) * (1 - abs(t))
      return (max(0, distance + shift) / distance, 0)
    }
    let waved = Recipe.radial(both, x: x, y: y, radius: reach, table)
    guard shine > 0 else { return waved }
    let light = weighted(
      .color(.transparent), .color(.white), share: 0,
      [ramp(shine, crest - band / 2, crest), ramp(-shine, crest, crest + band / 2)])
    return .stack([RecipeLayer(waved), RecipeLayer(light)], background: .transparent)
  }

  static let description = TransitionDescription(
    name: "ripple", summary: "A circular wave runs outwards and leaves the incoming picture behind it.",
    source: "Core Image's ripple",
    parameters: [
      .centre("Origin of the wave, from the top left."),
      .length("width", 0.15, 0.001...2, "Distance from the wave's crest to either edge."),
      .number("scale", 0.5, -1...1, "Shift of the pictures, as a share of the wave's width."),
      .number("shine", 0.35, 0...1, "Brightness of the crest."),
    ]
  ) {
    let centre = $0.vector("center")
    return Ripple(
      centre: (centre[0], centre[1]), width: $0.number("width"), scale: $0.number("scale"),
      shine: $0.number("shine"))
  }
}

extension Catalogue {
  static let ripples = [Ripple.description]
}
