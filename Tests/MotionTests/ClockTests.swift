import SegueFields
import Testing

@testable import SegueMotion

@Suite("Frame rates and schedules") struct ClockTests {
  @Test(
    "a rate is an exact fraction in every notation",
    arguments: [
      ("60", 60, 1), ("59.94", 2997, 50), ("30000/1001", 30000, 1001), ("23.976", 2997, 125), ("0.5", 1, 2),
      ("120/2", 60, 1), ("25.000000000000", 25, 1), ("1000000", 1_000_000, 1),
    ])
  func rateIsExact(text: String, numerator: Int, denominator: Int) throws {
    let rate = try FrameRate(parsing: text)
    #expect((rate.numerator, rate.denominator) == (numerator, denominator))
    #expect(rate.description == "\(numerator)/\(denominator)")
  }

  @Test(
    "malformed rates are rejected",
    arguments: [
      "", "abc", "nan", "inf", "-1", "1e3", "60.", ".5", "1/2/3", "60/", " 60", "0x10", "1.5/2",
    ])
  func malformedRates(text: String) {
    #expect(throws: SegueError(FrameRateError.malformed(text))) { try FrameRate(parsing: text) }
  }

  @Test(
    "impossible rates are rejected",
    arguments: [
      "0", "0/1", "1/0", "0.0", "1000001", "99999999999999999999", "1/99999999999", "1.0000000001",
    ])
  func impossibleRates(text: String) {
    #expect(throws: SegueError.self) { try FrameRate(parsing: text) }
  }

  @Test("a frame's time follows from its index")
  func times() throws {
    let rate = try FrameRate(parsing: "30000/1001")
    #expect(rate.time(ofFrame: 30_000) == 1001)
    #expect(rate.time(ofFrame: 300_000_000) == 10_010_000)
    #expect(try FrameRate(60).time(ofFrame: 18) == 0.3)
  }

  @Test(
    "the number of frames is the rounded duration plus one",
    arguments: [
      ("60", 1.0, 61), ("60", 0.25, 16), ("30000/1001", 1, 31), ("10", 0.25, 4), ("10", 0.01, 1),
    ])
  func frameCount(text: String, duration: Double, count: Int) throws {
    #expect(
      try ProgressSchedule(timing: .linear, duration: duration, rate: FrameRate(parsing: text)).count == count
    )
  }

  @Test("impossible durations are rejected", arguments: [0, -1, Double.nan, .infinity, 86_401])
  func impossibleDurations(duration: Double) throws {
    let rate = try FrameRate(60)
    #expect(throws: FrameTimesError.self) {
      try ProgressSchedule(timing: .linear, duration: duration, rate: rate)
    }
    if duration != 0 {
      #expect(throws: FrameTimesError.self) {
        try ProgressSchedule(timing: .linear, duration: 1, rate: rate, holdEnd: duration)
      }
    }
  }

  static let curves: [TimingCurve] =
    TimingCurve.named.map(\.curve) + [
      .steps(3), .spring(dampingRatio: 0.4, initialVelocity: 6), .spring(mass: 1, stiffness: 100, damping: 5),
      .cubicBezier(x1: 0.68, y1: -0.55, x2: 0.27, y2: 1.55),
    ]

  @Test("the motion begins exactly at 0 and ends exactly at 1", arguments: curves)
  func exactEnds(curve: TimingCurve) throws {
    for text in ["60", "59.94", "7"] {
      let rate = try FrameRate(parsing: text)
      let forwards = try ProgressSchedule(timing: curve, duration: 0.61, rate: rate)
      let backwards = try ProgressSchedule(timing: curve, duration: 0.61, rate: rate, isReversed: true)
      let duration = curve.effectiveDuration(for: 0.61)
      #expect(forwards.count == rate.frames(in: duration) + 1)
      let values = (0..<forwards.count).map(forwards.progress(ofFrame:))
      #expect(values.first == 0 && values.last == 1)
      #expect((0..<backwards.count).map(backwards.progress(ofFrame:)) == values.reversed())
      for index in 1..<(forwards.count - 1) {
        let value = curve.function(over: 0.61).progress(at: rate.time(ofFrame: index))
        #expect(values[index].isClose(to: value, within: 1e-12))
      }
    }
  }

  @Test("holds repeat the first and the last progress")
  func holds() throws {
    let schedule = try ProgressSchedule(
      timing: .linear, duration: 0.2, rate: FrameRate(10), holdStart: 0.26, holdEnd: 0.14)
    #expect((0..<schedule.count).map(schedule.progress(ofFrame:)) == [0, 0, 0, 0, 0.5, 1, 1])
    let reversed = try ProgressSchedule(
      timing: .linear, duration: 0.2, rate: FrameRate(10), isReversed: true, holdStart: 0.26, holdEnd: 0.14)
    #expect((0..<reversed.count).map(reversed.progress(ofFrame:)) == [1, 1, 1, 1, 0.5, 0, 0])
  }

  @Test("an interactive run is held at its start and end")
  func interactiveHolds() throws {
    let run = try TimelineRun(
      Timeline(
        duration: 0.2, timing: .linear,
        events: [TimelineEvent(at: 0, .begin), TimelineEvent(at: 0.1, .stop)]))
    let schedule = try ProgressSchedule(run: run, rate: FrameRate(10), holdStart: 0.1, holdEnd: 0.2)
    #expect((0..<schedule.count).map(schedule.progress(ofFrame:)) == [0, 0, 0.5, 0.5, 0.5])
  }
}
