import SegueFields
import SegueImaging
import SegueMotion
import SegueRendering
import Testing
@testable import SegueTransitions

@Suite("Coordinated transitions") struct TransitionCoordinatorTests {
  static let context = TransitionContext(containerSize: ImageSize(width: 97, height: 61))

  private func coordinator(
    _ timing: TimingCurve = .linear, transition: any Transition = Dissolve()
  ) throws -> TransitionCoordinator {
    try TransitionCoordinator(transition, in: Self.context, duration: 1, timing: timing)
  }

  @Test("a new run is exactly at the first snapshot")
  func atRest() throws {
    let run = try TransitionCoordinator(Catalogue.builtIn.transition("pin-rotate"), in: Self.context)
    #expect(run.duration == 1 && run.recipe == .snapshot(.from))
    #expect(!run.isRunning && !run.isComplete && !run.transitionWasCancelled && !run.isInteractive)
    run.advance(to: 5)
    #expect(run.recipe == .snapshot(.from))
  }

  @Test("a run ends exactly at the second snapshot")
  func runs() throws {
    let run = try coordinator(.easeIn)
    var ends: [Bool] = []
    run.addCompletion { ends.append($0) }
    run.advance(to: 3)
    try run.startAnimation()
    run.advance(to: 3.5)
    #expect(abs(run.progress - 0.31535682) < 1e-7)
    #expect(run.recipe == Dissolve().recipe(at: run.progress, in: Self.context))
    run.advance(to: 4)
    #expect(run.isComplete && !run.transitionWasCancelled && run.recipe == .snapshot(.to))
    run.advance(to: 9)
    run.completeTransition(false)
    #expect(ends == [false] && run.recipe == .snapshot(.to))
    #expect(throws: SegueError.self) { try run.startAnimation() }
    #expect(throws: SegueError.self) { try run.updateInteractiveTransition(0.5) }
  }

  @Test("a spring that overshoots ends exactly at the second snapshot")
  func spring() throws {
    let run = try coordinator(.spring(dampingRatio: 0.4))
    try run.startAnimation()
    var most = 0.0
    for frame in 1...60 {
      run.advance(to: Double(frame) / 60)
      most = max(most, run.progress)
    }
    #expect(most > 1.1 && run.percentComplete == 1 && run.recipe == .snapshot(.to))
  }

  @Test("a cancelled drag restores the first snapshot exactly")
  func cancelled() throws {
    let run = try coordinator()
    var ends: [Bool] = []
    run.addCompletion { ends.append($0) }
    run.startInteractiveTransition()
    #expect(run.isInteractive && run.recipe == .snapshot(.from))
    try run.updateInteractiveTransition(0.5)
    run.advance(to: 10)
    #expect(run.progress == 0.5 && run.recipe == .mix(.snapshot(.from), .snapshot(.to), amount: 0.5))
    try run.cancelInteractiveTransition(velocity: -1)
    #expect(!run.isInteractive && run.transitionWasCancelled && abs(run.velocity + 1) < 1e-9)
    run.advance(to: 10.25)
    #expect(run.progress > 0 && run.progress < 0.5 && !run.isComplete)
    run.advance(to: 10.5)
    #expect(run.isComplete && run.recipe == .snapshot(.from) && ends == [true])
  }

  @Test("finishing covers the remaining distance at the completion speed", arguments: [0.5, 1, 2])
  func finished(speed: Double) throws {
    let run = try coordinator()
    run.completionSpeed = speed
    try run.updateInteractiveTransition(0.2)
    try run.finishInteractiveTransition()
    run.advance(to: 0.8 / speed - 1e-6)
    #expect(!run.isComplete && run.progress < 1)
    run.advance(to: 0.8 / speed + 1e-6)
    #expect(run.isComplete && !run.transitionWasCancelled && run.recipe == .snapshot(.to))
  }

  @Test("a released drag finishes or cancels by its projected end", arguments: [0.7, -0.7])
  func released(velocity: Double) throws {
    var drag = try DragRecognizer(width: 100)
    try drag.add(DragSample(time: 0, translation: 0))
    try drag.add(DragSample(time: 0.5, translation: 60))
    let run = try coordinator()
    run.advance(to: 0.5)
    try run.updateInteractiveTransition(drag.fraction)
    try run.endInteractiveTransition(drag.release(velocity: velocity))
    #expect(abs(run.velocity - velocity) < 1e-9 && run.progress == 0.6)
    run.advance(to: 2)
    #expect(run.transitionWasCancelled == (velocity < 0))
    #expect(run.recipe == .snapshot(velocity < 0 ? .from : .to))
  }

