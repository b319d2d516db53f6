import ArgumentParser
import FoundationEssentials
import Glibc
import SegueFilms
import SegueTools
import Synchronization

/// `segue batch`: runs a list of jobs, several at a time, on one machine or as a share of many.
struct BatchCommand: AsyncParsableCommand, CheckedCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Runs a list of jobs. Each line is a JSON object with long options as keys.",
    discussion: """
      Prints one line of JSON per job as it ends. A failed job does not stop the others. The exit code is that of the \
      first failed line, or 0. A journal beside the list records finished jobs, for --resume.

      EXAMPLES:
        segue batch jobs.jsonl
        segue batch jobs.jsonl --resume
        segue batch jobs.jsonl --shard 2/4

      LINES OF THE LIST:
        {"from": "a.png", "to": "b.png", "output": "x.webp", "transition": "slide"}
        {"join": ["a.mp4", "+slide:1.2", "b.jpg"], "output": "f.mp4", "mute": true}

      "from" and "to" make a transition, "join" makes a film. A flag is true, a repeatable option is a list, "param" is \
      an object. segue schema batch has all keys.
      """)

  @Argument(
    help: ArgumentHelp(
      "The list; - is stdin. Paths are relative to its folder, or to the current folder for stdin.",
      valueName: "jobs.jsonl"),
    completion: .file())
  var list: String

  @OptionGroup var options: OptionTable<BatchOptions>
  @OptionGroup(title: "Slurm") var slurm: SlurmOptions

  @Flag(name: .shortAndLong, help: "Print errors only.")
  var quiet = false

  func check() throws {
    if slurm.slurm, options.has("shard") {
      throw CommandError.conflict("--slurm makes the shares itself; leave out --shard")
    }
    if slurm.slurm, list == "-" {
      throw CommandError.conflict("--slurm needs the list as a file that every machine can read")
    }
  }

  func run() async throws {
    try Console.checkResults()
    if slurm.slurm { return try await submit() }
    let share = try share()
    let source = try BatchSource(list, journal: options.text("journal"))
    if FilmFile.describesFilm(Array(source.bytes)) {
      throw CommandError.conflict("\(list) describes a film, not a list of jobs: use segue join \(list)")
    }
    let parsed = BatchList(source.bytes, in: source.library)
    let mine = Set(parsed.lines.enumerated().filter { share.holds($0.offset) }.map(\.element.number))
    let journal = try source.openJournal(for: share)
    let jobs = parsed.lines.compactMap { line in (try? line.job.get()).map { (line: line.number, job: $0) } }
    let batch = try batch(of: jobs.map(\.job))
    var failures = parsed.failures
    for (index, error) in batch.problems(journal: journal) { failures[jobs[index].line] = error }
    let tally = Mutex(BatchTally())
    for (line, error) in failures.sorted(by: { $0.key < $1.key }) where mine.contains(line) {
      tally.withLock { $0.fail(line, error) }
    }
    let indices = jobs.indices.filter { mine.contains(jobs[$0].line) && failures[jobs[$0].line] == nil }
    try await Interruption.cancelling {
      await batch.run(indices, journal: journal) { outcome in
        tally.withLock { $0.add(outcome, line: jobs[outcome.index].line) }
      }
    }
    let final = tally.withLock { $0 }
    let isInterrupted = Interruption.isInterrupted
    if !quiet { Console.note(final.summary(of: isInterrupted ? mine.count : nil), as: .summary) }
    if isInterrupted { throw SystemError.cancelled }
    if let error = final.outputError { throw error }
    if let code = final.exitCode { Console.leave(code) }
  }

  private func batch(of jobs: [Batch.Job]) throws -> Batch {
    var batch = Batch(jobs)
    batch.version = ToolVersion.text
    try options.settings.apply(to: &batch)
    return batch
  }

  /// Submits the list to Slurm, and waits for it with `--wait`.
  private func submit() async throws {
    let journal = options.text("journal").map(OutputPath.absolute)
    let source = try BatchSource(list, journal: options.text("journal"))
    let lines = BatchList(source.bytes, in: source.library).lines
    guard let path = source.path, !lines.isEmpty else { throw CommandError.conflict("\(list) has no jobs") }
    let submission = SlurmBatch(
      list: path, lines: lines,
      shares: min(slurm.array ?? SlurmBatch.defaultShares(jobs: lines.count), lines.count),
      jobsAtATime: options.text("jobs"),
      options: options.settings.filter { ["retry", "memory"].contains($0.name) }.flatMap(\.words),
      journal: journal, arguments: slurm.sbatchArg)
    let (id, folder) = try await submission.submit()
    guard slurm.wait else { return try Console.result(id) }
    Console.note(id, as: .summary)
    Interruption.listen()
    let results = try await submission.wait(for: id, folder: folder)
    for result in results { try Console.result(result.line) }
    if let failure = results.first(where: { $0.exit != 0 }) { Console.leave(failure.exit) }
    folder.remove()
  }

  /// The requested share, or the one that a scheduler assigns.
  private func share() throws -> BatchShare {
    let environment = ProcessInfo.processInfo.environment
    guard let shard = options.text("shard") else { return try BatchShare.scheduled(environment) ?? .whole }
    if shard.hasPrefix("auto/"), let count = Int(shard.dropFirst(5)), count >= 1 {
      if let share = try BatchShare.scheduled(environment, count: count) { return share }
      throw CommandError.conflict(
        "--shard \(shard): no scheduler assigns a share; give its number, as in --shard 1/\(count)")
    }
    let kind = Kind.share("K/N with K from 1 to N, or auto/N")
    do { return try kind.read(shard) } catch { throw error.of("--shard") }
  }
}

