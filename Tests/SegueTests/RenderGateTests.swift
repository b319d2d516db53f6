import Testing

@testable import Segue

@Suite("The gate for jobs that hold pictures") struct RenderGateTests {
  @Test("no more are inside than the limit, and all get in")
  func limit() async throws {
    let gate = RenderGate(limit: 3)
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
    #expect(await inside.most <= 3)
  }

  /// How many are inside.
  private actor Inside {
    private(set) var now = 0
    private(set) var most = 0

    func come() {
      now += 1
      most = max(most, now)
    }

    func go() { now -= 1 }
  }

  @Test("who is cancelled while waiting leaves the line, and takes no place")
  func cancelled() async throws {
    let gate = RenderGate(limit: 1)
    try await gate.enter()
    let waiting = Task { try await gate.enter() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    gate.leave()
    try await gate.enter()
    gate.leave()
  }
}
