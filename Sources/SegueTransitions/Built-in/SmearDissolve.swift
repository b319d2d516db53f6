import SegueMotion
import SegueRendering

/// Both pictures are smeared along the rows while one dissolves into the other.
///
/// **Thread-safety:** a value. **Source:** ffmpeg's xfade hblur.
package struct SmearDissolve: Transition {
  /// Width of the longest smear, as a fraction of the frame's width.
  package var width: Double

  /// A dissolve through a smear of up to `width`.
  package init(width: Double = 0.1) {
    self.width = width
  }

  /// One second.
  package var duration: Double { 1 }
  /// Linear.
  package var timing: TimingCurve { .linear }

  /// The smeared mix of both; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    let length = width * context.width * min(p, 1 - p) * 2
    return Recipe.mix(.snapshot(.from), .snapshot(.to), amount: p).smearedAcross(width: length)
  }

  static let description = TransitionDescription(
    name: "smear-dissolve", summary: "Both pictures are smeared along the rows while one dissolves.",
    source: "ffmpeg's xfade hblur",
    parameters: [
      ParameterDescription(
        name: "width", type: .float, default: .number(0.1), minimum: 0, maximum: 1,
        unit: "fraction of the frame's width", summary: "Width of the longest smear.")
    ]
  ) { SmearDissolve(width: $0.number("width")) }
}
