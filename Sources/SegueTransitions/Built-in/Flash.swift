import SegueImaging
import SegueMotion
import SegueRendering

/// Light bursts out of a point in rays, covers the frame and fades to the incoming picture.
///
/// **Thread-safety:** a value. **Source:** Core Image's flash transition; its kernel is not public, so this is a
/// look-alike.
package struct Flash: Transition {
  /// The point, in fractions of the frame.
  package var centre: (x: Double, y: Double)
  /// The colour of the light.
  package var color: RGBAColor
  /// How much further rays reach than what is between them, 0…1.
  package var striation: Double
  /// The progress at which the light covers everything, above 0 and below 1.
  package var threshold: Double

  /// A flash out of `centre`.
  package init(
    centre: (x: Double, y: Double) = (0.5, 0.5),
    color: RGBAColor = RGBAColor(red: 255, green: 204, blue: 153),
    striation: Double = 0.5, threshold: Double = 0.45
  ) {
    (self.centre, self.color) = (centre, color)
    (self.striation, self.threshold) = (striation, threshold)
  }

  /// Half a second.
  package var duration: Double { 0.5 }
  /// Linear.
  package var timing: TimingCurve { .linear }

  /// The outgoing picture behind the rays, then the light over the incoming one; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
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
      ParameterDescription(
        name: "center", type: .vec2, default: .vector([0.5, 0.5]), minimum: 0, maximum: 1,
        unit: "fractions of the frame", summary: "The point, from the top left."),
      ParameterDescription(
        name: "color", type: .color, default: .color(RGBAColor(red: 255, green: 204, blue: 153)),
        summary: "The colour of the light."),
      ParameterDescription(
        name: "striation", type: .float, default: .number(0.5), minimum: 0, maximum: 1,
        summary: "How much further rays reach than what is between them."),
      ParameterDescription(
        name: "threshold", type: .float, default: .number(0.45), minimum: 0.05, maximum: 0.95,
        unit: "progress", summary: "When the light covers everything and begins to fade."),
    ]
  ) {
    let centre = $0.vector("center")
    return Flash(
      centre: (centre[0], centre[1]), color: $0.color("color"), striation: $0.number("striation"),
      threshold: $0.number("threshold"))
  }
}
