import Foundation
import SegueFilm
import SegueMedia
import SegueRun
import SegueSystem

/// Renders and films that do not depend on each other, several at a time: they share warm renderers and decoded pictures, and
/// one that fails does not stop the others.
///
/// **Thread-safety:** a value.
public struct Batch: Sendable {
  /// A job, with a key that no other of the batch has: by it the journal knows it again. What a resumed batch should make
  /// anew has another key, or other contents in its files.
  public enum Job: Sendable {
    case render(RenderRequest, key: String)
    case film(FilmRequest, key: String)

    /// Its key.
    public var key: String {
      switch self {
      case .render(_, let key), .film(_, let key): key
      }
    }
  }

  /// What became of a job.
  public enum Result: Sendable {
    case render(RenderReport)
    case film(FilmReport)
    /// An earlier run made it under the same key of the same files.
    case skipped
    case failed(SegueError)
  }

  /// How a job ended.
  ///
  /// **Thread-safety:** a value.
  public struct Outcome: Sendable {
    /// Its place in the batch, from 0.
    public let index: Int
    /// Its key.
    public let key: String
    /// What became of it.
    public let result: Result
    /// Seconds that it took, every attempt included.
    public let seconds: Double
  }

  /// The jobs, begun in this order. Their outputs are files.
  public var jobs: [Job]
  /// The path of the journal, which notes what is made; `nil` is none.
  public var journal: String?
  /// How many jobs are at work at once, at least 1; `nil` is one for each core.
  public var workers: Int?
  /// Bytes that the jobs at work and the pictures that they share are to take together, encoders included; `nil` is half of
  /// the machine's memory. A job that needs more by itself runs alone.
  public var memory: Int?
  /// Whether what an earlier run has made is left alone, and what it began is replaced; it takes a journal.
  public var resumes = false
  /// How often a job is tried again whose writing, encoder or device has failed, at most 100 times.
  public var retries = 0

  /// A batch of `jobs`.
  public init(_ jobs: [Job], journal: String? = nil) { (self.jobs, self.journal) = (jobs, journal) }

  /// The jobs as they end: iterating makes them. Who stops iterating, or is cancelled, ends those under way.
  ///
  /// What cannot be done is an outcome, also two jobs with one output, or one that would write over another's input; the
  /// sequence throws `SegueError.media` where the journal cannot be opened, or another batch is using it, and `.cancelled`.
  public var outcomes: AsyncThrowingStream<Outcome, any Error> {
    AsyncThrowingStream { continuation in
      let task = Task {
        do {
          try await run { continuation.yield($0) }
          continuation.finish()
        } catch {
          continuation.finish(throwing: SegueError(error))
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private func run(_ onOutcome: @escaping @Sendable (Outcome) -> Void) async throws {
    let journal = try journal.map { try BatchJournal(path: $0) }
    var tasks: [BatchTask] = []
    func fail(_ index: Int, _ error: any Error) {
      let result = Result.failed(SegueError(error))
      onOutcome(Outcome(index: index, key: jobs[index].key, result: result, seconds: 0))
    }
    var keys: Set<String> = []
    for (index, job) in jobs.enumerated() {
      do {
        guard keys.insert(job.key).inserted else { throw UsageError.conflict(.sameKey(job.key)) }
        tasks.append(try BatchTask(job, index: index))
      } catch {
        fail(index, error)
      }
    }
    let conflicts = BatchRunner.conflicts(among: tasks, resumes: resumes, journal: journal)
    for (index, conflict) in conflicts.sorted(by: { $0.key < $1.key }) { fail(index, conflict.error) }
    var runner = BatchRunner(tasks.filter { conflicts[$0.line] == nil }, journal: journal, version: nil)
    if let workers { runner.workers = workers }
    runner.memory = memory.map { max(0, $0) }
    (runner.resumes, runner.retries) = (resumes, min(100, retries))
    runner.mayPass = { SegueError($0).mayPass }
    await runner.run { [jobs] outcome in
      onOutcome(
        Outcome(
          index: outcome.line, key: jobs[outcome.line].key, result: Result(outcome.result),
          seconds: outcome.seconds))
    }
    try Task.checkCancellation()
  }
}

extension Batch.Result {
  fileprivate init(_ result: BatchResult.Result) {
    self =
      switch result {
      case .skipped: .skipped
      case .failed(let error): .failed(SegueError(error))
      case .done(let made):
        switch made.report {
        case let report as RenderReport: .render(report)
        case let report as FilmReport: .film(report)
        default: preconditionFailure("a job is a render or a film")
        }
      }
  }
}

extension BatchTask {
  /// - Throws: what can be told to be wrong before a file is opened.
  fileprivate init(_ job: Batch.Job, index: Int) throws {
    let output =
      switch job {
      case .render(let request, _): request.output.path
      case .film(let request, _): request.output.path
      }
    if output.isEmpty || output == "-" { throw UsageError.conflict(.batchOutput(output)) }
    switch job {
    case .render(let request, let key): try self.init(line: index, key: key, request: request)
    case .film(let request, let key): try self.init(line: index, key: key, film: request)
    }
  }
}

extension BatchConflict {
  /// The library's error of it.
  fileprivate var error: SegueError {
    switch self {
    case .sameOutput(let path, _): .usage(.conflict(.sameOutput(path)))
    case .outputIsInput(let path, _): .usage(.outputIsInput(path: path))
    case .outputExists(let path): .media(.outputExists(path: path))
    case .inputMissing(let path):
      .media(.unreadable(path: path, reason: "there is no such file, or no right to read it"))
    }
  }
}

extension SegueError {
  /// Whether another attempt may go better.
  fileprivate var mayPass: Bool {
    switch self {
    case .media(.writeFailed), .media(.encoderFailed), .render(.deviceLost): true
    default: false
    }
  }
}
