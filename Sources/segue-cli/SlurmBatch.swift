import FoundationEssentials
import Segue
import SegueTools

/// A batch as a Slurm array: its script, submission and results.
struct SlurmBatch {
  /// The absolute path of the list.
  let list: String
  /// The non-empty lines of the list.
  let lines: [BatchList.Line]
  /// The number of tasks.
  let shares: Int
  /// The number of parallel jobs in a task; `nil` means one per CPU of the task.
  let jobsAtATime: String?
  /// The other options of a task.
  let options: [String]
  let journal: String?
  /// The arguments for sbatch.
  let arguments: [String]

  /// The default number of tasks: one per ten jobs, at most a hundred.
  static func defaultShares(jobs: Int) -> Int { max(1, min(100, (jobs + 9) / 10)) }

  /// The script of a task. It contains the number of shares, so that a single task can be submitted again.
  func script(folder: String, program: String) -> String {
    let jobs = jobsAtATime ?? "\"${SLURM_CPUS_PER_TASK:-1}\""
    let more = (options + (journal.map { ["--journal", $0] } ?? [])).map { " " + ShellQuoting.quoted($0) }
      .joined()
    return """
      #!/bin/sh
      #SBATCH --job-name=segue-batch
      #SBATCH --array=1-\(shares)
      #SBATCH --requeue
      #SBATCH --open-mode=append
      # One share of a batch. A requeued task continues where it stopped.
      exec \(ShellQuoting.quoted(program)) batch \(ShellQuoting.quoted(list)) --shard "$SLURM_ARRAY_TASK_ID/\(shares)" --resume \\
        -j \(jobs)\(more) >> \(ShellQuoting.quoted(folder))/"$SLURM_ARRAY_TASK_ID".jsonl

      """
  }

  /// Submits the array.
  /// - Returns: the job id, and the folder of the script, results and logs.
  /// - Throws: `SystemError.programMissing` without sbatch, `SystemError.programFailed`, `SystemError.cannotCreate`.
  func submit() async throws -> (id: String, folder: SlurmFolder) {
    let folder = try SlurmFolder(beside: list, "batch.sh", script: script)
    do {
      return (try await folder.submit(arguments, log: "%a.log"), folder)
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Waits until array `id` has ended. A killed task is requeued, at most three times.
  /// - Returns: one line per job with its exit code, in the order of the list.
  func wait(for id: String, folder: SlurmFolder) async throws -> [(line: String, exit: Int32)] {
    try await Slurm.follow(id, tasks: 1...shares) { share in
      let results = results(share, in: folder)
      return lines.enumerated().allSatisfy {
        $0.offset % shares != share - 1 || results[$0.element.number] != nil
      }
    }
    let allResults = (1...shares).map { results($0, in: folder) }
    return lines.enumerated().map { index, line in
      let share = index % shares + 1
      if let result = allResults[share - 1][line.number] { return result }
      let sentence =
        "task \(id)_\(share) ended before this job was finished; \(folder.path)/\(share).log has its messages"
      let error = Failure.Facts(
        exit: Failure.Code.inputOutput.rawValue, code: .programFailed, sentence: sentence)
      let lost = BatchLine(line: line.number, failed: error)
      return (String(decoding: (try? JSONEncoder.sorted().encode(lost)) ?? Data(), as: UTF8.self), error.exit)
    }
  }

  private struct Result: Decodable {
    let line: Int
    let status: String
    let exit: Int32
  }

  /// The results of a task by line. A job that a requeued task skipped keeps its first result.
  private func results(_ share: Int, in folder: SlurmFolder) -> [Int: (line: String, exit: Int32)] {
    var results: [Int: (line: String, exit: Int32)] = [:]
    for line in folder.contents("\(share).jsonl").split(separator: UInt8(ascii: "\n")) {
      guard let result = try? JSONDecoder().decode(Result.self, from: Data(line)) else { continue }
      if result.status == "skipped", results[result.line] != nil { continue }
      results[result.line] = (String(decoding: line, as: UTF8.self), result.exit)
    }
    return results
  }
}
