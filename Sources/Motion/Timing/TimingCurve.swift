/// How progress goes from 0 to 1 over a time.
///
/// Values and velocities are closed forms in absolute time. Velocity is in whole ways per second.
///
/// **Thread-safety:** a value.
public enum TimingCurve: Sendable, Hashable {
  /// The same speed all the way.
  case linear
  /// A cubic Bézier, as in CSS and UIKit.
  case cubicBezier(CubicBezier)
  /// `n` equal steps, at least 1, each jumping at its end (CSS `steps(n, jump-end)`).
  case steps(Int)
  /// A spring that is fitted to the duration.
  case fittedSpring(FittedSpring)
  /// A spring whose duration is its settling duration, whatever duration is asked for.
  case physicalSpring(PhysicalSpring)

  /// CSS `ease`, Core Animation's default: (.25, .1, .25, 1).
  public static let ease = cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  /// Starts slowly: (.42, 0, 1, 1).
  public static let easeIn = cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// Ends slowly: (0, 0, .58, 1).
  public static let easeOut = cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// Starts and ends slowly, UIKit's default: (.42, 0, .58, 1).
  public static let easeInOut = cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// The most steps that a curve may have.
  static let mostSteps = 1_000_000

  /// The Bézier with these control points; x1 and x2 lie in 0…1.
  public static func cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double) -> TimingCurve {
    .cubicBezier(CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2))
  }

  /// The spring with this damping ratio and initial velocity (whole ways per second), fitted to the duration.
  public static func spring(dampingRatio: Double, initialVelocity: Double = 0) -> TimingCurve {
    .fittedSpring(FittedSpring(dampingRatio: dampingRatio, initialVelocity: initialVelocity))
  }

  /// The spring made of these, which takes its settling duration.
  public static func spring(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> TimingCurve {
    .physicalSpring(
      PhysicalSpring(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity))
  }

  /// How long a run takes, in seconds, for which `requested` seconds were asked: a spring made of mass and
  /// stiffness takes its settling duration, every other curve what was asked for.
  public func effectiveDuration(for requested: Double) -> Double {
    if case .physicalSpring(let spring) = self { return spring.settlingDuration }
    return requested
  }

  /// When this curve, if it is a spring, counts as settled, in seconds, with `duration` seconds asked for;
  /// else `nil`.
  ///
  /// For a fitted spring this is not its duration: the fit and the settling duration use different envelopes.
  public func settlingDuration(for duration: Double) -> Double? {
    switch self {
    case .linear, .cubicBezier, .steps: return nil
    case .fittedSpring(let spring): return spring.motion(fittedTo: duration).settlingDuration
    case .physicalSpring(let spring): return spring.settlingDuration
    }
  }

  /// The curve over `duration` seconds, above 0, with everything worked out that does not depend on the time.
  public func function(over duration: Double) -> TimingFunction { TimingFunction(self, duration: duration) }

  /// Progress after `time` seconds of `duration`; springs go on beyond the duration. See
  /// ``TimingFunction/value(at:)``.
  public func value(at time: Double, duration: Double) -> Double { function(over: duration).value(at: time) }

  /// Velocity after `time` seconds of `duration`, in whole ways per second. See
  /// ``TimingFunction/velocity(at:)``.
  public func velocity(at time: Double, duration: Double) -> Double {
    function(over: duration).velocity(at: time)
  }
}
