import Glibc
import SegueFields
import SegueRun
import SegueSystem

extension Batch {
  /// The jobs that cannot start, and the reasons: invalid requests, and conflicts with other jobs or
  /// with existing files. Checks every input and output on disk.
  package func problems(journal: BatchJournal?) -> [Int: SegueError] {
    var problems: [Int: SegueError] = [:]
    var keys: Set<String> = []
    for (index, job) in jobs.enumerated() {
      problems[index] =
        keys.insert(job.key).inserted ? job.problem : SegueError(UsageError.conflict(.sameKey(job.key)))
    }
    let valid = jobs.enumerated().filter { problems[$0.offset] == nil }
    var (firstWriters, readers): ([String: String], [String: String]) = ([:], [:])
    for (_, job) in valid {
      for input in job.inputs where readers[Self.place(input)] == nil {
        readers[Self.place(input)] = job.key
      }
    }
    for (index, job) in valid {
      let place = Self.place(job.output)
      if let key = firstWriters[place] {
        problems[index] = SegueError(UsageError.conflict(.sameOutput(job.output, job: key)))
      } else if let key = readers[place] {
        problems[index] = SegueError(UsageError.conflict(.outputIsInput(job.output, job: key)))
      } else if let missing = job.inputs.first(where: { access($0, R_OK) != 0 }) {
        problems[index] = SegueError(
          SystemError.unreadable(path: missing, reason: "there is no such file, or it is not readable"))
      } else if !job.overwrites, case .file? = try? OutputPath.kind(of: job.output),
        !(resumes && journal?.hasStarted(job.output) == true)
      {
        problems[index] = SegueError(SystemError.outputExists(path: job.output))
      }
      if firstWriters[place] == nil { firstWriters[place] = job.key }
    }
    return problems
  }

  /// The path with symbolic links and dots resolved, also for a missing file.
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
}
