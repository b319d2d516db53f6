import SegueFields

/// An interruptible animator for animations that are functions of progress.
///
/// It has no clock: ``advance(to:)`` sets the time, for example from a display link, and every other
/// method acts at the last time set. Unlike UIKit, which raises exceptions, it throws errors. An
/// animation is a closure that takes the progress. It is called whenever the progress may have changed.
///
/// **Thread-safety:** to be used by one thread at a time. **Source:** UIKit's
/// `UIViewPropertyAnimator`.
public final class TransitionAnimator {
  private struct Track {
    /// The state of a delayed animation; `nil` if the animation follows the animator itself.
    var machine: AnimatorStateMachine?
    let animation: (Double) -> Void
  }

  private var machine: AnimatorStateMachine
  private var tracks: [Track] = []
  private var completions: [(AnimatingPosition) -> Void] = []
  /// Whether animations are being called. An animation that controls the animator must not cause a
  /// nested call.
  private var isPerforming = false
  private var pendingPositions: [AnimatingPosition] = []

  /// The last time set, in seconds of the caller's clock; 0 at first.
  public private(set) var currentTime = 0.0
  /// The delay of the last ``startAnimation(afterDelay:)``, in seconds; 0 before the first call.
  public private(set) var delay = 0.0

  /// An inactive animator at progress 0.
  /// - Parameters:
  ///   - duration: seconds, above 0 and at most a day. A physical spring takes its settling
  ///     duration instead.
  ///   - timing: the curve from time to progress.
  ///   - animations: takes the progress, 0 at the start and 1 at the end; springs overshoot.
  /// - Throws: `SegueError` with the code `invalidValue` for other durations, and for a curve
  ///   with invalid parameters.
  public init(
    duration: Double, timing: TimingCurve = .easeInOut, animations: ((_ progress: Double) -> Void)? = nil
  ) throws(SegueError) {
    machine = try AnimatorStateMachine(checked: duration, timing: timing)
    if let animations { tracks.append(Track(machine: nil, animation: animations)) }
  }

  /// The duration of an uninterrupted run, in seconds, above 0.
  public var duration: Double { machine.duration }
  /// The curve of the run in progress, or of the next one.
  public var timing: TimingCurve { machine.timing }
  /// The state: inactive, active or stopped.
  public var state: AnimatorState { machine.state }
  /// Whether the animator is active and not paused; also while a delay is pending.
  public var isRunning: Bool { machine.isRunning }
  /// The progress now, in either direction of play: 0 at the start, 1 at the end; springs
  /// overshoot.
  public var progress: Double { machine.progress(at: currentTime) }
  /// The velocity now, in progress per second, positive towards the end; 0 unless the animator is
  /// running.
  public var velocity: Double { machine.velocity(at: currentTime) }

  /// Whether the animator plays towards the start. Reversed while running, it keeps its value and
  /// its velocity. Setting it on a stopped animator has no effect; ``setReversed(_:)`` throws
  /// instead.
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

  /// Whether setting a fraction sets the progress to the fraction itself. Otherwise it sets the
  /// progress to the curve's value at that fraction of the duration. True by default.
  public var scrubsLinearly: Bool {
    get { machine.scrubsLinearly }
    set {
      machine.scrubsLinearly = newValue
      for index in tracks.indices { tracks[index].machine?.scrubsLinearly = newValue }
    }
  }

