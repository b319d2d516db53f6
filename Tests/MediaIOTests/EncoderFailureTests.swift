import Foundation
import Glibc
import SegueImaging
import TestSupport
import Testing

@testable import SegueMedia
@testable import SegueSystem

/// Encoders that fail: shell scripts in the test's folder.
@Suite("Failing encoders", .needs()) struct EncoderFailureTests {
  /// Writes its process number beside itself and stores its output's path in `$out`.
  private static let preamble = """
    #!/bin/bash
    echo $$ >> "$0.pid"
    echo > "$0.ready"
    for out; do :; done
    out=${out#file:}

    """
  private static let frameBytes = 1024 * 1024 * 3 / 2

  private struct Run {
    let folder: Workplace
    let failure: SystemError?

    var log: [String] { if case .programFailed(_, _, let log)? = failure { log } else { [] } }
    var reason: String { if case .programFailed(_, let reason, _)? = failure { reason } else { "" } }

    /// Whether only the previous file and the encoder's own files are left, and every process has
    /// ended.
    func leftNothing() -> Bool {
      folder.names().filter { !$0.hasPrefix("encoder") } == ["out.mp4"] && folder.text("out.mp4") == "old"
        && hasNoProcess()
    }

    func hasNoProcess() -> Bool {
      let numbers = (folder.text("encoder.pid") ?? "").split(separator: "\n").compactMap { pid_t($0) }
      return !numbers.isEmpty && numbers.allSatisfy { Self.hasEnded($0) }
    }

    /// Whether a process has ended, or is a zombie of another parent. An orphan's zombie belongs to
    /// the machine's first process, which in a container may never reap it.
    private static func hasEnded(_ number: pid_t) -> Bool {
      if kill(number, 0) == -1 && errno == ESRCH { return true }
      // "number (name) state parent …"
      guard let facts = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
        let words = facts.split(separator: ")").last?.split(separator: " "), words.count > 1
      else { return false }
      return words[0] == "Z" && pid_t(words[1]) != getpid()
    }
  }

  /// Sends `frames` frames of 1.5 MB to a script with `body`.
  ///
  /// By default the stall limit and the grace period are a minute, which only a hang reaches.
  /// - Parameter time: returns the clock of the stall limit for the script's folder.
  private func run(
    _ body: String, frames: Int = 3, encoding: Encoding = Encoding(), extra: [String] = [],
    stallLimit: Duration = .seconds(60), gracePeriod: Duration = .seconds(60),
    afterOpen: @escaping @Sendable (EncoderSink) -> Void = { _ in },
    time: (Workplace) throws -> StallTime = { _ in .real }
  ) async throws -> Run {
    let folder = try Workplace()
    try folder.write("old", to: "out.mp4")
    try folder.writeProgram(Self.preamble + body + "\n", to: "encoder")
    let ready = try NamedPipe(folder.file("encoder.ready"))
    var program = EncoderProgram(
      executable: folder.file("encoder"), stallLimit: stallLimit, gracePeriod: gracePeriod)
    program.time = try time(folder)
    var settings = try VideoSettings(container: .mp4, extraArguments: extra)
    settings.encoding = encoding
    let failure = try await onThread { [program, settings] () -> SystemError? in
      let size = ImageSize(width: 1024, height: 1024)
      let sink = try EncoderSink(
        .file(path: folder.file("out.mp4"), overwrite: true),
        shape: VideoShape(size: size, rateNumerator: 60), settings: settings, program: program)
      return error {
        defer { sink.abort() }
        try sink.open()
        // The script must have written its number before it is ended.
        #expect(ready.receivesByte())
        afterOpen(sink)
        for index in 0..<frames { try sink.write(makeFrame(size, sink.format, seed: index), index: index) }
        _ = try sink.finish()
      }
    }
    return Run(folder: folder, failure: failure)
  }

  @Test("an encoder that reports success makes the output")
  func success() async throws {
    let run = try await run(#"cat > "$out"; echo frame=3; echo progress=end"#)
    #expect(run.failure == nil)
    #expect(run.folder.bytes("out.mp4")?.count == 3 * Self.frameBytes)
    #expect(run.folder.names() == ["encoder", "encoder.pid", "encoder.ready", "out.mp4"])
    #expect(run.hasNoProcess())
  }

  @Test("an encoder that writes fewer frames than are copied is an error")
  func copiedFrames() async throws {
    var joined = Encoding()
    joined.pictures = .files([Encoding.Segment(path: "/a.nut", frames: 0..<3)])
    let uncounted = try await run(#"cat > "$out"; echo progress=end"#, frames: 0, encoding: joined)
    #expect(uncounted.failure == nil)
    #expect(uncounted.folder.text("out.mp4") == "file 'file:/a.nut'\nduration 0.050000\n")
    let truncated = try await run(
      #"cat > "$out"; echo frame=2; echo progress=end"#, frames: 0, encoding: joined)
    #expect(truncated.reason == "exited with status 0, but of 3 frames it encoded only 2")
    #expect(truncated.leftNothing())
  }

  @Test("a missing encoder is named with a remedy")
  func missing() async throws {
    for name in ["no-such-encoder-\(getpid())", "/nonexistent/ffmpeg"] {
      let folder = try Workplace()
      let failure = try await onThread { () -> SystemError? in
        let sink = try EncoderSink(
          .file(path: folder.file("a.mp4"), overwrite: false),
          shape: VideoShape(size: ImageSize(width: 16, height: 16), rateNumerator: 60),
          settings: VideoSettings(container: .mp4), program: EncoderProgram(executable: name))
        return error { try sink.open() }
      }
      #expect(failure == .programMissing(name: name, cause: .notFound))
      #expect(failure?.localizedDescription.contains("apt-get install ffmpeg") == true)
      #expect(folder.names().isEmpty)
    }
  }

  @Test("the error for an encoder that exits at once has its log")
  func exitAtOnce() async throws {
    let run = try await run("echo 'it hurts' >&2; exit 3")
    #expect(run.reason.contains("exited with status 3"))
    #expect(run.log == ["it hurts"])
    #expect(run.leftNothing())
  }

  @Test("an encoder that exits after some frames is an error")
  func earlyExit() async throws {
    for status in [0, 1] {
      let run = try await run(#"head -c 2000000 > "$out"; echo frame=1; exit \#(status)"#, frames: 6)
      #expect(run.reason.contains("exited with status \(status) after"))
      #expect(run.leftNothing())
    }
  }

  @Test("an encoder that crashes is an error")
  func crash() async throws {
    let run = try await run("kill -SEGV $$", frames: 6)
    #expect(run.reason.contains("was ended by signal 11"))
    #expect(run.leftNothing())
  }

  @Test("an encoder that never reads is ended")
  func neverReads() async throws {
    let run = try await run(
      "sleep 100", stallLimit: .milliseconds(600), time: { _ in .steps(of: .milliseconds(400)) })
    #expect(run.reason == "accepted no data for 0.6 s and was ended")
    #expect(run.leftNothing())
  }

  @Test("an encoder that ignores SIGTERM is killed")
  func ignoresSignal() async throws {
    let run = try await run(
      "trap '' TERM; while true; do sleep 0.1; done", stallLimit: .milliseconds(600),
      gracePeriod: .milliseconds(100), time: { _ in .steps(of: .milliseconds(400)) })
    #expect(run.reason.contains("accepted no data"))
    #expect(run.leftNothing())
  }

  @Test("an encoder that hangs after the last frame is ended")
  func hangs() async throws {
    let body = #"cat > "$out"; echo frame=3; touch "$0.hangs"; exec sleep 100"#
    let run = try await run(
      body, stallLimit: .seconds(2),
      time: { folder in .steps(of: .seconds(1), while: { folder.exists("encoder.hangs") }) })
    #expect(run.reason == "received all frames but wrote nothing for 2 s and was ended")
    #expect(run.leftNothing())
  }

  @Test("the sink waits for an encoder that is still writing after the last frame")
  func slowEnd() async throws {
    // Each reading of the clock advances it by 1.5 s and lengthens the output by a byte.
    let body = #"""
      cat > "$out"; touch "$0.ends"
      for i in {1..12}; do read -r < "$0.go"; echo >> "$out"; echo > "$0.done"; done
      echo frame=3
      """#
    let run = try await run(
      body, stallLimit: .seconds(2),
      time: { folder in
        let go = try NamedPipe(folder.file("encoder.go"))
        let done = try NamedPipe(folder.file("encoder.done"))
        let count = Counter()
        return .steps(
          of: .milliseconds(1500),
          while: {
            guard folder.exists("encoder.ends"), count.value < 12 else { return false }
            count.add()
            go.sendLine()
            return done.receivesByte()
          })
      })
    #expect(run.failure == nil)
    #expect(run.folder.bytes("out.mp4")?.count == 3 * Self.frameBytes + 12)
  }

  @Test("megabytes of messages do not block the encoder")
  func manyMessages() async throws {
    let run = try await run(#"yes 'so it goes' | head -c 3000008 >&2; cat > "$out"; exit 1"#)
    #expect(run.reason.contains("exited with status 1"))
    #expect(run.log == Array(repeating: "so it goes", count: 20))
    #expect(run.leftNothing())
  }

  @Test("an encoder that closes its input is an error")
  func closedInput() async throws {
    let run = try await run("exec 0<&-; sleep 100", gracePeriod: .milliseconds(100))
    #expect(run.reason.contains("closed its input after"))
    #expect(run.leftNothing())
  }

  @Test("an encoder that encodes too few frames is an error")
  func missingFrames() async throws {
    let truncated = try await run(#"cat > "$out"; echo frame=2; echo progress=end"#)
    #expect(truncated.reason == "exited with status 0, but of 3 frames it encoded only 2")
    #expect(truncated.leftNothing())
    let silent = try await run(#"cat > "$out""#)
    #expect(silent.reason == "exited with status 0, but of 3 frames it encoded none")
    #expect(silent.leftNothing())
  }

  @Test("an encoder that encodes too many frames is an error")
  func tooManyFrames() async throws {
    let doubled = try await run(#"cat > "$out"; echo frame=6; echo progress=end"#)
    #expect(doubled.reason == "exited with status 0, but of 3 frames it encoded 6")
    #expect(doubled.leftNothing())
  }

  @Test("an encoder's children end with the encoder")
  func children() async throws {
    let run = try await run(#"sleep 100 & echo $! >> "$0.pid"; exit 5"#)
    #expect(run.reason.contains("exited with status 5"))
    // A signal ends the remaining process, which the system takes a moment to reap.
    try await waitUntil { run.hasNoProcess() }
    #expect(run.leftNothing())
  }

  @Test("an abort ends the encoder")
  func abort() async throws {
    let run = try await run(#"exec cat > "$out""#, frames: 1) { $0.abort() }
    #expect(run.failure == .cancelled)
    #expect(run.leftNothing())
  }

  @Test("a cancellation ends a waiting write")
  func cancelledWrite() async throws {
    // A write that starts to wait reads the time.
    let waits = DispatchSemaphore(value: 0)
    let time = StallTime {
      waits.signal()
      return ContinuousClock.now
    }
    let run = try await run(
      "exec sleep 100",
      afterOpen: { sink in
        DispatchQueue(label: "cancel").async {
          #expect(waits.isSignaled())
          sink.cancel()
        }
      }, time: { _ in time })
    #expect(run.failure == .cancelled)
    #expect(run.leftNothing())
  }

  @Test("an existing output is rejected before the encoder starts")
  func existingOutput() async throws {
    let folder = try Workplace()
    try folder.write("old", to: "out.mp4")
    let path = folder.file("out.mp4")
    let failure = try await onThread { () -> SystemError? in
      let sink = try EncoderSink(
        .file(path: path, overwrite: false),
        shape: VideoShape(size: ImageSize(width: 16, height: 16), rateNumerator: 60),
        settings: VideoSettings(container: .mp4), program: EncoderProgram(executable: "/nonexistent"))
      return error { try sink.open() }
    }
    #expect(failure == .outputExists(path: path))
  }

  @Test("many failures leave no descriptors open")
  func descriptors() async throws {
    func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    _ = try await run("exit 3")
    let before = try count()
    for _ in 0..<12 { _ = try await run("exit 3") }
    for _ in 0..<12 {
      _ = try await onThread {
        error {
          _ = try EncoderProcess(
            EncoderProgram(executable: "/nonexistent"), [], to: .file("/nonexistent"), named: "out.mp4",
            cancellation: Latch())
        }
      }
    }
    // Other suites run at the same time and hold some files.
    #expect(try count() < before + 30)
  }

  @Test("odd sides are rejected")
  func oddSides() throws {
    let shape = VideoShape(size: ImageSize(width: 641, height: 360), rateNumerator: 60)
    for container in [OutputFormat.mp4, .mov, .mkv, .webm] {
      #expect(throws: MediaError.self) {
        try EncoderSink(.standardOutput, shape: shape, settings: VideoSettings(container: container))
      }
    }
    #expect(
      try EncoderSink(.standardOutput, shape: shape, settings: VideoSettings(container: .gif)).format
        == .rgba8)
  }
}
