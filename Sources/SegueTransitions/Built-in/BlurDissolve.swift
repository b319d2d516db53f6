import SegueMotion
import SegueRendering

/// Both pictures lose their sharpness while one dissolves into the other.
///
/// **Thread-safety:** a value. **Source:** the editors' blur dissolve; the shape of `pixellate-dissolve`.
package struct BlurDissolve: Transition {
  /// The standard deviation of the strongest blur, as a fraction of the frame's width.
  package var radius: Double
  /// In which values the pictures are mixed.
  package var light: MixingLight

  /// A dissolve through a blur of up to `radius`.
  package init(radius: Double = 0.02, light: MixingLight = .encoded) {
    (self.radius, self.light) = (radius, light)
  }

  /// One second.
  package var duration: Double { 1 }
  /// Linear.
  package var timing: TimingCurve { .linear }

  /// Two blurred pictures, mixed; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    let sigma = radius * context.width
    return light.mix(
      Recipe.snapshot(.from).gaussianBlurred(sigma: sigma * p),
      Recipe.snapshot(.to).gaussianBlurred(sigma: sigma * (1 - p)), amount: p)
  }

  static let description = TransitionDescription(
    name: "blur-dissolve", summary: "Both pictures blur while one dissolves into the other.",
    source: "the editors' blur dissolve",
    parameters: [
      ParameterDescription(
        name: "radius", type: .float, default: .number(0.02), minimum: 0, maximum: 0.25,
        unit: "fraction of the frame's width", summary: "Standard deviation of the strongest blur."),
      MixingLight.parameter,
    ]
  ) { BlurDissolve(radius: $0.number("radius"), light: MixingLight($0)) }
}