  @Test("a released transition can become interactive again at any progress", arguments: [0.3, 1])
  func caught(fraction: Double) throws {
    let run = try coordinator()
    try run.updateInteractiveTransition(fraction)
    try run.cancelInteractiveTransition()
    run.advance(to: 0.1)
    let caught = run.progress
    run.startInteractiveTransition()
    #expect(run.isInteractive && !run.transitionWasCancelled && !run.isReversed)
    #expect(abs(run.progress - caught) < 1e-12)
    try run.finishInteractiveTransition()
    run.advance(to: 3)
    #expect(run.recipe == .snapshot(.to))
  }

  @Test("a complete transition can become interactive again at its end", arguments: [true, false])
  func caughtAtRest(finishes: Bool) throws {
    let run = try coordinator(.easeIn)
    var ends: [Bool] = []
    run.addCompletion { ends.append($0) }
    try run.updateInteractiveTransition(0.5)
    try run.endInteractiveTransition(DragRelease(fraction: 0.5, velocity: finishes ? 2 : -2))
    run.advance(to: 2)
    #expect(run.isComplete && ends == [!finishes])
    run.startInteractiveTransition()
    #expect(run.isInteractive && !run.isComplete && !run.transitionWasCancelled)
    #expect(run.progress == (finishes ? 1 : 0) && run.recipe == .snapshot(finishes ? .to : .from))
    // The next drag begins there: 0.25 further in either direction, then back to the first
    // snapshot.
    var drag = try DragRecognizer(width: 1, startFraction: run.percentComplete)
    try drag.add(DragSample(time: 2, translation: 0))
    try drag.add(DragSample(time: 2.25, translation: finishes ? -0.25 : 0.25))
    run.advance(to: 2.25)
    try run.updateInteractiveTransition(drag.fraction)
    #expect(run.progress == (finishes ? 0.75 : 0.25))
    try run.endInteractiveTransition(drag.release(velocity: -1.5))
    #expect(abs(run.velocity + 1.5) < 1e-9)
    run.advance(to: 4)
    #expect(run.isComplete && run.transitionWasCancelled && run.recipe == .snapshot(.from))
    // Completions are called once.
    #expect(ends == [!finishes])
  }

  @Test("a running animation becomes interactive at its current progress")
  func caughtWhileRunning() throws {
    let run = try coordinator(.easeInOut)
    try run.startAnimation()
    run.advance(to: 0.4)
    let before = run.progress
    run.startInteractiveTransition()
    #expect(run.progress == before && run.velocity == 0 && run.isInteractive && !run.isRunning)
    let spring = try coordinator(.spring(dampingRatio: 0.4))
    try spring.startAnimation()
    spring.advance(to: 0.3)
    #expect(spring.progress > 1.1)
    spring.startInteractiveTransition()
    #expect(spring.progress == 1)
    try spring.endInteractiveTransition(DragRelease(fraction: 1, velocity: -1.5))
    #expect(abs(spring.velocity + 1.5) < 1e-9)
    spring.advance(to: 2)
    #expect(spring.isComplete && spring.recipe == .snapshot(.from))
  }

  @Test("a complete transition can play in either direction after it becomes interactive again")
  func eitherDirection() throws {
    let run = try coordinator(.easeIn)
    try run.updateInteractiveTransition(0.9)
    try run.finishInteractiveTransition()
    run.advance(to: 1)
    run.startInteractiveTransition()
    try run.setReversed(true)
    try run.startAnimation()
    run.advance(to: 1.5)
    #expect(abs(run.progress - (1 - 0.31535682)) < 1e-7)
    run.advance(to: 2)
    #expect(run.isComplete && run.transitionWasCancelled)
    run.startInteractiveTransition()
    try run.startAnimation()
    run.advance(to: 2.5)
    #expect(abs(run.progress - 0.31535682) < 1e-7)
    run.advance(to: 3)
    #expect(run.isComplete && !run.transitionWasCancelled)
  }

