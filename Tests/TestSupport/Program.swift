import CSegueSpawn
import Foundation
import Glibc
import SegueGPU
import Synchronization
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

/// A program, and how the tests run it: to its end, in a session of its own, nothing of it left open.
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
        // The limit that only a hang reaches.
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
    // As WIFSIGNALED, WTERMSIG and WEXITSTATUS have it.
    let signal = status & 0x7f
    return Outcome(
      code: signal == 0 ? status >> 8 & 0xff : signal, wasKilled: signal != 0,
      output: logs.bytes("out") ?? [], messages: logs.text("err") ?? "")
  }
}

/// A program that runs in a session of its own, with three files and nothing else open.
private final class Child: Sendable {
  let number: pid_t
  private let hasEnded = Mutex(false)

  /// Starts it by env(1), which knows how to change a folder and an environment.
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
    let code = segue_spawn(&number, "/usr/bin/env", pointers, descriptors[0], descriptors[1], descriptors[2])
    guard code == 0 else { throw Program.Missing(name: "/usr/bin/env") }
    self.number = number
  }

  /// Its status as waitpid(2) has it, once it has ended.
  var status: CInt {
    get async {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { [self] in
          var (facts, status): (siginfo_t, CInt) = (.init(), 0)
          while waitid(P_PID, id_t(number), &facts, WEXITED | WNOWAIT) != 0, errno == EINTR {}
          // Until it has been waited for, its number is nobody else's.
          hasEnded.withLock { hasEnded in
            _ = waitpid(number, &status, 0)
            hasEnded = true
          }
          continuation.resume(returning: status)
        }
      }
    }
  }

  /// Ends it and what it has started.
  func kill() { hasEnded.withLock { if !$0 { Glibc.kill(-number, SIGKILL) } } }
}

extension Trait where Self == ConditionTrait {
  /// The trait of what starts programs, which have to be installed; without names, those that were built with the tests.
  package static func needs(_ names: String...) -> Self {
    if Tier.current == .quick { return .disabled("it starts programs, and this run is a quick one") }
    let missing = names.filter { (try? Program($0)) == nil }
    return .enabled(if: missing.isEmpty, "not installed: \(missing.joined(separator: ", "))")
  }

  /// The trait of what draws with OpenGL ES: it takes any usable device, software included. With `REQUIRE_GPU=1` in the
  /// environment it runs, and fails, where there is none.
  package static var needsOpenGL: Self {
    Tier.current == .quick
      ? .disabled("it draws with OpenGL ES, and this run is a quick one")
      : .enabled(if: OpenGL.isUsable, "no OpenGL ES here; REQUIRE_GPU=1 makes this a failure")
  }
}

private enum OpenGL {
  static let isUsable =
    ProcessInfo.processInfo.environment["REQUIRE_GPU"] == "1"
    || GPUDevices.enumerate().contains(where: \.isUsable)
}
