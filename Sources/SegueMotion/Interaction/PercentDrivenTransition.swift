import SegueFields

/// An interaction that drives a transition, with times of the caller's clock.
///
/// While it is interactive, ``update(_:at:)`` sets the progress. After a finish or a cancel, the
/// remaining animation takes (remaining distance) × duration / ``completionSpeed``. After a release
/// with a velocity, it starts at that velocity and never turns back. After a release without a
/// velocity, it follows ``completionCurve``. It ends exactly on 1 or on 0.
///
/// A finger can catch it at any moment, even after its end: ``startInteractiveTransition(at:)``.
/// After the end, every other method throws.
///
/// Times are in seconds of any clock and never decrease: an earlier time, and NaN, count as the
/// latest one seen.
///
/// **Source:** UIKit's `UIPercentDrivenInteractiveTransition`.
public struct PercentDrivenTransition: Sendable, Hashable {
  private var machine: InteractionStateMachine
  /// Whether ``advance(to:)`` has yet to return the end.
  private var hasPendingEnd = false

  /// An interaction at progress 0. `duration` is the transition's length in seconds, above 0 and at
  /// most a day.
  /// - Throws: `SegueError` with the code `invalidValue` for other durations.
  public init(duration: Double) throws(SegueError) {
    self.duration = duration
    machine = InteractionStateMachine(try AnimatorStateMachine(checked: duration, timing: .linear))
  }

  /// The duration of the uninterrupted run, in seconds.
  public let duration: Double

  /// The speed of the remaining animation relative to an uninterrupted run, above 0 and finite; 1
  /// by default. The resulting duration is at most a day.
  public var completionSpeed: Double {
    get { machine.completionSpeed }
    set { machine.completionSpeed = newValue }
  }

  /// The curve of the remaining animation after a release without a velocity; ease-in-out by
  /// default. A physical spring takes its own time.
  public var completionCurve: TimingCurve {
    get { machine.completionCurve }
    set { machine.completionCurve = newValue }
  }

  /// Whether the latest decision was to cancel.
  package var wasCancelled: Bool { machine.wasCancelled }

  /// Whether the transition is at rest after a finish or a cancel, at the latest time seen.
  package var hasEnded: Bool { machine.isComplete }

  /// The progress at the latest time seen, 0…1: the last fraction set, or that of the remaining
  /// animation.
  public var percentComplete: Double { machine.percentComplete }

  /// The progress at `time` if no other method is called before.
  package func progress(at time: Double) -> Double { machine.progress(at: time) }

  /// The velocity at `time`, in progress per second, if no other method is called before. It is 0
  /// during the interaction.
  package func velocity(at time: Double) -> Double { machine.velocity(at: time) }

  /// The time at which the remaining animation ends, in seconds; `nil` before the release and after
  /// the end.
  package var restTime: Double? { machine.restTime }

  /// Catches the transition at `time` and pauses it, at any moment: before the first update, during an
  /// interaction, during the remaining animation and after the end. The value does not jump, but a
  /// spring beyond 0…1 is caught at 0 or 1.
  ///
  /// An end that ``advance(to:)`` has not returned yet is discarded.
  ///
  /// - Returns: the progress at the catch, 0…1: the start fraction of a ``DragRecognizer``.
  @discardableResult
  public mutating func startInteractiveTransition(at time: Double) -> Double {
    hasPendingEnd = true
    return machine.startInteractiveTransition(at: time)
  }

  /// Sets the progress to `fraction`, clamped to 0…1, and pauses the transition there.
  ///
  /// - Throws: `SegueError` with the code `invalidValue` for NaN; `illegalState` after the end.
  public mutating func update(_ fraction: Double, at time: Double) throws(SegueError) {
    try machine.update(fraction, at: time, method: "update")
    hasPendingEnd = true
  }

  /// Runs the remaining animation to 1.
  ///
  /// - Parameters:
  ///   - velocity: the velocity at the release in progress per second; a negative velocity counts as 0.
  ///     `nil` runs along ``completionCurve``.
  ///   - time: the time of the release, in seconds.
  /// - Throws: `SegueError` with the code `illegalState` before the first update and after the
  ///   end; `invalidValue` for an invalid velocity, completion speed or completion curve.
  public mutating func finish(velocity: Double? = nil, at time: Double) throws(SegueError) {
    try machine.release(cancelled: false, velocity: velocity, at: time, method: "finish")
  }

  /// Runs the remaining animation to 0.
  ///
  /// - Parameters:
  ///   - velocity: the velocity at the release in progress per second; a positive velocity counts as 0.
  ///     `nil` runs along ``completionCurve``.
  ///   - time: the time of the release, in seconds.
  /// - Throws: as ``finish(velocity:at:)``.
  public mutating func cancel(velocity: Double? = nil, at time: Double) throws(SegueError) {
    try machine.release(cancelled: true, velocity: velocity, at: time, method: "cancel")
  }

  /// Finishes or cancels the transition as `release` decides. The remaining animation starts at its
  /// velocity.
  ///
  /// - Throws: as ``finish(velocity:at:)``.
  public mutating func end(_ release: DragRelease, at time: Double) throws(SegueError) {
    try machine.release(cancelled: !release.finishes, velocity: release.velocity, at: time, method: "end")
  }

  /// Advances the time, in seconds. The first call after the interaction's end returns its final
  /// position; other calls return `nil`.
  public mutating func advance(to time: Double) -> AnimatingPosition? {
    machine.advance(to: time)
    guard hasPendingEnd, machine.isComplete else { return nil }
    hasPendingEnd = false
    return machine.wasCancelled ? .start : .end
  }
}
