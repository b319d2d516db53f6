import Foundation
import SegueFilms
import Synchronization
import TestSupport
import Testing

@testable import SegueRun

/// The batch runner and its journal, with jobs that copy a file or fail.
@Suite("Batch runner and journal") struct BatchRunTests {
  private struct Refusal: Error {}
  private final class Counter: Sendable {
    let made = Mutex<[Int: Int]>([:])
    func count(_ line: Int) -> Int { made.withLock { $0[line, default: 0] } }
  }
  private final class Words: Sendable { let all = Mutex<[Int: String]>([:]) }

  private let place: Workplace
  private let counter = Counter()

  init() throws { place = try Workplace() }

  /// A job that copies its input, failing the first `failures` times.
  private func job(
    _ line: Int, from input: String, identity: String? = nil, failures: Int = 0
  ) -> Batch.Job {
    let (from, to) = (place.file(input), place.file("out\(line)"))
    return Batch.Job(
      key: "\(line)", identity: { identity ?? "job \(line)" }, inputs: [from], output: to
    ) { [counter] overwrites, _ in
      let attempt = counter.made.withLock { made in
        made[line, default: 0] += 1
        return made[line, default: 0]
      }
      if attempt <= failures { throw SystemError.writeFailed(path: to, reason: "refused") }
      if !overwrites, FileManager.default.fileExists(atPath: to) { throw SystemError.outputExists(path: to) }
      try Data(contentsOf: URL(fileURLWithPath: from)).write(to: URL(fileURLWithPath: to))
      return .render(Self.report(outputs: [to]))
    }
  }

  private static func report(outputs: [String]) -> RenderReport {
    RenderReport(
      transition: "copy", parameters: [:], width: 1, height: 1, frames: 1, fps: "1/1", color: "sdr", depth: 8,
      duration: 1, renderer: .init(nil, reason: "nothing is drawn"),
      seconds: .init(decode: 0, prepare: 0, render: 0, readback: 0, encode: 0, total: 0), framesPerSecond: 1,
      outputs: outputs)
  }

  private static func word(_ result: Batch.Result) -> String {
    switch result {
    case .render, .film: "done"
    case .skipped: "skipped"
    case .failed: "failed"
    }
  }

  /// Runs all jobs, also those with problems.
  /// - Returns: a word per result, by the job's key.
  private func run(
    _ jobs: [Batch.Job], resumes: Bool = false, retries: Int = 0, workers: Int = 2
  ) async throws -> [Int: String] {
    var batch = Batch(jobs)
    (batch.resumes, batch.retries, batch.workers) = (resumes, retries, workers)
    batch.version = "1"
    let results = Words()
    let journal = try BatchJournal(path: place.file("journal"))
    await batch.run(Array(jobs.indices), journal: journal) { outcome in
      results.all.withLock { $0[Int(outcome.key) ?? 0] = Self.word(outcome.result) }
    }
    return results.all.withLock { $0 }
  }

  @Test("a failure during a cancellation is reported")
  func failsWhenCancelled() async throws {
    for (error, told) in [(Refusal(), ["failed"]), (CancellationError(), [])] as [(any Error, [String])] {
      let job = Batch.Job(key: "1", identity: { "1" }, inputs: [], output: place.file("o")) { _, _ in
        withUnsafeCurrentTask { $0?.cancel() }
        throw error
      }
      let words = Words()
      await Batch([job]).run([0], journal: nil) { outcome in
        words.all.withLock { $0[1] = Self.word(outcome.result) }
      }
      #expect(words.all.withLock { Array($0.values) } == told)
    }
  }

  @Test("a failed job does not stop the others")
  func failures() async throws {
    try place.write("a", to: "a")
    let results = try await run([job(1, from: "a"), job(2, from: "none"), job(3, from: "a")])
    #expect(results == [1: "done", 2: "failed", 3: "done"])
    #expect(place.text("out1") == "a" && place.text("out2") == nil && place.text("out3") == "a")
  }

  @Test("transient failures are retried up to the limit")
  func retries() async throws {
    try place.write("a", to: "a")
    let jobs = [job(1, from: "a", failures: 2), job(2, from: "a", failures: 3)]
    #expect(try await run(jobs, retries: 2) == [1: "done", 2: "failed"])
    #expect(counter.count(1) == 3 && counter.count(2) == 3)
  }

  @Test("only write, encoder and GPU failures are transient")
  func isRetryable() throws {
    let passing: [any Error] = [
      SystemError.writeFailed(path: "a", reason: "r"),
      SegueError(SystemError.writeFailed(path: "a", reason: "r")),
      SystemError.programFailed(name: "ffmpeg", reason: "r", log: []), RenderError.deviceLost("r"),
      RenderError.outOfMemory("r"), SystemError.refused(.unreadable(path: "a", reason: "r")),
    ]
    let lasting: [any Error] = [
      SystemError.programMissing(name: "ffmpeg", cause: .notFound), RenderError.unavailable("r"),
      SystemError.badData(path: "a", reason: "r"), SystemError.outputExists(path: "a"), CancellationError(),
      Refusal(),
    ]
    #expect(passing.allSatisfy { SegueError($0).isRetryable })
    #expect(!lasting.contains { SegueError($0).isRetryable })
  }

