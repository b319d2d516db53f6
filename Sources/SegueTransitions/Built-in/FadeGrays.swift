import SegueMotion
import SegueRendering

/// The outgoing picture loses its colours, fades into the incoming one, which gets them back.
///
/// **Thread-safety:** a value. **Source:** ffmpeg's xfade fadegrays.
package struct FadeGrays: Transition {
  /// A fade through grey; it has no parameters.
  package init() {}

  /// One second.
  package var duration: Double { 1 }
  /// Linear.
  package var timing: TimingCurve { .linear }

  /// Both pictures, each as grey as the progress has it, mixed; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    return .mix(
      .mix(.snapshot(.from), .grayscale(.snapshot(.from)), amount: smoothstep(p / 0.2)),
      .mix(.grayscale(.snapshot(.to)), .snapshot(.to), amount: smoothstep(p / 0.8)), amount: p)
  }

  static let description = TransitionDescription(
    name: "fade-grays", summary: "The outgoing picture turns grey and fades into the incoming one.",
    source: "ffmpeg's xfade fadegrays", parameters: []
  ) { _ in FadeGrays() }
}

/// 3t² − 2t³, with t clamped to 0…1.
func smoothstep(_ t: Double) -> Double {
  let t = min(1, max(0, t))
  return t * t * (3 - 2 * t)
}
