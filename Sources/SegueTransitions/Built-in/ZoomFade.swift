import SegueMotion
import SegueRendering

/// The outgoing picture shrinks to a tenth about its middle while the incoming one fades in over it.
///
/// **Thread-safety:** a value. **Source:** objc.io issue 5, "View Controller Transitions": scale .1, alpha 0 to
/// 1, .25 s, UIView's default curve (ease-in-out).
package struct ZoomFade: Transition {
  /// A zoom-fade; it has no parameters.
  package init() {}

  /// A quarter of a second.
  package var duration: Double { 0.25 }
  /// Ease-in-out, UIView's default.
  package var timing: TimingCurve { .easeInOut }

  /// The shrinking picture under the one that fades in.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let scale = 1 - 0.9 * progress
    let shrink = AffineMap.scale(x: scale, y: scale).about(x: context.width / 2, y: context.height / 2)
    return .stack(
      [RecipeLayer(.snapshot(.from), transform: shrink), RecipeLayer(.snapshot(.to), opacity: progress)],
      background: .transparent)
  }

  static let description = TransitionDescription(
    name: "zoom-fade", summary: "The outgoing picture shrinks away while the incoming one fades in over it.",
    source: "objc.io issue 5, View Controller Transitions", parameters: []
  ) { _ in ZoomFade() }
}
