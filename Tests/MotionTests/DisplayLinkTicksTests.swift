import SegueMotion
import Testing

@Suite("Ticks of a display link") struct DisplayLinkTicksTests {
  @Test("every frame has its index, its time and that of the next, and the last is the one before the end")
  func frames() async throws {
    var seen: [DisplayLink.Tick] = []
    for await tick in DisplayLink.ticks(rate: try FrameRate(200), frames: 8) { seen.append(tick) }
    #expect(seen.first?.frameIndex == 0 && (seen.last?.frameIndex ?? 8) < 8)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.frameIndex < $1.frameIndex })
    for tick in seen {
      #expect(tick.timestamp == Double(tick.frameIndex) / 200)
      #expect(tick.targetTimestamp == Double(tick.frameIndex + 1) / 200)
    }
  }

  @Test("none is early, and those that were due while the body ran are left out")
  func late() async throws {
    let start = ContinuousClock.now
    var next = 0
    for await tick in DisplayLink.ticks(rate: try FrameRate(1000)) {
      #expect(tick.frameIndex >= next)
      #expect((ContinuousClock.now - start) / .seconds(1) >= tick.timestamp)
      try await Task.sleep(for: .milliseconds(20))
      next = tick.frameIndex + 20
      if next > 60 { break }
    }
  }

  @Test("it ends with its task")
  func cancelled() async throws {
    let begun = AsyncStream<Void>.makeStream()
    let task = Task {
      var count = 0
      for await _ in DisplayLink.ticks(rate: try FrameRate(100)) {
        count += 1
        begun.continuation.finish()
      }
      return count
    }
    for await _ in begun.stream {}
    task.cancel()
    #expect(try await task.value >= 1)
  }
}
