import Imaging
import Motion

/// The outgoing picture fades to a colour, and the incoming one fades in from it.
///
/// **Thread-safety:** a value. **Source:** the editors' dip to colour.
public struct FadeThrough: Transition {
  /// The colour in the middle.
  public var color: Color

  /// A fade through `color`.
  public init(color: Color = .black) {
    self.color = color
  }

  /// One second.
  public var duration: Double { 1 }
  /// Linear.
  public var timing: TimingCurve { .linear }

  /// One of the pictures mixed with the colour.
  public func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    progress < 0.5
      ? .mix(.snapshot(.from), .color(color), amount: progress * 2)
      : .mix(.color(color), .snapshot(.to), amount: progress * 2 - 1)
  }

  static let description = TransitionDescription(
    name: "fade-through", summary: "The outgoing picture fades to a colour, the incoming one out of it.",
    source: "the editors' dip to colour",
    parameters: [
      ParameterDescription(
        name: "color", type: .color, default: .color(.black), summary: "The colour in the middle.")
    ]
  ) { FadeThrough(color: $0.color("color")) }
}
