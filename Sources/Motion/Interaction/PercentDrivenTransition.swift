/// An interaction that drives a transition, as UIKit's `UIPercentDrivenInteractiveTransition`.
///
/// While it is interactive, ``update(_:at:)`` sets the progress. Then it is finished or cancelled, and the
/// rest of the way takes (what is left of it) × duration / ``completionSpeed``: let go with a velocity, it
/// starts at that velocity and never turns back; without one, it runs along ``completionCurve``. It ends
/// exactly on 1 or on 0. It may be updated again until it has ended: a finger catches it.
///
/// Times are in seconds of whatever clock, and only grow.
///
/// **Thread-safety:** a value.
public struct PercentDrivenTransition: Sendable, Hashable {
  /// How long the uninterrupted run takes, in seconds.
  public let duration: Double
  /// How many times as fast as the uninterrupted run the rest is, above 0.
  public var completionSpeed = 1.0
  /// The curve of the rest where it was let go without a velocity. A spring made of mass and stiffness takes
  /// its own time.
  public var completionCurve = TimingCurve.easeInOut
  /// Whether the latest decision was to cancel.
  public private(set) var wasCancelled = false

  private var machine: AnimatorStateMachine
  private var hasEnded = false
  private var unreported: AnimatingPosition?

  /// An interaction at 0, over a transition of `duration` seconds, above 0.
  public init(duration: Double) {
    self.duration = duration
    machine = AnimatorStateMachine(duration: duration, timing: .linear)
  }

  /// The fraction that was set last, or where the rest of the way is at the time seen last, 0…1.
  public var percentComplete: Double { min(max(progress(at: machine.latestTime), 0), 1) }

  /// Progress at `time`, if nothing happens until then.
  public func progress(at time: Double) -> Double { machine.progress(at: time) }

  /// Velocity at `time`, if nothing happens until then, in whole ways per second; 0 while it is interactive.
  public func velocity(at time: Double) -> Double { machine.velocity(at: time) }

  /// When the rest of the way is over; `nil` before it was let go and after it has ended.
  public var restTime: Double? { machine.restTime }

  /// Sets the progress to `fraction`, 0…1; a finger that is beyond an end counts as there. - Throws: for NaN, and after
  /// it has ended.
  public mutating func update(_ fraction: Double, at time: Double) throws(AnimatorError) {
    note(machine.advance(to: time))
    if hasEnded { throw .illegal(event: .scrub(fraction: fraction), state: .inactive) }
    note(try machine.scrubForwards(to: fraction, at: time))
    wasCancelled = false
  }

  /// Runs the rest of the way to 1, from `velocity` in whole ways per second if there is one.
  ///
  /// - Throws: before the first update, after it has ended, and for a velocity or completion speed that is no
  ///   number.
  public mutating func finish(velocity: Double? = nil, at time: Double) throws(AnimatorError) {
    try complete(cancelled: false, velocity: velocity, at: time)
  }

  /// Runs the rest of the way to 0, from `velocity` in whole ways per second if there is one.
  ///
  /// - Throws: before the first update, after it has ended, and for a velocity or completion speed that is no
  ///   number.
  public mutating func cancel(velocity: Double? = nil, at time: Double) throws(AnimatorError) {
    try complete(cancelled: true, velocity: velocity, at: time)
  }

  /// Lets time pass, and says at which position the interaction has ended: once, in the first call after that.
  public mutating func advance(to time: Double) -> AnimatingPosition? {
    note(machine.advance(to: time))
    defer { unreported = nil }
    return unreported
  }

  private mutating func complete(cancelled: Bool, velocity: Double?, at time: Double) throws(AnimatorError) {
    try handle(
      .complete(
        cancelled: cancelled, releaseVelocity: velocity, timing: completionCurve, speed: completionSpeed),
      at: time)
    wasCancelled = cancelled
  }

  private mutating func handle(_ event: AnimatorEvent, at time: Double) throws(AnimatorError) {
    note(machine.advance(to: time))
    if hasEnded { throw .illegal(event: event, state: .inactive) }
    note(try machine.handle(event, at: time))
  }

  private mutating func note(_ actions: [AnimatorAction]) {
    for case .complete(let position) in actions {
      hasEnded = true
      unreported = position
    }
  }
}
