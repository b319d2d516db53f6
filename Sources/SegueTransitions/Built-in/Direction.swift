/// One of the four ways along the frame's sides.
///
/// **Thread-safety:** a value.
package enum Direction: String, Sendable, Hashable, CaseIterable {
  /// Towards larger x.
  case right
  /// Towards larger y.
  case down
  /// Towards smaller x.
  case left
  /// Towards smaller y.
  case up

  /// The step in x and y: one of them is 1 or −1, the other 0.
  package var step: (x: Double, y: Double) {
    switch self {
    case .right: (1, 0)
    case .down: (0, 1)
    case .left: (-1, 0)
    case .up: (0, -1)
    }
  }

  /// Degrees from right, clockwise as seen.
  package var degrees: Double {
    switch self {
    case .right: 0
    case .down: 90
    case .left: 180
    case .up: 270
    }
  }

  /// The parameter by which a transition takes it.
  static func parameter(_ value: Direction, _ summary: String) -> ParameterDescription {
    ParameterDescription(
      name: "direction", type: .choice(allCases.map(\.rawValue)), default: .choice(value.rawValue),
      summary: summary)
  }

  /// The direction that `values` hold.
  init(_ values: ParameterValues) {
    guard let direction = Direction(rawValue: values.choice("direction")) else {
      preconditionFailure("a choice is one of its words")
    }
    self = direction
  }
}