  @Test(
    "a resumed run skips jobs with the same line, inputs and output")
  func resume() async throws {
    try place.write("a", to: "a")
    try place.write("b", to: "b")
    #expect(try await run([job(1, from: "a"), job(2, from: "b"), job(3, from: "a")]).count == 3)
    try place.write("B", to: "b")  // another input
    try place.write("tampered with", to: "out3")
    let results = try await run(
      [job(1, from: "a"), job(2, from: "b"), job(3, from: "a"), job(4, from: "a")], resumes: true)
    #expect(results == [1: "skipped", 2: "done", 3: "done", 4: "done"])
    #expect(place.text("out2") == "B" && place.text("out3") == "a")
    #expect(try await run([job(1, from: "a", identity: "another line")], resumes: true) == [1: "done"])
    // Without --resume an existing output is an error.
    #expect(try await run([job(1, from: "a", identity: "another line")]) == [1: "failed"])
  }

  @Test("an output that the batch did not make is not replaced")
  func foreignOutput() async throws {
    try place.write("a", to: "a")
    try place.write("mine", to: "out1")
    #expect(try await run([job(1, from: "a")], resumes: true) == [1: "failed"])
    #expect(place.text("out1") == "mine")
  }

  @Test("a truncated journal is continued after its last complete line", arguments: [1, 10, 40])
  func tornJournal(cut: Int) async throws {
    try place.write("a", to: "a")
    let jobs = [job(1, from: "a"), job(2, from: "a")]
    _ = try await run(jobs, workers: 1)
    let journal = try #require(place.text("journal"))
    try place.write(String(journal.dropLast(cut)), to: "journal")
    // The second job's line is torn. The job had begun, so its output may be replaced.
    #expect(try await run(jobs, resumes: true) == [1: "skipped", 2: "done"])
    #expect(try await run(jobs, resumes: true) == [1: "skipped", 2: "skipped"])
    #expect(counter.count(1) == 1 && counter.count(2) == 2)
  }

  @Test("an open journal cannot be opened by a second batch")
  func lock() throws {
    let first = try BatchJournal(path: place.file("journal"))
    #expect(throws: SystemError.self) { try BatchJournal(path: place.file("journal")) }
    #expect(!first.hasStarted("anything"))
    withExtendedLifetime(first) {}
  }

  /// A child process has the descriptor between fork and exec.
  @Test("a closed journal is unlocked even if a child process has its descriptor")
  func inheritedDescriptor() throws {
    let path = place.file("journal")
    var descriptors: [CInt] = []
    defer { descriptors.forEach { close($0) } }
    for _ in 0..<3 {
      let journal = try BatchJournal(path: path)
      let own = try #require(
        (0..<1024).first {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path
            && !descriptors.contains($0)
        })
      descriptors.append(dup(own))
      withExtendedLifetime(journal) {}
    }
  }

  @Test("conflicts between the files of jobs are errors before the first job starts")
  func conflicts() throws {
    try place.write("a", to: "a")
    try place.write("old", to: "out5")
    try place.write("b", to: "b")
    try FileManager.default.createSymbolicLink(atPath: place.file("link"), withDestinationPath: "b")
    func copy(_ line: Int, _ input: String, _ output: String) -> Batch.Job {
      Batch.Job(
        key: "line \(line)", identity: { "" }, inputs: [place.file(input)],
        output: output.count > 1 ? place.file(output) : output
      ) { _, _ in throw Refusal() }
    }
    let jobs = [
      copy(1, "a", "out1"), copy(2, "a", "../" + (place.path as NSString).lastPathComponent + "/out1"),
      copy(3, "a", "./a"), copy(4, "none", "out4"), copy(5, "a", "out5"), copy(6, "a", "out6"),
      copy(7, "b", "link"), copy(8, "a", "z"), copy(9, "a", "z"), copy(6, "a", "out10"),
    ]
    let journal = try BatchJournal(path: place.file("journal"))
    let problems = Batch(jobs).problems(journal: journal)
    #expect(problems.keys.sorted() == [1, 2, 3, 4, 6, 8, 9])
    #expect(problems[1] == SegueError(UsageError.conflict(.sameOutput(jobs[1].output, job: "line 1"))))
    #expect(problems[2] == SegueError(UsageError.conflict(.outputIsInput(jobs[2].output, job: "line 1"))))
    guard case SystemError.unreadable(path: place.file("none"), _)? = problems[3]?.details else {
      Issue.record("\(String(describing: problems[3]))")
      return
    }
    #expect(problems[4] == SegueError(SystemError.outputExists(path: place.file("out5"))))
    #expect(problems[6] == SegueError(UsageError.conflict(.outputIsInput(place.file("link"), job: "line 7"))))
    #expect(problems[8] == SegueError(UsageError.conflict(.sameOutput("z", job: "line 8"))))
    #expect(problems[9] == SegueError(UsageError.conflict(.sameKey("line 6"))))
  }

  @Test("a content hash is the 128-bit XXH3 of a file's bytes")
  func hashes() throws {
    // The 128-bit XXH3 of no bytes, from xxHash's own test.
    #expect(ContentHash([]).hash == "99aa06d3014798d86001c324468d497f")
    try place.write("abc", to: "a")
    #expect(ContentHash(path: place.file("a")) == ContentHash(Array("abc".utf8)))
    #expect(ContentHash(path: place.file("none")) == nil && ContentHash(path: place.path) == nil)
  }
}
