import CSegueSpawn
import Foundation
import Glibc
import SegueGPU
import Synchronization
import Testing

/// The outcome of a program.
package struct Outcome: Sendable {
  /// The exit code, or the number of the signal that ended the program.
  package let code: Int32
  package let wasKilled: Bool
  package let output: [UInt8]
  package let messages: String

  package var text: String { String(decoding: output, as: UTF8.self) }

  package var json: Any { get throws { try JSONSerialization.jsonObject(with: Data(output)) } }

  /// The output as a JSON object; empty for other output.
  package var report: [String: Any] { (try? json) as? [String: Any] ?? [:] }
}

/// A program that the tests run to its end in its own session, without leaving anything open.
package struct Program: Sendable {
  /// A program or an input that is neither in PATH nor beside the tests.
  package struct Missing: Error { package let name: String }
  /// A program that exceeded its time limit and was killed.
  package struct Hang: Error { package let arguments: [String] }
  /// A program that ended with a code other than 0.
  package struct Failed: Error {
    package let arguments: [String]
    package let messages: String
  }

  /// A running program.
  package struct Running: Sendable {
    package let processID: pid_t
    fileprivate let outputPath: String

    /// The output written so far.
    package var text: String {
      FileManager.default.contents(atPath: outputPath).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }

  package let path: String

  /// The program at this path, or with this name in PATH.
  package init(_ name: String) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
    let found = places.first { FileManager.default.isExecutableFile(atPath: $0) }
    guard let found else { throw Missing(name: name) }
    path = found
  }

  /// The tool in the folder of `TESTED_PROGRAMS`; without that variable, and for other programs,
  /// the one built with the tests.
  package static func built(_ name: String) throws -> Program {
    if name == "segue", let folder = ProcessInfo.processInfo.environment["TESTED_PROGRAMS"] {
      return try Program("\(folder)/\(name)")
    }
    let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return try Program(URL(fileURLWithPath: tests).deletingLastPathComponent().appending(path: name).path)
  }

  /// Runs the program to its end.
  /// - Parameters:
  ///   - folder: the working folder; `nil` is the tests'.
  ///   - environment: the changes to the tests' environment; `nil` removes a variable.
  ///   - input: the path of a file as standard input.
  ///   - limit: the time limit.
  ///   - meanwhile: called when the program runs.
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
        // The limit, which only a hang reaches.
        try await Task.sleep(for: limit)
        throw Hang(arguments: arguments)
      }
      guard let outcome = try await group.next() else { throw CancellationError() }
      return outcome
    }
  }

  /// Runs the program, which must succeed.
  /// - Returns: its output.
  @discardableResult
  package func output(_ arguments: [String], in folder: String? = nil) async throws -> [UInt8] {
    let outcome = try await run(arguments, in: folder)
    guard outcome.code == 0, !outcome.wasKilled else {
      throw Failed(arguments: arguments, messages: outcome.messages)
    }
    return outcome.output
  }

  /// Output and messages are files, since background processes of a program could hold a pipe open.
  private func toItsEnd(
    _ arguments: [String], in folder: String?, environment: [String: String?], input: String,
    meanwhile: @escaping @Sendable (Running) async throws -> Void
  ) async throws -> Outcome {
    let logs = try Workplace()
    let place = folder.map { ["-C", $0] } ?? []
    let taken = environment.filter { $0.value == nil }.flatMap { ["-u", $0.key] }
    let given = environment.compactMap { name, value in value.map { "\(name)=\($0)" } }
    let child = try Child(
      ["env"] + place + taken + given + [path] + arguments, input: input, output: logs.file("out"),
      messages: logs.file("err"))
    let status = try await withTaskCancellationHandler {
      async let status = child.status
      do {
        try await meanwhile(Running(processID: child.number, outputPath: logs.file("out")))
      } catch {
        child.kill()
        throw error
      }
      return await status
    } onCancel: {
      child.kill()
    }
    // As WIFSIGNALED, WTERMSIG and WEXITSTATUS.
    let signal = status & 0x7f
    return Outcome(
      code: signal == 0 ? status >> 8 & 0xff : signal, wasKilled: signal != 0,
      output: logs.bytes("out") ?? [], messages: logs.text("err") ?? "")
  }
}

/// A program in its own session, with three open files.
private final class Child: Sendable {
  let number: pid_t
  private let hasEnded = Mutex(false)

  /// Starts the program with env(1), which changes the folder and the environment.
  init(_ words: [String], input: String, output: String, messages: String) throws {
    let made = O_WRONLY | O_CREAT
    let descriptors = try [(input, O_RDONLY), (output, made), (messages, made)].map { path, flags in
      let descriptor = open(path, flags | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw Program.Missing(name: path) }
      return descriptor
    }
    defer { descriptors.forEach { close($0) } }
    let pointers = words.map { strdup($0) } + [nil]
    defer { pointers.forEach { free($0) } }
    var number: pid_t = 0
    let code = segue_spawn(
      &number, "/usr/bin/env", pointers, [nil], descriptors[0], descriptors[1], descriptors[2])
    guard code == 0 else { throw Program.Missing(name: "/usr/bin/env") }
    self.number = number
  }

  /// The status of waitpid(2), after the end.
  var status: CInt {
    get async {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [self] in
          var (facts, status): (siginfo_t, CInt) = (.init(), 0)
          while waitid(P_PID, id_t(number), &facts, WEXITED | WNOWAIT) != 0, errno == EINTR {}
          // The process number stays reserved until it is waited for.
          hasEnded.withLock { hasEnded in
            _ = waitpid(number, &status, 0)
            hasEnded = true
          }
          continuation.resume(returning: status)
        }
      }
    }
  }

  /// Kills the program and its children.
  func kill() { hasEnded.withLock { if !$0 { Glibc.kill(-number, SIGKILL) } } }
}

extension Trait where Self == ConditionTrait {
  /// The trait of tests that start installed programs; without names, the ones built with the
  /// tests.
  package static func needs(_ names: String...) -> Self {
    if Tier.current == .quick { return .disabled("it starts programs, which `make quick` skips") }
    let missing = names.filter { (try? Program($0)) == nil }
    return .enabled(if: missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
  }

  /// The trait of tests that draw with OpenGL ES on any usable device, including software. With
  /// `REQUIRE_GPU=1` in the environment they run, and fail, without a device.
  package static var needsOpenGL: Self {
    Tier.current == .quick
      ? .disabled("it draws with OpenGL ES, which `make quick` skips")
      : .enabled(if: OpenGL.isUsable, "no OpenGL ES here; REQUIRE_GPU=1 makes this a failure")
  }
}

private enum OpenGL {
  static let isUsable =
    ProcessInfo.processInfo.environment["REQUIRE_GPU"] == "1"
    || GPUDevices.enumerate().contains(where: \.isUsable)
}
