import Glibc
import SegueMotion
import SegueRendering

/// The outgoing picture fades into the incoming one.
///
/// **Thread-safety:** a value. **Source:** GPUImage's dissolve blend: a·(1 − m) + b·m, premultiplied.
package struct Dissolve: Transition {
  /// The outgoing picture's share is (1 − progress) to this power: above 1 it goes sooner.
  package var exponent: Double
  /// In which values the pictures are mixed.
  package var light: MixingLight

  /// An even dissolve, or one that is faster or slower at first.
  package init(exponent: Double = 1, light: MixingLight = .encoded) {
    (self.exponent, self.light) = (exponent, light)
  }

  /// One second.
  package var duration: Double { 1 }
  /// Linear.
  package var timing: TimingCurve { .linear }

  /// The mix of both; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let p = min(1, max(0, progress))
    return light.mix(
      .snapshot(.from), .snapshot(.to), amount: exponent == 1 ? p : 1 - pow(1 - p, exponent))
  }

  static let description = TransitionDescription(
    name: "dissolve", summary: "The outgoing picture fades into the incoming one.",
    source: "GPUImage's dissolve blend",
    parameters: [
      ParameterDescription(
        name: "exponent", type: .float, default: .number(1), minimum: 0.01, maximum: 100,
        summary: "Above 1 the outgoing picture goes sooner, below 1 later."),
      MixingLight.parameter,
    ]
  ) { Dissolve(exponent: $0.number("exponent"), light: MixingLight($0)) }
}
