import FoundationEssentials
import SegueFields
import SegueImaging
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization

extension Batch {
  /// Runs the jobs at `indices` in this order. A failed job does not stop the others. Cancelling the
  /// task stops all jobs.
  /// - Parameter onOutcome: called with the outcome of each job that ends, one at a time, from any thread.
  package func run(
    _ indices: [Int], journal: BatchJournal?, onOutcome: @escaping @Sendable (Outcome) -> Void
  ) async {
    let runner = BatchRunner(batch: self, journal: journal)
    // Concurrent jobs already keep the cores busy, so each job draws with few threads.
    let cores = Cores.count
    let workers = max(1, min(workers ?? cores, indices.count))
    let memory = memory ?? MachineMemory.half
    let pool = RenderPool(
      jobs: workers, threads: max(1, cores / workers), memory: memory / 2, pictureBytes: memory / 4,
      rendererBytes: memory / 4)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          while !Task.isCancelled {
            let place = runner.next.add(1, ordering: .relaxed).oldValue
            guard place < indices.count else { break }
            let (index, start) = (indices[place], ContinuousClock.now)
            let result = await runner.result(of: jobs[index], in: pool)
            if case .failed(.cancelled) = result { break }
            let outcome = Outcome(
              index: index, key: jobs[index].key, result: result, seconds: start.secondsToNow)
            runner.reporting.withLock { _ in onOutcome(outcome) }
          }
        }
      }
    }
    await pool.close()
  }
}

/// Runs the jobs of a batch, and caches the hashes of their files.
///
/// **Thread-safety:** may be shared.
private final class BatchRunner: Sendable {
  let batch: Batch
  let journal: BatchJournal?
  /// The position of the next job among the jobs to run.
  let next = Atomic<Int>(0)
  /// Held while an outcome is reported, so that reports do not overlap.
  let reporting = Mutex(())
  private let hashes = ContentHashes()

  init(batch: Batch, journal: BatchJournal?) {
    self.batch = batch
    self.journal = journal
  }

  func result(of job: Batch.Job, in pool: RenderPool) async -> Batch.Result {
    // Only a journal needs the identities of jobs and files.
    let identity = journal == nil ? "" : job.identity()
    let inputs = (journal == nil ? [] : job.inputs).compactMap { path in
      hashes.content(of: path).map { BatchJournal.Entry.File(path: path, content: $0) }
    }
    if batch.resumes, let finished = journal?.finished(identity), finished.inputs == inputs,
      outputsExist(finished)
    {
      return .skipped
    }
    var attempts = 0
    while true {
      do {
        return try await attemptOnce(job, identity, inputs, in: pool)
      } catch {
        let error = SegueError(error)
        attempts += 1
        if attempts > batch.retries || !error.isRetryable || Task.isCancelled { return .failed(error) }
      }
    }
  }

  private func attemptOnce(
    _ job: Batch.Job, _ identity: String, _ inputs: [BatchJournal.Entry.File], in pool: RenderPool
  ) async throws -> Batch.Result {
    var entry = BatchJournal.Entry(status: .started, job: identity, output: job.output)
    let isOurs = batch.resumes && journal?.hasStarted(job.output) == true
    // Record the start before the output is made. If the process then ends early, a resumed batch can
    // identify the output as its own.
    if isOurs || job.overwrites || !FileManager.default.fileExists(atPath: job.output) {
      try journal?.add(entry)
    }
    if isOurs {
      SequenceFolder.removeStaleFiles(of: job.output)
      AtomicOutput.removeStaleFiles(of: job.output, ofAllMachines: true)
    }
    let made = try await job.make(job.overwrites || isOurs, pool)
    entry.status = .done
    entry.segue = batch.version
    entry.inputs = inputs
    entry.files = made.report?.outputPaths.compactMap { path in
      ContentHash(path: path).map { BatchJournal.Entry.File(path: path, content: $0) }
    }
    try journal?.add(entry)
    return made
  }

  private func outputsExist(_ entry: BatchJournal.Entry) -> Bool {
    guard let files = entry.files, !files.isEmpty else { return false }
    return files.allSatisfy { hashes.content(of: $0.path) == $0.content }
  }
}
