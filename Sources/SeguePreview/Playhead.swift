import SegueMotion
import SegueTransitions

/// The page's progress: it rests, plays, or follows a finger, and changes from the one to the other at any moment.
///
/// Times are the page's, in seconds, and only grow. At rest the progress is within 0…1; a spring goes beyond while it
/// plays.
///
/// **Thread-safety:** to be used by one thread at a time.
final class Playhead {
  /// The outcome of an interaction or a run.
  enum Outcome: String, Sendable, Encodable {
    case finished, cancelled
  }

  /// The motion of a run: its transition, and how long it takes along which curve.
  struct Motion {
    var transition: any Transition
    var context: TransitionContext
    var duration: Double
    var timing: TimingCurve
    /// The direction of a drag that finishes: the step in x and y, y pointing down, of length 1.
    var direction: (x: Double, y: Double)
  }

  private(set) var motion: Motion
  /// Whether a finished run begins again.
  var loops = false
  /// Whether it plays towards the outgoing picture where nothing is said.
  var prefersReverse = false
  /// The outcome of the latest run or interaction; `nil` before and while one is under way.
  private(set) var outcome: Outcome?
  private var time = 0.0
  private var resting = 0.0
  private var run: TransitionCoordinator?
  private var finger: DragRecognizer?
  /// The finger's latest time stamp, which may lie behind the clock: samples come later than they were taken.
  private var fingerTime = 0.0
  /// Whether what runs was let go by a finger, or cancelled: such a run does not loop.
  private var isLetGo = false
  /// Whether the finger has moved since it took hold of a frame at rest.
  private var hasMoved = false

  init(_ motion: Motion) { self.motion = motion }

  /// Progress now.
  var progress: Double { run?.progress ?? resting }
  /// Progress a second, positive towards the incoming picture; a finger's own while it holds the frame.
  var velocity: Double { finger?.velocity(at: time) ?? run?.velocity ?? 0 }
  /// Whether progress changes by itself.
  var isRunning: Bool { run?.isRunning ?? false }
  /// Whether a finger holds the frame.
  var isHeld: Bool { finger != nil }
  /// Whether it plays towards the outgoing picture.
  var isReversed: Bool { run?.isReversed ?? false }
  /// The projected end of the motion, which decides a release; above 0.5 it would finish.
  var projected: Double { DragRelease(fraction: progress, velocity: velocity).projectedFraction }

