import Motion

extension TransitionCoordinator {
  /// Runs the transition along its curve; paused, goes on.
  /// - Throws: when it is complete.
  public func startAnimation() throws(AnimatorError) {
    try handle(.start(afterDelay: 0))
    hold(false)
  }

  /// Stands still, to be scrubbed, turned round, continued, finished or cancelled.
  /// - Throws: when it is complete.
  public func pauseAnimation() throws(AnimatorError) { try handle(.pause) }

  /// Goes on along `timing` (`nil`: the curve so far) for `durationFactor` × the duration, or for what is
  /// left if that is 0. Value and velocity are continuous.
  /// - Throws: before it was started, when it is complete, and for a factor that is negative or not finite.
  public func continueAnimation(
    with timing: TimingCurve? = nil, durationFactor: Double = 0
  ) throws(AnimatorError) {
    try handle(.continue(timing: timing, durationFactor: durationFactor))
    hold(false)
  }

  /// Plays towards the first snapshot, or towards the second. Value and velocity are continuous; at the first
  /// snapshot the transition is cancelled.
  /// - Throws: when it is complete.
  public func setReversed(_ isReversed: Bool) throws(AnimatorError) {
    try handle(.setReversed(isReversed))
    decide(cancelled: isReversed)
  }

  /// Takes hold of the transition where it is: a finger drives it from now on, also one that was let go. A spring that is
  /// beyond an end is taken hold of there.
  /// - Throws: when it is complete.
  public func startInteractiveTransition() throws(AnimatorError) {
    try updateInteractiveTransition(percentComplete)
  }

  /// Sets the progress to `fraction`, 0…1, and holds it there; a finger that is beyond an end counts as there.
  /// - Throws: for NaN, and when it is complete.
  public func updateInteractiveTransition(_ fraction: Double) throws(AnimatorError) {
    try takeHold(at: fraction)
    decide(cancelled: false)
    hold(true)
  }

  /// Lets go: the rest of the way to the second snapshot takes (what is left of it) × duration /
  /// completionSpeed. It starts at `velocity`, in whole ways per second, and never turns back; without one it
  /// runs along the completion curve.
  /// - Throws: before it was started, when it is complete, and for a velocity or completion speed that is no
  ///   number.
  public func finishInteractiveTransition(velocity: Double? = nil) throws(AnimatorError) {
    try letGo(cancelled: false, velocity: velocity)
  }

  /// Lets go: the way back to the first snapshot, as ``finishInteractiveTransition(velocity:)`` to the second.
  /// - Throws: as that.
  public func cancelInteractiveTransition(velocity: Double? = nil) throws(AnimatorError) {
    try letGo(cancelled: true, velocity: velocity)
  }

  /// Lets go as a drag was let go: its velocity decides.
  /// - Throws: before it was started, and when it is complete.
  public func endInteractiveTransition(_ release: DragRelease) throws(AnimatorError) {
    try letGo(cancelled: !release.finishes, velocity: release.velocity)
  }

  private func letGo(cancelled: Bool, velocity: Double?) throws(AnimatorError) {
    try handle(
      .complete(
        cancelled: cancelled, releaseVelocity: velocity, timing: completionCurve, speed: completionSpeed))
    hold(false)
    decide(cancelled: cancelled)
  }
}
