/// A curve of progress from 0 to 1 over a duration.
///
/// Values and velocities are closed forms in absolute time. Time is in seconds; velocity is
/// progress per second. Curves are not checked when they are made: playing one with invalid
/// parameters throws an error with the code `invalidValue`.
public struct TimingCurve: Sendable, Hashable {
  /// The form of a curve, with its parameters.
  package enum Form: Sendable, Hashable {
    case linear
    case cubicBezier(CubicBezier)
    case points(LinearPoints)
    case easing(Easing)
    /// Material's emphasized easing.
    case emphasized
    case steps(Int, StepPosition)
    /// A spring fitted to the duration.
    case fittedSpring(FittedSpring)
    /// A spring whose duration is its settling duration, independent of the requested one.
    case physicalSpring(PhysicalSpring)
  }

  package let form: Form

  package init(_ form: Form) { self.form = form }

  /// The curve of constant velocity: progress is the elapsed share of the duration.
  public static let linear = TimingCurve(.linear)
  /// CSS's `ease`, Core Animation's default: the Bézier (.25, .1, .25, 1).
  public static let ease = cubicBezier(x1: 0.25, y1: 0.1, x2: 0.25, y2: 1)
  /// CSS's `ease-in`, which starts slowly: the Bézier (.42, 0, 1, 1).
  public static let easeIn = cubicBezier(x1: 0.42, y1: 0, x2: 1, y2: 1)
  /// CSS's `ease-out`, which ends slowly: the Bézier (0, 0, .58, 1).
  public static let easeOut = cubicBezier(x1: 0, y1: 0, x2: 0.58, y2: 1)
  /// CSS's `ease-in-out`, UIKit's default, slow at both ends: the Bézier (.42, 0, .58, 1).
  public static let easeInOut = cubicBezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1)

  /// The maximum duration of an animation or a hold, and the maximum time of an event, in seconds: a
  /// day.
  package static let longestDuration = 86_400.0
  /// The minimum duration of an animation, in seconds. Shorter animations are extended to it, so that
  /// velocities are finite.
  package static let shortestDuration = 1e-9
  static let maximumStepCount = 1_000_000

  /// The cubic Bézier from (0, 0) to (1, 1) with these control points. x1 and x2 are in 0…1, y1 and
  /// y2 in −10⁶…10⁶; playing it throws for other values.
  ///
  /// **Source:** W3C, CSS Easing Functions Level 1.
  public static func cubicBezier(x1: Double, y1: Double, x2: Double, y2: Double) -> TimingCurve {
    TimingCurve(.cubicBezier(CubicBezier(x1: x1, y1: y1, x2: x2, y2: y2)))
  }

  /// A step function of `count` equal steps, 1…10⁶, each jumping at its end. Playing it throws for
  /// other numbers.
  ///
  /// **Source:** W3C, CSS Easing Functions Level 1, `steps(n, jump-end)`.
  public static func steps(_ count: Int) -> TimingCurve { steps(count, .end) }

  /// A step function of `count` equal steps with jumps at `position`. `count` is 1…10⁶, or 2…10⁶ without
  /// jumps at the ends. Its progress at time 0 is always 0, because a run begins with the outgoing
  /// picture.
  package static func steps(_ count: Int, _ position: StepPosition) -> TimingCurve {
    TimingCurve(.steps(count, position))
  }

  /// The spring with a damping ratio, fitted to the duration. Playing it throws for values out of
  /// range.
  /// - Parameters:
  ///   - dampingRatio: 0.01…1000; below 1 it overshoots.
  ///   - initialVelocity: the velocity at time 0, in progress per second, −10⁶…10⁶, positive
  ///     towards the end.
  ///
  /// **Source:** UIKit's `UISpringTimingParameters(dampingRatio:initialVelocity:)`, up to a ratio
  /// of 1.
  public static func spring(dampingRatio: Double, initialVelocity: Double = 0) -> TimingCurve {
    TimingCurve(.fittedSpring(FittedSpring(dampingRatio: dampingRatio, initialVelocity: initialVelocity)))
  }

  /// The spring with physical parameters, which takes its settling duration instead of the
  /// requested one. Playing it throws for values out of range.
  /// - Parameters:
  ///   - mass: 10⁻⁵⁰…10⁶.
  ///   - stiffness: 10⁻⁵⁰…10⁶.
  ///   - damping: 10⁻⁵⁰…10⁶.
  ///   - initialVelocity: the velocity at time 0, in progress per second, −10⁶…10⁶.
  ///
  /// **Source:** Core Animation's `CASpringAnimation`, with its settling duration.
  public static func spring(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> TimingCurve {
    TimingCurve(
      .physicalSpring(
        PhysicalSpring(mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity)))
  }

  /// The spring with a perceptual duration in seconds, above 0, and a bounce, above −1 and below 1.
  ///
  /// **Source:** SwiftUI's `Spring(duration:bounce:)`; Apple, “Animate with springs” (WWDC 2023).
  static func spring(duration: Double, bounce: Double) -> TimingCurve {
    let frequency = 2 * Double.pi / duration
    let dampingRatio = bounce < 0 ? 1 / (1 + bounce) : 1 - bounce
    return spring(mass: 1, stiffness: frequency * frequency, damping: 2 * dampingRatio * frequency)
  }

  /// Checks that the curve can be played over `duration` seconds.
  /// - Throws: `TimingCurveError` for a parameter out of its range, and for a duration that is not
  ///   above 0 and at most a day.
  package func validate(duration: Double = 1) throws(TimingCurveError) {
    if let problem { throw problem }
    guard duration > 0, duration <= Self.longestDuration else {
      throw .outOfRange(parameter: "duration", value: duration, upTo: Self.longestDuration)
    }
  }

  /// The error in the parameters; `nil` if they are valid.
  var problem: TimingCurveError? {
    switch form {
    case .linear, .easing, .emphasized: nil
    case .cubicBezier(let curve): curve.problem
    case .points(let points): points.problem
    case .steps(let count, let position):
      .outside("steps", Double(count), Double(position.minimumCount)...Double(Self.maximumStepCount))
    case .fittedSpring(let spring): spring.problem
    case .physicalSpring(let spring): spring.problem
    }
  }

  /// The duration of a run, in seconds: the settling duration for a physical spring, else
  /// `requested`.
  package func effectiveDuration(for requested: Double) -> Double {
    if case .physicalSpring(let spring) = form { return spring.settlingDuration }
    return requested
  }

  /// The settling time of a spring in seconds, for a run of `duration` seconds. `nil` for other
  /// curves, and if the curve cannot be played over that duration.
  ///
  /// For a fitted spring this is not its duration: the fit and the settling duration use different
  /// envelopes.
  package func settlingDuration(for duration: Double) -> Double? {
    guard canBePlayed(over: duration) else { return nil }
    switch form {
    case .fittedSpring(let spring): return spring.motion(fittedTo: duration).settlingDuration
    case .physicalSpring(let spring): return spring.settlingDuration
    default: return nil
    }
  }

  /// Whether ``validate(duration:)`` does not throw.
  func canBePlayed(over duration: Double) -> Bool {
    problem == nil && duration > 0 && duration <= Self.longestDuration
  }

  /// The curve over `duration` seconds, with all values precomputed that do not depend on the time.
  package func function(over duration: Double) -> TimingFunction { TimingFunction(self, duration: duration) }

  /// The progress after `time` seconds of `duration`: 0 up to time 0, and for NaN; 1 from the duration
  /// on. Springs move on after the duration, and are at 1 after infinite time. A curve that cannot be
  /// played over that duration jumps to 1 after time 0.
  public func value(at time: Double, duration: Double) -> Double { function(over: duration).value(at: time) }

  /// The velocity after `time` seconds of `duration`, in progress per second. It is 0 at jumps of
  /// ``value(at:duration:)``, and for NaN.
  public func velocity(at time: Double, duration: Double) -> Double {
    function(over: duration).velocity(at: time)
  }
}

