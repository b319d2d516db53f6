import SegueFields

/// A property animator as a pure state machine: it takes events with their times and returns positions
/// of rest.
///
/// Times are in seconds of any clock and never decrease: an earlier time counts as the latest one.
/// Progress is 0 at the start and 1 at the end, and exactly 0 or 1 at rest there. Springs overshoot
/// while running.
///
/// Rules for interruptions:
/// - The *remaining* time is the time to the current target, the *elapsed* time the time back. Running
///   moves time from the remaining to the elapsed time. Scrubbing to f sets the remaining time to (1 −
///   f) and the elapsed time to f of the duration. Reversing swaps both times.
/// - A pause keeps the value. Resumed without another event, the animation continues exactly there, at
///   its previous velocity. Scrubbed or reversed while paused, it runs the whole curve from its value,
///   in the remaining time.
/// - A running animation that is reversed or given another curve keeps its value and its velocity:
///   springs start at that velocity, other curves are blended in (see `CurveBlend`). A reversed
///   animation takes the elapsed time, or with a fitted spring the whole duration.
/// - A physical spring always takes its settling time.
///
/// **Source:** the vocabulary and the states of UIKit's `UIViewPropertyAnimator`.
package struct AnimatorStateMachine: Sendable, Hashable {
  enum Phase: Sendable, Hashable {
    case inactive
    case running(MotionSegment, since: Double, elapsedBefore: Double)
    case paused(Pause)
    case stopped
  }

  struct Pause: Sendable, Hashable {
    /// The segment to resume; `nil` starts a new one.
    var segment: MotionSegment?
    /// The time within the segment; below 0 while a delay is pending.
    var segmentTime: Double
    /// The elapsed time at the start of the segment.
    var elapsedBefore: Double
    var remaining: Double
    var elapsed: Double
  }

  /// The duration of an uninterrupted run, in seconds.
  package let duration: Double
  /// The current curve.
  package internal(set) var timing: TimingCurve
  /// Whether the animator plays towards the start.
  package internal(set) var isReversed = false
  /// Whether scrubbing sets the progress to the fraction itself. Otherwise it sets the progress to
  /// the curve's value at the fraction.
  package var scrubsLinearly = true
  /// The delay as a fraction of the duration, in 0..<1.
  package let delayFactor: Double

  var phase = Phase.inactive
  /// The progress while the animator is not running.
  var heldProgress = 0.0
  /// The latest time seen, in seconds; −∞ at first.
  package internal(set) var latestTime = -Double.infinity

  /// A machine at rest at progress 0. `duration` is in seconds, above 0 and at most a day; a physical
  /// spring uses its settling duration instead. `delayFactor` is in 0..<1. The caller has validated the
  /// arguments.
  package init(duration: Double, timing: TimingCurve, delayFactor: Double = 0) {
    self.duration = max(timing.effectiveDuration(for: duration), TimingCurve.shortestDuration)
    self.timing = timing
    self.delayFactor = delayFactor
  }

  /// A machine for an unchecked curve and duration.
  /// - Throws: `SegueError` with the code `invalidValue` for an invalid curve or duration.
  package init(checked duration: Double, timing: TimingCurve) throws(SegueError) {
    do { try timing.validate(duration: duration) } catch { throw SegueError(AnimatorError.unplayable(error)) }
    self.init(duration: duration, timing: timing)
  }

  package var state: AnimatorState {
    switch phase {
    case .inactive: return .inactive
    case .running, .paused: return .active
    case .stopped: return .stopped
    }
  }

  /// Whether progress changes with time: active and not paused. A pending delay counts as running.
  package var isRunning: Bool {
    if case .running = phase { return true }
    return false
  }

  /// The time at which the animator ends without further events, in seconds; `nil` if the animator is
  /// not running.
  package var restTime: Double? {
    guard case .running(let segment, let since, _) = phase else { return nil }
    return since + segment.duration
  }

  /// The progress at `time`, if there is no event until then.
  package func progress(at time: Double) -> Double {
    guard case .running(let segment, let since, _) = phase else { return heldProgress }
    return time >= since + segment.duration ? segment.end : segment.value(at: time - since)
  }

  /// The velocity at `time` in progress per second, if there is no event until then; 0 unless the animator
  /// is running.
  package func velocity(at time: Double) -> Double {
    guard case .running(let segment, let since, _) = phase, time < since + segment.duration else { return 0 }
    return segment.velocity(at: time - since)
  }

  /// The completed fraction in the direction of play, 0…1: of the distance if `scrubsLinearly`, else of
  /// the time.
  package func fractionComplete(at time: Double) -> Double {
    if !scrubsLinearly, state == .active {
      let (remaining, elapsed) = times(at: time)
      return remaining + elapsed > 0 ? elapsed / (remaining + elapsed) : 1
    }
    let progress = progress(at: time)
    return min(max(isReversed ? 1 - progress : progress, 0), 1)
  }

  /// The remaining and the elapsed time, in seconds.
  func times(at time: Double) -> (remaining: Double, elapsed: Double) {
    switch phase {
    case .running(let segment, let since, let elapsedBefore):
      let segmentTime = min(max(0, time - since), segment.duration)
      return (segment.duration - segmentTime, elapsedBefore + segmentTime)
    case .paused(let pause): return (pause.remaining, pause.elapsed)
    case .inactive, .stopped: return (duration, 0)
    }
  }

  /// A segment from `start` in the direction of play, for `time` seconds. `elapsed` is the time played
  /// before, which determines the remaining delay.
  func segment(from start: Double, velocity: Double, for time: Double, elapsed: Double) -> MotionSegment {
    let covered = time + elapsed > 0 ? elapsed / (time + elapsed) : 1
    var delay = 0.0
    var movingTime = time
    if isReversed {
      let position = 1 - covered
      movingTime = position > delayFactor ? time * (position - delayFactor) / position : 0
    } else if covered < delayFactor {
      delay = time * (delayFactor - covered) / (1 - covered)
      movingTime = time - delay
    }
    return MotionSegment(
      from: start, to: isReversed ? 0 : 1, velocity: velocity, along: timing, delay: delay,
      movingTime: movingTime, duration: time)
  }
}
