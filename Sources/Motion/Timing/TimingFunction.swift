/// A timing curve over a certain duration: time in seconds goes in, progress and velocity come out.
///
/// Making one fits the spring; asking it is cheap.
///
/// **Thread-safety:** a value.
public struct TimingFunction: Sendable, Hashable {
  /// The curve.
  public let curve: TimingCurve
  /// How long it takes, in seconds: the settling duration for a spring made of mass and stiffness.
  public let duration: Double

  private let motion: SpringMotion?

  /// `curve` over `duration` seconds, which is above 0 and finite.
  public init(_ curve: TimingCurve, duration requested: Double) {
    precondition(requested > 0 && requested.isFinite, "a duration is above 0 and finite")
    self.curve = curve
    duration = curve.effectiveDuration(for: requested)
    switch curve {
    case .linear, .cubicBezier: motion = nil
    case .steps(let count):
      precondition(count >= 1, "a curve has at least one step")
      motion = nil
    case .fittedSpring(let spring): motion = spring.motion(fittedTo: requested)
    case .physicalSpring(let spring): motion = spring.motion()
    }
  }

  /// Progress after `time` seconds.
  ///
  /// Exactly 0 up to time 0. Exactly 1 from the duration on for everything but springs, which keep their own
  /// value, near 1, and go on. A time less than 10⁻⁹ of the duration before a step counts as on it.
  public func value(at time: Double) -> Double {
    if time <= 0 { return 0 }
    if let motion { return 1 + motion.displacement(at: time) }
    if time >= duration { return 1 }
    switch curve {
    case .cubicBezier(let bezier): return bezier.value(at: time / duration)
    case .steps(let count):
      return min(((time / duration + 1e-9) * Double(count)).rounded(.down), Double(count)) / Double(count)
    default: return time / duration
    }
  }

  /// Velocity after `time` seconds, in whole ways per second: one-sided at both ends, 0 before and, but for
  /// springs, after. Steps have none.
  public func velocity(at time: Double) -> Double {
    if time < 0 { return 0 }
    if let motion { return motion.velocity(at: time) }
    if time > duration { return 0 }
    switch curve {
    case .cubicBezier(let bezier): return bezier.slope(at: time / duration) / duration
    case .steps: return 0
    default: return 1 / duration
    }
  }
}
