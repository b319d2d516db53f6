import Foundation
import Glibc
import SegueGPU
import Subprocess
import Testing

/// What a program left when it ended.
package struct Outcome: Sendable {
  /// Its exit code, or the number of the signal that ended it.
  package let code: Int32
  package let wasKilled: Bool
  package let output: [UInt8]
  package let messages: String

  package var text: String { String(decoding: output, as: UTF8.self) }

  /// The output as JSON.
  package var json: Any { get throws { try JSONSerialization.jsonObject(with: Data(output)) } }

  /// The output as a JSON object, empty where it is none.
  package var report: [String: Any] { (try? json) as? [String: Any] ?? [:] }
}

/// A program, and how the tests run it: to its end, in a process group of its own, nothing of it left open.
package struct Program: Sendable {
  /// There is no such program in PATH or beside the tests, or no such input.
  package struct Missing: Error { package let name: String }
  /// It took longer than it may, and was killed.
  package struct Hang: Error { package let arguments: [String] }
  /// It ended with another code than 0.
  package struct Failed: Error {
    package let arguments: [String]
    package let messages: String
  }

  /// A program that runs.
  package struct Running: Sendable {
    package let processID: pid_t
    fileprivate let outputPath: String

    /// What it has written so far.
    package var text: String {
      FileManager.default.contents(atPath: outputPath).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  package let path: String

  /// The program of this path, or the one that PATH finds by this name.
  package init(_ name: String) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    let found = places.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { throw Missing(name: name) }
    path = found
  }

  /// The tool in the folder that `TESTED_PROGRAMS` names; without one it, and any other program, as built together with the tests.
  package static func built(_ name: String) throws -> Program {
    if name == "segue", let folder = ProcessInfo.processInfo.environment["TESTED_PROGRAMS"] {
      return try Program("\(folder)/\(name)")
    }
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return try Program(URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: name).path)
  }

  /// Runs it to its end.
  /// - Parameters:
  ///   - folder: where it runs; `nil` is where the tests do.
  ///   - environment: in what its environment differs from that of the tests; `nil` is a variable that it has not.
  ///   - input: the path of a file that becomes its standard input.
  ///   - limit: the longest that it may take.
  ///   - meanwhile: called once it runs.
  package func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String?] = [:],
    input: String = "/dev/null", limit: Duration = .seconds(60),
    meanwhile: @escaping @Sendable (Running) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    try await withThrowingTaskGroup { group in
      defer { group.cancelAll() }
      group.addTask {
        try await toItsEnd(
          arguments, in: folder, environment: environment, input: input, meanwhile: meanwhile)
      }
      group.addTask {
        try await Task.sleep(for: limit)
        throw Hang(arguments: arguments)
      }
      guard let outcome = try await group.next() else { throw CancellationError() }
      return outcome
    }
  }

  /// Runs it to its end, which has to be a good one.
  /// - Returns: Its output.
  @discardableResult
  package func output(_ arguments: [String], in folder: String? = nil) async throws -> [UInt8] {
    let outcome = try await run(arguments, in: folder)
    guard outcome.code == 0, !outcome.wasKilled else {
      throw Failed(arguments: arguments, messages: outcome.messages)
    }
    return outcome.output
  }

  /// Output and messages are files: what a program leaves behind in the background may hold a pipe open.
  private func toItsEnd(
    _ arguments: [String], in folder: String?, environment: [String: String?], input: String,
    meanwhile: @escaping @Sendable (Running) async throws -> Void
  ) async throws -> Outcome {
    let logs = try Workplace()
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(5))
    ]
    let result = try await Subprocess.run(
      .path(.init(path)), arguments: Arguments(arguments),
      environment: .inherit.updating(
        Dictionary(uniqueKeysWithValues: environment.map { (.init(stringLiteral: $0), $1) })),
      workingDirectory: folder.map { .init($0) }, platformOptions: options,
      input: .fileDescriptor(
        .init(rawValue: try Self.open(input, O_RDONLY)), closeAfterSpawningProcess: true),
      output: .fileDescriptor(
        .init(rawValue: try Self.open(logs.file("out"), O_WRONLY | O_CREAT)), closeAfterSpawningProcess: true),
      error: .fileDescriptor(
        .init(rawValue: try Self.open(logs.file("err"), O_WRONLY | O_CREAT)), closeAfterSpawningProcess: true)
    ) { execution in
      try await meanwhile(
        Running(processID: execution.processIdentifier.value, outputPath: logs.file("out")))
    }
    let (output, messages) = (logs.bytes("out") ?? [], logs.text("err") ?? "")
    return switch result.terminationStatus {
    case .exited(let code): Outcome(code: code, wasKilled: false, output: output, messages: messages)
    case .signaled(let number): Outcome(code: number, wasKilled: true, output: output, messages: messages)
    }
  }

  private static func open(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Missing(name: path) }
    return descriptor
  }
}

extension Trait where Self == ConditionTrait {
  /// The trait of what starts programs, which have to be installed; without names, those that were built with the tests.
  package static func needs(_ names: String...) -> Self {
    if isQuick { return .disabled("it starts programs, and this run is a quick one") }
    let missing = names.filter { (try? Program($0)) == nil }
    return .enabled(if: missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
  }

  /// The trait of what draws with OpenGL ES: it takes any usable device, software included. With `REQUIRE_GPU=1` in the
  /// environment it runs, and fails, where there is none.
  package static var needsOpenGL: Self {
    isQuick
      ? .disabled("it draws with OpenGL ES, and this run is a quick one")
      : .enabled(if: OpenGL.isUsable, "no OpenGL ES here; REQUIRE_GPU=1 makes this a failure")
  }

  /// The trait of what takes long without starting a program.
  package static var takesLong: Self { .enabled(if: !isQuick, "it takes long, and this run is a quick one") }
}

/// Whether `make quick` runs the tests.
private let isQuick = ProcessInfo.processInfo.environment["QUICK"] == "1"

private enum OpenGL {
  static let isUsable =
    ProcessInfo.processInfo.environment["REQUIRE_GPU"] == "1"
    || GPUDevices.enumerate().contains(where: \.isUsable)
}
