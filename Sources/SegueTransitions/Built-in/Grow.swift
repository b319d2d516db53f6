import SegueMotion
import SegueRendering

/// The incoming picture grows out of the middle of a rectangle, a button say, until it fills its final frame.
///
/// **Thread-safety:** a value. **Source:** "Custom transitions" (GrowTransitionAnimator): from an empty
/// frame in the middle of the animation's origin, .3 s, UIView's default curve (ease-in-out).
package struct Grow: Transition {
  /// The rectangle it grows from, in fractions of the container: x, y, width, height from the top left.
  package var origin: FrameRect

  /// The button at the bottom of the screen that stands in when none is named.
  package static let defaultOrigin = FrameRect(x: 0.4, y: 0.85, width: 0.2, height: 0.08)

  /// A picture that grows out of the middle of `origin`.
  package init(origin: FrameRect = Grow.defaultOrigin) {
    self.origin = origin
  }

  /// Three tenths of a second.
  package var duration: Double { 0.3 }
  /// Ease-in-out, UIView's default.
  package var timing: TimingCurve { .easeInOut }

  /// The outgoing picture with the growing one over it.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let start = FrameRect(
      x: origin.midX * context.width, y: origin.midY * context.height, width: 0, height: 0)
    let frame = start.interpolated(to: context.finalFrame(for: .to), fraction: progress)
    var layers = [RecipeLayer(.snapshot(.from))]
    if frame.width > 0 && frame.height > 0 {
      layers.append(RecipeLayer(.snapshot(.to), transform: frame.placing(context.bounds)))
    }
    return .stack(layers, background: .transparent)
  }

  /// The parameter that both `grow` and `shrink` take.
  static let originParameter = ParameterDescription(
    name: "origin", type: .vec4, default: .vector([0.4, 0.85, 0.2, 0.08]), minimum: -10, maximum: 10,
    unit: "fractions of the frame", summary: "The button: x, y, width, height from the top left.")

  /// The grow transition with the origin that `values` give.
  static func with(_ values: ParameterValues) -> Grow {
    let origin = values.vector("origin")
    return Grow(origin: FrameRect(x: origin[0], y: origin[1], width: origin[2], height: origin[3]))
  }

  static let description = TransitionDescription(
    name: "grow", summary: "The incoming picture grows out of a button.",
    source: "Custom transitions (GrowTransitionAnimator)", parameters: [originParameter]
  ) { Grow.with($0) }

  static let shrinkDescription = TransitionDescription(
    name: "shrink", summary: "The outgoing picture shrinks into a button: the reverse of grow.",
    source: "Custom transitions (ShrinkTransitionAnimator)", parameters: [originParameter]
  ) { Grow.with($0).mirrored }
}
