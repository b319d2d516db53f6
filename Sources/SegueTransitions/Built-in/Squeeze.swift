import SegueMotion
import SegueRendering

/// The outgoing picture is squeezed into a line in the middle of the frame and gives way to the incoming one.
///
/// **Thread-safety:** a value. **Source:** ffmpeg's xfade squeezeh and squeezev.
package struct Squeeze: Transition {
  /// Whether the line is upright: the picture loses its width.
  package var isVertical: Bool

  /// A squeeze into an upright or a level line.
  package init(isVertical: Bool = false) {
    self.isVertical = isVertical
  }

  /// Half a second.
  package var duration: Double { 0.5 }
  /// Ease-in-out.
  package var timing: TimingCurve { .easeInOut }

  /// The squeezed picture over the incoming one.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let scale = max(0, 1 - progress)
    let squeeze = AffineMap.scale(x: isVertical ? scale : 1, y: isVertical ? 1 : scale)
      .about(x: context.width / 2, y: context.height / 2)
    return .stack(
      [RecipeLayer(.snapshot(.to)), RecipeLayer(.snapshot(.from), transform: squeeze)],
      background: .transparent)
  }

  static let description = TransitionDescription(
    name: "squeeze", summary: "The outgoing picture is squeezed into a line in the middle.",
    source: "ffmpeg's xfade squeezeh and squeezev",
    parameters: [
      ParameterDescription(
        name: "line", type: .choice(["horizontal", "vertical"]), default: .choice("horizontal"),
        summary: "The line that it is squeezed into.")
    ]
  ) { Squeeze(isVertical: $0.choice("line") == "vertical") }
}
