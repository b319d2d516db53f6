import SegueFields
import Testing

@testable import SegueMotion

@Suite("Transition animators") struct TransitionAnimatorTests {
  @Test("an animator calls its animations and completions")
  func closures() throws {
    var seen: [Double] = []
    var positions: [AnimatingPosition] = []
    let animator = try TransitionAnimator(duration: 1, timing: .linear) { seen.append($0) }
    animator.addCompletion { positions.append($0) }
    try animator.startAnimation()
    for time in [0.25, 0.5, 0.75, 1, 1.25] { animator.advance(to: time) }
    #expect(seen == [0, 0.25, 0.5, 0.75, 1, 1])
    #expect(positions == [.end])
    #expect(animator.state == .inactive)
  }

  @Test("a delayed animation runs over the remaining duration")
  func delayedAnimation() throws {
    var delayed = 0.0
    let animator = try TransitionAnimator(duration: 1, timing: .linear)
    try animator.addAnimations(delayFactor: 0.5) { delayed = $0 }
    try animator.startAnimation()
    var values: [Double] = []
    for time in [0.25, 0.5, 0.75, 0.9, 1] {
      animator.advance(to: time)
      values.append(delayed)
    }
    #expect(zip(values, [0, 0, 0.5, 0.8, 1]).allSatisfy { $0.isClose(to: $1) })
  }

  @Test("a delayed animation ends first in a reversed run")
  func delayedReversed() throws {
    var delayed = 0.0
    let animator = try TransitionAnimator(duration: 1, timing: .linear)
    try animator.addAnimations(delayFactor: 0.5) { delayed = $0 }
    animator.isReversed = true
    try animator.startAnimation()
    animator.advance(to: 0.25)
    #expect(delayed.isClose(to: 0.5))
    animator.advance(to: 0.5)
    #expect(delayed == 0)
    #expect(animator.progress.isClose(to: 0.5))
  }

  @Test("a delayed spring comes to rest together with its animator")
  func delayedSpring() throws {
    var delayed = 0.0
    let animator = try TransitionAnimator(duration: 1, timing: .spring(mass: 1, stiffness: 100, damping: 10))
    try animator.addAnimations(delayFactor: 0.9) { delayed = $0 }
    try animator.startAnimation()
    animator.advance(to: animator.duration)
    #expect(animator.state == .inactive)
    #expect(delayed == 1)
  }

  @Test("scrubbing, pausing and finishing work as in UIKit")
  func uiKit() throws {
    var positions: [AnimatingPosition] = []
    let animator = try TransitionAnimator(duration: 2)
    animator.addCompletion { positions.append($0) }
    animator.fractionComplete = 0.3
    #expect(animator.state == .active && !animator.isRunning)
    #expect(animator.progress == 0.3)
    try animator.continueAnimation(with: .spring(dampingRatio: 0.8), durationFactor: 0.5)
    animator.advance(to: 0.1)
    try animator.pauseAnimation()
    try animator.stopAnimation(false)
    #expect(animator.state == .stopped)
    #expect(throws: SegueError(AnimatorError.illegal(event: .pause, state: .stopped))) {
      try animator.pauseAnimation()
    }
    try animator.finishAnimation(at: .start)
    #expect(positions == [.start])
    #expect(animator.progress == 0)
    try animator.startAnimation(afterDelay: 1)
    #expect(animator.delay == 1)
    try animator.stopAnimation(true)
    #expect(positions == [.start])
    #expect(animator.state == .inactive)
  }

  @Test("an animation may call its own animator")
  func driven() throws {
    var given: [Double] = []
    var completed: [AnimatingPosition] = []
    let animator = try TransitionAnimator(duration: 1, timing: .linear)
    try animator.addAnimations { [unowned animator] progress in
      given.append(progress)
      if (0.5..<1).contains(progress) { try? animator.pauseAnimation() }
    }
    animator.addCompletion { completed.append($0) }
    try animator.startAnimation()
    animator.advance(to: 0.25)
    animator.advance(to: 0.75)
    animator.advance(to: 9)
    #expect(!animator.isRunning && animator.progress == 0.75 && completed.isEmpty)
    #expect(given == [0, 0.25, 0.75, 0.75])
    try animator.stopAnimation(false)
    try animator.finishAnimation(at: .end)
    #expect(completed == [.end] && given.last == 1)
  }
}
