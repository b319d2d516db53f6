import Testing

@testable import SegueMotion

@Suite("The animator between events") struct AnimatorMotionTests {
  static let start = AnimatorEvent.start(afterDelay: 0)
  static let curves: [TimingCurve] = [
    .linear, .ease, .easeIn, .easeOut, .easeInOut, .cubicBezier(x1: 0.68, y1: -0.55, x2: 0.27, y2: 1.55),
    .cubicBezier(x1: 0, y1: 1, x2: 0.2, y2: 1), .spring(dampingRatio: 0.4),
    .spring(dampingRatio: 0.8, initialVelocity: 6), .spring(dampingRatio: 1),
    .spring(mass: 1, stiffness: 100, damping: 10), .spring(mass: 1, stiffness: 100, damping: 40),
  ]

  @Test("an undisturbed run follows its curve to an exact end", arguments: curves)
  func undisturbed(curve: TimingCurve) throws {
    var machine = try AnimatorStateMachine.after(duration: 0.6, timing: curve, [(2, Self.start)])
    let function = curve.function(over: 0.6)
    #expect(machine.restTime == 2 + function.duration)
    for step in 0..<60 {
      let time = function.duration * Double(step) / 60
      #expect(machine.progress(at: 2 + time).isClose(to: function.progress(at: time), within: 1e-12))
    }
    #expect(machine.progress(at: 2 + function.duration) == 1)
    #expect(machine.advance(to: 2 + function.duration) == [.end])
    #expect(machine.progress(at: 9) == 1)
  }

  @Test("a run reversed at its start goes from one to zero", arguments: curves)
  func reversedAtStart(curve: TimingCurve) throws {
    var machine = try AnimatorStateMachine.after(
      duration: 0.6, timing: curve, [(0, .setReversed(true)), (0, Self.start)])
    let function = curve.function(over: 0.6)
    #expect(machine.progress(at: 0) == 1)
    #expect(machine.progress(at: 0.2).isClose(to: 1 - function.value(at: 0.2)))
    #expect(machine.advance(to: 9) == [.start])
    #expect(machine.progress(at: 9) == 0)
  }

  @Test("a pause only delays the run", arguments: curves)
  func pause(curve: TimingCurve) throws {
    let machine = try AnimatorStateMachine.after(
      timing: curve,
      [(0, Self.start), (0.3, .pause), (5, .continue(timing: nil, durationFactor: 0))])
    let function = curve.function(over: 1)
    for step in 0..<30 {
      let time = 0.3 + Double(step) / 100
      #expect(machine.progress(at: 4.7 + time).isClose(to: function.value(at: time)))
    }
  }

  /// Checks value and velocity just before and just after `event` at `time`, and that the velocity
  /// is the value's slope.
  func expectNoJump(
    _ machine: AnimatorStateMachine, _ event: AnimatorEvent, at time: Double,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    var after = machine
    _ = try after.handle(event, at: time)
    #expect(after.isRunning, sourceLocation: sourceLocation)
    let before = machine.progress(at: time)
    #expect(after.progress(at: time).isClose(to: before), sourceLocation: sourceLocation)
    let velocity = machine.velocity(at: time)
    #expect(after.velocity(at: time).isClose(to: velocity), sourceLocation: sourceLocation)
    let slope = (after.progress(at: time + 1e-7) - after.progress(at: time)) / 1e-7
    #expect(slope.isClose(to: velocity, within: 2e-3 * max(1, abs(velocity))), sourceLocation: sourceLocation)
  }

  @Test("a reversal keeps value and velocity", arguments: curves)
  func reversedRunning(curve: TimingCurve) throws {
    for time in [0.05, 0.2, 0.5] {
      var machine = try AnimatorStateMachine.after(timing: curve, [(0, Self.start)])
      try expectNoJump(machine, .setReversed(true), at: time)
      _ = try machine.handle(.setReversed(true), at: time)
      try expectNoJump(machine, .setReversed(false), at: time + 0.02)
      #expect(machine.advance(to: 20) == [.start])
      #expect(machine.progress(at: 20) == 0)
    }
  }

  @Test("a change of the curve keeps value and velocity", arguments: curves, curves)
  func changedCurve(curve: TimingCurve, next: TimingCurve) throws {
    for factor in [0, 0.5, 2] {
      var machine = try AnimatorStateMachine.after(timing: curve, [(0, Self.start)])
      let event = AnimatorEvent.continue(timing: next, durationFactor: factor)
      try expectNoJump(machine, event, at: 0.3)
      _ = try machine.handle(event, at: 0.3)
      if case .physicalSpring = next.form {
      } else {
        let left = factor == 0 ? curve.effectiveDuration(for: 1) - 0.3 : factor * machine.duration
        #expect((machine.restTime ?? 0).isClose(to: 0.3 + left))
      }
      #expect(machine.advance(to: 30) == [.end])
      #expect(machine.progress(at: 30) == 1)
    }
  }

