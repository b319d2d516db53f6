import Dispatch
import Testing

@testable import SegueSystem

/// Errors of work on a thread whose task is cancelled.
@Suite("Cancelled work on a thread") struct StopSignalTests {
  /// Runs work that throws `error` when its task is cancelled.
  private func work(throwing error: any Error) async throws {
    let isReady = DispatchSemaphore(value: 0)
    let task = Task {
      try await onThread(named: "test") { stop in
        let isStopped = DispatchSemaphore(value: 0)
        stop.onSet { isStopped.signal() }
        isReady.signal()
        #expect(isStopped.wait(timeout: .now() + 60) == .success)
        throw error
      }
    }
    try await onThread(named: "wait") { _ in #expect(isReady.wait(timeout: .now() + 60) == .success) }
    task.cancel()
    try await task.value
  }

  @Test(
    "cancelled work still reports a disk failure",
    arguments: [
      SystemError.writeFailed(path: "out", reason: "No space left on device"),
      .cannotCreate(path: "out", reason: "No space left on device"),
    ])
  func failure(error: SystemError) async {
    await #expect(throws: error) { try await work(throwing: error) }
  }

  @Test("cancelled work throws a cancellation")
  func stopped() async {
    await #expect(throws: CancellationError.self) { try await work(throwing: SystemError.cancelled) }
  }
}
