/// An interruptible animator, as UIKit's `UIViewPropertyAnimator`, for animations that are functions of
/// progress.
///
/// It has no clock: ``advance(to:)`` sets the time, for example from a display link, and every
/// other method acts at the last time set. Unlike UIKit, which raises exceptions, it throws errors.
/// An animation is a closure that takes its progress, called after every possible change of it.
///
/// **Thread-safety:** to be used by one thread at a time.
public final class TransitionAnimator {
  private struct Track {
    /// `nil` for animations without a delay, which follow the animator itself.
    var machine: AnimatorStateMachine?
    let animation: (Double) -> Void
  }

  private var machine: AnimatorStateMachine
  private var tracks: [Track] = []
  private var completions: [(AnimatingPosition) -> Void] = []
  /// Whether animations are being called; one that controls the animator must not cause a nested
  /// call.
  private var isPerforming = false
  private var pendingPositions: [AnimatingPosition] = []

  /// The last time set, in seconds.
  public private(set) var currentTime = 0.0
  /// The delay of the start, in seconds.
  public private(set) var delay = 0.0

  /// An inactive animator over `duration` seconds, above 0 and at most a day; a physical spring
  /// takes its settling duration instead.
  /// - Throws: `AnimatorError.unplayable` for other durations, and for a curve with invalid
  ///   parameters.
  public init(
    duration: Double, timing: TimingCurve = .easeInOut, animations: ((_ progress: Double) -> Void)? = nil
  ) throws(AnimatorError) {
    machine = try AnimatorStateMachine(checked: duration, timing: timing)
    if let animations { tracks.append(Track(machine: nil, animation: animations)) }
  }

  /// The duration of an uninterrupted run, in seconds.
  public var duration: Double { machine.duration }
  /// The current curve.
  public var timing: TimingCurve { machine.timing }
  /// Inactive, active or stopped.
  public var state: AnimatorState { machine.state }
  /// Whether the animator is active and not paused.
  public var isRunning: Bool { machine.isRunning }
  /// Progress now, in either direction of play: 0 at the start, 1 at the end.
  public var progress: Double { machine.progress(at: currentTime) }
  /// Velocity now, in progress per second.
  public var velocity: Double { machine.velocity(at: currentTime) }

  /// Whether it plays towards the start. Reversed while running, it keeps its value and its
  /// velocity. Setting it on a stopped animator has no effect; ``setReversed(_:)`` throws instead.
  public var isReversed: Bool {
    get { machine.isReversed }
    set { try? setReversed(newValue) }
  }

  /// The completed fraction in the direction of play, 0…1. Setting it pauses the animator there;
  /// values outside of 0…1 are clamped. Setting it to NaN or on a stopped animator has no effect;
  /// ``scrub(to:)`` throws instead.
  public var fractionComplete: Double {
    get { machine.fractionComplete(at: currentTime) }
    set { try? scrub(to: min(max(newValue, 0), 1)) }
  }

  /// Whether setting a fraction sets the progress to it; otherwise to the curve's value at that
  /// fraction of the duration.
  public var scrubsLinearly: Bool {
    get { machine.scrubsLinearly }
    set {
      machine.scrubsLinearly = newValue
      for index in tracks.indices { tracks[index].machine?.scrubsLinearly = newValue }
    }
  }

  /// Adds an animation that starts after `delayFactor` (0..<1) of the duration and takes the rest
  /// of it.
  ///
  /// - Parameter animation: takes its progress, 0 at the start and 1 at the end; springs overshoot.
  /// - Throws: on a stopped animator; on an active one with a delay; for a factor outside of 0..<1.
  public func addAnimations(delayFactor: Double = 0, _ animation: @escaping (_ progress: Double) -> Void)
    throws(AnimatorError)
  {
    _ = try machine.handle(.addAnimations(delayFactor: delayFactor), at: currentTime)
    var delayed: AnimatorStateMachine?
    if delayFactor > 0 {
      delayed = AnimatorStateMachine(duration: duration, timing: timing, delayFactor: delayFactor)
      delayed?.scrubsLinearly = scrubsLinearly
      delayed?.isReversed = isReversed
    }
    tracks.append(Track(machine: delayed, animation: animation))
  }

