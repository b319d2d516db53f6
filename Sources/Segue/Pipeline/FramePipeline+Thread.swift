import Foundation

extension FramePipeline {
  /// Draws and writes every frame on a thread of its own: it waits for encoders, which a task must not. It ends early
  /// when the task is cancelled.
  /// - Throws: as `run`.
  func runOnThread() async throws -> PipelineReport {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result { try self.run() }) }
        thread.name = "segue.write"
        thread.start()
      }
    } onCancel: {
      cancel()
    }
  }
}
