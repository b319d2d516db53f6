import Foundation
import Synchronization
import Testing

/// What a run of the tool left behind.
struct Outcome: Sendable {
  let code: Int32
  let wasKilled: Bool
  let output: [UInt8]
  let messages: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// What `--json` printed.
  var json: Any { get throws { try JSONSerialization.jsonObject(with: Data(output)) } }

  /// The report of `--json`.
  var report: [String: Any] { (try? json) as? [String: Any] ?? [:] }
}

/// The tool as its users have it: the built program, run in a workplace.
struct Tool: Sendable {
  /// The tool took longer than any run of these tests may.
  struct Hang: Error {}
  /// There is no built tool beside the tests.
  struct NotBuilt: Error { let path: String }

  let place: Workplace
  /// Added to the environment of the tests.
  var environment: [String: String] = [:]
  /// The longest that a run may take.
  var limit = Duration.seconds(60)

  init(_ place: Workplace, environment: [String: String] = [:]) {
    self.place = place
    self.environment = environment
  }

  /// The program beside the tests' own.
  static func path() throws -> String {
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let path = URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: "segue").path
    guard FileManager.default.isExecutableFile(atPath: path) else { throw NotBuilt(path: path) }
    return path
  }

  /// Runs it with `arguments` in the workplace.
  /// - Parameters:
  ///   - input: a file that becomes its standard input; `nil` is an empty one.
  ///   - shell: a shell's line in which `"$@"` is the tool with its arguments.
  ///   - meanwhile: called once it runs, with its process number.
  func run(
    _ arguments: [String], input: String? = nil, shell: String = "exec \"$@\"",
    meanwhile: @escaping @Sendable (pid_t) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", shell, "bash", try Self.path()] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: place.path)
    process.environment = surroundings
    let logs = NSTemporaryDirectory() + "segue-log-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: logs, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: logs) }
    process.standardInput =
      input.flatMap { FileHandle(forReadingAtPath: place.file($0)) } ?? FileHandle.nullDevice
    process.standardOutput = try Self.newFile(logs + "/out")
    process.standardError = try Self.newFile(logs + "/err")
    let isOver = Mutex(false)
    process.terminationHandler = { _ in isOver.withLock { $0 = true } }
    try process.run()
    async let company: Void = meanwhile(process.processIdentifier)
    let start = ContinuousClock.now
    while !isOver.withLock({ $0 }) {
      if ContinuousClock.now - start > limit {
        kill(process.processIdentifier, SIGKILL)
        throw Hang()
      }
      try await Task.sleep(for: .milliseconds(5))
    }
    try await company
    return Outcome(
      code: process.terminationStatus, wasKilled: process.terminationReason == .uncaughtSignal,
      output: Array(FileManager.default.contents(atPath: logs + "/out") ?? Data()),
      messages: String(
        decoding: FileManager.default.contents(atPath: logs + "/err") ?? Data(), as: UTF8.self))
  }

  /// Runs it with `arguments` in the workplace.
  func run(_ arguments: String...) async throws -> Outcome { try await run(arguments) }

  /// Renders from.png to to.png with further `arguments`.
  func render(
    _ arguments: String..., arguments more: [String] = [], input: String? = nil,
    shell: String = "exec \"$@\"",
    meanwhile: @escaping @Sendable (pid_t) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    try await run(
      ["from.png", "to.png"] + arguments + more, input: input, shell: shell, meanwhile: meanwhile)
  }

  private var surroundings: [String: String] {
    var all = ProcessInfo.processInfo.environment
    all["TMPDIR"] = place.file("temporary")
    all["NO_COLOR"] = nil
    all["EGL_LOG_LEVEL"] = "fatal"
    all["PATH"] = place.file("temporary/bin") + ":" + (all["PATH"] ?? "/usr/bin:/bin")
    return all.merging(environment) { $1 }
  }

  private static func newFile(_ path: String) throws -> FileHandle {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }
}

extension Workplace {
  /// Checks a failed run: its exit code, what it said, and that it left `files` alone and nothing else.
  func expect(
    _ outcome: Outcome, code: Int32, saying words: String..., leaving files: [String] = [],
    at location: SourceLocation = #_sourceLocation
  ) {
    #expect(!outcome.wasKilled, "ended by a signal", sourceLocation: location)
    #expect(outcome.code == code, "\(outcome.messages)", sourceLocation: location)
    for word in words {
      #expect(outcome.messages.contains(word), "\(outcome.messages)", sourceLocation: location)
    }
    let left = added.filter { !["temporary/bin", "temporary/encoder.pid"].contains($0) }
    #expect(left == files, sourceLocation: location)
  }
}

/// All that runs the tool: one after the other, for each run takes every core.
@Suite(.serialized) struct ToolTests {}
