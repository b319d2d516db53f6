import SegueFields

/// The state of ``PercentDrivenTransition`` and `TransitionCoordinator`: an animation that a finger can
/// drive.
///
/// While the run is interactive, ``update(_:at:method:)`` sets the progress. After a finish or a cancel,
/// the remaining animation takes (remaining distance) × duration / ``completionSpeed``. After a release
/// with a velocity, it starts at that velocity and never turns back. After a release without a velocity,
/// it follows ``completionCurve``. It ends exactly on 1 or on 0.
///
/// A finger can catch it at any moment, even after its end: ``startInteractiveTransition(at:)``.
/// After the end, every other method throws. A method that throws changes nothing but the time.
///
/// Times are in seconds of any clock and never decrease: an earlier time, and NaN, count as the latest
/// one seen.
package struct InteractionStateMachine: Sendable, Hashable {
  /// The speed of the remaining animation relative to an uninterrupted run, above 0 and finite. The
  /// resulting duration is at most a day.
  package var completionSpeed = 1.0
  /// The curve of the remaining animation after a release without a velocity. A physical spring takes its own
  /// time.
  package var completionCurve = TimingCurve.easeInOut
  /// Whether a finger drives the run.
  package private(set) var isInteractive = false
  /// Whether the run is at rest, at the latest time seen.
  package private(set) var isComplete = false
  /// Whether the run has ended at the start or returns to it.
  package private(set) var wasCancelled = false

  private var machine: AnimatorStateMachine
  /// The machine before its first event.
  private let initialMachine: AnimatorStateMachine

  /// A run of `machine`, before its first event.
  package init(_ machine: AnimatorStateMachine) {
    self.machine = machine
    initialMachine = machine
  }

  /// The duration of an uninterrupted run, in seconds.
  package var duration: Double { machine.duration }
  /// Whether progress changes with time.
  package var isRunning: Bool { !isComplete && machine.isRunning }
  /// Whether the run plays towards the start.
  package var isReversed: Bool { machine.isReversed }
  /// The time at which the remaining animation ends, in seconds; `nil` before the release and after
  /// the end.
  package var restTime: Double? { machine.restTime }

  /// The progress at `time` if no other method is called before.
  package func progress(at time: Double) -> Double {
    isComplete ? (wasCancelled ? 0 : 1) : machine.progress(at: time)
  }

  /// The velocity at `time`, in progress per second, if no other method is called before. It is 0
  /// during the interaction.
  package func velocity(at time: Double) -> Double { isComplete ? 0 : machine.velocity(at: time) }

  /// The progress at the latest time seen, limited to 0…1.
  package var percentComplete: Double { min(max(progress(at: machine.latestTime), 0), 1) }

  package mutating func advance(to time: Double) {
    if !isComplete { note(machine.advance(to: time)) }
  }

  /// Ends the run now. Has no effect at rest.
  package mutating func end(cancelled: Bool) {
    if !isComplete { (isComplete, wasCancelled, isInteractive) = (true, cancelled, false) }
  }

  /// Catches the run at `time` and pauses it, at any moment: before the first update, during an
  /// interaction, while running and after the end. After the end, the run gets its original curve back.
  /// The value does not jump, but a spring beyond 0…1 is caught at 0 or 1.
  /// - Returns: the progress at the catch, 0…1: the start fraction of a ``DragRecognizer``.
  @discardableResult
  package mutating func startInteractiveTransition(at time: Double) -> Double {
    advance(to: time)
    let (fraction, now) = (percentComplete, max(machine.latestTime, time))
    if isComplete { machine = initialMachine }
    _ = machine.hold(at: fraction, time: now)
    (isComplete, wasCancelled, isInteractive) = (false, false, true)
    return fraction
  }

  /// Sets the progress to `fraction`, clamped to 0…1, and pauses the run there.
  /// - Throws: for NaN, and after the end; the error names `method`.
  package mutating func update(_ fraction: Double, at time: Double, method: String) throws(SegueError) {
    advance(to: time)
    if isComplete { throw SegueError(AnimatorError.illegal(method: method, state: .inactive)) }
    if fraction.isNaN { throw SegueError(AnimatorError.invalidArgument(method: method, value: fraction)) }
    note(machine.hold(at: fraction, time: time))
    (wasCancelled, isInteractive) = (false, true)
  }

  /// Releases the run: the remaining animation goes to the end or, if cancelled, to the start. It starts
  /// at `velocity`, in progress per second, if given. A velocity in the other direction counts as 0.
  /// - Throws: before the first update, after the end, and for an invalid velocity, completion
  ///   speed or completion curve; the error names `method`.
  package mutating func release(
    cancelled: Bool, velocity: Double?, at time: Double, method: String
  ) throws(SegueError) {
    do throws(AnimatorError) {
      try apply(
        .complete(
          cancelled: cancelled, releaseVelocity: velocity, timing: completionCurve, speed: completionSpeed),
        at: time)
    } catch {
      throw SegueError(error.naming(method))
    }
  }

  /// Applies `event` to the animator.
  /// - Throws: the animator's errors, and an error after the end.
  package mutating func handle(_ event: AnimatorEvent, at time: Double) throws(SegueError) {
    do { try apply(event, at: time) } catch { throw SegueError(error) }
  }

  private mutating func apply(_ event: AnimatorEvent, at time: Double) throws(AnimatorError) {
    advance(to: time)
    if isComplete { throw .illegal(event: event, state: .inactive) }
    let positions = try machine.handle(event, at: time)
    switch event {
    case .start, .continue: isInteractive = false
    case .setReversed(let isReversed): wasCancelled = isReversed
    case .complete(let cancelled, _, _, _): (isInteractive, wasCancelled) = (false, cancelled)
    case .pause, .scrub, .stop, .finish, .addAnimations: break
    }
    note(positions)
  }

  private mutating func note(_ positions: [AnimatingPosition]) {
    if let position = positions.last { end(cancelled: position == .start) }
  }
}
