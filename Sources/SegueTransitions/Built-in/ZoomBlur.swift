import Glibc
import SegueMotion
import SegueRendering

/// Both pictures are smeared toward the middle while one dissolves into the other; a cross-zoom also flies
/// into the outgoing picture and arrives in the incoming one.
///
/// **Thread-safety:** a value. **Source:** GPUImage's zoom blur; the editors' cross zoom.
package struct ZoomBlur: Transition {
  /// Largest smear: a point is seen from its place to `1 + strength` times its distance from the middle.
  package var strength: Double
  /// How much larger the outgoing picture grows, and the incoming one starts; 1 leaves both in place.
  package var zoom: Double
  /// In which values the pictures are mixed.
  package var light: MixingLight

  /// A dissolve through a zoom blur of up to `strength`, flying by a factor of `zoom`.
  package init(strength: Double = 0.4, zoom: Double = 1, light: MixingLight = .encoded) {
    self.light = light
    self.strength = strength
    self.zoom = zoom
  }

  /// One second.
  package var duration: Double { 1 }
  /// Ease-in-out.
  package var timing: TimingCurve { .easeInOut }

  /// The smeared mix of both pictures, in flight where `zoom` is not 1; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    let (x, y) = (context.width / 2, context.height / 2)
    func placed(_ role: SnapshotRole, by scale: Double) -> Recipe {
      if scale == 1 { return .snapshot(role) }
      let transform = AffineMap.scale(x: scale, y: scale).about(x: x, y: y)
      return .stack([RecipeLayer(.snapshot(role), transform: transform)], background: .transparent)
    }
    let from = placed(.from, by: pow(zoom, p))
    let to = placed(.to, by: pow(zoom, 1 - p))
    let middle = min(1, max(0, (p - 0.25) * 2))
    let mixed = light.mix(from, to, amount: zoom == 1 ? p : middle * middle * (3 - 2 * middle))
    return mixed.zoomBlurred(strength: strength * sin(.pi * p), x: x, y: y)
  }

  private static let strengthParameter = ParameterDescription(
    name: "strength", type: .float, default: .number(0.4), minimum: 0, maximum: 4,
    summary: "How far a point is smeared, as a share of its distance from the middle.")

  static let description = TransitionDescription(
    name: "zoom-blur", summary: "Both pictures are smeared toward the middle while one dissolves.",
    source: "GPUImage's zoom blur", parameters: [strengthParameter, MixingLight.parameter]
  ) { ZoomBlur(strength: $0.number("strength"), light: MixingLight($0)) }

  static let crossZoomDescription = TransitionDescription(
    name: "cross-zoom", summary: "Flies into the outgoing picture and arrives in the incoming one.",
    source: "the editors' cross zoom",
    parameters: [
      strengthParameter,
      ParameterDescription(
        name: "zoom", type: .float, default: .number(2.5), minimum: 1, maximum: 20,
        summary: "How many times the pictures are enlarged in the middle."),
    ]
  ) { ZoomBlur(strength: $0.number("strength"), zoom: $0.number("zoom")) }
}
