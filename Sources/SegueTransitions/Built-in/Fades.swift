import SegueImaging
import SegueRendering

/// The outgoing picture fades to a colour, and the incoming one fades in from it.
///
/// **Source:** video editors' dip to colour.
struct FadeThrough: Transition {
  /// The colour in the middle.
  var color: RGBAColor
  /// Whether the fades overlap: the outgoing picture has faded out early, and the incoming one fades in
  /// during the whole transition.
  var overlaps: Bool
  /// The values in which the pictures are mixed: encoded or linear.
  var light: MixingLight

  /// The outgoing or the incoming picture, mixed with the colour.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    overlaps ? overlapping(min(1, max(0, progress))) : halves(progress)
  }

  /// **Source:** ffmpeg's xfade fadeblack and fadewhite.
  private func overlapping(_ p: Double) -> Recipe {
    light.mix(
      light.mix(.snapshot(.from), .color(color), amount: smoothstep(p / 0.2)),
      light.mix(.color(color), .snapshot(.to), amount: smoothstep(p / 0.8)), amount: p)
  }

  private func halves(_ progress: Double) -> Recipe {
    progress < 0.5
      ? light.mix(.snapshot(.from), .color(color), amount: progress * 2)
      : light.mix(.color(color), .snapshot(.to), amount: progress * 2 - 1)
  }

  static let description = TransitionDescription(
    name: "fade-through",
    summary: "The outgoing picture fades to a colour, and the incoming one fades in from it.",
    source: "video editors' dip to colour",
    parameters: [
      .color("color", .black, "The colour in the middle."),
      ParameterDescription(
        name: "overlap", type: .bool, default: .bool(false),
        summary:
          "Whether the fades overlap: the outgoing picture fades out early, the incoming one fades in throughout."
      ),
      MixingLight.parameter,
    ]
  ) { FadeThrough(color: $0.color("color"), overlaps: $0.bool("overlap"), light: MixingLight($0)) }
}

/// 3t² − 2t³, with t clamped to 0…1.
func smoothstep(_ t: Double) -> Double {
  let t = min(1, max(0, t))
  return t * t * (3 - 2 * t)
}

/// Light bursts out of a point in rays, covers the frame and fades to the incoming picture.
///
/// **Source:** Core Image's flash transition. Its kernel is not public, so this is a look-alike.
struct Flash: Transition {
  /// The point, in fractions of the frame.
  var centre: (x: Double, y: Double)
  /// The colour of the light.
  var color: RGBAColor
  /// The lead of the rays over the light between them, 0…1. At 0 the light is an even circle.
  var striation: Double
  /// The progress at which the light covers everything, above 0 and below 1.
  var threshold: Double

  /// The default duration, half a second.
  var duration: Double { 0.5 }

  /// The outgoing picture behind the rays, then the light over the incoming one; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    if progress >= threshold {
      let shown = (progress - threshold) / (1 - threshold)
      return .mix(.color(color), .snapshot(.to), amount: smoothstep(shown))
    }
    let burst = progress / threshold
    let rays = MatteField.rays(centerX: centre.x, centerY: centre.y, depth: striation)
    return .matte(
      .snapshot(.from), .color(color), Matte(field: rays, progress: burst, softness: 0.7))
  }

  static let description = TransitionDescription(
    name: "flash", summary: "Light bursts out of a point and fades to the incoming picture.",
    source: "Core Image's flash",
    parameters: [
      .centre("The point, from the top left."),
      .color("color", RGBAColor(red: 255, green: 204, blue: 153), "The colour of the light."),
      .number(
        "striation", 0.5, 0...1, "Lead of the rays over the light between them; 0 for a circle."),
      .number(
        "threshold", 0.45, 0.05...0.95, unit: "progress",
        "Progress at which the light covers everything and begins to fade."),
    ]
  ) {
    let centre = $0.vector("center")
    return Flash(
      centre: (centre[0], centre[1]), color: $0.color("color"), striation: $0.number("striation"),
      threshold: $0.number("threshold"))
  }
}

extension Catalogue {
  static let fades = [FadeThrough.description, Flash.description]
}
