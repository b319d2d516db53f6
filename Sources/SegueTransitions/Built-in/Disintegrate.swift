import SegueRendering

/// The outgoing picture falls apart in the order of a mask; the remaining part casts a shadow.
///
/// **Source:** Core Image's disintegrate with mask transition.
struct Disintegrate: Transition {
  /// The order of removal: pixels with small values are removed first.
  var field: MatteField
  /// The shadow's softness, its standard deviation as a fraction of the frame's width.
  var shadowRadius: Double
  /// The darkness of the shadow, 0…1.
  var shadowDensity: Double
  /// The offset of the shadow, in fractions of the frame's width.
  var shadowOffset: (x: Double, y: Double)

  /// The remaining part, over its shadow, over the incoming picture; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    let matte = Matte(field: field, progress: progress, softness: 0.02)
    func left(_ recipe: Recipe) -> Recipe { .matte(recipe, .color(.transparent), matte) }
    // Transparent pixels cast no shadow.
    let silhouette = Recipe.matrix(.snapshot(.from), NumberTable(Array(repeating: 0, count: 12)))
    let shadow = left(silhouette).gaussianBlurred(sigma: shadowRadius * context.width)
    let shift = AffineMap.translation(x: shadowOffset.x * context.width, y: shadowOffset.y * context.width)
    return .stack(
      [
        RecipeLayer(.snapshot(.to)), RecipeLayer(shadow, transform: shift, opacity: shadowDensity),
        RecipeLayer(left(.snapshot(.from))),
      ], background: .transparent)
  }

  static let description = TransitionDescription(
    name: "disintegrate",
    summary: "The outgoing picture falls apart in the order of a mask and casts a shadow.",
    source: "Core Image's disintegrate with mask",
    parameters: [
      ParameterDescription(
        name: "mask", type: .texture, default: .clouds,
        summary: "A picture whose grey is the order, dark first; by default clouds."),
      .length("shadow-radius", 0.008, 0...0.25, "Softness of the shadow."),
      .number("shadow-density", 0.65, 0...1, "Darkness of the shadow."),
      ParameterDescription(
        name: "shadow-offset", type: .vec2, default: .vector([0, 0.01]), minimum: -1, maximum: 1,
        unit: "fractions of the frame's width", summary: "Offset of the shadow."),
    ]
  ) {
    let offset = $0.vector("shadow-offset")
    return Disintegrate(
      field: $0.texture("mask").map(MatteField.picture) ?? .clouds, shadowRadius: $0.number("shadow-radius"),
      shadowDensity: $0.number("shadow-density"), shadowOffset: (offset[0], offset[1]))
  }
}

extension Catalogue {
  static let fragments = [Disintegrate.description]
}
