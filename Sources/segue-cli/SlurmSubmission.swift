import Foundation
import SegueMedia
import Segue
import Subprocess

/// A batch as an array of Slurm: the script, its submission, and what becomes of its tasks.
///
/// **Thread-safety:** a value.
struct SlurmSubmission {
  /// The list, as an absolute path.
  let list: String
  /// The lines of the list that are not empty.
  let lines: [BatchList.Line]
  /// How many tasks there are.
  let shares: Int
  /// Jobs at a time in a task; `nil` is one for each of its CPUs.
  let jobsAtATime: Int?
  let retries: Int
  /// Bytes that the jobs of a task may take together.
  let memory: Int?
  let journal: String?
  /// Arguments for sbatch.
  let arguments: [String]

  /// How many tasks an array has when nobody says: ten jobs each, and no more than a hundred tasks.
  static func usualShares(jobs: Int) -> Int { max(1, min(100, (jobs + 9) / 10)) }

  /// The script of a task. Its share stands in it, so that a task may be submitted again by itself.
  func script(folder: String, program: String) -> String {
    let jobs = jobsAtATime.map(String.init) ?? "\"${SLURM_CPUS_PER_TASK:-1}\""
    let more =
      (retries > 0 ? " --retry \(retries)" : "") + (memory.map { " --memory \($0)" } ?? "")
      + (journal.map { " --journal \(Self.quoted($0))" } ?? "")
    return """
      #!/bin/sh
      #SBATCH --job-name=segue-batch
      #SBATCH --array=1-\(shares)
      #SBATCH --requeue
      #SBATCH --open-mode=append
      # One share of a batch. A task that is started again goes on where it was.
      exec \(Self.quoted(program)) batch \(Self.quoted(list)) --shard "$SLURM_ARRAY_TASK_ID/\(shares)" --resume \\
        -j \(jobs)\(more) >> \(Self.quoted(folder))/"$SLURM_ARRAY_TASK_ID".jsonl

      """
  }

