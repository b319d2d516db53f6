import Testing

@testable import SegueMotion

@Suite("Timelines") struct TimelineTests {
  typealias Event = TimelineEvent

  static func run(
    duration: Double = 1, timing: TimingCurve = .linear, _ events: Event...
  ) throws -> TimelineRun {
    try TimelineRun(Timeline(duration: duration, timing: timing, events: events))
  }

  /// Progress of every frame at 10 frames/s.
  static func frames(_ run: TimelineRun) throws -> [Double] {
    let rate = try FrameRate(10)
    return (0..<run.frameCount(at: rate)).map { run.progress(ofFrame: $0, at: rate) }
  }

  func expect(
    _ run: TimelineRun, _ values: [Double], _ position: AnimatingPosition,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try Self.frames(run)
    let agrees = found.count == values.count && zip(found, values).allSatisfy { $0.isClose(to: $1) }
    #expect(agrees, "\(found)", sourceLocation: sourceLocation)
    #expect(run.restPosition == position, sourceLocation: sourceLocation)
  }

  @Test("an undisturbed run goes from start to end")
  func undisturbed() throws {
    try expect(Self.run(Event(at: 0, .begin)), (0...10).map { Double($0) / 10 }, .end)
  }

  @Test("progress is constant before the first event")
  func beforeStart() throws {
    try expect(Self.run(duration: 0.2, Event(at: 0.2, .begin)), [0, 0, 0, 0.5, 1], .end)
  }

  @Test("a pause holds the frame")
  func pauseAndContinue() throws {
    let run = try Self.run(
      duration: 0.4, Event(at: 0, .begin), Event(at: 0.2, .pause), Event(at: 0.4, .continue()))
    try expect(run, [0, 0.25, 0.5, 0.5, 0.5, 0.75, 1], .end)
  }

  @Test("a paused and scrubbed run continues with another curve")
  func pauseAndScrub() throws {
    let run = try Self.run(
      Event(at: 0, .begin), Event(at: 0.1, .pause), Event(at: 0.2, .update(fraction: 0.4)),
      Event(at: 0.3, .continue(timing: .steps(2), durationFactor: 0.4)))
    try expect(run, [0, 0.1, 0.4, 0.4, 0.4, 0.7, 0.7, 1], .end)
  }

  @Test("a run reversed halfway has no jump")
  func reversed() throws {
    let run = try Self.run(timing: .easeInOut, Event(at: 0, .begin), Event(at: 0.5, .reverse))
    // Blended back over half a second: w·(K − a) + a + v·t·(1 − t/T)².
    let velocity = TimingCurve.easeInOut.velocity(at: 0.5, duration: 1)
    let expected = (0...5).map { (step: Int) -> Double in
      let s = Double(step) / 5
      let curve = TimingCurve.easeInOut.value(at: s, duration: 1)
      return 0.5 - s * s * (3 - 2 * s) * 0.5 * curve + velocity * s * 0.5 * (1 - s) * (1 - s)
    }
    let forwards = (0..<5).map { TimingCurve.easeInOut.value(at: Double($0) / 10, duration: 1) }
    try expect(run, forwards + expected, .start)
    let jump = run.progress(at: 0.5 + 1e-6) - 2 * run.progress(at: 0.5) + run.progress(at: 0.5 - 1e-6)
    #expect(abs(jump) < 1e-10)
  }

  @Test("a run reversed during a pause goes back")
  func reversedWhilePaused() throws {
    let run = try Self.run(
      duration: 0.5, Event(at: 0, .begin), Event(at: 0.2, .pause), Event(at: 0.2, .reverse),
      Event(at: 0.3, .continue()))
    try expect(run, [0, 0.2, 0.4, 0.4, 0.2, 0], .start)
  }

  @Test(
    "stop and finish end a run at the requested position",
    arguments: [(AnimatingPosition.start, 0.0), (.end, 1), (.current, 0.4)])
  func finish(position: AnimatingPosition, value: Double) throws {
    let stopped = try Self.run(
      Event(at: 0, .begin), Event(at: 0.4, .stop), Event(at: 0.6, .finish(position)))
    try expect(stopped, [0, 0.1, 0.2, 0.3, 0.4, 0.4, value], position)
    let running = try Self.run(Event(at: 0, .begin), Event(at: 0.4, .finish(position)))
    try expect(running, [0, 0.1, 0.2, 0.3, value], position)
  }

