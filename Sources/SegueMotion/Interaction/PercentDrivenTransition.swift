/// An interaction that drives a transition, as UIKit's `UIPercentDrivenInteractiveTransition`.
///
/// While it is interactive, ``update(_:at:)`` sets the progress. Then it is finished or cancelled, and the
/// remaining animation takes (remaining distance) × duration / ``completionSpeed``: released with a velocity,
/// it starts at that velocity and never turns back; without one, it runs along ``completionCurve``. It ends
/// exactly on 1 or on 0.
///
/// It can be caught at any moment, also after it has ended: ``startInteractiveTransition(at:)``. Everything else
/// is refused after the end.
///
/// Times are in seconds of any clock and never decrease: an earlier time, and NaN, count as the latest one seen.
public struct PercentDrivenTransition: Sendable, Hashable {
  /// The duration of the uninterrupted run, in seconds.
  public let duration: Double
  /// The speed of the remaining animation relative to an uninterrupted run, above 0 and finite; what it makes of the
  /// duration is at most a day.
  public var completionSpeed = 1.0
  /// The curve of the remaining animation after a release without a velocity. A physical spring takes its own
  /// time.
  public var completionCurve = TimingCurve.easeInOut
  /// Whether the latest decision was to cancel.
  package private(set) var wasCancelled = false
  /// Whether it has come to rest after it was finished or cancelled, at the latest time seen.
  package private(set) var hasEnded = false

  private var machine: AnimatorStateMachine
  private var unreported: AnimatingPosition?

  /// An interaction at 0, over a transition of `duration` seconds, above 0 and up to a day.
  /// - Throws: `AnimatorError.unplayable` for other durations.
  public init(duration: Double) throws(AnimatorError) {
    self.duration = duration
    machine = try AnimatorStateMachine(checked: duration, timing: .linear)
  }

  /// The progress at the latest time seen, 0…1: the fraction that was set last, or that of the remaining
  /// animation.
  public var percentComplete: Double { min(max(progress(at: machine.latestTime), 0), 1) }

  /// Progress at `time`, if nothing is called until then.
  package func progress(at time: Double) -> Double { machine.progress(at: time) }

  /// Velocity at `time` in progress per second, if nothing is called until then; 0 while it is interactive.
  package func velocity(at time: Double) -> Double { machine.velocity(at: time) }

  /// The time at which the remaining animation is over, in seconds; `nil` before the release and after the end.
  package var restTime: Double? { machine.restTime }

  /// Catches the transition where it is at `time` and holds it there, at any moment: before the first update,
  /// while it is held, while the remaining animation runs and after it has ended. The value does not jump, but
  /// that of a spring beyond 0…1, which is caught at 0 or 1.
  ///
  /// An end that ``advance(to:)`` has not returned yet is not returned any more.
  ///
  /// - Returns: the progress at which it was caught, 0…1: the start fraction of a ``DragRecognizer``.
  @discardableResult
  public mutating func startInteractiveTransition(at time: Double) -> Double {
    note(machine.advance(to: time))
    let fraction = percentComplete
    _ = machine.hold(at: fraction, time: time)
    (hasEnded, wasCancelled, unreported) = (false, false, nil)
    return fraction
  }

  /// Sets the progress to `fraction`, limited to 0…1, and holds it there.
  ///
  /// - Throws: ``AnimatorError/invalidArgument(method:value:)`` for NaN; ``AnimatorError/illegal(method:state:)``
  ///   after it has ended.
  public mutating func update(_ fraction: Double, at time: Double) throws(AnimatorError) {
    note(machine.advance(to: time))
    if hasEnded { throw .illegal(method: "update", state: .inactive) }
    guard !fraction.isNaN else { throw .invalidArgument(method: "update", value: fraction) }
    note(machine.hold(at: fraction, time: time))
    wasCancelled = false
  }

  /// Runs the remaining animation to 1, from `velocity` in progress per second if there is one; a negative one
  /// counts as 0.
  ///
  /// - Throws: before the first update, after it has ended, and for a velocity, completion speed or completion curve that
  ///   cannot be.
  public mutating func finish(velocity: Double? = nil, at time: Double) throws(AnimatorError) {
    try complete(cancelled: false, velocity: velocity, at: time)
  }

  /// Runs the remaining animation to 0, from `velocity` in progress per second if there is one; a positive one
  /// counts as 0.
  ///
  /// - Throws: before the first update, after it has ended, and for a velocity, completion speed or completion curve that
  ///   cannot be.
  public mutating func cancel(velocity: Double? = nil, at time: Double) throws(AnimatorError) {
    try complete(cancelled: true, velocity: velocity, at: time)
  }

  /// Finishes or cancels as `release` decides, from its velocity.
  ///
  /// - Throws: as ``finish(velocity:at:)``.
  public mutating func end(_ release: DragRelease, at time: Double) throws(AnimatorError) {
    do throws(AnimatorError) {
      try complete(cancelled: !release.finishes, velocity: release.velocity, at: time)
    } catch {
      throw error.naming("end")
    }
  }

  /// Advances the time, and returns the position at which the interaction has ended: once, in the first call
  /// after that.
  public mutating func advance(to time: Double) -> AnimatingPosition? {
    note(machine.advance(to: time))
    defer { unreported = nil }
    return unreported
  }

  private mutating func complete(cancelled: Bool, velocity: Double?, at time: Double) throws(AnimatorError) {
    let event = AnimatorEvent.complete(
      cancelled: cancelled, releaseVelocity: velocity, timing: completionCurve, speed: completionSpeed)
    note(machine.advance(to: time))
    if hasEnded { throw .illegal(event: event, state: .inactive) }
    note(try machine.handle(event, at: time))
    wasCancelled = cancelled
  }

  private mutating func note(_ positions: [AnimatingPosition]) {
    guard let position = positions.last else { return }
    (hasEnded, unreported) = (true, position)
  }
}
