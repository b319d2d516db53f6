import SegueMotion
import SegueRendering

/// The outgoing picture breaks up into growing cells while it dissolves into the incoming one, whose cells
/// shrink until it is whole.
///
/// **Thread-safety:** a value. **Source:** objc.io issue 5, "View Controller Transitions": mix = p, cells of
/// 0.1·p and 0.1·(1 − p) of the width, p linear in time and clamped.
package struct PixellateDissolve: Transition {
  /// Width of the largest cell as a fraction of the frame's width.
  package var cellWidth: Double

  /// A pixellate-dissolve with cells of up to `cellWidth` of the frame's width.
  package init(cellWidth: Double = 0.1) {
    self.cellWidth = cellWidth
  }

  /// One second.
  package var duration: Double { 1 }
  /// Linear: the cells follow the clock.
  package var timing: TimingCurve { .linear }

  /// Two pixellated pictures, mixed; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    return .mix(
      .pixellate(.snapshot(.from), width: cellWidth * p),
      .pixellate(.snapshot(.to), width: cellWidth * (1 - p)),
      amount: p)
  }

  static let description = TransitionDescription(
    name: "pixellate-dissolve",
    summary: "Both pictures break up into cells while one dissolves into the other.",
    source: "objc.io issue 5, View Controller Transitions (GPUImage)",
    parameters: [
      ParameterDescription(
        name: "width", type: .float, default: .number(0.1), minimum: 0, maximum: 1,
        unit: "fraction of the frame's width", summary: "Width of the largest cell.")
    ]
  ) { PixellateDissolve(cellWidth: $0.number("width")) }
}
