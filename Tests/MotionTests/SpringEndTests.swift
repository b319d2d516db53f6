import Testing

@testable import SegueMotion

/// Springs that still move at the end of their time.
@Suite("The end of a spring") struct SpringEndTests {
  static let springs: [TimingCurve] = [
    .spring(dampingRatio: 0.8, initialVelocity: 6), .spring(dampingRatio: 0.05),
    .spring(dampingRatio: 0.2, initialVelocity: 3), .spring(dampingRatio: 1),
    .spring(mass: 1, stiffness: 100, damping: 10),
  ]

  @Test("the remaining distance of an unsettled spring is spread over its last tenth", arguments: springs)
  func spread(curve: TimingCurve) {
    let function = curve.function(over: 1)
    let duration = function.duration
    let missing = 1 - function.value(at: duration)
    for index in 0...1000 {
      let time = duration * Double(index) / 1000
      let t = max(0, Double(index) / 100 - 9)
      let expected = function.value(at: time) + missing * (3 * t * t - 2 * t * t * t)
      #expect(abs(function.progress(at: time) - expected) < 1e-9)
    }
    #expect(function.progress(at: duration) == 1 && function.progress(at: 2 * duration) == 1)
    #expect(abs(function.distanceAtEnd - abs(missing)) < 1e-12)
  }

  @Test("sixty frames end on 1 without a jump", arguments: springs)
  func frames(curve: TimingCurve) throws {
    let schedule = try ProgressSchedule(timing: curve, duration: 1, rate: FrameRate(60))
    let progresses = (0..<schedule.count).map(schedule.progress)
    #expect(progresses.last == 1)
    let steps = zip(progresses, progresses.dropFirst()).map { abs($1 - $0) }
    let before = try #require(steps.dropLast().suffix(8).max())
    #expect(try #require(steps.last) <= before + 1e-9)
  }

  @Test("an animator's velocity is always the slope of its progress", arguments: springs)
  func velocity(curve: TimingCurve) {
    let segment = MotionSegment(
      from: 0, to: 1, velocity: 0, along: curve, movingTime: 2, duration: 2)
    for index in 1..<200 {
      let (time, step) = (segment.duration * Double(index) / 200, 1e-6)
      let slope = (segment.value(at: time + step) - segment.value(at: time - step)) / (2 * step)
      #expect(abs(slope - segment.velocity(at: time)) < 1e-4)
    }
    #expect(segment.value(at: segment.duration) == 1)
    #expect(abs(segment.value(at: segment.duration - 1e-6) - 1) < 1e-4)
  }

  @Test("curves other than springs are unchanged")
  func others() {
    for curve in [TimingCurve.linear, .easeInOut, .steps(4)] {
      let function = curve.function(over: 0.7)
      #expect(
        (0...50).allSatisfy { function.progress(at: Double($0) / 50) == function.value(at: Double($0) / 50) })
      #expect(function.distanceAtEnd == 0)
    }
  }
}