  /// Lets time pass.
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
    let wasLetGo = isLetGo
    run = nil
    finger = nil
    resting = progress
    outcome = how
    if loops, how != nil, !wasLetGo { wasReversed ? playBackwards() : play() }
  }

  /// Another transition, duration or curve. What runs keeps its place and its direction, and a finger its hold.
  func change(_ motion: Motion) {
    let (place, ran, backwards) = (min(max(progress, 0), 1), isRunning, isReversed)
    self.motion = motion
    resting = place
    guard run != nil else { return }
    run = nil
    if isHeld { hold(at: place) } else if ran { backwards ? playBackwards() : play() }
  }

  /// Plays towards the incoming picture, from the beginning where it is at the end; goes on where it was paused.
  func play() {
    if let run, !run.isRunning, !isHeld {
      return attempt { () throws(AnimatorError) in try run.startAnimation() }
    }
    if isRunning { return }
    if prefersReverse { return playBackwards() }
    let start = progress >= 1 ? 0 : progress
    let run = coordinator(at: start)
    attempt { () throws(AnimatorError) in try run.startAnimation() }
  }

  /// Plays towards the outgoing picture at once, from the end where it is at the beginning; turns round what plays so.
  func reverse() {
    guard let run, run.isRunning else { return playBackwards() }
    attempt { () throws(AnimatorError) in try run.setReversed(!run.isReversed) }
  }

  private func playBackwards() {
    let start = progress <= 0 ? 1 : min(progress, 1)
    let run = coordinator(at: start)
    attempt { () throws(AnimatorError) in
      try run.setReversed(true)
      try run.startAnimation()
    }
  }

  /// Stands still where it is; a spring that is beyond an end, at that end.
  func pause() {
    guard let run, run.isRunning else { return }
    if (0...1).contains(run.progress) {
      attempt { () throws(AnimatorError) in try run.pauseAnimation() }
    } else {
      seek(to: run.progress)
    }
  }

  /// Plays, or pauses what plays.
  func toggle() { isRunning ? pause() : play() }

  /// Rests at a progress.
  func seek(to progress: Double) {
    run = nil
    finger = nil
    resting = min(max(progress, 0), 1)
    outcome = nil
  }

  /// Rests so much further on, or back.
  func step(by distance: Double) {
    // In whole hundredths of a percent, so that a hundred steps of 1 % are the whole way.
    seek(to: ((min(max(progress, 0), 1) + distance) * 10_000).rounded() / 10_000)
  }

  /// Takes back what is under way: it runs back to the outgoing picture.
  func cancel() {
    finger = nil
    if progress <= 0 || (run == nil && progress >= 1) { return }
    if run == nil { hold(at: progress) }
    isLetGo = true
    attempt { () throws(AnimatorError) in try run?.cancelInteractiveTransition() }
  }

  /// A finger takes hold of the frame where it is. `width` is the whole way, in the units of the samples.
  func press(at when: Double, width: Double) {
    advance(to: when)
    let place = min(max(progress, 0), 1)
    hasMoved = isRunning
    if isRunning { hold(at: place) } else { resting = place }
    fingerTime = when
    finger = try? DragRecognizer(width: width, startFraction: place)
    addSample(at: when, translation: 0)
  }

  /// The finger is `x`, `y` away from where it took hold, y pointing down.
  func move(at when: Double, x: Double, y: Double) {
    guard finger != nil else { return }
    let translation = x * motion.direction.x + y * motion.direction.y
    addSample(at: when, translation: translation)
    if translation != 0 { hasMoved = true }
    if hasMoved, let finger { hold(at: finger.fraction) }
  }

  /// A sample of the finger; one that is earlier than the one before has come in the wrong order, and counts as of
  /// that time.
  private func addSample(at when: Double, translation: Double) {
    fingerTime = max(fingerTime, when)
    try? finger?.add(DragSample(time: fingerTime, translation: translation))
  }

  /// The finger lets go: where the motion is heading decides. A tap on a frame at rest leaves it at rest.
  func release(at when: Double) {
    guard let finger else { return }
    self.finger = nil
    if hasMoved { letGo(finger.release(at: when)) }
  }

  /// The finger was lost, to a scrolling page or another window: as if it had never been.
  func lose() {
    guard let finger else { return }
    self.finger = nil
    if hasMoved { letGo(finger.cancellation) }
  }

  private func hold(at fraction: Double) {
    if run == nil { _ = coordinator(at: fraction) }
    outcome = nil
    attempt { () throws(AnimatorError) in try run?.updateInteractiveTransition(fraction) }
  }

  private func letGo(_ release: DragRelease) {
    if run == nil { hold(at: release.fraction) }
    isLetGo = true
    attempt { () throws(AnimatorError) in try run?.endInteractiveTransition(release) }
    advance(to: time)
  }

  /// A new run that stands at `start`.
  private func coordinator(at start: Double) -> TransitionCoordinator {
    let new = TransitionCoordinator(
      motion.transition, in: motion.context,
      machine: AnimatorStateMachine(duration: motion.duration, timing: motion.timing))
    new.advance(to: time)
    run = new
    isLetGo = false
    outcome = nil
    if start > 0 { attempt { () throws(AnimatorError) in try new.updateInteractiveTransition(start) } }
    return new
  }

  /// Every call here is legal in its state, so a refusal changes nothing.
  private func attempt(_ body: () throws(AnimatorError) -> Void) {
    do { try body() } catch { assertionFailure("\(error)") }
  }
}
