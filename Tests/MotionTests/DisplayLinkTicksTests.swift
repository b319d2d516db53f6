import SegueMotion
import Synchronization
import Testing

@Suite("Ticks of a display link") struct DisplayLinkTicksTests {
  @Test("every frame has its index, its time and the next frame's time")
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

  @Test("frames due during the body are dropped")
  func late() async throws {
    // A clock that advances during waits, and by 20.5 frames during the body.
    let time = Mutex(7.0)
    var indices: [Int] = []
    let ticks = DisplayLink.ticks(
      rate: try FrameRate(1000), now: { time.withLock { $0 } },
      sleep: { seconds in time.withLock { $0 += seconds } })
    for await tick in ticks {
      #expect(time.withLock { $0 } - 7 >= tick.timestamp - 1e-9)
      indices.append(tick.frameIndex)
      if indices.count == 4 { break }
      time.withLock { $0 += 0.0205 }
    }
    #expect(indices == [0, 21, 42, 63])
  }

  @Test("the sequence ends with its task")
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
