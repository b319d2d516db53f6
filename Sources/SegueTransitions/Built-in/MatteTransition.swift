import SegueMotion
import SegueRendering

/// The incoming picture appears in the order that a field gives: wipes, irises, clocks, blinds.
///
/// **Thread-safety:** a value.
package struct MatteTransition: Transition {
  /// The order in which the pixels change.
  package var field: MatteField
  /// Width of the soft edge as a share of the field's range; never less than about a pixel.
  package var softness: Double
  /// How many times the field runs through its range across the frame: it tells how wide a pixel is.
  package var repeats: Int

  /// A change-over in the order of `field`.
  package init(field: MatteField, softness: Double = 0, repeats: Int = 1) {
    self.field = field
    self.softness = softness
    self.repeats = repeats
  }

  /// One second.
  package var duration: Double { 1 }
  /// Linear: the edge travels evenly.
  package var timing: TimingCurve { .linear }

  /// The incoming picture through the matte over the outgoing one.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let pixel = Double(repeats) / max(context.width, context.height)
    return .matte(
      .snapshot(.from), .snapshot(.to),
      Matte(field: field, progress: progress, softness: max(softness, min(1, pixel))))
  }
}

extension ParameterDescription {
  /// The softness of an edge.
  static func softness(_ value: Double) -> ParameterDescription {
    ParameterDescription(
      name: "softness", type: .float, default: .number(value), minimum: 0, maximum: 1,
      unit: "share of the way", summary: "Width of the soft edge.")
  }

  /// The direction in which something travels.
  static func angle(_ value: Double) -> ParameterDescription {
    ParameterDescription(
      name: "angle", type: .float, default: .number(value), minimum: -360, maximum: 360, unit: "degrees",
      summary: "Direction of the edge's travel: 0 to the right, 90 downwards.")
  }
}
