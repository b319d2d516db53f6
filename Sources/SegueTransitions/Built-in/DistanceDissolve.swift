import Glibc
import SegueMotion
import SegueRendering

/// The outgoing picture fades into the incoming one, and gives way at once where their colours differ most.
///
/// **Thread-safety:** a value. **Source:** ffmpeg's xfade distance.
package struct DistanceDissolve: Transition {
  /// A dissolve by distance; it has no parameters.
  package init() {}

  /// One second.
  package var duration: Double { 1 }
  /// Linear.
  package var timing: TimingCurve { .linear }

  /// The mix of what is still near with the incoming picture; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    // ffmpeg begins at a distance of 1, and so without the colours that differ more; this begins at √3, all of
    // them, and soon meets it.
    let rest = 1 - p
    return .mix(
      .nearest(.snapshot(.from), .snapshot(.to), distance: rest + 0.7321 * pow(rest, 8)), .snapshot(.to),
      amount: p)
  }

  static let description = TransitionDescription(
    name: "distance-dissolve", summary: "A dissolve in which colours that differ most give way first.",
    source: "ffmpeg's xfade distance", parameters: []
  ) { _ in DistanceDissolve() }
}
