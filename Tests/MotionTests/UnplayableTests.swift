import Glibc
import SegueFields
import SegueMotion
import Testing

@Suite("Invalid curves, times and numbers") struct UnplayableTests {
  static let curves: [TimingCurve] = [
    .steps(0), .steps(.min), .steps(.max), .cubicBezier(x1: -1, y1: 0, x2: 1, y2: 1),
    .cubicBezier(x1: 0, y1: 0, x2: 1, y2: .infinity), .spring(dampingRatio: 0), .spring(dampingRatio: 1e300),
    .spring(dampingRatio: 1, initialVelocity: 1e300), .spring(mass: 0, stiffness: 1, damping: 1),
    .spring(mass: .leastNonzeroMagnitude, stiffness: 1, damping: 1),
    .spring(mass: 1, stiffness: 1e-9, damping: 1e6),
  ]

  @Test("invalid curves throw in every API", arguments: curves)
  func refused(curve: TimingCurve) throws {
    let problem = try #require(throws: TimingCurveError.self) { try curve.validate() }
    #expect(throws: SegueError(AnimatorError.unplayable(problem))) {
      try TransitionAnimator(duration: 1, timing: curve)
    }
    let animator = try TransitionAnimator(duration: 1, timing: .linear)
    try animator.startAnimation()
    animator.advance(to: 0.25)
    #expect(throws: SegueError(AnimatorError.unplayable(problem))) {
      try animator.continueAnimation(with: curve)
    }
    animator.advance(to: 0.5)
    #expect(animator.progress == 0.5)

    var run = try PercentDrivenTransition(duration: 1)
    try run.update(0.5, at: 0)
    run.completionCurve = curve
    #expect(throws: SegueError(AnimatorError.unplayable(problem))) { try run.finish(at: 0) }
    #expect(throws: TimelineError.invalidTiming(problem)) {
      try TimelineRun(Timeline(duration: 1, timing: curve, events: [TimelineEvent(at: 0, .begin)]))
    }
    let events = [TimelineEvent(at: 0, .begin), TimelineEvent(at: 0.1, .continue(timing: curve))]
    #expect(throws: TimelineError.refused(index: 1, action: "continue", .unplayable(problem))) {
      try TimelineRun(Timeline(duration: 1, events: events))
    }
    #expect(throws: FrameTimesError.invalidTiming(problem)) {
      try ProgressSchedule(timing: curve, duration: 1, rate: .sixty)
    }
    #expect("\(FrameTimesError.invalidTiming(problem))" == "\(problem)")
  }

  @Test(
    "an invalid curve evaluates as a jump to 1",
    arguments: curves + [.spring(dampingRatio: .nan), .cubicBezier(x1: 0, y1: .nan, x2: 1, y2: 1)])
  func jump(curve: TimingCurve) {
    #expect([-1, 0, 1e-9, 0.5, .infinity].map { curve.value(at: $0, duration: 1) } == [0, 0, 1, 1, 1])
    #expect(curve.velocity(at: 0.5, duration: 1) == 0 && curve.settlingDuration(for: 1) == nil)
  }

  @Test("a curve with an invalid duration is a jump", arguments: [0, -1, .nan, .infinity, 1e300])
  func durations(duration: Double) {
    for curve in [TimingCurve.linear, .easeInOut, .steps(3), .spring(dampingRatio: 0.5)] {
      #expect(curve.value(at: 0, duration: duration) == 0 && curve.value(at: 0.5, duration: duration) == 1)
      #expect(curve.settlingDuration(for: duration) == nil)
    }
  }

  /// Under-damped, critical and over-damped: e^(−βt) times a bounded or linear function converges
  /// to rest at exactly 1.
  @Test("springs are at 1 after infinite time", arguments: [5.0, 20, 60])
  func infinity(damping: Double) {
    for curve in [
      TimingCurve.spring(mass: 1, stiffness: 100, damping: damping), .spring(dampingRatio: damping / 20),
    ] {
      for time in [1e5, 1e300, .infinity] { #expect(curve.value(at: time, duration: 1) == 1) }
      #expect(curve.velocity(at: .infinity, duration: 1) == 0)
      #expect(curve.value(at: .nan, duration: 1) == 0 && curve.velocity(at: .nan, duration: 1) == 0)
    }
  }

  /// ω₀ = 10. Under-damped with ζ = ½: ln(1000·(1 + 5/√75)) / 5. Critical: (1 + 10t)·e^(−10t) falls
  /// below a thousandth at t = 0.92334. Over-damped with ζ = 2, slow root 10·(2 − √3): its share (1
  /// + 2/√3)/2 falls below that at t = 2.605.
  @Test("settling durations follow a closed form in all three regimes")
  func settling() throws {
    func settling(_ damping: Double) -> Double? {
      TimingCurve.spring(mass: 1, stiffness: 100, damping: damping).settlingDuration(for: 1)
    }
    #expect(abs(try #require(settling(10)) - log(1000 * (1 + 5 / 75.0.squareRoot())) / 5) < 1e-12)
    #expect(settling(20) == 1)
    let slow = 10 * (2 - 3.0.squareRoot())
    let crossing = log(1000 * (1 + 2 / 3.0.squareRoot()) / 2) / slow
    #expect(settling(40) == ((crossing * 10).rounded(.down) + 1) / 10)
  }

  @Test("a time of NaN counts as the latest time")
  func notATime() throws {
    let animator = try TransitionAnimator(duration: 1, timing: .linear)
    try animator.startAnimation()
    animator.advance(to: 0.25)
    animator.advance(to: .nan)
    #expect(animator.progress == 0.25 && animator.currentTime == 0.25)

    var run = try PercentDrivenTransition(duration: 1)
    run.completionCurve = .linear
    try run.update(0.25, at: 1)
    try run.finish(at: .nan)
    #expect(run.advance(to: .nan) == nil && run.percentComplete == 0.25)
    #expect(run.advance(to: 1.5) == nil && run.percentComplete == 0.75)

    var drag = try DragRecognizer(width: 1)
    for index in 0...5 {
      try drag.add(DragSample(time: Double(index) / 100, translation: Double(index) / 50))
    }
    #expect(abs(drag.velocity(at: .nan) - 2) < 1e-9 && drag.velocity(at: .nan) == drag.velocity())
  }

  @Test(
    "factors and speeds that exceed a day throw")
  func factors() throws {
    let animator = try TransitionAnimator(duration: 1, timing: .linear)
    try animator.startAnimation()
    animator.advance(to: 0.5)
    #expect(throws: SegueError(AnimatorError.invalidArgument(method: "continueAnimation", value: 1e300))) {
      try animator.continueAnimation(durationFactor: 1e300)
    }
    animator.fractionComplete = .nan
    #expect(animator.isRunning && animator.progress == 0.5)
    try animator.stopAnimation(false)
    animator.fractionComplete = 0.1
    animator.isReversed = true
    #expect(animator.state == .stopped && animator.progress == 0.5 && !animator.isReversed)

    var run = try PercentDrivenTransition(duration: 1)
    try run.update(0.5, at: 0)
    run.completionSpeed = 1e-300
    #expect(throws: SegueError(AnimatorError.invalidArgument(method: "finish", value: 1e-300))) {
      try run.finish(at: 0)
    }
  }

  @Test("an animation lasts at least a nanosecond")
  func shortest() throws {
    let animator = try TransitionAnimator(duration: .leastNonzeroMagnitude, timing: .linear)
    #expect(animator.duration == 1e-9)
    try animator.startAnimation()
    #expect(abs(animator.velocity - 1e9) < 1)
    try animator.setReversed(true)
    #expect(animator.progress == 0 && !animator.velocity.isNaN)
  }

  @Test("the number of frames in a duration is limited to the range of Int")
  func frames() throws {
    let rate = try FrameRate(30000, per: 1001)
    #expect(rate.frames(in: 1001) == 30000 && rate.frames(in: -1001) == -30000)
    #expect(
      rate.frames(in: 1e300) == .max && rate.frames(in: -.infinity) == .min && rate.frames(in: .nan) == 0)
  }
}