  /// Adds an animation that starts after `delayFactor` of the duration and takes the remaining duration.
  ///
  /// - Parameters:
  ///   - delayFactor: a fraction of the duration in 0..<1.
  ///   - animation: takes its progress, 0 at the start and 1 at the end; springs overshoot.
  /// - Throws: `SegueError` with the code `illegalState` on a stopped animator, and on an active
  ///   one with a delay; `invalidValue` for a factor outside of 0..<1.
  public func addAnimations(delayFactor: Double = 0, _ animation: @escaping (_ progress: Double) -> Void)
    throws(SegueError)
  {
    _ = try positions(after: .addAnimations(delayFactor: delayFactor))
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

  /// Starts the animation, or resumes it from a pause.
  /// - Throws: `SegueError` with the code `illegalState` on a stopped animator.
  public func startAnimation() throws(SegueError) { try handle(.start(afterDelay: 0)) }

  /// Starts the animation after `delay` seconds, at least 0 and finite.
  ///
  /// - Throws: `SegueError` with the code `illegalState` on a stopped animator, and on an active
  ///   one with a delay above 0; `invalidValue` for other delays.
  public func startAnimation(afterDelay delay: Double) throws(SegueError) {
    try handle(.start(afterDelay: delay))
    self.delay = delay
  }

  /// Pauses at the current value, or an inactive animator at its start.
  /// - Throws: `SegueError` with the code `illegalState` on a stopped animator.
  public func pauseAnimation() throws(SegueError) { try handle(.pause) }

  /// Continues along another curve or in another time.
  ///
  /// - Parameters:
  ///   - timing: the curve; `nil` means the current one.
  ///   - durationFactor: the time to the target as a multiple of the duration, at least 0; 0 is the
  ///     remaining time.
  /// - Throws: `SegueError` with the code `illegalState` unless the animator is active; `invalidValue`
  ///   for a curve with invalid parameters, for a negative factor, and for more than a day.
  public func continueAnimation(
    with timing: TimingCurve? = nil, durationFactor: Double = 0
  ) throws(SegueError) {
    try handle(.continue(timing: timing, durationFactor: durationFactor))
  }

  /// Stops at the current value.
  ///
  /// - Parameter withoutFinishing: true makes the animator inactive immediately, without completions.
  ///   Otherwise the animator is stopped until ``finishAnimation(at:)``.
  /// - Throws: `SegueError` with the code `illegalState` unless the animator is active.
  public func stopAnimation(_ withoutFinishing: Bool) throws(SegueError) {
    try handle(.stop(withoutFinishing: withoutFinishing))
  }

  /// Makes a stopped animator inactive at `position` and calls the completions.
  /// - Throws: `SegueError` with the code `illegalState` unless the animator is stopped.
  public func finishAnimation(at position: AnimatingPosition) throws(SegueError) {
    try handle(.finish(at: position))
  }

  /// Pauses at `fraction`, 0…1 in the direction of play.
  /// - Throws: `SegueError` with the code `illegalState` on a stopped animator; `invalidValue`
  ///   for other fractions.
  public func scrub(to fraction: Double) throws(SegueError) { try handle(.scrub(fraction: fraction)) }

  /// Plays towards the start, or towards the end. Value and velocity are continuous.
  /// - Throws: `SegueError` with the code `illegalState` on a stopped animator.
  public func setReversed(_ isReversed: Bool) throws(SegueError) { try handle(.setReversed(isReversed)) }

  /// Sets the time, in seconds, and calls the animations. Calls the completions if the animator has come
  /// to rest. A time before the latest one, or NaN, counts as the latest one.
  public func advance(to time: Double) {
    currentTime = max(currentTime, time)
    let positions = machine.advance(to: currentTime)
    for index in tracks.indices { _ = tracks[index].machine?.advance(to: currentTime) }
    perform(positions)
  }

  private func positions(after event: AnimatorEvent) throws(SegueError) -> [AnimatingPosition] {
    do { return try machine.handle(event, at: currentTime) } catch { throw SegueError(error) }
  }

  private func handle(_ event: AnimatorEvent) throws(SegueError) {
    let positions = try positions(after: event)
    for index in tracks.indices {
      // A delayed animation may end before the animator; only the animator's own state decides whether
      // an event is legal.
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

  /// Calls the animations. Calls them once more if one of them changed the progress.
  private func animate() {
    for _ in 0..<2 {
      let values = progresses
      for (track, progress) in zip(tracks, values) { track.animation(progress) }
      if progresses == values { return }
    }
  }

  private var progresses: [Double] { tracks.map { ($0.machine ?? machine).progress(at: currentTime) } }
}
