import FoundationEssentials
import SegueFilm
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization

/// Renders and films that do not depend on each other, several at a time: they share warm renderers and decoded pictures, and
/// one that fails does not stop the others.
public struct Batch: Sendable {
  /// A job, with a key that no other of the batch has. The journal knows it again by the key, the path of its output, and the
  /// contents of its inputs, in files or in memory; what else of a request changes takes another key to be made anew.
  public enum Job: Sendable {
    case render(RenderRequest, key: String)
    case film(FilmRequest, key: String)

    /// Its key.
    package var key: String {
      switch self {
      case .render(_, let key), .film(_, let key): key
      }
    }
  }

  /// The outcome of a job.
  public enum Result: Sendable {
    case render(RenderReport)
    case film(FilmReport)
    /// An earlier run made it under the same key of the same files.
    case skipped
    case failed(SegueError)
  }

  /// The outcome of a job.
  public struct Outcome: Sendable {
    /// Its place in the batch, from 0.
    package let index: Int
    /// Its key.
    public let key: String
    /// The outcome.
    public let result: Result
    /// Seconds that it took, every attempt included.
    package let seconds: Double
  }

  /// The jobs, begun in this order. Their outputs are files. All draw in one room, of the batch's own: a request's
  /// `drawing.room` has no effect.
  public var jobs: [Job]
  /// The path of the journal, which notes what is made; `nil` is none.
  public var journal: String?
  /// The number of jobs at work at once, at least 1; `nil` is one for each core.
  public var workers: Int?
  /// Bytes that the jobs at work and the pictures that they share are to take together, at least 1, encoders included; `nil` is half of
  /// the machine's memory. A job that needs more by itself runs alone.
  public var memory: Int?
  /// Whether what an earlier run has made is left alone, and what it began is replaced; it takes a journal.
  public var resumes = false
  /// The number of further attempts for a job whose writing, encoder or GPU has failed, at most 100.
  public var retries = 0

  /// A batch of `jobs`.
  public init(_ jobs: [Job], journal: String? = nil) { (self.jobs, self.journal) = (jobs, journal) }

  /// Does every job. It returns when nothing is at work any more, cancelled or not.
  ///
  /// A job that cannot be done is an outcome, also two jobs with one output, or one that would write over another's input.
  /// - Parameter onOutcome: called with each job as it ends, one at a time, from any thread.
  /// - Returns: the outcome of each job, in the order of `jobs`.
  /// - Throws: `SegueError.media` where the journal cannot be opened, is another file, or another batch is using it; `.usage`
  ///   for a number that cannot be; `.cancelled`.
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
        default: preconditionFailure("a job is a render or a film")
        }
      }
  }
}

extension BatchTask {
  /// - Parameter isNoted: whether a journal is to know the job again.
  /// - Throws: what can be told to be wrong before a file is opened.
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
    case .render(let request, _): try self.init(line: index, key: key, request: request)
    case .film(let request, _): try self.init(line: index, key: key, film: request)
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
      .media(.unreadable(path: path, reason: "there is no such file, or it is not readable"))
    }
  }
}
