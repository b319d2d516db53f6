/// A message about a job while it runs.
///
/// **Thread-safety:** a value.
public enum JobEvent<Report: Sendable>: Sendable {
  /// Frames that are written, and how many there will be.
  case progress(done: Int, total: Int)
  /// A choice that was made, a warning, or an event of a device.
  case note(RenderEvent)
  /// The job is done: its report, which comes last.
  case finished(Report)

  /// The events of `run`, which begins here, and is cancelled when the iteration ends.
  package static func stream(
    _ run:
      @escaping @Sendable (
        @escaping RenderJob.ProgressHandler, @escaping RenderJob.NoteHandler
      ) async throws -> Report
  ) -> AsyncThrowingStream<JobEvent, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let report = try await run(
            { continuation.yield(.progress(done: $0, total: $1)) }, { continuation.yield(.note($0)) })
          continuation.yield(.finished(report))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}
