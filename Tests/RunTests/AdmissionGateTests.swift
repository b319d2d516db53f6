import Segue
import SegueImaging
import Synchronization
import Testing

@testable import SegueRun

@Suite("Admission of jobs") struct AdmissionGateTests {
  @Test("the limit of concurrent jobs is observed")
  func limit() async throws {
    let gate = AdmissionGate(jobs: 3)
    let inside = Inside()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await gate.enter()
          await inside.come()
          await Task.yield()
          await inside.go()
          gate.leave()
        }
      }
      try await group.waitForAll()
    }
    #expect(await inside.now == 0)
    #expect(await inside.maximum <= 3)
  }

  /// Counts the jobs that are inside.
  private actor Inside {
    private(set) var now = 0
    private(set) var maximum = 0

    func come() {
      now += 1
      maximum = max(maximum, now)
    }

    func go() { now -= 1 }
  }

  @Test("a cancelled job leaves the queue")
  func cancelled() async throws {
    let gate = AdmissionGate(jobs: 1)
    try await gate.enter()
    let waiting = Task { try await gate.enter() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.leave()
    try await gate.enter()
    gate.leave()
  }

  /// Records the jobs that a budget admits at once.
  private final class JobCounter: Sendable {
    let state = Mutex((now: 0, count: 0, maximum: 0, alone: true))
  }

  @Test("jobs are admitted in order within the memory budget")
  func memory() async throws {
    let budget = AdmissionGate(jobs: 100, bytes: 100)
    let inFlight = JobCounter()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for bytes in [40, 40, 40, 400, 60, 40, 100, 1] {
        group.addTask {
          try await budget.enter(bytes: bytes)
          inFlight.state.withLock { state in
            state.now += bytes
            state.count += 1
            state.maximum = max(state.maximum, bytes > 100 ? 0 : state.now)
            if state.now > 100, state.count > 1 { state.alone = false }
          }
          for _ in 0..<10 { await Task.yield() }
          inFlight.state.withLock { state in
            state.now -= bytes
            state.count -= 1
          }
          budget.leave(bytes: bytes)
        }
      }
      try await group.waitForAll()
    }
    let (now, _, maximum, alone) = inFlight.state.withLock { $0 }
    #expect(now == 0 && maximum <= 100 && alone)
    #expect(MachineMemory.half > 1 << 20)
  }

  @Test("16 bits per channel double the expected memory")
  func depths() throws {
    var request = RenderRequest(from: .file(path: "a.png"), to: .file(path: "b.png"), output: "out.png")
    request.stillProgress = 0.5
    request.output.size = .exact(ImageSize(width: 1000, height: 500))
    func bytes(_ depth: ColorDepth) throws -> Int {
      request.output.depth = depth
      return MemoryEstimate.bytes(
        of: request, try request.outputPlan(), pictures: SharedPictures(byteBudget: 0))
    }
    // Two unknown pictures of 12 megapixels twice, 16 frames, and an encoded one.
    #expect(try bytes(.eight) == 4 * (4 * 12_000_000 + 17 * 500_000))
    #expect(try bytes(.sixteen) == 8 * (4 * 12_000_000 + 17 * 500_000))
  }
}
