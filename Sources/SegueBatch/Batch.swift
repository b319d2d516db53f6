import SegueFields
import SegueFilm
import SegueRun
import SegueSystem
import Synchronization

/// A batch of independent renders and films. Several run at the same time, and share renderers and
/// decoded pictures. A failed job does not stop the others.
public struct Batch: Sendable {
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
    /// The report or the error; `.skipped` if the job was skipped.
    public let result: Result
    /// Duration in seconds, all attempts included.
    package let seconds: Double
  }

  /// The jobs, started in this order. Their outputs are files. All jobs draw in the batch's own
  /// pool: a request's `drawing.pool` has no effect.
  public var jobs: [Job]
  package var journal: String?
  package var workers: Int?
  package var memory: Int?
  package var resumes: Bool
  package var retries: Int
  /// The program's version, for the journal.
  package var version: String?

  /// A batch of `jobs`.
  /// - Parameters:
  ///   - jobs: the jobs in the order of their starts.
  ///   - journal: the path of the journal, which records finished jobs; `nil` for no journal.
  ///   - workers: the number of concurrent jobs, at least 1; `nil` for one per core.
  ///   - memory: the memory limit in bytes, at least 1, for the concurrent jobs, their encoders and
  ///     their shared pictures. `nil` means half of the machine's memory. A larger job runs alone.
  ///   - resumes: whether to keep outputs finished by an earlier run and replace unfinished ones;
  ///     needs a journal.
  ///   - retries: the number of retries, 0 to 100, for a job whose writing, encoder or GPU failed.
  public init(
    _ jobs: [Job], journal: String? = nil, workers: Int? = nil, memory: Int? = nil,
    resumes: Bool = false, retries: Int = 0
  ) {
    self.jobs = jobs
    self.journal = journal
    self.workers = workers
    self.memory = memory
    self.resumes = resumes
    self.retries = retries
  }

  /// Runs every job. It returns when no job is running, also after a cancellation.
  ///
  /// A failed job is an outcome. A job fails if its output is another job's output or input.
  /// - Parameter onOutcome: called with the outcome of each job that ends, one at a time, from any thread.
  /// - Returns: the outcome of each job, in the order of `jobs`.
  /// - Throws: `SegueError` with the code `cannotCreate` or `invalidData` if the journal cannot be
  ///   opened, is another kind of file, or is used by another batch; `invalidValue` if `workers`, `memory`
  ///   or `retries` is out of range; `cancelled`.
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
    let problems = problems(journal: journal)
    for (index, error) in problems.sorted(by: { $0.key < $1.key }) {
      onOutcome(Outcome(index: index, key: jobs[index].key, result: .failed(error), seconds: 0))
    }
    await run(jobs.indices.filter { problems[$0] == nil }, journal: journal, onOutcome: onOutcome)
    try Task.checkCancellation()
    return all.withLock { $0.sorted { $0.index < $1.index } }
  }
}

extension Batch.Result {
  /// The report of a finished job.
  package var report: (any JobReport)? {
    switch self {
    case .render(let report): report
    case .film(let report): report
    case .skipped, .failed: nil
    }
  }
}