  /// Adds a completion. Each time the animator is at rest again, all completions are called in the
  /// order of addition.
  /// - Parameter completion: takes the position of rest.
  public func addCompletion(_ completion: @escaping (_ position: AnimatingPosition) -> Void) {
    completions.append(completion)
  }

  /// Starts, or resumes from a pause. - Throws: on a stopped animator.
  public func startAnimation() throws(AnimatorError) { try handle(.start(afterDelay: 0)) }

  /// Starts after `delay` seconds, at least 0 and finite.
  ///
  /// - Throws: on a stopped animator; on an active one with a delay; for other delays.
  public func startAnimation(afterDelay delay: Double) throws(AnimatorError) {
    try handle(.start(afterDelay: delay))
    self.delay = delay
  }

  /// Pauses at the current value, or an inactive animator at its start. - Throws: on a stopped
  /// animator.
  public func pauseAnimation() throws(AnimatorError) { try handle(.pause) }

  /// Continues along `timing` (`nil`: the current curve) for `durationFactor` × the duration, or
  /// for the remaining time if that is 0.
  ///
  /// - Throws: on an inactive or stopped animator; for a curve with invalid parameters; for a
  ///   factor that is negative or makes the duration longer than a day.
  public func continueAnimation(
    with timing: TimingCurve? = nil, durationFactor: Double = 0
  ) throws(AnimatorError) {
    try handle(.continue(timing: timing, durationFactor: durationFactor))
  }

  /// Stops at the current value: immediately inactive, without completions, or stopped until
  /// ``finishAnimation(at:)``.
  ///
  /// - Throws: unless it is active.
  public func stopAnimation(_ withoutFinishing: Bool) throws(AnimatorError) {
    try handle(.stop(withoutFinishing: withoutFinishing))
  }

  /// Makes a stopped animator inactive at a position and calls the completions. - Throws: unless it is stopped.
  public func finishAnimation(at position: AnimatingPosition) throws(AnimatorError) {
    try handle(.finish(at: position))
  }

  /// Pauses at `fraction`, 0…1 in the direction of play. - Throws: on a stopped animator; for other
  /// fractions.
  public func scrub(to fraction: Double) throws(AnimatorError) { try handle(.scrub(fraction: fraction)) }

  /// Plays towards the start, or towards the end. - Throws: on a stopped animator.
  public func setReversed(_ isReversed: Bool) throws(AnimatorError) { try handle(.setReversed(isReversed)) }

  /// Sets the time, in seconds, and calls the animations, and the completions if the animator has
  /// come to rest. An earlier time than the last one, and NaN, count as the last one.
  public func advance(to time: Double) {
    currentTime = max(currentTime, time)
    let positions = machine.advance(to: currentTime)
    for index in tracks.indices { _ = tracks[index].machine?.advance(to: currentTime) }
    perform(positions)
  }

  private func handle(_ event: AnimatorEvent) throws(AnimatorError) {
    let positions = try machine.handle(event, at: currentTime)
    for index in tracks.indices {
      // A delayed animation may rest before the animator; only the animator's own state decides
      // whether an event is legal.
      _ = try? tracks[index].machine?.handle(event, at: currentTime)
    }
    perform(positions)
  }

  private func perform(_ positions: [AnimatingPosition]) {
    if positions.contains(.end) || positions.contains(.start) {
      for index in tracks.indices { tracks[index].machine?.rest(at: machine.progress(at: currentTime)) }
    }
    pendingPositions += positions
    if isPerforming { return }
    isPerforming = true
    animate()
    isPerforming = false
    let positions = pendingPositions
    pendingPositions = []
    for position in positions {
      for completion in completions { completion(position) }
    }
  }

  /// Calls the animations, and once more if one of them changed the progress.
  private func animate() {
    for _ in 0..<2 {
      let values = progresses
      for (track, progress) in zip(tracks, values) { track.animation(progress) }
      if progresses == values { return }
    }
  }

  private var progresses: [Double] { tracks.map { ($0.machine ?? machine).progress(at: currentTime) } }
}
