import SegueMotion
import SegueRendering

/// The outgoing picture comes nearer and dissolves into the incoming one.
///
/// **Thread-safety:** a value. **Source:** ffmpeg's xfade zoomin.
package struct ZoomIn: Transition {
  /// How many times the outgoing picture is enlarged at the end.
  package var zoom: Double

  /// An approach up to `zoom` times the size.
  package init(zoom: Double = 4) {
    self.zoom = zoom
  }

  /// One second.
  package var duration: Double { 1 }
  /// Ease-in.
  package var timing: TimingCurve { .easeIn }

  /// The enlarged picture, mixed with the incoming one in the second half; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    let scale = 1 + (zoom - 1) * p
    let enlarge = AffineMap.scale(x: scale, y: scale).about(x: context.width / 2, y: context.height / 2)
    return .mix(
      .stack([RecipeLayer(.snapshot(.from), transform: enlarge)], background: .transparent), .snapshot(.to),
      amount: (p - 0.5) * 2)
  }

  static let description = TransitionDescription(
    name: "zoom-in", summary: "The outgoing picture comes nearer and dissolves.",
    source: "ffmpeg's xfade zoomin",
    parameters: [
      ParameterDescription(
        name: "zoom", type: .float, default: .number(4), minimum: 1, maximum: 100,
        summary: "How many times it is enlarged at the end.")
    ]
  ) { ZoomIn(zoom: $0.number("zoom")) }
}