  /// Submits the array.
  /// - Returns: its id, and the folder of its script, its results and its messages.
  /// - Throws: `MediaError.encoderMissing` without sbatch, `MediaError.encoderFailed`, `MediaError.cannotCreate`.
  func submit() async throws -> (id: String, folder: String) {
    let folder = "\(list).slurm-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      try Data(script(folder: folder, program: program).utf8).write(
        to: URL(fileURLWithPath: folder + "/batch.sh"))
    } catch {
      throw MediaError.cannotCreate(
        path: folder, reason: "Slurm's script and results go there, and it cannot be made")
    }
    do {
      let messages = folder.replacing("%", with: "%%") + "/%a.log"
      let said = try await Self.run(
        "sbatch",
        ["--parsable", "--output=" + messages, "--error=" + messages] + arguments + [folder + "/batch.sh"])
      // `123` or `123;cluster`.
      let id = said.prefix { $0.isNumber }
      guard !id.isEmpty else {
        throw MediaError.encoderFailed(name: "sbatch", reason: "it gave no job id", log: [said])
      }
      return (String(id), folder)
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  /// Waits until the array `id` has ended; a task that was killed is started again, three times at most.
  /// - Returns: one line for each job, in the order of the list, and its exit code.
  func wait(for id: String, folder: String) async throws -> [(line: String, exit: Int32)] {
    var restarts: [Int: Int] = [:]
    var delay = 0.5
    while true {
      try await Task.sleep(for: .seconds(delay))
      delay = min(10, delay * 1.25)
      guard let states = try await Self.states(of: id) else { break }
      var isOver = true
      for share in 1...shares {
        let state = states[share] ?? "COMPLETED"
        guard Self.finalStates.contains(state) else {
          isOver = false
          continue
        }
        let isLost = ["FAILED", "NODE_FAIL", "BOOT_FAIL", "PREEMPTED"].contains(state)
        guard isLost, !missing(share, in: folder).isEmpty, restarts[share, default: 0] < 3 else { continue }
        restarts[share, default: 0] += 1
        let task = "\(id)_\(share)"
        if (try? await Self.run("scontrol", ["requeue", task])) != nil {
          // A task that is started again would wait for two minutes.
          _ = try? await Self.run("scontrol", ["update", "JobId=" + task, "StartTime=now"])
          isOver = false
          delay = 0.5
        }
      }
      if isOver { break }
    }
    return lines.enumerated().map { index, line in
      let share = index % shares + 1
      return results(share, in: folder)[line.number]
        ?? lost(
          line.number, "task \(id)_\(share) ended before this job; \(folder)/\(share).log has its messages")
    }
  }

  private static let finalStates: Set<String> = [
    "COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "BOOT_FAIL", "DEADLINE",
    "PREEMPTED",
  ]

  /// The state of each task; `nil` once Slurm has forgotten the array.
  private static func states(of id: String) async throws -> [Int: String]? {
    for attempt in 0..<30 {
      do {
        let said = try await run("squeue", ["-h", "-r", "-j", id, "-t", "all", "-o", "%K %T"])
        let pairs = said.split(separator: "\n").compactMap { line -> (Int, String)? in
          let words = line.split(separator: " ")
          guard words.count == 2, let task = Int(words[0]) else { return nil }
          return (task, String(words[1]))
        }
        return pairs.isEmpty ? nil : Dictionary(pairs, uniquingKeysWith: { $1 })
      } catch MediaError.encoderFailed(_, _, let log)
        where log.contains(where: { $0.contains("Invalid job id") })
      {
        return nil
      } catch  where attempt < 29 {
        // A controller that is being restarted answers again.
        try await Task.sleep(for: .seconds(1))
      }
    }
    return nil
  }

  private struct Result: Decodable {
    let line: Int
    let status: String
    let exit: Int32
  }

  /// What a share's task has said of each line; what it only skipped when it was started again was done before.
  private func results(_ share: Int, in folder: String) -> [Int: (line: String, exit: Int32)] {
    let text = FileManager.default.contents(atPath: "\(folder)/\(share).jsonl") ?? Data()
    var results: [Int: (line: String, exit: Int32)] = [:]
    for line in text.split(separator: UInt8(ascii: "\n")) {
      guard let result = try? JSONDecoder().decode(Result.self, from: Data(line)) else { continue }
      if result.status == "skipped", results[result.line] != nil { continue }
      results[result.line] = (String(decoding: line, as: UTF8.self), result.exit)
    }
    return results
  }

  private func missing(_ share: Int, in folder: String) -> [Int] {
    let results = results(share, in: folder)
    return lines.enumerated().filter { $0.offset % shares == share - 1 && results[$0.element.number] == nil }
      .map(\.element.number)
  }

  private func lost(_ line: Int, _ message: String) -> (line: String, exit: Int32) {
    struct Lost: Encodable {
      let line: Int
      var status = "failed"
      var exit = Failure.Code.inputOutput.rawValue
      var seconds = 0
      let message: String
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let bytes = (try? encoder.encode(Lost(line: line, message: message))) ?? Data()
    return (String(decoding: bytes, as: UTF8.self), Failure.Code.inputOutput.rawValue)
  }

  /// What a program of Slurm prints.
  /// - Throws: `MediaError.encoderMissing`, `MediaError.encoderFailed` with what it said.
  private static func run(_ name: String, _ arguments: [String]) async throws -> String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let places: [String] = folders.map { "\($0)/\(name)" }
    guard places.contains(where: { access($0, X_OK) == 0 }) else {
      throw MediaError.encoderMissing(
        name: name, advice: "it is not on PATH; --slurm needs Slurm's client programs")
    }
    let outcome = try await Subprocess.run(
      .name(name), arguments: Arguments(arguments), output: .string(limit: 1 << 24),
      error: .string(limit: 1 << 20))
    guard outcome.terminationStatus.isSuccess else {
      throw MediaError.encoderFailed(
        name: name, reason: "failed",
        log: outcome.standardError.split(separator: "\n").map(String.init))
    }
    return outcome.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A word for sh.
  private static func quoted(_ word: String) -> String {
    "'" + word.replacing("'", with: "'\\''") + "'"
  }
}
