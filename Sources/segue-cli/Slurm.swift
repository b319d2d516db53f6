import ArgumentParser
import FoundationEssentials
import Segue

struct SlurmOptions: ParsableArguments {
  @Flag(
    help: """
      Submit an array to Slurm and print its id. In join the array renders the chunks, and a second job joins them. \
      Its id is printed second.
      """)
  var slurm = false

  @Option(
    .whole(1...1000), "n",
    "Number of tasks (default: in batch one per ten jobs, in join one per chunk; at most 100).")
  var array: Int?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "An argument for sbatch, repeatable: --sbatch-arg=--partition=main.", valueName: "arg"))
  var sbatchArg: [String] = []

  @Flag(help: "Wait for the end, then print the results and exit like a run on one machine.")
  var wait = false

  func validate() throws {
    if !slurm, wait || array != nil || !sbatchArg.isEmpty {
      throw ValidationError("--wait, --array and --sbatch-arg belong to --slurm")
    }
  }
}

/// A folder with a Slurm script, the results of its tasks, and their logs.
struct SlurmFolder {
  let path: String
  private let script: String

  /// Makes a folder beside `neighbour`, with the script `name` in it.
  /// - Parameter script: makes the script's text from the folder and the path of this program.
  /// - Throws: `SystemError.cannotCreate`.
  init(
    beside neighbour: String, _ name: String, script: (_ folder: String, _ program: String) -> String
  ) throws {
    path = "\(neighbour).slurm-\(ProcessInfo.processInfo.processIdentifier)-\(UInt32.random(in: 0 ... .max))"
    self.script = path + "/" + name
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
      try Data(script(path, program).utf8).write(to: URL(fileURLWithPath: self.script))
    } catch {
      throw SystemError.cannotCreate(
        path: path, reason: "the folder for Slurm's script and results cannot be created")
    }
  }

  /// Submits the script.
  /// - Parameters:
  ///   - options: the arguments for sbatch.
  ///   - words: the arguments for the script.
  ///   - log: the name of the log file in the folder; `%a` is the number of the task.
  /// - Returns: the job id.
  /// - Throws: `SystemError.programMissing` without sbatch, `SystemError.programFailed`.
  func submit(_ options: [String], _ words: [String] = [], log: String) async throws -> String {
    let messages = path.replacing("%", with: "%%") + "/" + log
    let printed = try await Slurm.run(
      "sbatch", ["--parsable", "--output=" + messages, "--error=" + messages] + options + [script] + words)
    // sbatch's output is `123` or `123;cluster`.
    let id = printed.prefix { $0.isNumber }
    guard !id.isEmpty else {
      throw SystemError.programFailed(
        name: "sbatch", reason: "printed “\(printed)” instead of a job id", log: [])
    }
    return String(id)
  }

  /// The contents of a file in the folder; empty if it does not exist.
  func contents(_ name: String) -> Data { FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data() }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// Slurm's programs, and the jobs that were submitted through them.
enum Slurm {
  /// Waits until job `id` has ended. A killed task is requeued, at most three times.
  /// - Parameters:
  ///   - tasks: the tasks of the array; `nil` for a job that is not an array.
  ///   - isDone: whether a task has left its result; task 0 is a job that is not an array.
  /// - Throws: `CancellationError`.
  static func follow(_ id: String, tasks: ClosedRange<Int>? = nil, isDone: (Int) -> Bool) async throws {
    var restarts: [Int: Int] = [:]
    var delay = 0.5
    while true {
      try await Task.sleep(for: .seconds(delay))
      delay = min(10, delay * 1.25)
      guard let states = try await states(of: id) else { return }
      var isOver = true
      for task in tasks ?? 0...0 {
        let state = states[task] ?? "COMPLETED"
        guard finalStates.contains(state) else {
          isOver = false
          continue
        }
        let isLost = ["FAILED", "NODE_FAIL", "BOOT_FAIL", "PREEMPTED"].contains(state)
        guard isLost, !isDone(task), restarts[task, default: 0] < 3 else { continue }
        restarts[task, default: 0] += 1
        let name = tasks == nil ? id : "\(id)_\(task)"
        if (try? await run("scontrol", ["requeue", name])) != nil {
          // A requeued task would wait for two minutes.
          _ = try? await run("scontrol", ["update", "JobId=" + name, "StartTime=now"])
          isOver = false
          delay = 0.5
        }
      }
      if isOver { return }
    }
  }

  private static let finalStates: Set<String> = [
    "COMPLETED", "FAILED", "CANCELLED", "TIMEOUT", "NODE_FAIL", "OUT_OF_MEMORY", "BOOT_FAIL", "DEADLINE",
    "PREEMPTED",
  ]

  /// The state of each task, with 0 for a job that is not an array; `nil` once Slurm has forgotten the job.
  private static func states(of id: String) async throws -> [Int: String]? {
    for attempt in 0..<30 {
      do {
        let printed = try await run("squeue", ["-h", "-r", "-j", id, "-t", "all", "-o", "%K %T"])
        let pairs = printed.split(separator: "\n").compactMap { line -> (Int, String)? in
          let words = line.split(separator: " ")
          return words.count == 2 ? (Int(words[0]) ?? 0, String(words[1])) : nil
        }
        return pairs.isEmpty ? nil : Dictionary(pairs, uniquingKeysWith: { $1 })
      } catch SystemError.programFailed(_, let reason, _) where reason.contains("Invalid job id") {
        return nil
      } catch  where attempt < 29 {
        // A controller that is restarting answers again soon.
        try await Task.sleep(for: .seconds(1))
      }
    }
    return nil
  }

  /// Runs a Slurm program and returns its output.
  /// - Throws: `SystemError.programMissing`, `SystemError.programFailed` with its messages.
  static func run(_ name: String, _ arguments: [String]) async throws -> String {
    let outcome: ChildProcess.Outcome
    do {
      outcome = try await onThread(named: "segue.slurm") { stop in
        try ChildProcess.run(
          name, arguments, outputLimit: 1 << 24, timeLimit: .seconds(86_400), stop: stop)
      }
    } catch SystemError.programMissing {
      throw SystemError.programMissing(name: name, cause: .scheduler)
    }
    guard outcome.exitStatus?.isSuccess == true else {
      let printed = outcome.lines.joined(separator: "; ")
      throw SystemError.programFailed(name: name, reason: "said “\(printed)”", log: [])
    }
    return Console.trimmed(outcome.output)
  }
}
