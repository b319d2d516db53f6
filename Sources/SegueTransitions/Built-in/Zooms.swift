import SegueMath
import SegueMotion
import SegueRendering

/// Both pictures are smeared towards the middle while one dissolves into the other; a cross-zoom also flies
/// into the outgoing picture and arrives in the incoming one.
///
/// **Source:** GPUImage's zoom blur; video editors' cross zoom.
struct ZoomBlur: Transition {
  /// The largest smear: from a point's position to `1 + strength` times its distance from the
  /// middle.
  var strength: Double
  /// The final enlargement of the outgoing picture, and the initial enlargement of the incoming one; 1
  /// does not enlarge.
  var zoom = 1.0
  /// The values in which the pictures are mixed: encoded or linear.
  var light = MixingLight.encoded

  var timing: TimingCurve { .easeInOut }

  /// The smeared mix of both pictures, enlarged if `zoom` is not 1; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    let (x, y) = (context.width / 2, context.height / 2)
    func placed(_ role: SnapshotRole, by scale: Double) -> Recipe {
      if scale == 1 { return .snapshot(role) }
      let transform = AffineMap.scale(x: scale, y: scale).about(x: x, y: y)
      return .stack([RecipeLayer(.snapshot(role), transform: transform)], background: .transparent)
    }
    let from = placed(.from, by: StableMath.pow(zoom, p))
    let to = placed(.to, by: StableMath.pow(zoom, 1 - p))
    let middle = min(1, max(0, (p - 0.25) * 2))
    let mixed = light.mix(from, to, amount: zoom == 1 ? p : middle * middle * (3 - 2 * middle))
    return mixed.zoomBlurred(strength: strength * StableMath.sin(.pi * p), x: x, y: y)
  }

  private static let strengthParameter = ParameterDescription.number(
    "strength", 0.4, 0...4, "Length of the smear, as a share of the distance from the middle.")

  static let description = TransitionDescription(
    name: "zoom-blur", summary: "Both pictures are smeared towards the middle while one dissolves.",
    source: "GPUImage's zoom blur", parameters: [strengthParameter, MixingLight.parameter]
  ) { ZoomBlur(strength: $0.number("strength"), light: MixingLight($0)) }

  static let crossZoomDescription = TransitionDescription(
    name: "cross-zoom", summary: "Flies into the outgoing picture and arrives in the incoming one.",
    source: "video editors' cross zoom",
    parameters: [
      strengthParameter,
      .number("zoom", 2.5, 1...20, "Enlargement of the pictures half-way."),
    ]
  ) { ZoomBlur(strength: $0.number("strength"), zoom: $0.number("zoom")) }
}

/// The outgoing picture comes nearer and dissolves into the incoming one.
///
/// **Source:** ffmpeg's xfade zoomin.
struct ZoomIn: Transition {
  /// The enlargement of the outgoing picture when it is nearest.
  var zoom: Double
  /// Whether the picture comes closest at half the progress, and dissolves afterwards.
  var isDive: Bool

  var timing: TimingCurve { .easeIn }

  /// The enlarged picture, mixed with the incoming one in the second half; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    var (scale, amount) = (1 + (zoom - 1) * p, (p - 0.5) * 2)
    var (x, y) = (context.width / 2, context.height / 2)
    if isDive {
      scale = 1 / max(1 / zoom, smoothstep(1 - 2 * p))
      amount = smoothstep(2 * p - 1)
      // The zoom is about the middle of a pixel.
      (x, y) = (x.rounded(.down) + 0.5, y.rounded(.down) + 0.5)
    }
    let enlarge = AffineMap.scale(x: scale, y: scale).about(x: x, y: y)
    return .mix(
      .stack([RecipeLayer(.snapshot(.from), transform: enlarge)], background: .transparent), .snapshot(.to),
      amount: amount)
  }

  static let description = TransitionDescription(
    name: "zoom-in", summary: "The outgoing picture comes nearer and dissolves.",
    source: "ffmpeg's xfade zoomin",
    parameters: [
      .number("zoom", 4, 1...100, "Enlargement at the nearest point."),
      ParameterDescription(
        name: "dive", type: .bool, default: .bool(false),
        summary: "Whether the picture is nearest half-way and dissolves from there, instead of at the end."),
    ]
  ) { ZoomIn(zoom: $0.number("zoom"), isDive: $0.bool("dive")) }
}

/// The incoming picture grows out of the middle of a rectangle, such as a button, until it fills the
/// frame. In reverse, the outgoing picture shrinks into the rectangle.
///
/// **Source:** "Custom transitions" (GrowTransitionAnimator): from an empty frame in the middle of
/// the animation's origin, .3 s, UIView's default curve (ease-in-out).
enum Grow {
  private static let origin = ParameterDescription(
    name: "origin", type: .vec4, default: .vector([0.4, 0.85, 0.2, 0.08]), minimum: -10, maximum: 10,
    unit: "fractions of the frame", summary: "The button: x, y, width, height from the top left.")

  /// The middle of the button.
  private static func middle(_ values: ParameterValues) -> (x: Double, y: Double) {
    let origin = values.vector("origin")
    return (origin[0] + origin[2] / 2, origin[1] + origin[3] / 2)
  }

  static let description = TransitionDescription.look(
    name: "grow", summary: "The incoming picture grows out of a button.",
    source: "Custom transitions (GrowTransitionAnimator)", duration: 0.3, timing: .easeInOut,
    parameters: [origin]
  ) {
    let (x, y) = middle($0)
    return .stack(
      #"{"of": "from"}"#,
      #"{"of": "to", "x": "mix(\#(x), 0.5, p)", "y": "mix(\#(y), 0.5, p)", "scale": "p"}"#)
  }

  static let shrinkDescription = TransitionDescription.look(
    name: "shrink", summary: "The outgoing picture shrinks into a button: the reverse of grow.",
    source: "Custom transitions (ShrinkTransitionAnimator)", duration: 0.3, timing: .easeInOut,
    parameters: [origin]
  ) {
    let (x, y) = middle($0)
    return .stack(
      #"{"of": "to"}"#,
      #"{"of": "from", "x": "mix(0.5, \#(x), p)", "y": "mix(0.5, \#(y), p)", "scale": "1-p"}"#)
  }
}

extension Catalogue {
  static let zooms = [
    Grow.description, Grow.shrinkDescription, ZoomBlur.description, ZoomBlur.crossZoomDescription,
    ZoomIn.description,
  ]
}
