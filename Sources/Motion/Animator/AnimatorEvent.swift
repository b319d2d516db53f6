/// What can happen to an animator.
///
/// **Thread-safety:** a value.
public enum AnimatorEvent: Sendable, Hashable {
  /// Start after so many seconds, at least 0; paused, resume.
  case start(afterDelay: Double)
  /// Stand still.
  case pause
  /// Go on with a curve (`nil`: the one so far) for so many original durations (0: for what is left).
  case `continue`(timing: TimingCurve?, durationFactor: Double)
  /// Stand at a fraction, 0…1 in the direction of play.
  case scrub(fraction: Double)
  /// Play in this direction.
  case setReversed(Bool)
  /// Leave off where it is: for good, or until it is finished.
  case stop(withoutFinishing: Bool)
  /// Come to rest at a position.
  case finish(at: AnimatingPosition)
  /// Run the rest of the way, to the start if cancelled, else to the end. It takes (what is left of the way)
  /// × duration / speed. With a release velocity, in whole ways per second, it starts at it and lands without
  /// turning back (`Landing`); without one it takes a curve (`nil`: the one so far) and carries the
  /// velocity that it has.
  case complete(cancelled: Bool, releaseVelocity: Double?, timing: TimingCurve?, speed: Double)
  /// Give an animation with a delay factor to an animator.
  case addAnimations(delayFactor: Double)

  /// The event's name: UIKit's, where it has one.
  public var name: String {
    switch self {
    case .start: return "startAnimation"
    case .pause: return "pauseAnimation"
    case .continue: return "continueAnimation"
    case .scrub: return "fractionComplete"
    case .setReversed: return "isReversed"
    case .stop: return "stopAnimation"
    case .finish: return "finishAnimation"
    case .complete(let cancelled, _, _, _): return cancelled ? "cancel" : "finish"
    case .addAnimations: return "addAnimations"
    }
  }
}