/// The options of `segue batch`, except those of Slurm.
enum BatchOptions: OptionSection {
  static var rows: [OptionRow<Batch>] {
    [
      .value(
        "jobs", letter: "j", .whole(1...1024), "n", "Number of jobs at a time (default: one per core)."
      ) { $0.workers = $1 },
      .value(
        "shard", .text, "k/n",
        """
        Only every N-th job, beginning with the K-th, from 1. auto/N: K is the index of a Kubernetes indexed job. In a \
        Slurm array or an AWS Batch array the share is set automatically.
        """),
      .flag(
        "resume",
        "Skip jobs that an earlier run finished with the same line and inputs. Safe on the first run."
      ) { $0.resumes = true },
      .value(
        "retry", .whole(0...100), "n",
        "Retries of a job if writing, the encoder or the GPU failed (default: 0)."
      ) { $0.retries = $1 },
      .value(
        "memory", .bytes, "bytes",
        """
        Limit of the running jobs' estimated memory, such as 2GB (default: half of the machine's). A larger job runs \
        alone.
        """
      ) { $0.memory = $1 },
      .value(
        "journal", .text, "file", parsing: .next, completion: .file(),
        "The journal of finished jobs (default: the list's name with .journal)."),
    ]
  }
}

/// A list of jobs, with its path and journal.
struct BatchSource {
  /// The text of the list.
  let bytes: Data
  /// The absolute path of the list; `nil` for a pipe.
  let path: String?
  /// The user's transitions. Their folders are relative to the folder where the tool was started.
  let library: TransitionLibrary
  private let journal: String

  /// Reads the pipe at `path` to its end; `-` is stdin.
  /// - Throws: `SystemError.unreadable`.
  private static func piped(_ path: String) throws -> Data {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw SystemError.caused(by: errno) { .unreadable(path: path, reason: $0) }
    }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var (all, some) = (Data(), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = read(descriptor, &some, some.count)
      if count > 0 {
        all.append(contentsOf: some[..<count])
      } else if count == 0 || errno != EINTR {
        return all
      }
    }
  }

  /// Reads the list and makes its folder the current one, since paths in the list are relative to it.
  /// - Throws: `SystemError.unreadable`.
  init(_ list: String, journal: String?) throws {
    if InputCopy.isNeeded(of: list) {
      bytes = try Self.piped(list)
      (path, library) = (nil, .ofUser)
      self.journal = OutputPath.absolute(journal ?? "segue-batch.journal")
      return
    }
    let path = OutputPath.absolute(list)
    do {
      bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      let reason = access(list, F_OK) == 0 ? "it is not a readable file" : "there is no such file"
      throw SystemError.unreadable(path: list, reason: reason)
    }
    self.path = path
    self.journal = OutputPath.absolute(journal ?? list + ".journal")
    var environment = ProcessInfo.processInfo.environment
    environment["SEGUE_TRANSITIONS_PATH"] = environment["SEGUE_TRANSITIONS_PATH"].map { folders in
      folders.split(separator: ":").map { OutputPath.absolute(String($0)) }.joined(separator: ":")
    }
    library = TransitionLibrary(environment: environment)
    let folder = OutputPath.folder(of: path)
    guard FileManager.default.changeCurrentDirectoryPath(folder) else {
      throw SystemError.unreadable(path: folder, reason: "it is not an accessible directory")
    }
  }

  /// Opens a journal. Every share writes its own file, since machines cannot safely share one, and reads all of them.
  /// - Throws: `SystemError.cannotCreate`.
  func openJournal(for share: BatchShare) throws -> BatchJournal {
    let own = share.count == 1 ? journal : "\(journal).\(share.number)-of-\(share.count)"
    let folder = OutputPath.folder(of: journal)
    let name = OutputPath.name(of: journal)
    let others = OutputPath.names(in: folder).filter { $0 == name || $0.hasPrefix(name + ".") }.sorted()
      .map { folder + "/" + $0 }
    return try BatchJournal(path: own, others: others)
  }
}

