import SegueMath

/// An uninterrupted part of an animation, from a start value to 0 or 1, in its own time from 0.
///
/// The value is exactly `start` before the movement, and exactly `end` after it. A spring's
/// remaining distance is spread over the last tenth of its time. Values are progress, velocities
/// progress per second, times seconds.
struct MotionSegment: Sendable, Hashable {
  private enum Path: Sendable, Hashable {
    case none
    case curve(CurveBlend)
    case spring(SpringMotion)
    case deceleration(Deceleration)
  }

  let start: Double
  let end: Double
  /// The duration of the segment in seconds, including the time before and after the movement.
  let duration: Double
  /// The time at which the segment starts to move, in seconds.
  private let delay: Double
  /// The duration of the movement, in seconds.
  private let movingTime: Double
  private let path: Path

  /// A segment along `curve` that moves during `delay ..< delay + movingTime` of `duration`.
  ///
  /// A spring with a velocity other than 0 starts at that velocity instead of the spring's initial
  /// velocity; a fitted spring keeps the frequency that was fitted to velocity 0. A physical spring
  /// moves until it has settled.
  init(
    from start: Double, to end: Double, velocity: Double, along curve: TimingCurve, delay: Double = 0,
    movingTime requested: Double, duration requestedDuration: Double
  ) {
    self.start = start
    self.end = end
    self.delay = delay
    guard requested > 0, start != end || velocity != 0 else {
      (movingTime, duration, path) = (0, start == end && velocity == 0 ? 0 : requestedDuration, .none)
      return
    }
    let displacement = start - end
    switch curve.form {
    case .physicalSpring(let spring):
      let own = -displacement * spring.initialVelocity
      let motion = spring.motion(displacement: displacement, velocity: velocity == 0 ? own : velocity)
      (movingTime, path) = (motion.settlingDuration, .spring(motion))
      duration = delay + movingTime
    case .fittedSpring(let spring):
      let fitted = velocity == 0 ? spring : FittedSpring(dampingRatio: spring.dampingRatio)
      let motion = SpringMotion(
        angularFrequency: fitted.angularFrequency(fittedTo: requested), dampingRatio: spring.dampingRatio,
        displacement: displacement,
        velocity: velocity == 0 ? -displacement * spring.initialVelocity : velocity)
      (movingTime, duration, path) = (requested, requestedDuration, .spring(motion))
    default:
      // A physical spring with a large velocity may take longer than a day.
      let time = min(requested, TimingCurve.longestDuration)
      let function = curve.function(over: time)
      path = .curve(CurveBlend(from: start, to: end, velocity: velocity, along: function))
      (movingTime, duration) = (time, requestedDuration)
    }
  }

  /// A segment that starts at a release velocity and decelerates to rest without turning back.
  init(deceleratingFrom start: Double, to end: Double, velocity: Double, duration: Double) {
    self.start = start
    self.end = end
    delay = 0
    movingTime = duration
    self.duration = duration
    let deceleration = Deceleration(from: start, to: end, velocity: velocity, duration: duration)
    path = duration > 0 ? .deceleration(deceleration) : .none
  }

  func value(at time: Double) -> Double {
    let t = time - delay
    if time >= duration || t >= movingTime { return end }
    if t <= 0 { return start }
    switch path {
    case .none: return end
    case .curve(let blend): return blend.value(at: t)
    case .spring(let motion): return end + motion.displacement(at: t, restingAt: movingTime)
    case .deceleration(let deceleration): return deceleration.value(at: t)
    }
  }

  func velocity(at time: Double) -> Double {
    let t = time - delay
    if time >= duration || t >= movingTime || t < 0 { return 0 }
    switch path {
    case .none: return 0
    case .curve(let blend): return blend.velocity(at: t)
    case .spring(let motion): return motion.velocity(at: t, restingAt: movingTime)
    case .deceleration(let deceleration): return deceleration.velocity(at: t)
    }
  }
}

