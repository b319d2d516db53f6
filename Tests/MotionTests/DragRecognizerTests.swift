import SegueFields
import TestSupport
import Testing

@testable import SegueMotion

@Suite("Drags") struct DragRecognizerTests {
  static func drag(
    from start: Double = 0, width: Double = 1, _ points: [(Double, Double)]
  ) throws -> DragRecognizer {
    var recognizer = try DragRecognizer(width: width, startFraction: start)
    for (time, x) in points { try recognizer.add(DragSample(time: time, translation: x)) }
    return recognizer
  }

  /// The positions x(t) at the times `origin` + t, t from 0 every `step` seconds.
  static func path(
    every step: Double, count: Int, startingAt origin: Double = 0, _ position: (Double) -> Double
  ) -> [(Double, Double)] {
    (0..<count).map { index in
      let time = step * Double(index)
      return (origin + time, position(time))
    }
  }

  /// x = v·t every 8 ms for 0.2 s.
  static func constantVelocity(_ velocity: Double, startingAt origin: Double = 0) -> [(Double, Double)] {
    path(every: 0.008, count: 26, startingAt: origin) { velocity * $0 }
  }

  @Test("a constant velocity is measured exactly", arguments: [-3.0, -0.25, 0.25, 1, 7], [0.0, 1e5])
  func exactVelocity(velocity: Double, origin: Double) throws {
    let drag = try Self.drag(Self.constantVelocity(velocity, startingAt: origin))
    #expect(drag.velocity().isClose(to: velocity))
    let wide = try Self.drag(width: 640, Self.constantVelocity(640 * velocity, startingAt: origin))
    #expect(wide.velocity().isClose(to: velocity))
  }

  /// x = a·t² at equidistant times: the slope of the least-squares line is that of the parabola in
  /// the middle of the window, for every spacing.
  @Test("the velocity is the slope of the least-squares line")
  func leastSquares() throws {
    let drag = try Self.drag(Self.path(every: 0.01, count: 41) { 3 * $0 * $0 })
    // The window 0.3…0.4 s has its middle at 0.35 s.
    #expect(drag.velocity().isClose(to: 2 * 3 * 0.35))
    // A release 20 ms later moves the window to 0.32…0.4 s.
    #expect(drag.velocity(at: 0.42).isClose(to: 2 * 3 * 0.36))
  }

  @Test("samples before the window do not affect the velocity")
  func window() throws {
    let backwards = Self.path(every: 0.01, count: 20) { -2 * $0 }
    let forwards = Self.path(every: 0.01, count: 12, startingAt: 0.2) { 1.5 * $0 - 0.4 }
    #expect(try Self.drag(backwards + forwards).velocity().isClose(to: 1.5))
  }

  @Test("a pointer at rest has no velocity")
  func restedPointer() throws {
    let points = Self.constantVelocity(2)
    let drag = try Self.drag(points)
    #expect(drag.velocity(at: 0.2 + 0.05).isClose(to: 2))
    #expect(drag.velocity(at: 0.2 + 0.051) == 0)
    #expect(drag.velocity(at: 3) == 0)
    // A resting finger may still send samples.
    let resting = points + Self.path(every: 0.01, count: 10, startingAt: 0.21) { _ in 0.4 }
    #expect(try Self.drag(resting).velocity() == 0)
    #expect(try Self.drag(resting).release().projectedFraction.isClose(to: 0.4))
  }

  @Test("a release at the last position keeps the flick's velocity")
  func releasePosition() throws {
    let points = Self.constantVelocity(2)
    let up = try Self.drag(points + [(0.208, 0.4)])
    #expect(up.velocity().isClose(to: 2))
    #expect(up.velocity(at: 0.24).isClose(to: 2))
    #expect(up.release().finishes)
    // A release with the last move's time stamp also keeps the velocity.
    #expect(try Self.drag(points + [(0.2, 0.4)]).velocity().isClose(to: 2))
  }

  @Test("samples of equal time are merged into the last one")
  func equalTimes() throws {
    let once = try Self.drag(Self.constantVelocity(1))
    let events = Self.constantVelocity(1).flatMap { time, x in [(time, x - 0.3), (time, x)] }
    let coalesced = try Self.drag(events)
    #expect(coalesced.velocity().isClose(to: 1))
    #expect(coalesced.velocity() == once.velocity() && coalesced.fraction == once.fraction)
    // A press and its only move at the same time have no slope.
    #expect(try Self.drag([(1, 0), (1, 0.5)]).velocity() == 0)
  }

  @Test("a sparse flick is measured from the sample before the window")
  func sparseFlick() throws {
    #expect(try Self.drag([(0, 0), (0.2, 0.5)]).velocity().isClose(to: 2.5))
    #expect(try Self.drag([(0, 0)]).velocity() == 0)
    #expect(try Self.drag([]).velocity(at: 1) == 0)
    #expect(try Self.drag([(1, 0), (1 + 1e-300, 1), (1.0000000001, 2)]).velocity() == 1e6)
  }

  @Test("a drag's progress counts from its start fraction")
  func catchOffset() throws {
    let drag = try Self.drag(from: 0.4, width: 200, [(0, 0), (0.1, 50)])
    #expect(drag.fraction.isClose(to: 0.65))
    #expect(try Self.drag(from: 0.4, []).fraction == 0.4)
    #expect(try Self.drag(from: 0.4, [(0, -3)]).fraction == 0)
    #expect(try Self.drag(from: 1.3, [(0, 0)]).fraction == 1)
  }