  @Test("a transition interrupted after its completion ends as completed", arguments: [true, false])
  func caughtAfterCompletion(didComplete: Bool) throws {
    let run = try coordinator()
    try run.startAnimation()
    run.advance(to: 0.25)
    run.completeTransition(didComplete)
    run.startInteractiveTransition()
    run.advance(to: 5)
    #expect(run.progress == (didComplete ? 1 : 0))
  }

  @Test("reversing and continuing along another curve cause no jump")
  func interrupted() throws {
    let run = try coordinator(.easeInOut)
    try run.startAnimation()
    run.advance(to: 0.6)
    let before = (run.progress, run.velocity)
    try run.setReversed(true)
    #expect(abs(run.progress - before.0) < 1e-12 && abs(run.velocity - before.1) < 1e-9)
    run.advance(to: 0.7)
    let second = (run.progress, run.velocity)
    try run.continueAnimation(with: .spring(dampingRatio: 0.9), durationFactor: 0.5)
    #expect(abs(run.progress - second.0) < 1e-12 && abs(run.velocity - second.1) < 1e-9)
    run.advance(to: 1.2)
    #expect(run.isComplete && run.transitionWasCancelled && run.recipe == .snapshot(.from))
  }

  @Test("completeTransition ends a paused run at once", arguments: [true, false])
  func completed(didComplete: Bool) throws {
    let run = try coordinator()
    try run.startAnimation()
    run.advance(to: 0.25)
    try run.pauseAnimation()
    run.advance(to: 7)
    #expect(run.progress == 0.25 && !run.isRunning)
    run.completeTransition(didComplete)
    #expect(run.isComplete && run.transitionWasCancelled != didComplete && run.velocity == 0)
    #expect(run.recipe == .snapshot(didComplete ? .to : .from))
  }

  @Test("an invalid number throws without a change")
  func refused() throws {
    let run = try coordinator()
    #expect(throws: SegueError.self) { try run.finishInteractiveTransition() }
    try run.updateInteractiveTransition(0.5)
    try run.cancelInteractiveTransition()
    run.advance(to: 0.1)
    let before = run.progress
    #expect(throws: SegueError.self) { try run.updateInteractiveTransition(.nan) }
    #expect(run.isReversed && run.isRunning && run.progress == before)
  }

  @Test("a display link drives a run")
  func displayLink() throws {
    let run = try coordinator()
    var recipes: [Recipe] = []
    try run.startAnimation()
    let link = DisplayLink(rate: try FrameRate(4)) { link in
      run.advance(to: link.timestamp)
      recipes.append(run.recipe)
      link.isPaused = run.isComplete
    }
    link.run()
    #expect(recipes.count == 5 && recipes.first == .snapshot(.from) && recipes.last == .snapshot(.to))
    #expect(recipes[2] == .mix(.snapshot(.from), .snapshot(.to), amount: 0.5))
  }

  @Test("a drag beyond an end is clamped to that end", arguments: [(-0.1, 0.0), (1.1, 1), (.infinity, 1)])
  func beyond(fraction: Double, progress: Double) throws {
    let run = try coordinator()
    try run.updateInteractiveTransition(fraction)
    #expect(run.progress == progress && run.isInteractive)
  }

  @Test("a cancelled drag returns at the completion speed", arguments: [0.25, 0.5, 1, 2])
  func turnedRound(speed: Double) throws {
    let run = try coordinator()
    run.completionSpeed = speed
    run.completionCurve = .linear
    try run.updateInteractiveTransition(0.6)
    try run.finishInteractiveTransition()
    try run.setReversed(true)
    #expect(run.transitionWasCancelled)
    // A return from .6 lasts .6 of the duration, divided by the completion speed.
    run.advance(to: 0.59 / speed)
    #expect(!run.isComplete && run.progress < 0.1)
    try run.setReversed(false)
    #expect(!run.transitionWasCancelled)
    try run.setReversed(true)
    run.advance(to: 0.7 / speed)
    #expect(run.isComplete && run.transitionWasCancelled)
  }

  @Test("a completion added after the end is called at once")
  func late() throws {
    let run = try coordinator()
    run.completeTransition(true)
    var told: [Bool] = []
    run.addCompletion { told.append($0) }
    #expect(told == [false])
  }
}
