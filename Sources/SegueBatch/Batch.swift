import FoundationEssentials
import SegueFilm
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization

/// A batch of independent renders and films, several at a time. They share warm renderers and
/// decoded pictures. A failed job does not stop the others.
public struct Batch: Sendable {
  /// A job, with a key that is unique in the batch. The journal identifies a job by its key, the
  /// path of its output, and the contents of its inputs, in files or in memory. A request that
  /// differs in anything else needs a new key to be rendered again.
  public enum Job: Sendable {
    /// The render of a transition between two pictures.
    case render(RenderRequest, key: String)
    /// The film of a request, written to its output.
    case film(FilmRequest, key: String)

    package var key: String {
      switch self {
      case .render(_, let key), .film(_, let key): key
      }
    }
  }

  /// The result of a job: its report, its error, or the fact that it was skipped.
  public enum Result: Sendable {
    /// The report of a finished render.
    case render(RenderReport)
    /// The report of a finished film.
    case film(FilmReport)
    /// An earlier run made the output with the same key from the same inputs.
    case skipped
    /// The error of the job's last attempt.
    case failed(SegueError)
  }

  /// The result and the duration of a job.
  public struct Outcome: Sendable {
    /// The job's index in the batch, from 0.
    package let index: Int
    /// The key of the job, as in the batch.
    public let key: String
    /// The report, the error, or the skip.
    public let result: Result
    /// Duration in seconds, all attempts included.
    package let seconds: Double
  }

  /// The jobs, started in this order. Their outputs are files. All jobs draw in the batch's own
  /// pool: a request's `drawing.pool` has no effect.
  public var jobs: [Job]
  /// The path of the journal, which records finished jobs; `nil` for no journal.
  public var journal: String?
  /// The number of concurrent jobs, at least 1; `nil` for one per core.
  public var workers: Int?
  /// The memory limit in bytes, at least 1, for the concurrent jobs, their encoders and their
  /// shared pictures. `nil` means half of the machine's memory. A larger job runs alone.
  public var memory: Int?
  /// Whether to keep outputs finished by an earlier run and replace unfinished ones; needs a
  /// journal.
  public var resumes = false
  /// The number of retries, 0 to 100, for a job whose writing, encoder or GPU failed.
  public var retries = 0

  /// A batch of `jobs`, with the path of its journal.
  public init(_ jobs: [Job], journal: String? = nil) {
    self.jobs = jobs
    self.journal = journal
  }

  /// Runs every job. It returns when no job is running, also after a cancellation.
  ///
  /// A failed job is an outcome. A job fails if its output is another job's output or input.
  /// - Parameter onOutcome: called with each job as it ends, one at a time, from any thread.
  /// - Returns: the outcome of each job, in the order of `jobs`.
  /// - Throws: `SegueError.media` if the journal cannot be opened, is another kind of file, or is
  ///   in use by another batch; `.usage` for a number of `workers`, `memory` or `retries` out of
  ///   range; `.cancelled`.
  @discardableResult
  public func run(
    onOutcome: @escaping @Sendable (Outcome) -> Void = { _ in }
  ) async throws(SegueError) -> [Outcome] {
    do { return try await make(onOutcome) } catch { throw SegueError(error) }
  }

  private func make(_ onOutcome: @escaping @Sendable (Outcome) -> Void) async throws -> [Outcome] {
    try UsageError.check(workers ?? 1, of: .workers, in: 1 ... .max)
    try UsageError.check(memory ?? 1, of: .memory, in: 1 ... .max)
    try UsageError.check(retries, of: .retries, in: 0...100)
    let all = Mutex<[Outcome]>([])
    let onOutcome: @Sendable (Outcome) -> Void = { outcome in
      all.withLock { $0.append(outcome) }
      onOutcome(outcome)
    }
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
        tasks.append(try BatchTask(job, index: index, isNoted: journal != nil))
      } catch {
        fail(index, error)
      }
    }
    let conflicts = BatchRunner.conflicts(among: tasks, resumes: resumes, journal: journal)
    for (index, conflict) in conflicts.sorted(by: { $0.key < $1.key }) { fail(index, conflict.error) }
    var runner = BatchRunner(tasks.filter { conflicts[$0.line] == nil }, journal: journal, version: nil)
    if let workers { runner.workers = workers }
    (runner.memory, runner.resumes, runner.retries) = (memory, resumes, retries)
    await runner.run { [jobs] outcome in
      onOutcome(
        Outcome(
          index: outcome.line, key: jobs[outcome.line].key, result: Result(outcome.result),
          seconds: outcome.seconds))
    }
    try Task.checkCancellation()
    return all.withLock { $0.sorted { $0.index < $1.index } }
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
        default: preconditionFailure("the report has an unknown kind of job")
        }
      }
  }
}

extension BatchTask {
  /// - Parameter isNoted: whether a journal must be able to identify the job.
  /// - Throws: errors that are detectable without opening a file.
  fileprivate init(_ job: Batch.Job, index: Int, isNoted: Bool) throws {
    let (output, memoryKeys) =
      switch job {
      case .render(let request, _): (request.output.path, isNoted ? request.memoryKeys : [])
      case .film(let request, _): (request.output.path, isNoted ? request.memoryKeys : [])
      }
    if output.isEmpty || output == "-" { throw UsageError.conflict(.batchOutput(output)) }
    let words = [job.key, OutputPath.absolute(output)] + memoryKeys
    let key = ContentHash(Array(words.joined(separator: "\n").utf8)).hash
    switch job {
    case .render(let request, _): try self.init(line: index, key: key, RenderJob.self, request)
    case .film(let request, _): try self.init(line: index, key: key, FilmJob.self, request)
    }
  }
}

extension BatchConflict {
  /// The conflict as an error of the library.
  fileprivate var error: SegueError {
    switch self {
    case .sameOutput(let path, _): .usage(.conflict(.sameOutput(path)))
    case .outputIsInput(let path, _): .usage(.outputIsInput(path: path))
    case .outputExists(let path): .media(.outputExists(path: path))
    case .inputMissing(let path):
      .media(.unreadable(path: path, reason: "there is no such file, or it is not readable"))
    }
  }
}
