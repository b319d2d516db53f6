/// A spring given by how much it oscillates and fitted to whatever duration it is asked to take.
///
/// The parameters of UIKit's `usingSpringWithDamping:initialSpringVelocity:`; `SpringFit` has the rule of
/// the fit.
///
/// **Thread-safety:** a value.
public struct FittedSpring: Sendable, Hashable {
  /// ζ: below 1 it overshoots, from 1 on only where its velocity carries it over; 0.01…1000.
  public let dampingRatio: Double
  /// The velocity at time 0, in whole ways per second; positive towards the end, −10⁶…10⁶.
  public let initialVelocity: Double

  /// The least damping ratio: the published fit has no solution below 0.001.
  static let leastDampingRatio = 0.01
  /// The greatest damping ratio.
  static let greatestDampingRatio = 1000.0
  /// The greatest speed at time 0.
  static let greatestVelocity = 1e6

  /// A spring; anything ``problem(dampingRatio:initialVelocity:)`` names is a programmer's error.
  public init(dampingRatio: Double, initialVelocity: Double = 0) {
    if let problem = Self.problem(dampingRatio: dampingRatio, initialVelocity: initialVelocity) {
      preconditionFailure("\(problem)")
    }
    self.dampingRatio = dampingRatio
    self.initialVelocity = initialVelocity
  }

  /// What is wrong with parameters that come from outside; `nil` where nothing is.
  public static func problem(dampingRatio: Double, initialVelocity: Double) -> TimingCurveError? {
    guard (leastDampingRatio...greatestDampingRatio).contains(dampingRatio) else {
      return .outOfRange(
        parameter: "dampingRatio", value: dampingRatio,
        allowed: .within(leastDampingRatio, greatestDampingRatio))
    }
    guard (-greatestVelocity...greatestVelocity).contains(initialVelocity) else {
      return .outOfRange(
        parameter: "initialVelocity", value: initialVelocity,
        allowed: .within(-greatestVelocity, greatestVelocity))
    }
    return nil
  }

  /// k of the spring of mass 1 that this is when fitted to `duration` seconds, above 0.
  public func stiffness(fittedTo duration: Double) -> Double {
    let frequency = motion(fittedTo: duration).angularFrequency
    return frequency * frequency
  }

  /// c of the spring of mass 1 that this is when fitted to `duration` seconds, above 0.
  public func damping(fittedTo duration: Double) -> Double { 2 * motion(fittedTo: duration).decay }

  /// The motion from 0 to 1 when fitted to `duration` seconds.
  func motion(fittedTo duration: Double) -> SpringMotion {
    SpringMotion(
      angularFrequency: angularFrequency(fittedTo: duration), dampingRatio: dampingRatio, displacement: -1,
      velocity: initialVelocity)
  }

  func angularFrequency(fittedTo duration: Double) -> Double {
    SpringFit(dampingRatio: dampingRatio, velocity: initialVelocity * duration).frequency / duration
  }
}
