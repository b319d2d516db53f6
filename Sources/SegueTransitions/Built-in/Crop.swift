import Glibc
import SegueImaging
import SegueMotion
import SegueRendering

/// A shape closes over the outgoing picture until only a colour is left, and opens onto the incoming one.
///
/// **Thread-safety:** a value. **Source:** ffmpeg's xfade circlecrop and rectcrop.
package struct Crop: Transition {
  /// The outline.
  package var shape: IrisShape
  /// What lies around the shape.
  package var color: RGBAColor

  /// The shape's share of the frame is the linear one to this power: above 1 it closes sooner and opens later.
  package var exponent: Double

  /// A crop by `shape` to `color`.
  package init(shape: IrisShape = .circle, color: RGBAColor = .black, exponent: Double = 1) {
    self.shape = shape
    self.color = color
    self.exponent = exponent
  }

  /// One second.
  package var duration: Double { 1 }
  /// Linear.
  package var timing: TimingCurve { .linear }

  /// One of the pictures through the shape, the colour around it.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let field = MatteField.iris(shape, centerX: 0.5, centerY: 0.5)
    let softness = 1 / max(context.width, context.height)
    let openness = pow(abs(1 - 2 * min(1, max(0, progress))), exponent)
    if progress < 0.5 {
      let matte = Matte(field: field.inverted, progress: 1 - openness, softness: softness)
      return .matte(.snapshot(.from), .color(color), matte)
    }
    let matte = Matte(field: field, progress: openness, softness: softness)
    return .matte(.color(color), .snapshot(.to), matte)
  }

  static let description = TransitionDescription(
    name: "crop", summary: "A shape closes over the outgoing picture and opens onto the incoming one.",
    source: "ffmpeg's xfade circlecrop and rectcrop",
    parameters: [
      ParameterDescription(
        name: "shape", type: .choice(IrisShape.allCases.map(\.rawValue)), default: .choice("circle"),
        summary: "The outline."),
      ParameterDescription(
        name: "color", type: .color, default: .color(.black), summary: "The colour around the shape."),
      ParameterDescription(
        name: "exponent", type: .float, default: .number(1), minimum: 0.01, maximum: 100,
        summary: "Above 1 the shape closes sooner and opens later."),
    ]
  ) {
    Crop(
      shape: IrisShape(rawValue: $0.choice("shape")) ?? .circle, color: $0.color("color"),
      exponent: $0.number("exponent"))
  }
}
