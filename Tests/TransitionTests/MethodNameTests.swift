import SegueFields
import SegueImaging
import SegueMotion
import SegueTransitions
import Testing

/// Errors of animators, interactions and coordinators contain the name of the called method.
@Suite("Methods in errors") struct MethodNameTests {
  /// The name of the method in the error that `call` throws.
  private func name(_ call: () throws -> Void) -> String? {
    do {
      try call()
      return nil
    } catch {
      switch SegueError(error).details {
      case AnimatorError.illegal(let method, _), AnimatorError.invalidArgument(let method, _): return method
      default: return "\(error)"
      }
    }
  }

  @Test("an animator's errors name its method")
  func animator() throws {
    let animator = try TransitionAnimator(duration: 1) { _ in }
    #expect(name { try animator.scrub(to: 2) } == "scrub")
    #expect(name { try animator.startAnimation(afterDelay: -1) } == "startAnimation")
    #expect(name { try animator.addAnimations(delayFactor: 2) { _ in } } == "addAnimations")
    #expect(name { try animator.finishAnimation(at: .end) } == "finishAnimation")
    try animator.startAnimation()
    try animator.stopAnimation(false)
    #expect(name { try animator.setReversed(true) } == "setReversed")
    #expect(name { try animator.pauseAnimation() } == "pauseAnimation")
  }

  @Test("an interaction's errors name its method")
  func interaction() throws {
    var run = try PercentDrivenTransition(duration: 1)
    let release = DragRelease(fraction: 0.9, velocity: 1)
    #expect(name { try run.update(.nan, at: 0) } == "update")
    #expect(name { try run.end(release, at: 0) } == "end")
    #expect(name { try run.finish(at: 0) } == "finish" && name { try run.cancel(at: 0) } == "cancel")
  }

  @Test("a coordinator's errors name its method")
  func coordinator() throws {
    let context = TransitionContext(containerSize: ImageSize(width: 16, height: 9))
    let run = try TransitionCoordinator(try Catalogue.builtIn.transition("dissolve"), in: context)
    let release = DragRelease(fraction: 0.9, velocity: 1)
    #expect(name { try run.updateInteractiveTransition(.nan) } == "updateInteractiveTransition")
    #expect(name { try run.finishInteractiveTransition() } == "finishInteractiveTransition")
    #expect(name { try run.cancelInteractiveTransition() } == "cancelInteractiveTransition")
    #expect(name { try run.endInteractiveTransition(release) } == "endInteractiveTransition")
    #expect(name { try run.continueAnimation(durationFactor: 1) } == "continueAnimation")
  }
}
