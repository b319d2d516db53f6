import Glibc
import SegueMotion
import SegueRendering

/// The outgoing picture swings away about the middle of its top edge, as if it hung on a pin, while the
/// incoming one comes turning from beyond the bottom-left corner and settles.
///
/// **Thread-safety:** a value. **Source:** "iOS7 Custom Transitions" (PinRotatingTransitionManager): rotation by π
/// about the anchor (.5, 0); incoming centre from (−w, h), turned by π/2; spring damping .8, velocity 6, 1 s. Beyond
/// progress 1, where a spring goes, the incoming picture grows so that it covers the frame, and the other one is gone:
/// the article's views bare what is behind them there.
struct PinRotate: Transition {
  /// The article's spring: damping .8, initial velocity 6.
  var timing: TimingCurve { .spring(dampingRatio: 0.8, initialVelocity: 6) }

  /// The swinging picture over the one that settles.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let (width, height) = (context.width, context.height)
    let swing = AffineMap.rotation(.pi * min(1, progress)).about(x: width / 2, y: 0)
    let left = 1 - progress
    // The centre travels from (−w, h) to the middle; the picture turns about it from π/2 to rest.
    let centre = (x: -width * left + width / 2 * progress, y: height * left + height / 2 * progress)
    let size = covering(beyond: max(0, -left), width, height)
    let settle = AffineMap.translation(x: -width / 2, y: -height / 2)
      .then(.scale(x: size, y: size)).then(.rotation(.pi / 2 * left))
      .then(.translation(x: centre.x, y: centre.y))
    return .stack(
      [RecipeLayer(.snapshot(.to), transform: settle), RecipeLayer(.snapshot(.from), transform: swing)],
      background: .transparent)
  }

  /// How large the incoming picture is: turned by a share of a quarter and as far from the middle as the share takes
  /// it, it still reaches to every corner.
  private func covering(beyond: Double, _ width: Double, _ height: Double) -> Double {
    let angle = .pi / 2 * beyond
    let (reachX, reachY) = (width * (1 + 3 * beyond), height * (1 + beyond))
    let (sine, cosine) = (abs(sin(angle)), abs(cos(angle)))
    return max((reachX * cosine + reachY * sine) / width, (reachX * sine + reachY * cosine) / height)
  }

  static let description = TransitionDescription(
    name: "pin-rotate",
    summary: "The outgoing picture swings away about a pin; the incoming one turns into its place.",
    source: "iOS7 Custom Transitions (PinRotatingTransitionManager)",
    parameters: []
  ) { _ in PinRotate() }
}
