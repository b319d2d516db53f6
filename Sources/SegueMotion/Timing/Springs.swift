/// A spring with a damping ratio, fitted to a duration.
///
/// The parameters are those of UIKit's `usingSpringWithDamping:initialSpringVelocity:`; `SpringFit` has the
/// rule of the fit.
package struct FittedSpring: Sendable, Hashable {
  /// The damping ratio ζ, 0.01…1000. Below 1 the spring overshoots. From 1 on it overshoots only if its
  /// initial velocity carries it past the end.
  package let dampingRatio: Double
  /// The velocity at time 0, in progress per second, −10⁶…10⁶; positive towards the end.
  package let initialVelocity: Double

  /// The minimum damping ratio; the published fit has no solution below 0.001.
  static let minimumDampingRatio = 0.01
  static let maximumDampingRatio = 1000.0
  /// The maximum magnitude of the initial velocity, in progress per second.
  static let maximumVelocity = 1e6

  /// A spring. Playing it throws for a damping ratio outside of 0.01…1000 and a velocity beyond
  /// ±10⁶.
  package init(dampingRatio: Double, initialVelocity: Double = 0) {
    self.dampingRatio = dampingRatio
    self.initialVelocity = initialVelocity
  }

  /// The error in the parameters; `nil` if they are valid.
  var problem: TimingCurveError? {
    .outside("dampingRatio", dampingRatio, Self.minimumDampingRatio...Self.maximumDampingRatio)
      ?? .outside("initialVelocity", initialVelocity, -Self.maximumVelocity...Self.maximumVelocity)
  }

  /// The motion from 0 to 1, fitted to `duration` seconds.
  func motion(fittedTo duration: Double) -> SpringMotion {
    SpringMotion(
      angularFrequency: angularFrequency(fittedTo: duration), dampingRatio: dampingRatio, displacement: -1,
      velocity: initialVelocity)
  }

  func angularFrequency(fittedTo requested: Double) -> Double {
    let duration = max(requested, TimingCurve.shortestDuration)
    return SpringFit(dampingRatio: dampingRatio, velocity: initialVelocity * duration).frequency / duration
  }
}

/// A spring given by mass, stiffness and damping, which determine its duration.
///
/// The parameters are Core Animation's: a mass on a spring, released at progress 0 and at rest at
/// progress 1. Over-damped springs are solved exactly instead of being clamped to critical damping.
/// Mass, stiffness and damping are in 10⁻⁵⁰…10⁶.
///
/// **Source:** the parameters of Apple's `CASpringAnimation`; the solution is that of the damped linear
/// oscillator.
package struct PhysicalSpring: Sendable, Hashable {
  /// The mass m, 10⁻⁵⁰…10⁶.
  package let mass: Double
  /// The stiffness k, 10⁻⁵⁰…10⁶.
  package let stiffness: Double
  /// The damping c, 10⁻⁵⁰…10⁶. It is above 0 because an undamped spring never settles.
  package let damping: Double
  /// The velocity at time 0, in progress per second, −10⁶…10⁶; positive towards the end.
  package let initialVelocity: Double

  /// The maximum value of a parameter.
  static let maximumParameter = 1e6
  /// The minimum value of a parameter. From this value on no square of quotients overflows.
  static let minimumParameter = 1e-50

  /// A spring. Playing it throws for parameters outside of their ranges, and for a spring that
  /// takes more than a day to settle.
  package init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0) {
    self.mass = mass
    self.stiffness = stiffness
    self.damping = damping
    self.initialVelocity = initialVelocity
  }

  /// The error in the parameters; `nil` if they are valid.
  var problem: TimingCurveError? {
    let greatest = Self.maximumParameter
    for (name, value) in [("mass", mass), ("stiffness", stiffness), ("damping", damping)] {
      guard value > 0, value <= greatest else {
        return .outOfRange(parameter: name, value: value, upTo: greatest)
      }
      let bounds = Self.minimumParameter...greatest
      if let problem = TimingCurveError.outside(name, value, bounds) { return problem }
    }
    if let problem = TimingCurveError.outside("initialVelocity", initialVelocity, -greatest...greatest) {
      return problem
    }
    let settling = settlingDuration
    return settling <= TimingCurve.longestDuration ? nil : .settlesTooLate(seconds: settling)
  }

  /// ζ = c / 2√(km).
  package var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// The time at which the spring counts as settled, in seconds.
  ///
  /// Under-damped: ln(1000·(1 + |(ζω₀ − v)/ωd|)) / ζω₀. Critically and over-damped: the first
  /// multiple of 0.1 s with |1 − progress| below 0.001 from then on.
  ///
  /// **Source:** the values of `CASpringAnimation.settlingDuration`. For over-damped springs no values
  /// are published, so the critical rule applies.
  package var settlingDuration: Double { motion().settlingDuration }

  /// The motion of this spring from 0 to 1.
  func motion() -> SpringMotion { motion(displacement: -1, velocity: initialVelocity) }

  /// The motion of this spring from another displacement and velocity.
  func motion(displacement: Double, velocity: Double) -> SpringMotion {
    SpringMotion(
      angularFrequency: (stiffness / mass).squareRoot(), dampingRatio: dampingRatio,
      displacement: displacement, velocity: velocity)
  }
}
