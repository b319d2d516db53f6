/// A spring given by what it is made of; how long it takes follows from that.
///
/// Core Animation's parameters: a mass on a spring, released one way from its rest. Over-damped springs are
/// solved as they are. All parameters are at most 10⁶.
///
/// **Thread-safety:** a value.
///
/// **Source:** the parameters of Apple's `CASpringAnimation`; the solution is that of the damped linear
/// oscillator.
public struct PhysicalSpring: Sendable, Hashable {
  /// m, above 0.
  public let mass: Double
  /// k, above 0.
  public let stiffness: Double
  /// c, above 0: an undamped spring never settles.
  public let damping: Double
  /// The velocity at time 0, in whole ways per second; positive towards the end.
  public let initialVelocity: Double

  /// The greatest value a parameter may have.
  static let greatestParameter = 1e6
  /// The longest that a spring may take to settle, in seconds: a day.
  static let longestSettling = 86_400.0

  /// A spring; anything ``problem(mass:stiffness:damping:initialVelocity:)`` names is a programmer's error.
  public init(mass: Double = 1, stiffness: Double = 100, damping: Double = 10, initialVelocity: Double = 0) {
    if let problem = Self.problem(
      mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity)
    {
      preconditionFailure("\(problem)")
    }
    self.init(unchecked: (mass, stiffness, damping, initialVelocity))
  }

  private init(unchecked: (Double, Double, Double, Double)) {
    (mass, stiffness, damping, initialVelocity) = unchecked
  }

  /// What is wrong with parameters that come from outside; `nil` where nothing is.
  public static func problem(
    mass: Double, stiffness: Double, damping: Double, initialVelocity: Double
  ) -> TimingCurveError? {
    for (name, value) in [("mass", mass), ("stiffness", stiffness), ("damping", damping)]
    where !(value > 0 && value <= greatestParameter) {
      return .outOfRange(parameter: name, value: value, allowed: .positiveUpTo(greatestParameter))
    }
    guard (-greatestParameter...greatestParameter).contains(initialVelocity) else {
      return .outOfRange(
        parameter: "initialVelocity", value: initialVelocity,
        allowed: .within(-greatestParameter, greatestParameter))
    }
    let settling = Self(unchecked: (mass, stiffness, damping, initialVelocity)).settlingDuration
    return settling <= longestSettling ? nil : .settlesTooLate(seconds: settling)
  }

  /// ζ = c / 2√(km).
  public var dampingRatio: Double { damping / (2 * (stiffness * mass).squareRoot()) }

  /// When the spring counts as settled, in seconds.
  ///
  /// Under-damped: ln(1000·(1 + |(ζω₀ − v)/ωd|)) / ζω₀. Critically and over-damped: the first multiple of 0.1
  /// s from which on less than a thousandth of the way is left.
  ///
  /// **Source:** the values of `CASpringAnimation.settlingDuration`; for over-damped springs, where none are
  /// published, the critical rule.
  public var settlingDuration: Double { motion().settlingDuration }

  /// The motion of this spring from 0 to 1.
  func motion() -> SpringMotion { motion(displacement: -1, velocity: initialVelocity) }

  /// The motion of this spring from another displacement and velocity.
  func motion(displacement: Double, velocity: Double) -> SpringMotion {
    SpringMotion(
      angularFrequency: (stiffness / mass).squareRoot(), dampingRatio: dampingRatio,
      displacement: displacement, velocity: velocity)
  }
}
