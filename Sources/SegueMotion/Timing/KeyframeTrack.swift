/// A number that moves between keyframes along curves and springs, with continuous velocity.
///
/// Before the first keyframe it has that keyframe's value. Afterwards value and velocity are
/// continuous: each stretch begins at the final velocity of the previous one. A curve and a fitted
/// spring arrive at the next keyframe's time, at rest. A physical spring takes its settling
/// duration: an earlier keyframe interrupts it with its value and velocity, and after the last
/// keyframe it settles. Springs reach rest within the last tenth of their time.
package struct KeyframeTrack: Sendable, Hashable {
  /// A value at a time.
  package struct Keyframe: Sendable, Hashable {
    /// The time in seconds.
    package var time: Double
    /// The value in any unit.
    package var value: Double
    /// The curve to the next keyframe.
    package var timing: TimingCurve

    /// A keyframe; the last one's curve has no effect.
    package init(time: Double, value: Double, timing: TimingCurve) {
      self.time = time
      self.value = value
      self.timing = timing
    }
  }

  private let initialValue: Double
  private let stretches: [Stretch]

  /// The minimum time between two keyframes, in seconds.
  package static let shortestStretch = 0.001

  /// A track through `keyframes`, at least one, each later than the previous one by
  /// ``shortestStretch`` or more. Their curves are valid.
  package init(_ keyframes: [Keyframe]) {
    precondition(!keyframes.isEmpty, "a track needs at least one keyframe")
    initialValue = keyframes[0].value
    var (value, velocity) = (initialValue, 0.0)
    var stretches: [Stretch] = []
    for (first, next) in zip(keyframes, keyframes.dropFirst()) {
      let length = next.time - first.time
      let stretch = Stretch(
        start: first.time, from: value, velocity: velocity, to: next.value, along: first.timing, over: length)
      (value, velocity) = stretch.state(at: length)
      stretches.append(stretch)
    }
    self.stretches = stretches
  }

  /// The value at `time`, in seconds.
  package func value(at time: Double) -> Double { state(at: time).value }

  /// The velocity at `time`, per second; at a keyframe with a corner, that of the following
  /// stretch.
  package func velocity(at time: Double) -> Double { state(at: time).velocity }

  private func state(at time: Double) -> (value: Double, velocity: Double) {
    guard let stretch = stretches.last(where: { $0.start <= time }) else { return (initialValue, 0) }
    return stretch.state(at: time - stretch.start)
  }
}

/// The motion from one keyframe to the next, in its own time from 0.
private struct Stretch: Sendable, Hashable {
  private enum Path: Sendable, Hashable {
    case rest
    case curve(TimingFunction)
    /// A spring in units of `scale`, at rest after `settling` seconds.
    case spring(SpringMotion, scale: Double, settling: Double)
  }

  let start: Double
  private let value: Double
  private let velocity: Double
  private let target: Double
  private let path: Path

  init(
    start: Double, from value: Double, velocity: Double, to target: Double, along curve: TimingCurve,
    over duration: Double
  ) {
    self.start = start
    self.value = value
    self.velocity = velocity
    self.target = target
    let displacement = value - target
    if displacement == 0, velocity == 0 {
      path = .rest
      return
    }
    /// A spring in units of about its distance, so that it settles within a thousandth of the distance.
    func spring(_ frequency: Double, _ dampingRatio: Double, _ own: Double, settling: Double?) -> Path {
      let first = velocity == 0 ? -displacement * own : velocity
      let scale = max(abs(displacement), abs(first) / frequency)
      let motion = SpringMotion(
        angularFrequency: frequency, dampingRatio: dampingRatio, displacement: displacement / scale,
        velocity: first / scale)
      return .spring(
        motion, scale: scale, settling: settling ?? max(motion.settlingDuration, 1 / frequency))
    }
    switch curve.form {
    case .fittedSpring(let given):
      let fitted = velocity == 0 ? given : FittedSpring(dampingRatio: given.dampingRatio)
      path = spring(
        fitted.angularFrequency(fittedTo: duration), given.dampingRatio, given.initialVelocity,
        settling: duration)
    case .physicalSpring(let given):
      path = spring(
        given.motion().angularFrequency, given.dampingRatio, given.initialVelocity, settling: nil)
    default:
      path = .curve(curve.function(over: min(duration, TimingCurve.longestDuration)))
    }
  }

  /// The value and the velocity at `time`; at the end of a curve its final velocity.
  func state(at time: Double) -> (value: Double, velocity: Double) {
    switch path {
    case .rest: return (target, 0)
    case .spring(let motion, let scale, let settling):
      let state = motion.state(at: time, settlingAt: settling)
      return (target + scale * state.displacement, scale * state.velocity)
    case .curve(let function):
      if time > function.duration { return (target, 0) }
      let distance = target - value
      let (progress, pace) = (function.value(at: time), function.velocity(at: time))
      if velocity == 0 {
        return (time == function.duration ? target : value + distance * progress, distance * pace)
      }
      // The velocity is blended out, the curve in, as in `CurveBlend`.
      let s = time / function.duration
      let (weight, slope) = (s * s * (3 - 2 * s), 6 * s * (1 - s) / function.duration)
      let rest = 1 - s
      return (
        s == 1 ? target : value + weight * distance * progress + velocity * time * rest * rest,
        weight * distance * pace + slope * distance * progress + velocity * rest * (rest - 2 * s)
      )
    }
  }
}