/// A timing curve over a given duration, as functions from seconds to progress and velocity.
///
/// Creating one may fit a spring, in some hundred evaluations. Evaluating one takes constant time.
package struct TimingFunction: Sendable, Hashable {
  package let curve: TimingCurve
  /// The duration in seconds: the settling duration for a physical spring.
  package let duration: Double

  private let motion: SpringMotion?

  /// `curve` over `requested` seconds. A curve that cannot be played jumps to 1 after time 0.
  package init(_ curve: TimingCurve, duration requested: Double) {
    guard curve.canBePlayed(over: requested) else {
      self.curve = .steps(1)
      duration = 0
      motion = nil
      return
    }
    self.curve = curve
    duration = max(curve.effectiveDuration(for: requested), TimingCurve.shortestDuration)
    motion =
      switch curve.form {
      case .fittedSpring(let spring): spring.motion(fittedTo: duration)
      case .physicalSpring(let spring): spring.motion()
      default: nil
      }
  }

  /// The progress after `time` seconds.
  ///
  /// Progress is exactly 0 up to time 0. From the duration on it is exactly 1, except for springs, which
  /// keep their own value near 1. A time less than 10⁻⁹ of the duration before a step counts as on it.
  package func value(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    if let motion { return 1 + motion.displacement(at: time) }
    if time >= duration { return 1 }
    switch curve.form {
    case .cubicBezier(let bezier): return bezier.value(at: time / duration)
    case .points(let points): return points.point(at: time / duration).value
    case .easing(let easing): return easing.point(at: time / duration).value
    case .emphasized: return EmphasizedEasing.value(at: time / duration)
    case .steps(let count, let position):
      return position.level(Int((time / duration + 1e-9) * Double(count)), of: count)
    default: return time / duration
    }
  }

  /// The curve's own value after `time` seconds: `value(at:)`, except that CSS's `linear()` begins and
  /// ends with its points' values.
  package func ownValue(at time: Double) -> Double {
    guard case .points(let points) = curve.form else { return value(at: time) }
    return points.point(at: min(max(time / duration, 0), 1)).value
  }

  /// The progress of a run after `time` seconds: `value(at:)`, but exactly 1 from the duration on. A
  /// spring's remaining distance is spread over its last tenth.
  package func progress(at time: Double) -> Double {
    guard let motion, time > 0 else { return value(at: time) }
    return 1 + motion.displacement(at: time, restingAt: duration)
  }

  /// The distance from 1 at the end of the duration; above 0 only for springs.
  package var distanceAtEnd: Double { motion.map { abs($0.displacement(at: duration)) } ?? 0 }

  /// The velocity after `time` seconds, in progress per second: one-sided at both ends, 0 before the
  /// start and, except for springs, after the end. Steps always have velocity 0.
  package func velocity(at time: Double) -> Double {
    guard time >= 0 else { return 0 }
    if let motion { return motion.velocity(at: time) }
    if time > duration { return 0 }
    switch curve.form {
    case .cubicBezier(let bezier): return bezier.slope(at: time / duration) / duration
    case .points(let points): return points.point(at: time / duration).slope / duration
    case .easing(let easing): return easing.point(at: time / duration).slope / duration
    case .emphasized: return EmphasizedEasing.slope(at: time / duration) / duration
    case .steps: return 0
    default: return 1 / duration
    }
  }
}
