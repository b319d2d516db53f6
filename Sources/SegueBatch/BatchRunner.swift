import FoundationEssentials
import Glibc
import SegueMedia
import SegueRun
import SegueSystem
import Synchronization

package struct BatchResult: Sendable {
  package enum Result: Sendable {
    case done(BatchTask.Output)
    /// An earlier run made the output from the same line and the same inputs.
    case skipped
    case failed(any Error)
  }

  /// The job's line in the list.
  package let line: Int
  package let result: Result
  /// Duration in seconds, all attempts included.
  package let seconds: Double

  package init(line: Int, result: Result, seconds: Double = 0) {
    self.line = line
    self.result = result
    self.seconds = seconds
  }
}

/// Runs independent jobs, several at a time.
///
/// **Thread-safety:** `run` is called once, from any task.
package struct BatchRunner: Sendable {
  /// The jobs, in starting order.
  package var jobs: [BatchTask]
  /// The maximum number of concurrent jobs.
  package var workers = ProcessInfo.processInfo.activeProcessorCount
  /// The memory of the concurrent jobs and their shared pictures in bytes, encoders included; `nil`
  /// for half of the machine's memory. A larger job runs alone.
  package var memory: Int?
  /// Whether to keep outputs finished by an earlier run and replace unfinished ones.
  package var resumes = false
  /// The number of retries after a transient failure.
  package var retries = 0
  /// Whether a failure is transient.
  package var isRetryable: @Sendable (any Error) -> Bool = { SegueError.known($0)?.isRetryable == true }

  /// The next job, and the order of the reports.
  private final class Queue: Sendable {
    let next = Atomic<Int>(0)
    let reporting = Mutex(())
  }

  private let journal: BatchJournal?
  private let version: String?
  private let hashes = ContentHashes()

  /// A runner of `jobs` that records its work in `journal`, as made by `version` of the program.
  package init(_ jobs: [BatchTask], journal: BatchJournal?, version: String?) {
    self.jobs = jobs
    self.journal = journal
    self.version = version
  }

  /// Runs every job. A failed job does not stop the others; cancelling the task does.
  /// - Parameter onOutcome: called with each job as it ends, one at a time, from any thread.
  package func run(onOutcome: @escaping @Sendable (BatchResult) -> Void) async {
    let queue = Queue()
    // Concurrent jobs keep the cores busy; the threads of one drawing would only wait for each
    // other.
    let workers = max(1, min(workers, jobs.count))
    let threads = max(1, ProcessInfo.processInfo.activeProcessorCount / workers)
    let memory = memory ?? MachineMemory.half
    let pool = RenderPool(
      jobs: workers, threads: threads, memory: memory / 2, pictureBytes: memory / 4, rendererBytes: memory / 4
    )
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<workers {
        group.addTask {
          while !Task.isCancelled {
            let index = queue.next.add(1, ordering: .relaxed).oldValue
            guard index < jobs.count else { break }
            let start = ContinuousClock.now
            let result = await outcome(of: jobs[index], in: pool)
            if case .failed(let error) = result, SegueError.known(error) == .cancelled { break }
            let outcome = BatchResult(line: jobs[index].line, result: result, seconds: start.secondsToNow)
            queue.reporting.withLock { _ in onOutcome(outcome) }
          }
        }
      }
    }
    await pool.close()
  }

  private func outcome(
    of job: BatchTask, in pool: RenderPool
  ) async -> BatchResult.Result {
    let inputs = job.inputs.compactMap { path in
      hashes.content(of: path).map { BatchJournal.Entry.File(path: path, content: $0) }
    }
    if resumes, let finished = journal?.finished(job.key), finished.inputs == inputs, outputsExist(finished) {
      return .skipped
    }
    var attempts = 0
    while true {
      do {
        return .done(try await attemptOnce(job, inputs, in: pool))
      } catch {
        attempts += 1
        if attempts > retries || !isRetryable(error) || Task.isCancelled { return .failed(error) }
      }
    }
  }

  private func attemptOnce(
    _ job: BatchTask, _ inputs: [BatchJournal.Entry.File], in pool: RenderPool
  ) async throws -> BatchTask.Output {
    var entry = BatchJournal.Entry(status: .started, job: job.key, output: job.output)
    let isOurs = resumes && journal?.hasStarted(job.output) == true
    // Recorded before the output is made: if the process ends between the two, the output is known
    // to be the batch's.
    if isOurs || job.overwrites || !FileManager.default.fileExists(atPath: job.output) {
      try journal?.add(entry)
    }
    if isOurs {
      SequenceFolder.removeStaleFiles(of: job.output)
      AtomicOutput.removeStaleFiles(of: job.output, ofAllMachines: true)
    }
    let made = try await job.make(job.overwrites || isOurs, pool)
    entry.status = .done
    entry.segue = version
    entry.inputs = inputs
    entry.files = made.outputs.compactMap { path in
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

/// A problem with the list as a whole, found before the first job starts.
package enum BatchConflict: Error, Sendable, Hashable {
  /// An earlier line has the same output.
  case sameOutput(path: String, line: Int)
  /// The output is an input of another job.
  case outputIsInput(path: String, line: Int)
  /// The output exists, and no earlier run of the batch has made it.
  case outputExists(path: String)
  case inputMissing(path: String)
}

extension BatchRunner {
  /// The jobs that conflict with other jobs or with existing files, and the reasons. Checks every
  /// input and output on disk.
  /// - Parameter others: jobs of the same list that other machines run.
  package static func conflicts(
    among jobs: [BatchTask], resumes: Bool, journal: BatchJournal?
  ) -> [Int: BatchConflict] {
    var conflicts: [Int: BatchConflict] = [:]
    var firstWriters: [String: Int] = [:]
    var readers: [String: Int] = [:]
    for job in jobs {
      for input in job.inputs where readers[place(input)] == nil { readers[place(input)] = job.line }
    }
    for job in jobs {
      let place = place(job.output)
      if let line = firstWriters[place] {
        conflicts[job.line] = .sameOutput(path: job.output, line: line)
      } else if let line = readers[place] {
        conflicts[job.line] = .outputIsInput(path: job.output, line: line)
      } else if let missing = job.inputs.first(where: { access($0, R_OK) != 0 }) {
        conflicts[job.line] = .inputMissing(path: missing)
      } else if !job.overwrites, isFile(job.output), !(resumes && journal?.hasStarted(job.output) == true) {
        conflicts[job.line] = .outputExists(path: job.output)
      }
      if firstWriters[place] == nil { firstWriters[place] = job.line }
    }
    return conflicts
  }

  /// A path with links and dots resolved, also for missing files.
  private static func place(_ path: String) -> String {
    func resolved(_ path: String) -> String? {
      realpath(path, nil).map { pointer in
        defer { free(pointer) }
        return String(cString: pointer)
      }
    }
    let folder = OutputPath.folder(of: path)
    return resolved(path) ?? (resolved(folder) ?? folder) + "/" + OutputPath.name(of: path)
  }

  private static func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }
}

extension SegueError {
  /// Whether a retry may succeed: writing, an encoder or a GPU failed during the work, or the
  /// system refused memory or a thread. Missing or invalid inputs are not retried.
  var isRetryable: Bool {
    switch self {
    case .media(.writeFailed), .media(.encoderFailed), .media(.encoderMissing(_, .notStarted)),
      .media(.refused), .render(.deviceLost), .render(.outOfMemory):
      true
    default: false
    }
  }
}
