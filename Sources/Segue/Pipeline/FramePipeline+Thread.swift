import Foundation

extension FramePipeline {
  /// Draws and writes every frame on a thread of its own: it waits for encoders, which a task must not. It ends early
  /// when the task is cancelled.
  /// - Throws: as `run`.
  func runOnThread() async throws -> PipelineReport {
    try await withTaskCancellationHandler {
      try await onThread(named: "segue.write") { try self.run() }
    } onCancel: {
      cancel()
    }
  }
}

/// Does `work` on a thread of its own, which may wait, compute for long and own a GL context, as a task's must not.
/// - Throws: what `work` throws.
package func onThread<Value: Sendable>(
  named name: String, _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    let thread = Thread { continuation.resume(with: Result(catching: work)) }
    thread.name = name
    thread.stackSize = 8 << 20
    thread.start()
  }
}
