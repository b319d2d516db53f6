import SegueFields
import Testing

@testable import SegueMotion

@Suite("Interactive progress") struct InteractionTests {
  static func drag(
    _ points: [(Double, Double)], width: Double = 1, velocity: Double? = nil
  ) throws -> Drag {
    let drag = Drag(
      samples: points.map { DragSample(time: $0.0, translation: $0.1) }, width: width, velocity: velocity)
    try drag.validate()
    return drag
  }

  @Test("the fraction is linear between samples and clamped")
  func linearFraction() throws {
    let drag = try Self.drag([(0.1, -50), (0.2, 50), (0.4, 150), (0.5, 250)], width: 200)
    #expect(drag.fraction(at: 0) == 0)
    #expect(drag.fraction(at: 0.175).isClose(to: 0.125))
    #expect(drag.fraction(at: 0.3).isClose(to: 0.5))
    #expect(drag.fraction(at: 0.45) == 1)
    #expect(drag.fraction(at: 9) == 1)
    #expect(drag.release.velocity.isClose(to: 5))
  }

  @Test("the sign of the release velocity decides the end of a drag in a timeline")
  func releaseVelocity() throws {
    let points = [(0, 0), (0.1, 0.5), (0.2, 0.6)]
    let forwards = try Self.drag(points).release
    #expect(forwards.fraction == 0.6 && forwards.velocity.isClose(to: 1) && forwards.finishes)
    #expect(try Self.drag([(0, 0), (0.1, 0.9), (0.2, 0.8)]).release.finishes == false)
    #expect(try Self.drag([(0, 0.9)]).release == DragRelease(fraction: 0.9, velocity: 0, finishes: false))
    #expect(try Self.drag(points, velocity: -0.1).release.finishes == false)
    #expect(try Self.drag(points, velocity: 0).release.finishes == false)
  }