  @Test("a cancelled run returns to the start")
  func cancel() throws {
    let run = try Self.run(
      Event(at: 0, .begin), Event(at: 0.3, .pause), Event(at: 0.4, .cancel))
    try expect(run, [0, 0.1, 0.2, 0.3, 0.3, 0.2, 0.1, 0], .start)
    let moving = try Self.run(Event(at: 0, .begin), Event(at: 0.3, .cancel))
    #expect(moving.restTime.isClose(to: 0.6))
    #expect(moving.progress(at: 0.31) > 0.3)
    #expect(try Self.frames(moving).last == 0)
  }

  @Test("a second begin continues the run")
  func secondBegin() throws {
    let run = try Self.run(
      duration: 0.2, Event(at: 0, .begin), Event(at: 0.1, .pause), Event(at: 0.2, .begin))
    try expect(run, [0, 0.5, 0.5, 1], .end)
  }

  @Test("a paused or stopped run rests at its last event")
  func pausedEnd() throws {
    try expect(Self.run(Event(at: 0, .begin), Event(at: 0.2, .pause)), [0, 0.1, 0.2], .current)
    try expect(Self.run(Event(at: 0, .begin), Event(at: 0.2, .stop)), [0, 0.1, 0.2], .current)
  }

  @Test("the example in the documentation ends at progress 1")
  func documented() throws {
    let run = try Self.run(
      duration: 0.6, timing: .easeInOut, Event(at: 0, .begin), Event(at: 0.1, .pause),
      Event(at: 0.15, .update(fraction: 0.4)),
      Event(at: 0.3, .continue(timing: .spring(dampingRatio: 0.8), durationFactor: 0.5)),
      Event(at: 0.35, .reverse), Event(at: 0.4, .stop), Event(at: 0.45, .finish(.end)))
    let rate = try FrameRate(60)
    let values = (0..<run.frameCount(at: rate)).map { run.progress(ofFrame: $0, at: rate) }
    #expect(values.count == 28)
    #expect(values[0] == 0 && values[27] == 1)
    #expect(values[9...18].allSatisfy { $0 == 0.4 })
    #expect(values[24...26].allSatisfy { $0 == values[24] })
    #expect(run.warnings.isEmpty && run.restPosition == .end)
  }

  @Test("a drag released forwards ends at 1")
  func forwardRelease() throws {
    let drag = Drag(samples: [DragSample(time: 0, translation: 0), DragSample(time: 0.2, translation: 0.5)])
    let run = try Self.run(Event(at: 0.1, .drag(drag)))
    #expect(run.restTime.isClose(to: 0.8))
    let values = try Self.frames(run)
    #expect(values.count == 9)
    #expect(zip(values, [0, 0, 0.25, 0.5]).allSatisfy { $0.isClose(to: $1) })
    #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(values.last == 1 && run.restPosition == .end)
    // The finger's velocity of 2.5 continues after the release.
    #expect(((run.progress(at: 0.3 + 1e-6) - 0.5) / 1e-6).isClose(to: 2.5, within: 1e-3))
  }

  @Test("a drag released backwards ends at 0")
  func backwardRelease() throws {
    let drag = Drag(
      samples: [DragSample(time: 0, translation: 0), DragSample(time: 0.2, translation: 300)], width: 500,
      velocity: -0.7, completionSpeed: 2)
    let run = try Self.run(Event(at: 0, .drag(drag)))
    #expect(run.restTime.isClose(to: 0.5))
    let values = try Self.frames(run)
    #expect(values[2].isClose(to: 0.6) && values.last == 0 && run.restPosition == .start)
    #expect(zip(values[2...], values[3...]).allSatisfy { $0 > $1 })
    #expect(((run.progress(at: 0.2 + 1e-6) - 0.6) / 1e-6).isClose(to: -0.7, within: 1e-3))
  }

