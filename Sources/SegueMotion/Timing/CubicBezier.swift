/// A cubic Bézier from (0, 0) to (1, 1) as a function of x, as in the timing functions of CSS and UIKit.
///
/// Both control points have x in 0…1, so that every x has exactly one y, and y in −10⁶…10⁶.
///
/// **Source:** W3C, CSS Easing Functions Level 1, “Cubic Bézier easing functions”.
package struct CubicBezier: Sendable, Hashable {
  /// The first control point's x, in 0…1.
  package let x1: Double
  /// The first control point's y, in −10⁶…10⁶.
  package let y1: Double
  /// The second control point's x, in 0…1.
  package let x2: Double
  /// The second control point's y, in −10⁶…10⁶.
  package let y2: Double

  /// The maximum magnitude of a slope, and the slope of a vertical tangent.
  static let maximumSlope = 1e6
  /// The maximum magnitude of a control point's y.
  static let maximumY = 1e6

  /// The error in the control points; `nil` if they are valid.
  var problem: TimingCurveError? {
    let heights = -Self.maximumY...Self.maximumY
    return .outside("x1", x1, 0...1) ?? .outside("x2", x2, 0...1) ?? .outside("y1", y1, heights)
      ?? .outside("y2", y2, heights)
  }

  /// y at `x`; exactly 0 for x ≤ 0 and exactly 1 for x ≥ 1. Accurate to 10⁻¹².
  package func value(at x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    return Self.coordinate(y1, y2, at: parameter(atX: x))
  }

  /// dy/dx at `x`, one-sided at 0 and 1, and 0 outside. A vertical tangent is ±10⁶.
  package func slope(at x: Double) -> Double {
    if x < 0 || x > 1 { return 0 }
    if x == 0 { return Self.endSlope(near: (x1, y1), far: (x2, y2)) }
    if x == 1 { return Self.endSlope(near: (1 - x2, 1 - y2), far: (1 - x1, 1 - y1)) }
    let t = parameter(atX: x)
    return Self.limited(Self.derivative(y1, y2, at: t), over: Self.derivative(x1, x2, at: t))
  }

  /// The curve's parameter t at `x`, by Newton's method in a bracket. A step that would leave the
  /// bracket is a bisection.
  private func parameter(atX x: Double) -> Double {
    var low = 0.0
    var high = 1.0
    var t = x
    for _ in 0..<100 {
      let error = Self.coordinate(x1, x2, at: t) - x
      if error == 0 { return t }
      if error < 0 { low = t } else { high = t }
      let step = error / Self.derivative(x1, x2, at: t)
      let newton = t - step
      let next = newton > low && newton < high ? newton : (low + high) / 2
      if abs(next - t) < 1e-16 || next == low || next == high { return next }
      t = next
    }
    return t
  }

  private static func coordinate(_ a: Double, _ b: Double, at t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * t * a + 3 * u * t * t * b + t * t * t
  }

  private static func derivative(_ a: Double, _ b: Double, at t: Double) -> Double {
    let u = 1 - t
    return 3 * u * u * a + 6 * u * t * (b - a) + 3 * t * t * (1 - b)
  }

  /// The slope at an end: the direction to the nearest control point that does not coincide with the
  /// end.
  private static func endSlope(near: (x: Double, y: Double), far: (x: Double, y: Double)) -> Double {
    if near.x != 0 || near.y != 0 { return limited(near.y, over: near.x) }
    if far.x != 0 || far.y != 0 { return limited(far.y, over: far.x) }
    return 1
  }

  private static func limited(_ rise: Double, over run: Double) -> Double {
    if rise == 0 { return 0 }
    // Rounding may make the run negative at a vertical tangent; x itself never decreases.
    let slope = run > 0 ? rise / run : (rise > 0 ? Double.infinity : -Double.infinity)
    return min(max(slope, -maximumSlope), maximumSlope)
  }
}
