import SegueFields
import SegueMotion
import SegueTransitions

/// The transition progress that the page shows. The playhead is at rest, plays or follows a drag, and
/// may switch between these states at any time.
///
/// Times are the page's, in seconds, and do not decrease. At rest the progress is within 0…1; a spring may overshoot
/// while it plays.
///
/// **Thread-safety:** for one thread at a time.
final class Playhead {
  /// The result of a drag or a run.
  enum Outcome: String, Sendable, Encodable {
    case finished, cancelled
  }

  /// The motion of a run: transition, duration and curve.
  struct Motion {
    var transition: any Transition
    var context: TransitionContext
    var duration: Double
    var timing: TimingCurve
    /// The unit vector of a drag that finishes the transition, with y pointing down.
    var direction: (x: Double, y: Double)
  }

  private(set) var motion: Motion
  /// Whether a finished run starts again.
  var loops = false
  /// Whether the transition plays towards the outgoing picture by default.
  var prefersReverse = false
  /// The result of the latest run or drag; `nil` before the first and during one.
  private(set) var outcome: Outcome?
  private var time = 0.0
  private var resting = 0.0
  private var run: TransitionCoordinator?
  private var drag: DragRecognizer?
  /// The latest time of a drag sample, which may be before the clock, since samples arrive late.
  private var dragTime = 0.0
  /// Whether the run follows a drag or a cancellation; it does not loop then.
  private var isDragReleased = false
  /// Whether the pointer has moved since the drag began at rest.
  private var hasMoved = false

  init(_ motion: Motion) { self.motion = motion }

  var progress: Double { run?.progress ?? resting }
  /// The change of progress per second, positive towards the incoming picture; during a drag that of the pointer.
  var velocity: Double { drag?.velocity(at: time) ?? run?.velocity ?? 0 }
  /// Whether progress changes without a drag.
  var isRunning: Bool { run?.isRunning ?? false }
  /// Whether a drag is in progress.
  var isHeld: Bool { drag != nil }
  /// Whether the transition plays towards the outgoing picture.
  var isReversed: Bool { run?.isReversed ?? false }
  /// The projected end of the motion. A release finishes the transition if this is above 0.5.
  var projected: Double { DragRelease(fraction: progress, velocity: velocity).projectedFraction }

  func advance(to now: Double) {
    time = max(time, now)
    guard let run else { return }
    run.advance(to: time)
    if run.isComplete {
      rest(at: run.transitionWasCancelled ? 0 : 1, run.transitionWasCancelled ? .cancelled : .finished)
    }
  }

  private func rest(at progress: Double, _ how: Outcome?) {
    let wasReversed = run?.isReversed ?? false
    let wasDragReleased = isDragReleased
    run = nil
    drag = nil
    resting = progress
    outcome = how
    if loops, how != nil, !wasDragReleased { wasReversed ? playBackwards() : play() }
  }

  /// Changes transition, duration or curve. A run keeps its progress and direction, and a drag continues.
  func change(_ motion: Motion) {
    let (place, ran, backwards) = (min(max(progress, 0), 1), isRunning, isReversed)
    self.motion = motion
    resting = place
    guard run != nil else { return }
    run = nil
    if isHeld { hold(at: place) } else if ran { backwards ? playBackwards() : play() }
  }

  /// Plays towards the incoming picture, from the beginning if at the end; resumes a paused run.
  func play() {
    if let run, !run.isRunning, !isHeld {
      return attempt { () throws(SegueError) in try run.startAnimation() }
    }
    if isRunning { return }
    if prefersReverse { return playBackwards() }
    let start = progress >= 1 ? 0 : progress
    let run = coordinator(at: start)
    attempt { () throws(SegueError) in try run.startAnimation() }
  }

  /// Plays towards the outgoing picture, from the end if at the beginning; reverses a run.
  func reverse() {
    guard let run, run.isRunning else { return playBackwards() }
    attempt { () throws(SegueError) in try run.setReversed(!run.isReversed) }
  }

