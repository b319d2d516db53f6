/// The property animator as a pure state machine: an event and its time go in, what is to be done comes out.
///
/// Time is in seconds of whatever clock, and only grows: an earlier time counts as the latest one seen.
/// Progress is 0 at the start and 1 at the end, exactly so whenever the animator rests there; springs go
/// beyond while it runs.
///
/// The rules where a run is interrupted:
/// - *Ahead* and *behind* are the times that the way on and the way back take. Running moves time from the
///   one to the other, scrubbing to f sets them to (1 − f) and f of the duration, reversing swaps them.
/// - A pause stands still. Resumed untouched, the animator goes on exactly where it was, at the velocity that
///   it had. Scrubbed or reversed meanwhile, it runs the curve anew from where it stands for the time ahead.
/// - A running animator that is reversed or given another curve keeps its value and its velocity: springs
///   take the velocity over, other curves are blended in (see `Glide`). Reversed, it takes the time behind,
///   a fitted spring the whole duration.
/// - A spring made of mass and stiffness always takes the time in which it settles.
///
/// **Thread-safety:** a value.
///
/// **Source:** the vocabulary and the states of UIKit's `UIViewPropertyAnimator`.
public struct AnimatorStateMachine: Sendable, Hashable {
  enum Phase: Sendable, Hashable {
    case inactive
    case running(Leg, since: Double, behind: Double)
    case paused(Pause)
    case stopped
  }

  struct Pause: Sendable, Hashable {
    /// The leg to resume as it was, and the time spent on it; below 0 while a delay is pending.
    var leg: Leg?
    var elapsed: Double
    /// Time behind when the leg began.
    var behindLeg: Double
    var ahead: Double
    var behind: Double
  }

  /// How long an uninterrupted run takes, in seconds.
  public let duration: Double
  /// The curve so far.
  public internal(set) var timing: TimingCurve
  /// Whether it plays towards the start.
  public internal(set) var isReversed = false
  /// Whether scrubbing to a fraction gives that progress, not the curve's value there.
  public var scrubsLinearly = true
  /// The part of the way that passes before this animation starts, in 0..<1.
  public let delayFactor: Double

  var phase = Phase.inactive
  /// Progress while nothing runs.
  var standing = 0.0
  /// The latest time seen.
  public internal(set) var latestTime = -Double.infinity

  /// A machine at rest at progress 0. `duration` is above 0 and finite; a spring made of mass and stiffness
  /// replaces it by its settling duration. `delayFactor` is in 0..<1.
  public init(duration: Double, timing: TimingCurve, delayFactor: Double = 0) {
    precondition(duration > 0 && duration.isFinite, "a duration is above 0 and finite")
    precondition((0..<1).contains(delayFactor), "a delay factor is in 0..<1")
    self.duration = timing.effectiveDuration(for: duration)
    self.timing = timing
    self.delayFactor = delayFactor
  }

  /// Inactive, active or stopped.
  public var state: AnimatorState {
    switch phase {
    case .inactive: return .inactive
    case .running, .paused: return .active
    case .stopped: return .stopped
    }
  }

  /// Whether progress changes with time: active and not paused. A pending delay counts as running.
  public var isRunning: Bool {
    if case .running = phase { return true }
    return false
  }

  /// When the run will come to rest by itself; `nil` unless it runs.
  public var restTime: Double? {
    guard case .running(let leg, let since, _) = phase else { return nil }
    return since + leg.duration
  }

  /// Progress at `time`, if nothing happens until then.
  public func progress(at time: Double) -> Double {
    guard case .running(let leg, let since, _) = phase else { return standing }
    return time >= since + leg.duration ? leg.end : leg.value(at: time - since)
  }

  /// Velocity at `time`, if nothing happens until then, in whole ways per second; 0 unless it runs.
  public func velocity(at time: Double) -> Double {
    guard case .running(let leg, let since, _) = phase, time < since + leg.duration else { return 0 }
    return leg.velocity(at: time - since)
  }

  /// How far it is in the direction of play, 0…1: by progress if it scrubs linearly, else by time.
  public func fractionComplete(at time: Double) -> Double {
    if !scrubsLinearly, state == .active {
      let (ahead, behind) = times(at: time)
      return ahead + behind > 0 ? behind / (ahead + behind) : 1
    }
    let progress = progress(at: time)
    return min(max(isReversed ? 1 - progress : progress, 0), 1)
  }

  /// The time that the way on and the way back take, in seconds.
  func times(at time: Double) -> (ahead: Double, behind: Double) {
    switch phase {
    case .running(let leg, let since, let behind):
      let elapsed = min(max(0, time - since), leg.duration)
      return (leg.duration - elapsed, behind + elapsed)
    case .paused(let pause): return (pause.ahead, pause.behind)
    case .inactive, .stopped: return (duration, 0)
    }
  }

  /// A leg from `start` towards where it plays, for `time` seconds; `behind` places the delay factor's window
  /// in it.
  func leg(from start: Double, velocity: Double, for time: Double, behind: Double) -> Leg {
    let covered = time + behind > 0 ? behind / (time + behind) : 1
    var wait = 0.0
    var moving = time
    if isReversed {
      let position = 1 - covered
      moving = position > delayFactor ? time * (position - delayFactor) / position : 0
    } else if covered < delayFactor {
      wait = time * (delayFactor - covered) / (1 - covered)
      moving = time - wait
    }
    return Leg(
      from: start, to: isReversed ? 0 : 1, velocity: velocity, along: timing, wait: wait, moving: moving,
      duration: time)
  }
}