/// The result of a job: one line on stdout.
struct BatchLine: Encodable {
  let line: Int
  let status: String
  let exit: Int32
  let seconds: Double
  var report: Report?
  private(set) var code: SegueError.Code?
  private(set) var message: String?
  private(set) var place: String?
  private(set) var property: String?

  /// The report of a render or a film.
  struct Report: Encodable {
    let value: any Encodable & Sendable
    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }
}

extension BatchLine {
  /// The line of a job that failed with `error`.
  init(line: Int, failed error: Failure.Facts, seconds: Double = 0) {
    self.init(line: line, status: "failed", exit: error.exit, seconds: seconds)
    code = error.code
    message = error.message
    place = error.place
    property = error.property
  }
}

/// The results of the finished jobs.
struct BatchTally {
  private let start = ContinuousClock.now
  private var done = 0
  private var skipped = 0
  private var failures: [Int: Int32] = [:]
  /// The error of writing results, if any.
  private(set) var outputError: (any Error)?

  /// The exit code of the failure on the first line that failed; `nil` if no job failed.
  var exitCode: Int32? { failures.min { $0.key < $1.key }?.value }

  /// A summary in one sentence.
  /// - Parameter planned: the number of jobs of an interrupted batch; `nil` for a completed one.
  func summary(of planned: Int?) -> String {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let parts = ["\(done) done", "\(failures.count) failed"] + (skipped > 0 ? ["\(skipped) skipped"] : [])
    let count = done + failures.count + skipped
    let jobs =
      planned.map { "interrupted after \(count) of \(Count.of($0, "job"))" } ?? Count.of(count, "job")
    return "\(jobs): \(parts.joined(separator: ", ")), in \(DecimalText.fixed(seconds, 1)) s"
      + (planned == nil ? "" : "; --resume continues")
  }

  /// Counts the result of a job and prints its line.
  mutating func add(_ outcome: Batch.Outcome, line: Int) {
    switch outcome.result {
    case .render, .film:
      done += 1
      let report = outcome.result.report.map(BatchLine.Report.init)
      print(BatchLine(line: line, status: "done", exit: 0, seconds: outcome.seconds, report: report))
    case .skipped:
      skipped += 1
      print(BatchLine(line: line, status: "skipped", exit: 0, seconds: outcome.seconds))
    case .failed(let error): fail(line, error, seconds: outcome.seconds)
    }
  }

  /// Counts a failed job and prints its line.
  mutating func fail(_ line: Int, _ error: any Error, seconds: Double = 0) {
    let facts = Failure.Facts(error, sentence: Self.sentence(error))
    failures[line] = facts.exit
    Console.note("line \(line): \(facts.message)", as: .error)
    print(BatchLine(line: line, failed: facts, seconds: seconds))
  }

  /// The sentence for an error that is solved by a key of the line; `nil` for other errors.
  private static func sentence(_ error: any Error) -> String? {
    guard case SystemError.outputExists(let path)? = SegueError.known(error)?.details else { return nil }
    return "\(path) exists; add \"overwrite\": true to replace it, or --resume if an earlier run made it"
  }

  private mutating func print(_ line: BatchLine) {
    guard outputError == nil else { return }
    do {
      try Console.result(json: line, onOneLine: true)
    } catch {
      outputError = error
    }
  }
}
