/// A message about a job while it runs.
public enum JobEvent<Report: Sendable>: Sendable {
  /// Frames that are written, and how many there will be.
  case progress(done: Int, total: Int)
  /// A choice that was made, a warning, or an event of a device.
  case note(RenderEvent)
  /// The job is done: its report, which comes last.
  case finished(Report)
}

/// The events of a job that begins with this, and is cancelled when the iteration ends before the job does.
///
/// **Thread-safety:** may be shared; one task iterates.
package struct JobEvents<Report: Sendable>: AsyncSequence, Sendable {
  package typealias Element = JobEvent<Report>

  private let stream: AsyncThrowingStream<Element, any Error>

  /// Begins `run`.
  package init(
    _ run:
      @escaping @Sendable (
        @escaping RenderJob.ProgressHandler, @escaping RenderJob.NoteHandler
      ) async throws -> Report
  ) {
    stream = AsyncThrowingStream { continuation in
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

  package func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

  /// Gives one event after the other.
  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncThrowingStream<Element, any Error>.Iterator
    private var isFinished = false

    fileprivate init(base: AsyncThrowingStream<Element, any Error>.Iterator) { self.base = base }

    /// The next event; `nil` after the report.
    /// - Throws: what the job throws; `SegueError.cancelled`.
    package mutating func next() async throws -> Element? {
      let event = try await base.next()
      switch event {
      case .finished: isFinished = true
      case nil where !isFinished: throw SegueError.cancelled
      default: break
      }
      return event
    }
  }
}
