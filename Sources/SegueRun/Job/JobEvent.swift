import SegueFields

/// An event of a running job; the report is the last one.
public enum JobEvent<Report: Sendable>: Sendable {
  /// The number of written frames, and the number of all frames.
  case progress(done: Int, total: Int)
  /// A choice, a warning or an incident.
  case note(RenderEvent)
  /// The report of the finished job, which is the last event.
  case finished(Report)
}

/// The events of a job. The initialiser starts the job. The job is cancelled if the iteration ends
/// early.
///
/// **Thread-safety:** may be shared; one task iterates.
package struct JobEvents<Report: Sendable>: AsyncSequence, Sendable {
  package typealias Element = JobEvent<Report>

  private let stream: AsyncThrowingStream<Element, any Error>

  /// Starts `job`.
  package init<Made: Job>(of job: Made) where Made.Report == Report {
    stream = AsyncThrowingStream { continuation in
      let task = Task {
        do {
          let report = try await job.report(
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

  package struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: AsyncThrowingStream<Element, any Error>.Iterator
    private var isFinished = false

    fileprivate init(base: AsyncThrowingStream<Element, any Error>.Iterator) { self.base = base }

    /// The next event; `nil` after the report.
    /// - Throws: the errors of the job, as `SegueError`.
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
