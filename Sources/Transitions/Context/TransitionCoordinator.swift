import Motion

/// Runs one transition: by itself, under a finger, or first the one and then the other.
///
/// It has no clock and draws nothing: ``advance(to:)`` tells it the time, and ``recipe`` is the frame of
/// that time. An animation can be paused, scrubbed, turned round and continued along another curve, and an
/// interaction that was let go can be caught again, until it is complete. A complete transition stays: it
/// gives exactly the second snapshot, or exactly the first where it was cancelled.
///
/// Where a method is refused, the coordinator is as it was before; `AnimatorStateMachine` has the rules,
/// and a complete transition refuses everything.
///
/// **Thread-safety:** to be used by one thread at a time.
/// **Source:** UIKit's `UIViewControllerContextTransitioning`, `UIViewControllerTransitionCoordinator` and
/// `UIPercentDrivenInteractiveTransition`.
public final class TransitionCoordinator {
  /// A completion: takes whether the transition was cancelled.
  public typealias Completion = (_ wasCancelled: Bool) -> Void

  /// What it runs.
  public let transition: any Transition
  /// Where it takes place.
  public let context: TransitionContext
  /// How many times as fast as an uninterrupted run the rest of an interaction is, above 0.
  public var completionSpeed = 1.0
  /// The curve of the rest of an interaction that is let go without a velocity.
  public var completionCurve = TimingCurve.easeInOut
  /// The time told last, in seconds.
  public private(set) var currentTime = 0.0
  /// Whether a finger holds the transition now.
  public private(set) var isInteractive = false
  /// Whether it is over.
  public private(set) var isComplete = false
  /// Whether it ended, or was told to end, where it began.
  public private(set) var transitionWasCancelled = false

  private var machine: AnimatorStateMachine
  private var completions: [Completion] = []

  /// A transition that stands at its beginning, over `duration` seconds, above 0, along `timing`; `nil` is
  /// the transition's own. A spring made of mass and stiffness takes its settling duration instead.
  public init(
    _ transition: any Transition, in context: TransitionContext, duration: Double? = nil,
    timing: TimingCurve? = nil
  ) {
    self.transition = transition
    self.context = context
    machine = AnimatorStateMachine(
      duration: duration ?? transition.duration, timing: timing ?? transition.timing)
  }

  /// How long an uninterrupted run takes, in seconds.
  public var duration: Double { machine.duration }
  /// Whether progress changes with time.
  public var isRunning: Bool { !isComplete && machine.isRunning }
  /// Whether it plays towards the first snapshot.
  public var isReversed: Bool { machine.isReversed }
  /// Progress now: 0 at the first snapshot, 1 at the second; springs go beyond.
  public var progress: Double {
    isComplete ? (transitionWasCancelled ? 0 : 1) : machine.progress(at: currentTime)
  }
  /// Progress, limited to 0…1.
  public var percentComplete: Double { min(max(progress, 0), 1) }
  /// Velocity now, in whole ways per second, positive towards the second snapshot.
  public var velocity: Double { isComplete ? 0 : machine.velocity(at: currentTime) }
  /// How the frame of now is made.
  public var recipe: Recipe { transition.endpointExactRecipe(at: progress, in: context) }

  /// Tells the time, in seconds; it never goes back. Completes the transition when its time has come.
  public func advance(to time: Double) {
    currentTime = max(currentTime, time)
    if isComplete { return }
    perform(machine.advance(to: currentTime))
  }

  /// Adds a completion, called once, when the transition is complete; at once where it is already.
  public func addCompletion(_ completion: @escaping Completion) {
    if isComplete { completion(transitionWasCancelled) } else { completions.append(completion) }
  }

  /// Ends the transition now: at the second snapshot, or if it did not complete, at the first. Does nothing
  /// when it is complete already.
  public func completeTransition(_ didComplete: Bool) {
    if !isComplete { end(cancelled: !didComplete) }
  }

  func handle(_ event: AnimatorEvent) throws(AnimatorError) {
    if isComplete { throw .illegal(event: event, state: .inactive) }
    let actions = try machine.handle(event, at: currentTime)
    perform(actions)
  }

  func takeHold(at fraction: Double) throws(AnimatorError) {
    if isComplete { throw .illegal(event: .scrub(fraction: fraction), state: .inactive) }
    perform(try machine.scrubForwards(to: fraction, at: currentTime))
  }

  func hold(_ isHeld: Bool) { isInteractive = isHeld }

  func decide(cancelled: Bool) {
    if !isComplete { transitionWasCancelled = cancelled }
  }

  private func perform(_ actions: [AnimatorAction]) {
    for case .complete(let position) in actions { end(cancelled: position == .start) }
  }

  private func end(cancelled: Bool) {
    isInteractive = false
    isComplete = true
    transitionWasCancelled = cancelled
    for completion in completions { completion(cancelled) }
  }
}