  @Test("a run continued after a drag can be interrupted again")
  func caught() throws {
    let drag = Drag(
      samples: [DragSample(time: 0, translation: 0.3), DragSample(time: 0.1, translation: 0.5)], velocity: 1)
    let run = try Self.run(
      Event(at: 0, .begin), Event(at: 0.3, .reverse), Event(at: 0.3, .drag(drag)), Event(at: 0.6, .pause),
      Event(at: 0.7, .reverse), Event(at: 0.7, .continue()))
    let values = try Self.frames(run)
    #expect(values[3].isClose(to: 0.3) && values[4].isClose(to: 0.5))
    #expect(values[6] > 0.6 && values[6] == values[7])
    #expect(values.last == 0)
  }

  @Test("a drag to the end is complete at its release")
  func fullDrag() throws {
    let drag = Drag(samples: [DragSample(time: 0, translation: 0), DragSample(time: 0.2, translation: 3)])
    let run = try Self.run(Event(at: 0, .drag(drag)), Event(at: 0.5, .pause))
    #expect(run.restTime == 0.2)
    #expect(run.warnings.count == 1)
  }

  @Test("an event after the end is ignored with a warning")
  func lateEvent() throws {
    let run = try Self.run(duration: 0.2, Event(at: 0, .begin), Event(at: 0.2, .reverse), Event(at: 5, .stop))
    try expect(run, [0, 0.5, 1], .end)
    #expect(
      run.warnings == [
        .ignoredAfterRest(index: 1, action: "reverse", time: 0.2, restTime: 0.2),
        .ignoredAfterRest(index: 2, action: "stop", time: 5, restTime: 0.2),
      ])
  }

  @Test("events are applied in the order of their times")
  func eventOrder() throws {
    let run = try Self.run(
      Event(at: 0.2, .pause), Event(at: 0, .begin), Event(at: 0.2, .update(fraction: 0.9)))
    try expect(run, [0, 0.1, 0.9], .current)
  }

  @Test("a frame's progress is evaluated at its exact time")
  func frameTimes() throws {
    // At 59.94 frames/s no frame is at 0.3, and the value between frames is the run's own.
    let rate = try FrameRate(parsing: "59.94")
    let run = try Self.run(Event(at: 0, .begin))
    #expect(run.frameCount(at: rate) == 61)
    #expect(run.progress(ofFrame: 30, at: rate) == (30 * 50.0 / 2997 as Double))
    #expect(run.progress(ofFrame: 60, at: rate) == 1)
  }

  @Test("an invalid timeline is rejected with the reason")
  func invalidTimelines() {
    let begin = Event(at: 0, .begin)
    #expect(throws: TimelineError.missingBegin(index: nil)) { try Self.run() }
    #expect(throws: TimelineError.missingBegin(index: 0)) { try Self.run(Event(at: 0, .pause), begin) }
    #expect(throws: TimelineError.invalidDuration(0)) { try Self.run(duration: 0, begin) }
    #expect(throws: TimelineError.invalidDuration(.infinity)) { try Self.run(duration: .infinity, begin) }
    #expect(throws: TimelineError.invalidTime(index: 1, -1)) { try Self.run(begin, Event(at: -1, .pause)) }
    #expect(throws: TimelineError.self) { try Self.run(begin, Event(at: .nan, .pause)) }
    #expect(throws: TimelineError.invalidDuration(1e6)) {
      try Self.run(begin, Event(at: 0.1, .continue(durationFactor: 1e6)))
    }
    let scrub = AnimatorError.invalidArgument(event: .scrub(fraction: 1.5), value: 1.5)
    #expect(throws: TimelineError.refused(index: 1, action: "update", scrub)) {
      try Self.run(begin, Event(at: 0.1, .update(fraction: 1.5)))
    }
    let pause = AnimatorError.illegal(event: .pause, state: .stopped)
    #expect(throws: TimelineError.refused(index: 2, action: "pause", pause)) {
      try Self.run(begin, Event(at: 0.1, .stop), Event(at: 0.2, .pause))
    }
    let drag = Drag(samples: [DragSample(time: 0, translation: 0), DragSample(time: 1, translation: 1)])
    #expect(throws: TimelineError.eventDuringDrag(index: 1, drag: 0)) {
      try Self.run(Event(at: 0, .drag(drag)), Event(at: 0.5, .pause))
    }
    #expect(throws: TimelineError.invalidDrag(index: 0, .noSamples)) {
      try Self.run(Event(at: 0, .drag(Drag(samples: []))))
    }
  }
}