  @Test(
    "a drag finishes if its projected position is above 0.5",
    arguments: [
      // Position, velocity, projected end, whether it finishes.
      (0.2, 0.7, 0.55, true), (0.2, 0.5, 0.45, false), (0.95, 0, 0.95, true), (0.5, 0, 0.5, false),
      (0.9, -0.7, 0.55, true), (0.9, -1, 0.4, false), (0, 3, 1.5, true), (1, -4, -1, false),
    ])
  func projection(fraction: Double, velocity: Double, projected: Double, finishes: Bool)
    throws
  {
    let drag = try Self.drag(from: fraction, [(0, 0)])
    let release = drag.release(velocity: velocity)
    #expect(release.projectedFraction.isClose(to: projected))
    #expect(release.finishes == finishes)
    #expect(release.fraction == fraction && release.velocity == velocity)
  }

  @Test("a lost pointer cancels the drag at any velocity")
  func lostPointer() throws {
    let drag = try Self.drag(from: 0.8, Self.constantVelocity(3))
    #expect(drag.release().finishes)
    #expect(drag.cancellation == DragRelease(fraction: 1, velocity: 0, finishes: false))
  }

  @Test("an impossible sample changes nothing")
  func impossibleSample() throws {
    var drag = try Self.drag([(0.1, 0), (0.2, 0.3)])
    let before = drag
    #expect(throws: SegueError(DragError.samplesOutOfOrder(index: 2))) {
      try drag.add(DragSample(time: 0.19, translation: 1))
    }
    let bad = DragSample(time: 0.3, translation: .nan)
    #expect(throws: SegueError.self) { try drag.add(bad) }
    #expect(drag == before)
    #expect(throws: SegueError(DragError.invalidWidth(0))) { try DragRecognizer(width: 0) }
    #expect(throws: SegueError.self) { try DragRecognizer(width: 1, startFraction: .nan) }
  }

  @Test("a long drag keeps only the samples of the window")
  func longDrag() throws {
    let drag = try Self.drag(Self.path(every: 0.001, count: 20_000) { 0.5 * $0 })
    #expect(drag.samples.count <= 103)
    #expect(drag.velocity().isClose(to: 0.5))
  }

  @Test("any drag has a finite velocity that decides its end", arguments: 0..<200 as Range<UInt64>)
  func anyDrag(seed: UInt64) throws {
    var generator = SplitMix64(seed)
    var drag = try DragRecognizer(width: [1e-3, 1, 640].randomElement(using: &generator) ?? 1)
    var (time, x) = (0.0, 0.0)
    for _ in 0..<60 {
      time += [0, 0, 1e-9, 0.001, 0.008, 0.06, 0.3].randomElement(using: &generator) ?? 0
      x += [0, 0, 1, -1, 1e9, -1e300, 1.5e308].randomElement(using: &generator) ?? 0
      guard x.isFinite else { break }
      try drag.add(DragSample(time: time, translation: x))
      let release = drag.release(at: time + ([0, 0.02, 0.2].randomElement(using: &generator) ?? 0))
      #expect(abs(release.velocity) <= DragRecognizer.maximumVelocity)
      #expect((0...1).contains(release.fraction))
      #expect(release.finishes == (release.fraction + 0.5 * release.velocity > 0.5))
    }
  }

  @Test("interrupting and releasing a run causes no jump in value or velocity")
  func caughtRun() throws {
    var transition = try PercentDrivenTransition(duration: 1)
    transition.completionCurve = .easeInOut
    try transition.update(0.5, at: 0)
    try transition.cancel(at: 0)
    // A catch causes no jump in value.
    let before = transition.progress(at: 0.2)
    #expect(before > 0.2 && before < 0.5)
    let caught = transition.startInteractiveTransition(at: 0.2)
    #expect(caught == before && transition.percentComplete == before && transition.progress(at: 9) == before)
    #expect(!transition.wasCancelled && !transition.hasEnded)
    // A drag at 1.25 widths a second and its release cause no jump in value or velocity.
    let points = Self.path(every: 0.008, count: 13, startingAt: 0.2) { 1.25 * $0 }
    let drag = try Self.drag(from: caught, points)
    try transition.update(drag.fraction, at: 0.296)
    try transition.end(drag.release(at: 0.3), at: 0.3)
    #expect(transition.progress(at: 0.3) == drag.fraction)
    #expect(transition.velocity(at: 0.3).isClose(to: 1.25))
    #expect(transition.advance(to: 2) == .end && transition.progress(at: 2) == 1)
  }

  @Test("a drag can begin after a run has ended", arguments: [true, false]) func caughtAtRest(finishes: Bool)
    throws
  {
    var transition = try PercentDrivenTransition(duration: 1)
    try transition.update(0.5, at: 0)
    try transition.end(DragRelease(fraction: 0.5, velocity: finishes ? 1 : -1), at: 0)
    #expect(transition.advance(to: 4) == (finishes ? .end : .start) && transition.hasEnded)
    #expect(throws: SegueError.self) { try transition.update(0.5, at: 5) }
    #expect(transition.startInteractiveTransition(at: 5) == (finishes ? 1 : 0))
    #expect(!transition.hasEnded && transition.advance(to: 6) == nil)
    try transition.update(0.7, at: 6)
    #expect(transition.percentComplete == 0.7)
    try transition.cancel(velocity: -1, at: 6)
    #expect(transition.velocity(at: 6).isClose(to: -1))
    #expect(transition.advance(to: 8) == .start)
    // If the transition is caught again before `advance` has returned its end, the end is discarded.
    transition.startInteractiveTransition(at: 9)
    try transition.update(0.4, at: 9)
    try transition.finish(at: 9)
    #expect(transition.startInteractiveTransition(at: 11) == 1)
    #expect(transition.advance(to: 12) == nil)
  }
}
