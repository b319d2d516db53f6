import FoundationEssentials
import Glibc
import Segue
import SegueTools

/// A film in chunks on Slurm: an array whose tasks render a share of the chunks each, and a dependent job that joins
/// them.
struct SlurmFilm {
  /// The arguments of `segue join`, without Slurm options.
  let words: [String]
  /// The folder to which the arguments are relative.
  let place: String
  /// The folder of the chunks.
  let chunks: String
  /// The number of tasks of the array.
  let shares: Int
  /// Whether this process waits and requeues killed tasks.
  let waitsForJobs: Bool
  /// The arguments for sbatch.
  let arguments: [String]

  /// The submitted jobs.
  struct Jobs {
    /// The ids of the array and of the dependent job.
    let array, join: String
    let folder: SlurmFolder
  }

  /// The result of a job or a task.
  struct Outcome {
    let output: Data
    let messages: Data
    let exit: Int32
  }

  /// The script of both jobs. `film.sh 4` is a task of an array of four; `film.sh` joins the chunks.
  func script(folder: String, program: String) -> String {
    """
    #!/bin/sh
    #SBATCH --job-name=segue-join
    #SBATCH --requeue
    #SBATCH --open-mode=append
    # Renders one share of a film in chunks; the argument is the number of shares. Without an argument, joins the chunks.
    # A requeued task continues where it stopped.
    cd \(ShellQuoting.quoted(place)) || exit 73
    part=film chunk=
    if [ $# = 1 ]; then part=$SLURM_ARRAY_TASK_ID chunk=--chunk=$SLURM_ARRAY_TASK_ID/$1; fi
    result=\(ShellQuoting.quoted(folder))/$part
    \(ShellQuoting.quoted(program)) join $chunk \(ShellQuoting.line(words)) > "$result.out" 2> "$result.err"
    code=$?
    # A job that a signal ended leaves no result.
    [ $code -gt 128 ] || echo $code > "$result.exit"
    exit $code

    """
  }

  /// Submits the array and the dependent job.
  /// - Throws: `SystemError.programMissing` without sbatch, `SystemError.programFailed`, `SystemError.cannotCreate`.
  func submit() async throws -> Jobs {
    let beside = String(OutputPath.absolute(chunks).reversed().drop { $0 == "/" }.reversed())
    let folder = try SlurmFolder(beside: beside, "film.sh", script: script)
    do {
      let array = try await folder.submit(
        ["--array=1-\(shares)"] + arguments, ["\(shares)"], log: "%a.log")
      do {
        // A waiting process may requeue failed tasks, so the dependent job must stay. Without such a process, the
        // dependent job would wait for ever.
        let join = try await folder.submit(
          arguments.filter { !$0.hasPrefix("--array") } + [
            "--dependency=afterok:" + array, "--kill-on-invalid-dep=" + (waitsForJobs ? "no" : "yes"),
          ], log: "film.log")
        return Jobs(array: array, join: join, folder: folder)
      } catch {
        _ = try? await Slurm.run("scancel", [array])
        throw error
      }
    } catch {
      folder.remove()
      throw error
    }
  }

  /// Waits until the film is joined or a task has failed. In that case the dependent job is
  /// cancelled, and `onCancel` gets its id. Killed tasks are requeued, at most three times.
  /// - Returns: the result of the dependent job, or of the first task that failed.
  /// - Throws: `SystemError.programFailed` if that job or task was killed or cancelled.
  func wait(for jobs: Jobs, onCancel: (String) -> Void) async throws -> Outcome {
    try await Slurm.follow(jobs.array, tasks: 1...shares) { exit(of: "\($0)", in: jobs.folder) != nil }
    if let failed = (1...shares).first(where: { exit(of: "\($0)", in: jobs.folder) != 0 }) {
      _ = try? await Slurm.run("scancel", [jobs.join])
      onCancel(jobs.join)
      return try outcome(of: "\(failed)", "task \(jobs.array)_\(failed)", in: jobs.folder)
    }
    // Slurm never satisfies the dependency on a task that failed and was requeued.
    _ = try? await Slurm.run("scontrol", ["update", "JobId=" + jobs.join, "Dependency="])
    try await Slurm.follow(jobs.join) { _ in exit(of: "film", in: jobs.folder) != nil }
    return try outcome(of: "film", "job \(jobs.join)", in: jobs.folder)
  }

  private func outcome(of part: String, _ name: String, in folder: SlurmFolder) throws -> Outcome {
    guard let exit = exit(of: part, in: folder) else {
      throw SystemError.programFailed(
        name: "Slurm", reason: "ended \(name) before its work was done; \(folder.path)/\(part).log has more",
        log: [])
    }
    return Outcome(
      output: folder.contents(part + ".out"), messages: folder.contents(part + ".err"), exit: exit)
  }

  private func exit(of part: String, in folder: SlurmFolder) -> Int32? {
    Int32(Console.trimmed(folder.contents(part + ".exit")))
  }
}
