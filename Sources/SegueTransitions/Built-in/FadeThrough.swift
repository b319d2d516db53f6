import SegueImaging
import SegueMotion
import SegueRendering

/// The outgoing picture fades to a colour, and the incoming one fades in from it.
///
/// **Thread-safety:** a value. **Source:** the editors' dip to colour.
package struct FadeThrough: Transition {
  /// The colour in the middle.
  package var color: RGBAColor
  /// Whether the pictures reach into each other's half: the outgoing one is gone early, and the incoming one comes
  /// all along.
  package var overlaps: Bool
  /// In which values the pictures are mixed.
  package var light: MixingLight

  /// A fade through `color`.
  package init(color: RGBAColor = .black, overlaps: Bool = false, light: MixingLight = .encoded) {
    self.light = light
    self.color = color
    self.overlaps = overlaps
  }

  /// One second.
  package var duration: Double { 1 }
  /// Linear.
  package var timing: TimingCurve { .linear }

  /// One of the pictures mixed with the colour.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    overlaps ? overlapping(min(1, max(0, progress))) : halves(progress)
  }

  /// **Source:** ffmpeg's xfade fadeblack and fadewhite.
  private func overlapping(_ p: Double) -> Recipe {
    light.mix(
      light.mix(.snapshot(.from), .color(color), amount: smoothstep(p / 0.2)),
      light.mix(.color(color), .snapshot(.to), amount: smoothstep(p / 0.8)), amount: p)
  }

  private func halves(_ progress: Double) -> Recipe {
    progress < 0.5
      ? light.mix(.snapshot(.from), .color(color), amount: progress * 2)
      : light.mix(.color(color), .snapshot(.to), amount: progress * 2 - 1)
  }

  static let description = TransitionDescription(
    name: "fade-through", summary: "The outgoing picture fades to a colour, the incoming one out of it.",
    source: "the editors' dip to colour",
    parameters: [
      ParameterDescription(
        name: "color", type: .color, default: .color(.black), summary: "The colour in the middle."),
      ParameterDescription(
        name: "overlap", type: .bool, default: .bool(false),
        summary: "The outgoing picture is gone early, the incoming one comes all along."),
      MixingLight.parameter,
    ]
  ) { FadeThrough(color: $0.color("color"), overlaps: $0.bool("overlap"), light: MixingLight($0)) }
}