  private func playBackwards() {
    let start = progress <= 0 ? 1 : min(progress, 1)
    let run = coordinator(at: start)
    attempt { () throws(SegueError) in
      try run.setReversed(true)
      try run.startAnimation()
    }
  }

  /// Pauses at the current progress; an overshooting spring stops at its end.
  func pause() {
    guard let run, run.isRunning else { return }
    if (0...1).contains(run.progress) {
      attempt { () throws(SegueError) in try run.pauseAnimation() }
    } else {
      seek(to: run.progress)
    }
  }

  func toggle() { isRunning ? pause() : play() }

  /// Stops at `progress`.
  func seek(to progress: Double) {
    run = nil
    drag = nil
    resting = min(max(progress, 0), 1)
    outcome = nil
  }

  /// Stops at the current progress plus `distance`.
  func step(by distance: Double) {
    // Rounds to hundredths of a percent, so that a hundred steps of 1 % end at exactly 1.
    seek(to: ((min(max(progress, 0), 1) + distance) * 10_000).rounded() / 10_000)
  }

  /// Cancels the run or drag, and plays back to the outgoing picture.
  func cancel() {
    drag = nil
    if progress <= 0 || (run == nil && progress >= 1) { return }
    if run == nil { hold(at: progress) }
    isDragReleased = true
    attempt { () throws(SegueError) in try run?.cancelInteractiveTransition() }
  }

  /// Starts a drag at the current progress. `width` is the distance of the whole transition, in the units of the
  /// samples.
  func press(at when: Double, width: Double) {
    advance(to: when)
    let place = min(max(progress, 0), 1)
    hasMoved = isRunning
    if isRunning { hold(at: place) } else { resting = place }
    dragTime = when
    drag = try? DragRecognizer(width: width, startFraction: place)
    addSample(at: when, translation: 0)
  }

  /// Moves the drag to (`x`, `y`) relative to its start, y pointing down.
  func move(at when: Double, x: Double, y: Double) {
    guard drag != nil else { return }
    let translation = x * motion.direction.x + y * motion.direction.y
    addSample(at: when, translation: translation)
    if translation != 0 { hasMoved = true }
    if hasMoved, let drag { hold(at: drag.fraction) }
  }

  /// Adds a sample of the drag. A sample with an earlier time than the previous one arrived out of order and gets the
  /// previous time.
  private func addSample(at when: Double, translation: Double) {
    dragTime = max(dragTime, when)
    try? drag?.add(DragSample(time: dragTime, translation: translation))
  }

  /// Ends the drag; its velocity decides whether the run finishes. A tap on a frame at rest changes
  /// nothing.
  func release(at when: Double) {
    guard let drag else { return }
    self.drag = nil
    if hasMoved { endDrag(drag.release(at: when)) }
  }

  /// Ends a drag that the browser cancelled, for example by scrolling.
  func lose() {
    guard let drag else { return }
    self.drag = nil
    if hasMoved { endDrag(drag.cancellation) }
  }

  private func hold(at fraction: Double) {
    if run == nil { _ = coordinator(at: fraction) }
    outcome = nil
    attempt { () throws(SegueError) in try run?.updateInteractiveTransition(fraction) }
  }

  private func endDrag(_ release: DragRelease) {
    if run == nil { hold(at: release.fraction) }
    isDragReleased = true
    attempt { () throws(SegueError) in try run?.endInteractiveTransition(release) }
    advance(to: time)
  }

  /// A new run at progress `start`.
  private func coordinator(at start: Double) -> TransitionCoordinator {
    let new = TransitionCoordinator(
      motion.transition, in: motion.context,
      machine: AnimatorStateMachine(duration: motion.duration, timing: motion.timing))
    new.advance(to: time)
    run = new
    isDragReleased = false
    outcome = nil
    if start > 0 { attempt { () throws(SegueError) in try new.updateInteractiveTransition(start) } }
    return new
  }

  /// Calls `body`, which must be allowed in the current state. In a release build an error is ignored.
  private func attempt(_ body: () throws(SegueError) -> Void) {
    do { try body() } catch { assertionFailure("\(error)") }
  }
}
