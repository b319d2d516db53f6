import SegueFields
import SegueMotion
import SegueRendering

/// A run of one transition, which plays by itself, follows a finger, or alternates between both.
///
/// It has no clock and draws nothing: ``advance(to:)`` sets the time, and ``recipe`` is the frame
/// at that time. An animation can be paused, scrubbed, reversed and continued along another curve.
/// A finger can catch it at any moment.
///
/// A complete transition rests: its frame is exactly the second snapshot, or exactly the first if
/// it was cancelled. Every throwing method then throws an error with the code `illegalState`.
/// ``startInteractiveTransition()`` begins another interaction at that snapshot, so one coordinator
/// serves any number of drags to and fro.
///
/// A method that throws leaves the coordinator unchanged.
///
/// **Thread-safety:** to be used by one thread at a time.
/// **Source:** UIKit's `UIViewControllerContextTransitioning`,
/// `UIViewControllerTransitionCoordinator` and `UIPercentDrivenInteractiveTransition`.
public final class TransitionCoordinator {
  /// The transition that is run, unchanged.
  public let transition: any Transition
  /// The transition's context: the sizes and rectangles in pixels.
  public let context: TransitionContext
  /// The speed of the remaining animation after a release, relative to an uninterrupted run, above
  /// 0 and finite; 1 by default. The resulting duration is at most a day.
  public var completionSpeed: Double {
    get { machine.completionSpeed }
    set { machine.completionSpeed = newValue }
  }
  /// The curve of the remaining animation after a release without a velocity; ease-in-out by
  /// default.
  public var completionCurve: TimingCurve {
    get { machine.completionCurve }
    set { machine.completionCurve = newValue }
  }
  /// The time set last, in seconds of the caller's clock; 0 at first.
  public private(set) var currentTime = 0.0

  private var machine: InteractionStateMachine
  private var completions: [(Bool) -> Void] = []

  /// A coordinator of `transition` at progress 0.
  /// - Parameters:
  ///   - transition: the transition to run.
  ///   - context: the sizes in pixels.
  ///   - duration: seconds, above 0 and at most a day; `nil` means the transition's default. A
  ///     physical spring takes its settling duration instead.
  ///   - timing: the curve; `nil` is the transition's default.
  /// - Throws: `SegueError` with the code `invalidValue` for other durations, and for a curve
  ///   with invalid parameters.
  public convenience init(
    _ transition: any Transition, in context: TransitionContext, duration: Double? = nil,
    timing: TimingCurve? = nil
  ) throws(SegueError) {
    self.init(
      transition, in: context,
      machine: try AnimatorStateMachine(
        checked: duration ?? transition.duration, timing: timing ?? transition.timing))
  }

  package init(_ transition: any Transition, in context: TransitionContext, machine: AnimatorStateMachine) {
    self.transition = transition
    self.context = context
    self.machine = InteractionStateMachine(machine)
  }

  /// The duration of an uninterrupted run, in seconds, above 0.
  public var duration: Double { machine.duration }
  /// Whether progress changes with time.
  public var isRunning: Bool { machine.isRunning }
  /// Whether a finger drives the transition.
  public var isInteractive: Bool { machine.isInteractive }
  /// Whether the transition is at rest: at the second snapshot or, if cancelled, at the first.
  public var isComplete: Bool { machine.isComplete }
  /// Whether the transition was cancelled: it rests at the first snapshot or returns to it.
  public var transitionWasCancelled: Bool { machine.wasCancelled }
  /// Whether the transition plays towards the first snapshot.
  package var isReversed: Bool { machine.isReversed }
  /// The progress now: 0 at the first snapshot, 1 at the second; springs overshoot.
  public var progress: Double { machine.progress(at: currentTime) }
  /// The progress now, limited to 0…1.
  public var percentComplete: Double { min(max(progress, 0), 1) }
  /// The velocity now in progress per second, positive towards the second snapshot; 0 under a
  /// finger.
  public var velocity: Double { machine.velocity(at: currentTime) }
  /// The recipe of the frame at ``currentTime``.
  public var recipe: Recipe { transition.endpointExactRecipe(at: progress, in: context) }

  /// Sets the time, in seconds. An earlier time and NaN count as the latest one. The transition
  /// completes once it rests.
  public func advance(to time: Double) {
    currentTime = max(currentTime, time)
    machine.advance(to: currentTime)
    notifyEnd()
  }

  /// Adds a completion, which is called once, when the transition is complete, or immediately if it
  /// already is.
  /// - Parameter completion: takes whether the transition was cancelled.
  public func addCompletion(_ completion: @escaping (_ wasCancelled: Bool) -> Void) {
    completions.append(completion)
    notifyEnd()
  }

