import SegueMotion
import SegueRendering

/// The outgoing picture falls apart in the order of a mask, and what is left throws a shadow.
///
/// **Thread-safety:** a value. **Source:** Core Image's disintegrate with mask transition.
package struct Disintegrate: Transition {
  /// The order: what is small goes first.
  package var field: MatteField
  /// The shadow's softness, its standard deviation as a fraction of the frame's width.
  package var shadowRadius: Double
  /// How dark the shadow is, 0…1.
  package var shadowDensity: Double
  /// Where the shadow falls, in fractions of the frame's width.
  package var shadowOffset: (x: Double, y: Double)

  /// A picture that falls apart in the order of `field`.
  package init(
    field: MatteField = .clouds, shadowRadius: Double = 0.008, shadowDensity: Double = 0.65,
    shadowOffset: (x: Double, y: Double) = (0, 0.01)
  ) {
    (self.field, self.shadowRadius) = (field, shadowRadius)
    (self.shadowDensity, self.shadowOffset) = (shadowDensity, shadowOffset)
  }

  /// One second.
  package var duration: Double { 1 }
  /// Linear.
  package var timing: TimingCurve { .linear }

  /// What is left, over its shadow, over the incoming picture; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    let matte = Matte(field: field, progress: progress, softness: 0.02)
    func left(_ recipe: Recipe) -> Recipe { .matte(recipe, .color(.transparent), matte) }
    let shadow = left(.color(.black)).gaussianBlurred(sigma: shadowRadius * context.width)
    let shift = AffineMap.translation(x: shadowOffset.x * context.width, y: shadowOffset.y * context.width)
    return .stack(
      [
        RecipeLayer(.snapshot(.to)), RecipeLayer(shadow, transform: shift, opacity: shadowDensity),
        RecipeLayer(left(.snapshot(.from))),
      ], background: .transparent)
  }

  static let description = TransitionDescription(
    name: "disintegrate",
    summary: "The outgoing picture falls apart in the order of a mask, over its shadow.",
    source: "Core Image's disintegrate with mask",
    parameters: [
      ParameterDescription(
        name: "mask", type: .texture, default: .clouds,
        summary: "The picture whose grey gives the order, dark first; clouds are drawn."),
      ParameterDescription(
        name: "shadow-radius", type: .float, default: .number(0.008), minimum: 0, maximum: 0.25,
        unit: "fraction of the frame's width", summary: "How soft the shadow is."),
      ParameterDescription(
        name: "shadow-density", type: .float, default: .number(0.65), minimum: 0, maximum: 1,
        summary: "How dark the shadow is."),
      ParameterDescription(
        name: "shadow-offset", type: .vec2, default: .vector([0, 0.01]), minimum: -1, maximum: 1,
        unit: "fractions of the frame's width", summary: "Where the shadow falls."),
    ]
  ) {
    let offset = $0.vector("shadow-offset")
    return Disintegrate(
      field: $0.texture("mask").map(MatteField.picture) ?? .clouds, shadowRadius: $0.number("shadow-radius"),
      shadowDensity: $0.number("shadow-density"), shadowOffset: (offset[0], offset[1]))
  }
}
