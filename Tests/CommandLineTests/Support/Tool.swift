import Foundation
import TestSupport
import Testing

/// The built tool, run in a workplace.
struct Tool: Sendable {
  let place: Workplace
  /// Variables that are added to the environment of the tests.
  var environment: [String: String] = [:]
  /// The time limit of a run.
  var limit = Duration.seconds(60)

  /// The tool in a workplace with two pictures whose pixels differ.
  init() throws { self.init(try .forTool()) }

  init(_ place: Workplace, environment: [String: String] = [:]) {
    self.place = place
    self.environment = environment
  }

  /// The tool on a machine without `library`. A broken file in the folder `libraries` replaces it.
  func without(_ library: String) throws -> Tool {
    let folder = place.file("libraries")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try place.write([], to: "libraries/\(library)")
    return Tool(place, environment: ["LD_LIBRARY_PATH": folder])
  }

  /// Runs the tool with `arguments` in the workplace.
  /// - Parameters:
  ///   - input: a file for standard input; `nil` is an empty one.
  ///   - shell: a shell line in which `"$@"` is the tool with its arguments.
  ///   - meanwhile: called with the process number once the tool runs.
  func run(
    _ arguments: [String], input: String? = nil, shell: String = "exec \"$@\"",
    meanwhile: @escaping @Sendable (pid_t) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    try await Program("/bin/bash").run(
      ["-c", shell, "bash", try Program.built("segue").path] + arguments, in: place.path,
      environment: surroundings, input: input.map(place.file) ?? "/dev/null", limit: limit
    ) { try await meanwhile($0.processID) }
  }

  /// Runs the tool with `arguments` in the workplace.
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

  private var surroundings: [String: String?] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let own: [String: String?] = [
      "TMPDIR": place.file("temporary"), "NO_COLOR": nil, "EGL_LOG_LEVEL": "fatal",
      "PATH": place.file("temporary/bin") + ":" + path,
    ]
    return own.merging(environment.mapValues(Optional.some)) { $1 }
  }
}

extension Workplace {
  /// Checks a failed run: its exit code, its message, and that only `files` are left.
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

/// A suite whose tests have separate workplaces.
protocol ToolSuite { var tool: Tool { get } }

extension ToolSuite {
  var place: Workplace { tool.place }
}

/// The tests that run the tool, one after the other, since each run uses every core.
@Suite(.serialized, .needs()) struct ToolTests {}
