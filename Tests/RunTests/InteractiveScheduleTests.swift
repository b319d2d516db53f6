import Segue
import SegueMotion
import SegueTransitions
import Testing

@testable import SegueRun

@Suite("A timeline as frames") struct InteractiveScheduleTests {
  private func request(_ events: [TimelineEvent], duration: Double = 0.5) -> RenderRequest {
    var request = RenderRequest(from: .file(path: "a"), to: .file(path: "b"), output: "x.mp4")
    request.timeline = Timeline(duration: duration, timing: .easeInOut, events: events)
    return request
  }

  private func values(_ request: RenderRequest) throws -> [Double] {
    let schedule = try request.schedule(
      for: Dissolve(), rate: request.output.frameRate ?? .sixty, playsAgain: false)
    return (0..<schedule.count).map(schedule.progress(ofFrame:))
  }

  private func drag(velocity: Double?) -> [TimelineEvent] {
    let samples = [DragSample(time: 0, translation: 0), DragSample(time: 0.3, translation: 0.45)]
    return [TimelineEvent(at: 0.05, .drag(Drag(samples: samples, velocity: velocity)))]
  }

  @Test("a drag ends exactly on the picture in the direction of its release")
  func drags() throws {
    for (velocity, end) in [(0.7, 1.0), (-0.7, 0), (0, 0)] {
      let values = try values(request(drag(velocity: velocity)))
      #expect(values.first == 0 && values.last == end)
      // The pointer is at .45 at .35 s, linear from .05 s on.
      #expect(abs(values[12] - 0.225) < 1e-9 && abs(values[21] - 0.45) < 1e-9)
      let rest = values.dropFirst(21)
      for (a, b) in zip(rest, rest.dropFirst()) { #expect(end == 1 ? b >= a : b <= a) }
      // The remaining progress × .5 s.
      let seconds = 0.35 + (end == 1 ? 0.55 : 0.45) * 0.5
      #expect(abs(Double(values.count - 1) - seconds * 60) < 1.001)
    }
    // Without a velocity, the slope of the samples decides.
    #expect(try values(request(drag(velocity: nil))).last == 1)
  }

  @Test("an interrupted and reversed run has no jump in value or velocity")
  func interrupted() throws {
    var request = request([
      TimelineEvent(at: 0, .begin), TimelineEvent(at: 0.3, .reverse),
      TimelineEvent(at: 0.36, .continue(timing: .spring(dampingRatio: 1), durationFactor: 1)),
    ])
    request.output.frameRate = try FrameRate(1000)
    let values = try values(request)
    #expect(values.first == 0 && values.last == 0)
    let steps = zip(values, values.dropFirst()).map { $1 - $0 }
    // An abrupt turn would change a step by .0068, its velocity alone by .0034.
    #expect(steps.dropLast().allSatisfy { abs($0) < 0.006 })
    let bends = zip(steps, steps.dropFirst()).map { abs($1 - $0) }
    #expect((bends.dropLast(2).max() ?? 1) < 0.0004)
    #expect((values.max() ?? 0) > 0.7)
  }

  @Test("a requested duration and curve replace the timeline's duration and curve")
  func overrides() throws {
    var request = request([TimelineEvent(at: 0, .begin)])
    #expect(try values(request).count == 31)
    request.duration = 1
    request.timing = .linear
    let values = try values(request)
    #expect(values.count == 61 && values[15] == 0.25 && values.last == 1)
  }

  @Test("holds and reversal apply to timelines")
  func holds() throws {
    var request = request([TimelineEvent(at: 0, .begin), TimelineEvent(at: 3, .pause)])
    request.holdStart = 0.1
    request.holdEnd = 0.05
    request.isReversed = true
    let schedule = try request.schedule(
      for: Dissolve(), rate: request.output.frameRate ?? .sixty, playsAgain: false)
    #expect(schedule.count == (6 + 31 + 3 as Int) && schedule.notices.count == 1)
    #expect(schedule.progress(ofFrame: 0) == 1 && schedule.progress(ofFrame: 39) == 0)
  }
}