/// A motion along a timing curve that starts at a given velocity, independent of the curve's slope.
///
/// The motion runs from a to b in the time T, with the initial velocity v, along a curve with the
/// progress k. It is a + w·(b − a)·k + v·t·(1 − t/T₁)², with w = 3s² − 2s³ and s = t/T. The last term,
/// which blends the initial velocity out, ends at T₁. T₁ is T, or less if that term would cover more
/// than half of the distance to 0 or 1 in the direction of v. T₁ is at least T/10.
struct CurveBlend: Sendable, Hashable {
  let start: Double
  let end: Double
  let velocity: Double
  let function: TimingFunction
  /// T₁, in seconds.
  private let blendOutTime: Double

  init(from start: Double, to end: Double, velocity: Double, along function: TimingFunction) {
    self.start = start
    self.end = end
    self.velocity = velocity
    self.function = function
    let room = max(0, velocity > 0 ? 1 - start : start)
    // v·t·(1 − t/T₁)² is highest at T₁/3, with 4/27 of v·T₁.
    let limit = velocity == 0 ? function.duration : 27.0 / 8 * room / abs(velocity)
    blendOutTime = min(function.duration, max(function.duration / 10, limit))
  }

  func value(at time: Double) -> Double {
    let progress = function.value(at: time)
    if velocity == 0 { return start + (end - start) * progress }
    let s = time / function.duration
    let rest = max(0, 1 - time / blendOutTime)
    return start + s * s * (3 - 2 * s) * (end - start) * progress + velocity * time * rest * rest
  }

  func velocity(at time: Double) -> Double {
    let curveVelocity = (end - start) * function.velocity(at: time)
    if velocity == 0 { return curveVelocity }
    let s = time / function.duration
    let rest = max(0, 1 - time / blendOutTime)
    let weightSlope = 6 * s * (1 - s) / function.duration
    return s * s * (3 - 2 * s) * curveVelocity + weightSlope * (end - start) * function.value(at: time)
      + velocity * rest * (rest - 2 * time / blendOutTime)
  }
}

/// A motion that starts at a given velocity, never turns back and arrives at rest after a given time.
///
/// Let s = t/T, and m the initial velocity in units of distance over T, at least 0. For m ≤ 3 the motion
/// is the cubic Hermite m(s − 2s² + s³) + 3s² − 2s³, which is monotone. For m > 3 it is 1 − (1 − s)^m.
/// Both are 1 − (1 − s)³ at m = 3.
///
/// **Source:** the bound m ≤ 3: Fritsch and Carlson, Monotone Piecewise Cubic Interpolation, SIAM J.
/// Numer. Anal. 17 (1980).
struct Deceleration: Sendable, Hashable {
  let start: Double
  let end: Double
  /// T in seconds, above 0.
  let duration: Double
  private let slope: Double

  init(from start: Double, to end: Double, velocity: Double, duration: Double) {
    self.start = start
    self.end = end
    self.duration = max(duration, TimingCurve.shortestDuration)
    slope = min(max(0, velocity * duration / (end - start)), Deceleration.greatestSlope)
  }

  /// The maximum slope. With it the motion ends within a billionth of its duration, and no product
  /// overflows.
  private static let greatestSlope = 1e12

  func value(at time: Double) -> Double {
    let s = time / duration
    if slope > 3 { return end - (end - start) * StableMath.pow(1 - s, slope) }
    return start + (end - start) * s * (slope * (1 - s) * (1 - s) + s * (3 - 2 * s))
  }

  func velocity(at time: Double) -> Double {
    let s = time / duration
    let averageVelocity = (end - start) / duration
    if slope > 3 { return averageVelocity * slope * StableMath.pow(1 - s, slope - 1) }
    return averageVelocity * (1 - s) * (slope * (1 - 3 * s) + 6 * s)
  }
}