  @Test("the velocity of an interrupted run is the slope of its progress")
  func interruptedVelocity() throws {
    let machine = try AnimatorStateMachine.after(
      timing: .easeInOut, [(0, Self.start), (0.5, .setReversed(true))])
    for step in 1..<50 {
      let time = 0.5 + Double(step) / 100
      let slope = (machine.progress(at: time + 1e-6) - machine.progress(at: time - 1e-6)) / 2e-6
      #expect(machine.velocity(at: time).isClose(to: slope, within: 1e-6))
    }
  }

  @Test(
    "a reversed run does not leave the range from 0 to 1",
    arguments: [TimingCurve.linear, .ease, .easeIn, .easeOut, .easeInOut])
  func reversedRange(curve: TimingCurve) throws {
    for time in stride(from: 0.05, to: 0.97, by: 0.05) {
      let machine = try AnimatorStateMachine.after(
        timing: curve, [(0, Self.start), (time, .setReversed(true))])
      for step in 0...200 {
        #expect((-1e-3...1 + 1e-3).contains(machine.progress(at: time + Double(step) / 100)))
      }
    }
  }

  @Test("a reversed run returns in the time that it ran forwards")
  func reversedDuration() throws {
    var machine = try AnimatorStateMachine.after([(0, Self.start), (0.3, .setReversed(true))])
    #expect((machine.restTime ?? 0).isClose(to: 0.6))
    _ = try machine.handle(.setReversed(false), at: 0.4)
    #expect((machine.restTime ?? 0).isClose(to: 1.2))
  }

  @Test("a scrubbed run restarts its curve over the remaining distance")
  func scrubbed() throws {
    let machine = try AnimatorStateMachine.after(
      timing: .easeInOut,
      [
        (0, Self.start), (0.1, .scrub(fraction: 0.4)), (0.3, .continue(timing: nil, durationFactor: 0)),
      ])
    #expect(machine.restTime?.isClose(to: 0.9) == true)
    #expect(machine.progress(at: 0.6).isClose(to: 0.7))
    #expect(machine.progress(at: 0.45).isClose(to: 0.4 + 0.6 * 0.12916191, within: 1e-6))
  }

  @Test("a spring that continues a paused run starts at its own velocity")
  func continuedSpring() throws {
    let spring = TimingCurve.spring(dampingRatio: 0.8, initialVelocity: 6)
    let machine = try AnimatorStateMachine.after([
      (0, Self.start), (0.5, .pause), (1, .continue(timing: spring, durationFactor: 0.5)),
    ])
    for time in [0.0, 0.05, 0.2, 0.4] {
      let value = 0.5 + 0.5 * spring.value(at: time, duration: 0.5)
      #expect(machine.progress(at: 1 + time).isClose(to: value))
    }
    #expect(machine.velocity(at: 1).isClose(to: 3))
  }

  @Test("the completed fraction of a reversed animation counts from its end")
  func fraction() throws {
    var machine = try AnimatorStateMachine.after([(0, Self.start), (0.3, .pause)])
    #expect(machine.fractionComplete(at: 1).isClose(to: 0.3))
    _ = try machine.handle(.setReversed(true), at: 1)
    #expect(machine.fractionComplete(at: 1).isClose(to: 0.7))
    _ = try machine.handle(.scrub(fraction: 0.9), at: 1)
    #expect(machine.progress(at: 1).isClose(to: 0.1))
  }

  @Test("a scrubbed fraction is a fraction of the duration without linear scrubbing")
  func nonlinearScrubbing() throws {
    var machine = AnimatorStateMachine(duration: 2, timing: .easeIn)
    machine.scrubsLinearly = false
    _ = try machine.handle(.scrub(fraction: 0.25), at: 0)
    #expect(machine.progress(at: 0).isClose(to: 0.09346466, within: 2e-6))
    #expect(machine.fractionComplete(at: 0) == 0.25)
    _ = try machine.handle(Self.start, at: 1)
    #expect(machine.progress(at: 1.5).isClose(to: TimingCurve.easeIn.value(at: 1, duration: 2)))
    #expect(machine.restTime == 2.5)
  }

  @Test("a spring overshoots and comes to rest exactly at the end")
  func springEnd() throws {
    var machine = try AnimatorStateMachine.after(timing: .spring(dampingRatio: 0.3), [(0, Self.start)])
    #expect((0...100).contains { machine.progress(at: Double($0) / 100) > 1.2 })
    _ = machine.advance(to: 1)
    #expect(machine.progress(at: 1) == 1)
  }

  @Test("a delay passes before the run")
  func delay() throws {
    let machine = try AnimatorStateMachine.after([(1, .start(afterDelay: 0.5))])
    #expect(machine.progress(at: 1.5) == 0)
    #expect(machine.progress(at: 1.75).isClose(to: 0.25))
    #expect(machine.restTime == 2.5)
  }

  @Test("an earlier time counts as the latest time")
  func backwardsTime() throws {
    let machine = try AnimatorStateMachine.after([
      (0, Self.start), (0.5, .pause), (0.2, .scrub(fraction: 0.1)),
    ])
    #expect(machine.latestTime == 0.5)
  }

  @Test("an event after the end starts a new run")
  func endedRun() throws {
    var machine = try AnimatorStateMachine.after([(0, Self.start)])
    #expect(try machine.handle(Self.start, at: 3) == [.end])
    #expect(machine.progress(at: 3.25).isClose(to: 0.25))
  }
}
