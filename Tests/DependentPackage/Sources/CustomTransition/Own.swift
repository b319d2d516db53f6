import Foundation
import Segue

/// The incoming picture moves down like a curtain.
public struct Curtain: Transition {
  /// The duration in seconds.
  public let duration = 0.1
  /// The curve of the progress over the duration.
  public let timing = TimingCurve.linear

  /// Makes the transition.
  public init() {}

  /// The recipe at `progress`, from 0 to 1.
  public func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let fall = AffineMap.translation(x: 0, y: context.height * (progress - 1))
    return .stack(
      [RecipeLayer(.snapshot(.from)), RecipeLayer(.snapshot(.to), transform: fall)], background: .black)
  }
}

/// A fade through a given colour.
public struct Dip: Transition {
  /// The colour in the middle.
  public let color: RGBAColor
  /// The duration in seconds.
  public let duration = 0.1
  /// The curve of the progress over the duration.
  public let timing = TimingCurve.easeInOut

  /// Makes the transition.
  public init(color: RGBAColor) { self.color = color }

  /// The recipe at `progress`, from 0 to 1.
  public func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    progress < 0.5
      ? .mix(.snapshot(.from), .color(color), amount: progress * 2)
      : .mix(.color(color), .snapshot(.to), amount: progress * 2 - 1)
  }

  /// The description for a catalogue.
  public static let description = TransitionDescription(
    name: "dip", summary: "A fade through one colour.", source: "The dependent package.",
    parameters: [
      ParameterDescription(
        name: "color", type: .color, default: .color(.black), summary: "The colour in the middle.")
    ],
    make: { Dip(color: $0.color("color")) })
}

/// A wipe along a custom field with a blur at its edge.
public struct Ripple: Transition {
  /// The duration in seconds.
  public let duration = 0.1
  /// The curve of the progress over the duration.
  public let timing = TimingCurve.linear

  /// Makes the transition.
  public init() {}

  /// The recipe at `progress`, from 0 to 1.
  public func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    let field = MatteField(identifier: "ripple") { x, y, size in
      (1 + sin(hypot(x, y) / Double(size.width) * 12)) / 2
    }
    return .matte(
      .snapshot(.from), .snapshot(.to), Matte(field: field, progress: progress, softness: 0.1))
  }
}