  @Test("impossible drags are rejected")
  func impossibleDrags() throws {
    #expect(throws: DragError.invalidWidth(0)) { try Self.drag([(0, 0)], width: 0) }
    #expect(throws: DragError.samplesOutOfOrder(index: 1)) { try Self.drag([(0.1, 0), (0.1, 1)]) }
    #expect(throws: DragError.noSamples) { try Drag(samples: []).validate() }
    let samples = [DragSample(time: 0, translation: 0)]
    #expect(throws: DragError.invalidCompletionSpeed(-1)) {
      try Drag(samples: samples, completionSpeed: -1).validate()
    }
    #expect(throws: DragError.invalidVelocity(.infinity)) {
      try Drag(samples: samples, velocity: .infinity).validate()
    }
    let bad = DragSample(time: -1, translation: 0)
    #expect(throws: DragError.invalidSample(index: 0, bad)) { try Drag(samples: [bad]).validate() }
  }

  @Test(
    "a released transition continues at its velocity without turning back",
    arguments: [-2.0, 0, 0.5, 1, 2.9, 3, 3.1, 8, 200])
  func landing(velocity: Double) throws {
    for (start, end) in [(0.4, 1.0), (0.6, 0.0)] {
      let sign = end > start ? 1.0 : -1.0
      let landing = MotionSegment(deceleratingFrom: start, to: end, velocity: sign * velocity, duration: 0.6)
      #expect(landing.velocity(at: 0).isClose(to: sign * max(0, velocity)))
      #expect(landing.value(at: 0) == start)
      var last = start
      for step in 1...1000 {
        let time = 0.6 * Double(step) / 1000
        let value = landing.value(at: time)
        #expect((value - last) * sign >= -1e-15)
        let slope = (landing.value(at: time) - landing.value(at: time - 1e-6)) / 1e-6
        if step < 1000 {
          #expect(landing.velocity(at: time).isClose(to: slope, within: 1e-4 * max(1, velocity * velocity)))
        }
        last = value
      }
      #expect(last == end)
      #expect(landing.velocity(at: 0.6 - 1e-9).isClose(to: 0, within: 1e-6))
    }
  }

  @Test("the motion after a release changes smoothly with its velocity")
  func smoothLanding() {
    let below = Deceleration(from: 0, to: 1, velocity: 3, duration: 1)
    let above = Deceleration(from: 0, to: 1, velocity: 3 + 1e-9, duration: 1)
    for step in 0...10 {
      let time = Double(step) / 10
      #expect(below.value(at: time).isClose(to: above.value(at: time), within: 1e-8))
      #expect(below.velocity(at: time).isClose(to: above.velocity(at: time), within: 1e-7))
    }
  }

  @Test("finishing covers the remaining distance at the completion speed")
  func finish() throws {
    var transition = try PercentDrivenTransition(duration: 2)
    transition.completionSpeed = 4
    try transition.update(0.25, at: 0)
    try transition.update(0.6, at: 1)
    #expect(transition.percentComplete == 0.6)
    #expect(transition.progress(at: 9) == 0.6)
    try transition.finish(at: 2)
    #expect(transition.restTime?.isClose(to: 2 + 0.4 * 2 / 4) == true)
    #expect(transition.progress(at: 2.1).isClose(to: 0.8))
    #expect(transition.advance(to: 2.1) == nil)
    #expect(transition.percentComplete.isClose(to: 0.8))
    #expect(transition.advance(to: 3) == .end)
    #expect(transition.progress(at: 3) == 1 && !transition.wasCancelled)
    #expect(throws: SegueError.self) { try transition.update(0.5, at: 4) }
    #expect(throws: SegueError.self) { try transition.cancel(at: 4) }
  }

  @Test("a cancellation goes from the release velocity to exactly zero")
  func cancel() throws {
    var transition = try PercentDrivenTransition(duration: 1)
    try transition.update(0.5, at: 0)
    try transition.cancel(velocity: -1.5, at: 0.2)
    #expect(transition.wasCancelled)
    #expect(transition.velocity(at: 0.2).isClose(to: -1.5))
    #expect(transition.advance(to: 0.7) == .start)
    #expect(transition.progress(at: 0.7) == 0)
  }

  @Test("an update interrupts a cancelled transition")
  func caughtRest() throws {
    var transition = try PercentDrivenTransition(duration: 1)
    transition.completionCurve = .linear
    try transition.update(0.5, at: 0)
    try transition.cancel(at: 0)
    #expect(transition.progress(at: 0.25).isClose(to: 0.25))
    try transition.update(0.3, at: 0.25)
    #expect(transition.progress(at: 9) == 0.3)
    try transition.finish(at: 1)
    #expect(transition.advance(to: 2) == .end)
  }

  @Test("the end is reported once, even without a remaining distance")
  func reportedEnd() throws {
    var transition = try PercentDrivenTransition(duration: 1)
    try transition.update(1, at: 0)
    try transition.finish(velocity: 3, at: 0)
    #expect(transition.advance(to: 0) == .end)
    #expect(transition.advance(to: 1) == nil)
    #expect(transition.progress(at: 1) == 1)
  }

  @Test("finishing requires a first update")
  func firstUpdate() throws {
    var transition = try PercentDrivenTransition(duration: 1)
    #expect(throws: SegueError.self) { try transition.finish(at: 0) }
    #expect(throws: SegueError.self) { try transition.update(.nan, at: 0) }
  }

  @Test("an update beyond an end is clamped to it")
  func clampedUpdate() throws {
    var transition = try PercentDrivenTransition(duration: 1)
    try transition.update(0.5, at: 0)
    try transition.cancel(at: 0)
    #expect(transition.wasCancelled)
    #expect(throws: SegueError.self) { try transition.update(.nan, at: 0.1) }
    #expect(transition.wasCancelled)
    try transition.update(1.15, at: 0.1)
    #expect(transition.percentComplete == 1 && !transition.wasCancelled)
    try transition.update(-0.1, at: 0.2)
    #expect(transition.percentComplete == 0)
  }

  @Test("an update can follow a cancellation at once", arguments: [0.5, 1, 2]) func caughtCancel(
    speed: Double
  ) throws {
    var transition = try PercentDrivenTransition(duration: 1)
    transition.completionSpeed = speed
    try transition.update(1, at: 0)
    try transition.cancel(at: 0)
    try transition.update(0.9, at: 0)
    #expect(transition.percentComplete == 0.9)
    try transition.finish(at: 0)
    #expect(transition.advance(to: 5) == .end)
  }
}
