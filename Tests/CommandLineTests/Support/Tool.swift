import Foundation
import TestSupport
import Testing

/// The tool as its users have it: the built program, run in a workplace.
struct Tool: Sendable {
  let place: Workplace
  /// Added to the environment of the tests.
  var environment: [String: String] = [:]
  /// The longest that a run may take.
  var limit = Duration.seconds(60)

  /// In a workplace with two pictures whose pixels differ.
  init() throws { self.init(try .forTool()) }

  init(_ place: Workplace, environment: [String: String] = [:]) {
    self.place = place
    self.environment = environment
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
    try await Program("/bin/bash").run(
      ["-c", shell, "bash", try Program.built("segue").path] + arguments, in: place.path,
      environment: surroundings, input: input.map(place.file) ?? "/dev/null", limit: limit
    ) { try await meanwhile($0.processID) }
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

/// A suite each of whose tests has a workplace of its own.
protocol ToolSuite { var tool: Tool { get } }

extension ToolSuite {
  var place: Workplace { tool.place }
}

/// All that runs the tool: one after the other, for each run takes every core.
@Suite(.serialized, .needs()) struct ToolTests {}
