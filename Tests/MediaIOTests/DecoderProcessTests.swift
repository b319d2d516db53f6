import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

/// Decoders that fail or stall: scripts, and a clock that advances at each reading.
@Suite("Decoders that stall", .needs()) struct DecoderProcessTests {
  /// The error of `body` for a decoder that runs `script`. The clock stands still until `body` calls
  /// `startClock`.
  private func failure(
    _ script: String, stallLimit: Duration = .seconds(2),
    _ body: @escaping @Sendable (StreamingProcess, _ startClock: () -> Void) throws -> Void
  ) async throws -> SystemError? {
    try await onThread {
      let starts = Counter()
      let time = StallTime.steps(of: .milliseconds(1500)) { starts.value > 0 }
      let process = try StreamingProcess(
        "sh", ["-c", script], name: "a.mp4", stallLimit: stallLimit, time: time)
      defer { process.close() }
      return error { try body(process, starts.add) }
    }
  }

  private static func read(_ process: StreamingProcess) throws -> Int {
    var bytes = [UInt8](repeating: 0, count: 8)
    return try bytes.withUnsafeMutableBytes { try process.read(into: $0) }
  }

  @Test(
    "a decoder without data is an error after the limit",
    arguments: [(2000, "2 s"), (400, "0.4 s"), (1250, "1.25 s")])
  func silent(milliseconds: Int, text: String) async throws {
    let found = try await failure("exec sleep 100", stallLimit: .milliseconds(milliseconds)) {
      process, startClock in
      startClock()
      _ = try Self.read(process)
    }
    #expect(found == .badData(path: "a.mp4", reason: "sh produced no data for \(text)"))
  }

  @Test("a decoder that does not exit is an error after the limit")
  func endless() async throws {
    let found = try await failure("printf 12345678; exec sleep 100 >&-") { process, startClock in
      #expect(try Self.read(process) == 8)
      startClock()
      try process.waitForSuccess()
    }
    #expect(found == .badData(path: "a.mp4", reason: "sh sent all its data but did not exit"))
  }

  @Test("a probe out of memory throws a refusal even if it logs further errors")
  func refused() async throws {
    let probe = MediaProcess(name: "a.mp4", file: "/nonexistent/a.mp4", timeLimit: .seconds(60))
    let script = "echo 'h264: Cannot allocate memory' >&2; yes 'no frame' | head -n 100 >&2; exit 1"
    let bad = SystemError.badData(path: "a.mp4", reason: "ffmpeg cannot decode it: no frame")
    await #expect(throws: SystemError.refused(bad)) {
      try await probe.run("sh", ["-c", script], outputLimit: 1000)
    }
  }
}
