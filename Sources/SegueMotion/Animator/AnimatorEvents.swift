import SegueFields
import SegueMath

/// An event of an animator. Each controlling method of ``TransitionAnimator`` sends one.
package enum AnimatorEvent: Sendable, Hashable {
  /// Starts after a delay in seconds, at least 0 and finite; resumes a paused animation.
  case start(afterDelay: Double)
  case pause
  /// Continues along `timing` (`nil`: the current curve) for `durationFactor` × the original duration,
  /// at most a day. The factor is at least 0; 0 means the remaining time.
  case `continue`(timing: TimingCurve?, durationFactor: Double)
  /// Pauses at a fraction, 0…1 in the direction of play.
  case scrub(fraction: Double)
  /// Plays towards the start (`true`) or towards the end.
  case setReversed(Bool)
  /// Stops at the current value. The animator becomes inactive at once if `withoutFinishing`; otherwise
  /// it stays stopped until `finish`.
  case stop(withoutFinishing: Bool)
  /// Ends a stopped animation at a position.
  case finish(at: AnimatingPosition)
  /// Runs the remaining distance, to the start if cancelled, else to the end. It takes (remaining
  /// distance) × duration / speed seconds, at most a day. With a release velocity in progress per
  /// second, the motion starts at that velocity and decelerates to rest without turning back. A release
  /// velocity away from the target counts as 0. Without a release velocity, the motion keeps its
  /// velocity and follows `timing` (`nil`: the current curve). The speed is above 0 and finite.
  case complete(cancelled: Bool, releaseVelocity: Double?, timing: TimingCurve?, speed: Double)
  /// Adds an animation with a delay factor in 0..<1.
  case addAnimations(delayFactor: Double)

  /// The name of the method that sends the event.
  package var name: String {
    switch self {
    case .start: return "startAnimation"
    case .pause: return "pauseAnimation"
    case .continue: return "continueAnimation"
    case .scrub: return "scrub"
    case .setReversed: return "setReversed"
    case .stop: return "stopAnimation"
    case .finish: return "finishAnimation"
    case .complete(let cancelled, _, _, _): return cancelled ? "cancel" : "finish"
    case .addAnimations: return "addAnimations"
    }
  }
}

/// The state of an animator.
///
/// **Source:** UIKit's `UIViewAnimatingState`.
public enum AnimatorState: Sendable, Hashable {
  /// The animator has not started, or is at rest after its end.
  case inactive
  /// The animator is running, paused, or waiting for its delay.
  case active
  /// The animator is stopped at its current value until `finishAnimation(at:)`.
  case stopped
}

/// A position of an animation.
///
/// **Source:** UIKit's `UIViewAnimatingPosition`.
public enum AnimatingPosition: String, Sendable, Hashable, CaseIterable {
  /// The end of the animation, progress 1.
  case end
  /// The start of the animation, progress 0.
  case start
  /// The progress at the time of the call.
  case current
}

/// An error of an animator or an interaction. The failed call changes nothing.
package enum AnimatorError: DescribedError {
  /// The call of `method` is not allowed in this state.
  case illegal(method: String, state: AnimatorState)
  /// The argument of `method` is NaN or out of its range.
  case invalidArgument(method: String, value: Double)
  /// The curve or the duration cannot be played.
  case unplayable(TimingCurveError)
}

extension AnimatorError {
  package var code: SegueError.Code {
    switch self {
    case .illegal: .illegalState
    case .invalidArgument, .unplayable: .invalidValue
    }
  }

  package var underlying: SegueError? {
    if case .unplayable(let error) = self { SegueError(error) } else { nil }
  }

  /// The error as one sentence without a full stop.
  package var sentence: String {
    switch self {
    case .illegal(let method, let state): return "\(method) is not possible while the animator is \(state)"
    case .invalidArgument(let method, let value): return "\(method) cannot take \(value.typed)"
    case .unplayable(let error): return "\(error)"
    }
  }

  /// The error with the name of the called `method`.
  package func naming(_ method: String) -> AnimatorError {
    switch self {
    case .illegal(_, let state): .illegal(method: method, state: state)
    case .invalidArgument(_, let value): .invalidArgument(method: method, value: value)
    case .unplayable: self
    }
  }

  package static func illegal(event: AnimatorEvent, state: AnimatorState) -> AnimatorError {
    .illegal(method: event.name, state: state)
  }
  package static func invalidArgument(event: AnimatorEvent, value: Double) -> AnimatorError {
    .invalidArgument(method: event.name, value: value)
  }
}