  /// Completes the transition now: at the second snapshot or, if cancelled, at the first. Has no effect
  /// if it is complete.
  public func completeTransition(_ didComplete: Bool) {
    machine.end(cancelled: !didComplete)
    notifyEnd()
  }

  private func notifyEnd() {
    guard isComplete else { return }
    let (due, wasCancelled) = (completions, transitionWasCancelled)
    completions = []
    for completion in due { completion(wasCancelled) }
  }
}

// MARK: Animation and interaction

extension TransitionCoordinator {
  /// Runs the transition along its curve, or resumes it from a pause.
  /// - Throws: `SegueError` with the code `illegalState` if it is complete.
  public func startAnimation() throws(SegueError) { try handle(.start(afterDelay: 0)) }

  /// Pauses the transition at its current value.
  /// - Throws: `SegueError` with the code `illegalState` if it is complete.
  public func pauseAnimation() throws(SegueError) { try handle(.pause) }

  /// Continues along another curve or in another time. Value and velocity are continuous.
  /// - Parameters:
  ///   - timing: the curve; `nil` means the current one.
  ///   - durationFactor: the time to the target as a multiple of the duration, at least 0; 0 is the
  ///     remaining time.
  /// - Throws: `SegueError` with the code `illegalState` before the start and if it is complete;
  ///   `invalidValue` for a curve with invalid parameters, for a negative factor, and for more than
  ///   a day.
  public func continueAnimation(
    with timing: TimingCurve? = nil, durationFactor: Double = 0
  ) throws(SegueError) {
    try handle(.continue(timing: timing, durationFactor: durationFactor))
  }

  /// Plays towards the first snapshot, or towards the second. Value and velocity are continuous. A
  /// transition that arrives at the first snapshot is cancelled.
  /// - Throws: `SegueError` with the code `illegalState` if it is complete.
  public func setReversed(_ isReversed: Bool) throws(SegueError) {
    try handle(.setReversed(isReversed))
  }

  /// Catches the transition for a finger, at any moment. A complete transition becomes incomplete again,
  /// at the snapshot where it rested, with its original curve and without completions.
  ///
  /// ``percentComplete`` does not jump; the progress of a spring beyond 0…1 becomes 0 or 1.
  /// ``percentComplete`` is the start fraction for a `DragRecognizer`. ``startAnimation()`` then runs to
  /// the second snapshot, or to the first after ``setReversed(_:)``.
  public func startInteractiveTransition() { machine.startInteractiveTransition(at: currentTime) }

  /// Sets the progress to `fraction`, clamped to 0…1, and pauses the transition there.
  /// - Throws: `SegueError` with the code `invalidValue` for NaN; `illegalState` if it is
  ///   complete.
  public func updateInteractiveTransition(_ fraction: Double) throws(SegueError) {
    try machine.update(fraction, at: currentTime, method: "updateInteractiveTransition")
  }

  /// Ends the interaction and animates to the second snapshot. The animation takes (remaining
  /// distance) × duration / ``completionSpeed``.
  /// - Parameter velocity: the velocity at the release in progress per second; a negative velocity
  ///   counts as 0. The animation starts at this velocity and never turns back. With `nil`, the
  ///   animation follows ``completionCurve``.
  /// - Throws: `SegueError` with the code `illegalState` before the start and if it is complete;
  ///   `invalidValue` for an invalid velocity, completion speed or completion curve.
  public func finishInteractiveTransition(velocity: Double? = nil) throws(SegueError) {
    try release(cancelled: false, velocity: velocity, "finishInteractiveTransition")
  }

  /// Ends the interaction and animates to the first snapshot, like
  /// ``finishInteractiveTransition(velocity:)``. A positive velocity counts as 0.
  /// - Throws: as ``finishInteractiveTransition(velocity:)``.
  public func cancelInteractiveTransition(velocity: Double? = nil) throws(SegueError) {
    try release(cancelled: true, velocity: velocity, "cancelInteractiveTransition")
  }

  /// Ends the interaction with a drag's release. The release decides whether the transition finishes or
  /// is cancelled. The animation starts at the release's velocity.
  /// - Throws: as ``finishInteractiveTransition(velocity:)``.
  public func endInteractiveTransition(_ release: DragRelease) throws(SegueError) {
    try self.release(
      cancelled: !release.finishes, velocity: release.velocity, "endInteractiveTransition")
  }

  /// Ends the interaction for `method`.
  private func release(cancelled: Bool, velocity: Double?, _ method: String) throws(SegueError) {
    try machine.release(cancelled: cancelled, velocity: velocity, at: currentTime, method: method)
    notifyEnd()
  }

  private func handle(_ event: AnimatorEvent) throws(SegueError) {
    try machine.handle(event, at: currentTime)
    notifyEnd()
  }
}
