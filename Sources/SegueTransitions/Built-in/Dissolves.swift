import SegueMath
import SegueRendering

/// The outgoing picture fades into the incoming one.
///
/// **Source:** GPUImage's dissolve blend: a·(1 − m) + b·m, premultiplied.
package struct Dissolve: Transition {
  /// The exponent of the outgoing picture's share, (1 − progress)^exponent. Above 1 the picture fades
  /// sooner.
  package var exponent: Double
  /// The values in which the pictures are mixed: encoded or linear.
  package var light: MixingLight

  /// An even dissolve, or one that is faster or slower at first.
  package init(exponent: Double = 1, light: MixingLight = .encoded) {
    self.exponent = exponent
    self.light = light
  }

  /// The mix of both pictures; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    return light.mix(
      .snapshot(.from), .snapshot(.to), amount: exponent == 1 ? p : 1 - StableMath.pow(1 - p, exponent))
  }

  static let description = TransitionDescription(
    name: "dissolve", summary: "The outgoing picture fades into the incoming one.",
    source: "GPUImage's dissolve blend",
    parameters: [
      .number("exponent", 1, 0.01...100, "Above 1 the outgoing picture fades sooner, below 1 later."),
      MixingLight.parameter,
    ]
  ) { Dissolve(exponent: $0.number("exponent"), light: MixingLight($0)) }
}

/// Both pictures lose their sharpness while one dissolves into the other.
///
/// **Source:** video editors' blur dissolve; the shape of `pixellate-dissolve`.
struct BlurDissolve: Transition {
  /// The standard deviation of the strongest blur, as a fraction of the frame's width.
  var radius: Double
  /// The values in which the pictures are mixed: encoded or linear.
  var light: MixingLight

  /// Two blurred pictures, mixed; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    let sigma = radius * context.width
    return light.mix(
      Recipe.snapshot(.from).gaussianBlurred(sigma: sigma * p),
      Recipe.snapshot(.to).gaussianBlurred(sigma: sigma * (1 - p)), amount: p)
  }

  static let description = TransitionDescription(
    name: "blur-dissolve", summary: "Both pictures blur while one dissolves into the other.",
    source: "video editors' blur dissolve",
    parameters: [
      .length("radius", 0.02, 0...0.25, "Standard deviation of the strongest blur."),
      MixingLight.parameter,
    ]
  ) { BlurDissolve(radius: $0.number("radius"), light: MixingLight($0)) }
}

/// The outgoing picture breaks up into growing cells while it dissolves into the incoming one. The
/// incoming picture's cells shrink to pixels.
///
/// **Source:** objc.io issue 5, "View Controller Transitions": mix = p, cells of 0.1·p and 0.1·(1 − p)
/// of the width, p linear in time and clamped; with shared cells, ffmpeg's xfade pixelize.
struct PixellateDissolve: Transition {
  /// The width of the largest cell as a fraction of the frame's width.
  var cellWidth = 0.1
  /// Whether both pictures share the same cells. They grow in 25 steps until half-way, and shrink again.
  /// The largest cell is then a fraction of the frame's shorter side.
  var isShared = false

  /// Two pixellated pictures, mixed; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    if isShared {
      // Single precision, as in ffmpeg: half of the frames' progresses fall on a step.
      let size = (min(1 - Float(p), 1 - (1 - Float(p))) * 50).rounded(.up) / 25
      let side = cellWidth * Double(size) * min(context.width, context.height)
      return .cells(
        .mix(.snapshot(.from), .snapshot(.to), amount: p), width: side, height: side, ofPixels: true)
    }
    return .mix(
      .pixellate(.snapshot(.from), width: cellWidth * p),
      .pixellate(.snapshot(.to), width: cellWidth * (1 - p)),
      amount: p)
  }

  static let description = TransitionDescription(
    name: "pixellate-dissolve",
    summary: "Both pictures break up into cells while one dissolves into the other.",
    source: "objc.io issue 5, View Controller Transitions (GPUImage)",
    parameters: [
      .length("width", 0.1, 0...1, "Width of the largest cell."),
      ParameterDescription(
        name: "shared", type: .bool, default: .bool(false),
        summary:
          "Whether both pictures share cells, largest half-way; width is then relative to the shorter side."),
    ]
  ) { PixellateDissolve(cellWidth: $0.number("width"), isShared: $0.bool("shared")) }
}

/// Both pictures are smeared along the rows while one dissolves into the other.
///
/// **Source:** ffmpeg's xfade hblur.
struct SmearDissolve: Transition {
  /// The width of the longest smear, as a fraction of the frame's width.
  var width: Double

  /// The smeared mix of both pictures; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    let length = width * context.width * min(p, 1 - p) * 2
    return Recipe.mix(.snapshot(.from), .snapshot(.to), amount: p).smearedAcross(width: length)
  }

  static let description = TransitionDescription(
    name: "smear-dissolve", summary: "Both pictures are smeared along the rows while one dissolves.",
    source: "ffmpeg's xfade hblur",
    parameters: [
      .length("width", 0.1, 0...1, "Width of the longest smear.")
    ]
  ) { SmearDissolve(width: $0.number("width")) }
}

/// The outgoing picture fades into the incoming one. Pixels with the largest colour difference change
/// first, without a fade.
///
/// **Source:** ffmpeg's xfade distance.
struct DistanceDissolve: Transition {
  /// The initial colour distance up to which pixels keep the outgoing picture. Pixels that differ
  /// more change at once. The largest possible distance is √3.
  var reach: Double

  /// The pixels whose colours are still near, mixed with the incoming picture; progress is clamped
  /// to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    // The distance does not depend on `reach` at the end.
    let rest = 1 - p
    return .mix(
      .nearest(.snapshot(.from), .snapshot(.to), distance: rest + (reach - 1) * StableMath.pow(rest, 8)),
      .snapshot(.to),
      amount: p)
  }

  static let description = TransitionDescription(
    name: "distance-dissolve",
    summary: "A dissolve that changes the pixels with the largest colour difference first.",
    source: "ffmpeg's xfade distance",
    parameters: [
      .number(
        "reach", 1.7321, 1...1.7321,
        "Initial limit of the colour distance (black to white: √3); pixels above it change at once.")
    ]
  ) { DistanceDissolve(reach: $0.number("reach")) }
}

/// The values in which two pictures are mixed.
package enum MixingLight: String, Sendable, Hashable, CaseIterable {
  /// The encoded values, as in most programs and on the web.
  case encoded
  /// The amounts of light, as with two projectors: bright areas stay bright half-way.
  case linear

  /// `first` and `second`, mixed; amount is clamped to 0…1.
  func mix(_ first: Recipe, _ second: Recipe, amount: Double) -> Recipe {
    self == .encoded
      ? .mix(first, second, amount: amount) : .mixedLight(first, second, amount: amount, Self.sRGB)
  }

  /// **Source:** IEC 61966-2-1.
  private static let sRGB = Light.table { value in
    value <= 0.04045 ? value / 12.92 : StableMath.pow((value + 0.055) / 1.055, 2.4)
  }

  static let parameter = ParameterDescription.choice(
    "light", allCases.map(\.rawValue),
    "Mixing of encoded values or of linear light.")

  /// The value of the parameter `light`.
  init(_ values: ParameterValues) { self = MixingLight(rawValue: values.choice("light")) ?? .encoded }
}

extension Catalogue {
  static let dissolves = [
    PixellateDissolve.description, Dissolve.description, BlurDissolve.description, SmearDissolve.description,
    DistanceDissolve.description,
  ]
}
