import SegueMath

/// An easing by name: a family, and the end of the motion at which it is applied.
///
/// **Source:** the closed forms of easings.net, after Robert Penner.
package struct Easing: Sendable, Hashable {
  enum Family: String, CaseIterable {
    case sine, quad, cubic, quart, quint, expo, circ, back, elastic, bounce
  }

  enum End: String, CaseIterable {
    case `in`, out
    case both = "in-out"
  }

  let family: Family
  let end: End

  /// The name, such as `ease-in-out-back`.
  var name: String { "ease-\(end.rawValue)-\(family.rawValue)" }

  /// The progress and the slope at `x`, in 0…1. The slope is at most 10⁶.
  func point(at x: Double) -> (value: Double, slope: Double) {
    let isTurned = end == .out || end == .both && x >= 0.5
    let scale = end == .both ? 2.0 : 1
    let (value, slope) = start(scale * (isTurned ? 1 - x : x))
    return (isTurned ? 1 - value / scale : value / scale, min(slope, CubicBezier.maximumSlope))
  }

  /// The progress and the slope of an `ease-in` at `x`. An `ease-out` is the same curve, turned by 180°.
  private func start(_ x: Double) -> (value: Double, slope: Double) {
    switch family {
    case .sine: return (1 - StableMath.cos(x * .pi / 2), StableMath.sin(x * .pi / 2) * .pi / 2)
    case .quad: return (x * x, 2 * x)
    case .cubic: return (x * x * x, 3 * x * x)
    case .quart: return (x * x * x * x, 4 * x * x * x)
    case .quint: return (x * x * x * x * x, 5 * x * x * x * x)
    case .expo:
      let value = x > 0 ? StableMath.pow(2, 10 * x - 10) : 0
      return (value, 10 * Self.logarithmOf2 * value)
    case .circ:
      let height = max(0, (1 - x) * (1 + x)).squareRoot()
      return (1 - height, x / height)
    case .back:
      // A factor of 1.70158 overshoots by a tenth of the distance.
      let pull = end == .both ? 1.70158 * 1.525 : 1.70158
      return (x * x * ((pull + 1) * x - pull), 3 * (pull + 1) * x * x - 2 * pull * x)
    case .elastic: return x > 0 ? elastic(x) : (0, 0)
    case .bounce: return Self.bounce(x)
    }
  }

  private static let logarithmOf2 = 0.693147180559945309

  private func elastic(_ x: Double) -> (value: Double, slope: Double) {
    let (frequency, delay) = end == .both ? (2 * Double.pi / 4.5, 11.125) : (2 * Double.pi / 3, 10.75)
    let amplitude = StableMath.pow(2, 10 * x - 10)
    let angle = (10 * x - delay) * frequency
    let (sine, cosine) = (StableMath.sin(angle), StableMath.cos(angle))
    return (-amplitude * sine, -10 * amplitude * (Self.logarithmOf2 * sine + frequency * cosine))
  }

  /// Four parabolas; 7.5625, their factor on easings.net, is the square of 2.75.
  private static func bounce(_ x: Double) -> (value: Double, slope: Double) {
    let time = 2.75 * (1 - x)
    let (middle, height) =
      time < 1 ? (0, 0) : time < 2 ? (1.5, 0.75) : time < 2.5 ? (2.25, 0.9375) : (2.625, 0.984375)
    let distance = time - middle
    return (1 - (distance * distance + height), 5.5 * distance)
  }
}
