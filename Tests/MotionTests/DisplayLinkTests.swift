import Testing

@testable import SegueMotion

@Suite("Display links") struct DisplayLinkTests {
  @Test("the callback of every frame has its exact virtual time")
  func virtualTime() throws {
    let rate = try FrameRate(parsing: "30000/1001")
    var indices: [Int] = []
    let link = DisplayLink(rate: rate) { link in
      indices.append(link.frameIndex)
      #expect(link.timestamp == rate.time(ofFrame: link.frameIndex))
      #expect(link.targetTimestamp == rate.time(ofFrame: link.frameIndex + 1))
      #expect(link.duration == 1001.0 / 30000)
    }
    link.run(frames: 100)
    #expect(indices == Array(0..<100))
    #expect(link.statistics.deliveredCount == 100 && link.statistics.droppedCount == 0)
    #expect(link.statistics.missedCount == 0 && link.statistics.lateness.allSatisfy { $0 == 0 })
  }

  @Test("a paused link continues at the next frame")
  func pause() throws {
    var indices: [Int] = []
    let link = DisplayLink(rate: try FrameRate(60)) { link in
      indices.append(link.frameIndex)
      if link.frameIndex == 2 { link.isPaused = true }
      if link.frameIndex == 4 { link.invalidate() }
    }
    link.run()
    #expect(indices == [0, 1, 2])
    link.run()
    #expect(indices == [0, 1, 2])
    link.isPaused = false
    link.run()
    #expect(indices == [0, 1, 2, 3, 4])
    link.run()
    #expect(indices.count == 5)
  }

  @Test(
    "a preferred rate delivers every k-th frame",
    arguments: [(0, 1), (60, 1), (30, 2), (26, 2), (35, 2), (20, 3), (1, 60), (240, 1)])
  func preferredRate(preferred: Int, step: Int) throws {
    var indices: [Int] = []
    let link = DisplayLink(rate: try FrameRate(60)) { indices.append($0.frameIndex) }
    link.preferredFramesPerSecond = preferred
    link.run(frames: step * 3)
    #expect(indices == [0, step, 2 * step])
    #expect(link.duration.isClose(to: Double(step) / 60))
    #expect(link.targetTimestamp.isClose(to: 3 * Double(step) / 60))
  }

  @Test("late frames are dropped and counted")
  func droppedFrames() throws {
    let clock = ManualClock(now: 100)
    var indices: [Int] = []
    // Frames take 10 ms, except the third with 25 ms and the last with 35 ms, at 100 Hz with
    // wake-ups half a millisecond late.
    let costs = [0.004, 0.004, 0.025, 0.004, 0.035]
    clock.wakesLateBy = 0.0005
    let link = DisplayLink(rate: try FrameRate(100), clock: clock) { link in
      clock.time += costs[indices.count]
      indices.append(link.frameIndex)
      if indices.count == costs.count { link.invalidate() }
    }
    link.run()
    #expect(indices == [0, 1, 2, 5, 6])
    let statistics = link.statistics
    #expect(statistics.missedCount == 2)
    #expect(statistics.droppedCount == 5)
    #expect(statistics.deliveredCount + statistics.droppedCount == 10)
    let expected = [0.004, 0.0045, 0.0255, 0.0045, 0.0355]
    #expect(zip(statistics.lateness, expected).allSatisfy { $0.isClose(to: $1) })
    #expect(FrameStatistics.summary(of: statistics.lateness)?.p50.isClose(to: 0.0045) == true)
    #expect(FrameStatistics.summary(of: statistics.lateness)?.p99.isClose(to: 0.0355) == true)
  }

  @Test("a late wake-up does not delay later deadlines")
  func absoluteDeadlines() throws {
    let clock = ManualClock(now: 0)
    clock.wakesLateBy = 0.003
    var wakes: [Double] = []
    let link = DisplayLink(rate: try FrameRate(100), clock: clock) { _ in wakes.append(clock.now) }
    link.run(frames: 1000)
    #expect(wakes.count == 1000)
    #expect(wakes.last?.isClose(to: 9.99 + 0.003) == true)
  }

  @Test("a slow clock does not drop the first frame")
  func firstFrame() throws {
    let clock = ManualClock(now: 7)
    clock.askingTakes = 1e-7
    var indices: [Int] = []
    let link = DisplayLink(rate: try FrameRate(60), clock: clock) { indices.append($0.frameIndex) }
    link.run(frames: 3)
    #expect(indices == [0, 1, 2])
    #expect(link.statistics.deliveredCount + link.statistics.droppedCount == 3)
  }

  @Test("frames due during a pause are not dropped")
  func pausedFrames() throws {
    let clock = ManualClock(now: 0)
    var indices: [Int] = []
    let link = DisplayLink(rate: try FrameRate(10), clock: clock) { link in
      indices.append(link.frameIndex)
      link.isPaused = link.frameIndex == 1
    }
    link.run()
    clock.time = 0.75
    link.isPaused = false
    link.run(frames: 10)
    #expect(indices == [0, 1, 8, 9])
    #expect(link.statistics.droppedCount == 0)
  }

  @Test("a frame finished exactly at the next deadline is not dropped")
  func exactDeadline() throws {
    var pacer = FramePacer(rate: try FrameRate(4), origin: 0)
    #expect(pacer.frameIsReady(at: 0.25) == FrameOutcome(lateness: 0.25, isMissed: false, droppedCount: 0))
    #expect(pacer.nextIndex == 1)
    #expect(pacer.frameIsReady(at: 0.5625) == FrameOutcome(lateness: 0.3125, isMissed: true, droppedCount: 1))
    #expect(pacer.nextIndex == 3 && pacer.nextDeadline == 0.75)
  }

  @Test("percentiles are by nearest rank")
  func percentiles() throws {
    var pacer = FramePacer(rate: try FrameRate(1), origin: 0)
    #expect(FrameStatistics.summary(of: pacer.statistics.lateness) == nil)
    for index in 0..<200 { _ = pacer.frameIsReady(at: Double(index) + Double(index) / 1000) }
    let summary = FrameStatistics.summary(of: pacer.statistics.lateness)
    #expect(summary?.p50.isClose(to: 0.099) == true)
    #expect(summary?.p99.isClose(to: 0.197) == true)
    #expect(summary?.maximum.isClose(to: 0.199) == true)
  }

  @Test("the monotonic clock never wakes early")
  func monotonicClock() {
    let clock = MonotonicFrameClock()
    for deadline in [clock.now + 0.002, 0] {
      // This test measures the machine's clock.
      clock.sleep(until: deadline)
      #expect(clock.now >= deadline - 1e-6)
    }
  }
}
