import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// Encoders that misbehave: scripts that come first in PATH. An existing output stays.
  @Suite("Encoders that misbehave") struct EncoderFailures: ToolSuite {
    let tool: Tool

    init() throws {
      tool = try Tool()
      try place.write("before", to: "out.mp4")
    }

    /// Renders 61 frames of 450 KB with an encoder that runs `body`. The timeout is a minute, which only a hang
    /// reaches,
    /// unless `arguments` set another.
    private func render(with body: String, _ arguments: String...) async throws -> Outcome {
      try place.installEncoder(body)
      return try await tool.run(
        ["from.png", "to.png", "-s", "640x480", "-y", "-o", "out.mp4", "--encoder-timeout", "60"] + arguments)
    }

    private func expectFailure(
      _ outcome: Outcome, saying words: String, at location: SourceLocation = #_sourceLocation
    ) {
      place.expect(outcome, code: 74, saying: words, leaving: ["out.mp4"], at: location)
      #expect(place.text("out.mp4") == "before", sourceLocation: location)
      #expect(place.encoderIsGone, sourceLocation: location)
    }

    @Test("a missing encoder causes exit code 69")
    func missing() async throws {
      let bare = Tool(place, environment: ["PATH": place.file("temporary")])
      let outcome = try await bare.render("-y", "-o", "out.mp4", shell: "exec \"$@\"")
      place.expect(outcome, code: 69, saying: "ffmpeg cannot be used: it was not found", leaving: ["out.mp4"])
      #expect(place.text("out.mp4") == "before")
    }

    @Test("an encoder that is not executable causes exit code 69")
    func notAProgram() async throws {
      try place.createFolder("temporary/bin")
      try place.writeProgram("neither a script nor a program", to: "temporary/bin/ffmpeg")
      let bare = Tool(place, environment: ["PATH": place.file("temporary/bin")])
      let outcome = try await bare.render("-y", "-o", "out.mp4")
      place.expect(outcome, code: 69, saying: "ffmpeg", leaving: ["out.mp4"])
    }

    @Test("an encoder that ffmpeg lacks causes exit code 69")
    func unknownEncoder() async throws {
      let outcome = try await tool.render("-y", "-o", "out.mp4", "--codec", "h265000")
      place.expect(outcome, code: 69, saying: "h265000", leaving: ["out.mp4"])
    }

    @Test("an encoder that exits at once is reported with its last message")
    func leavesAtOnce() async throws {
      let outcome = try await render(with: "echo 'no such muxer' >&2; exit 3")
      expectFailure(outcome, saying: "ffmpeg failed: it exited with status 3 after ")
      // A pipe of 1 MiB may have taken two frames that were not read.
      let last = /after [012] frames?: no such muxer/
      #expect(outcome.messages.contains(last), "\(outcome.messages)")
    }

    @Test("an encoder that crashes after some frames is reported with its signal", .full)
    func leavesEarly() async throws {
      let outcome = try await render(
        with: "head -c 2000000 > \"$out\"; echo 'out of luck' >&2; kill -SEGV $$")
      expectFailure(outcome, saying: ": out of luck")
      #expect(outcome.messages.contains("signal 11"))
    }

    @Test(
      "an encoder that exits early with success is an error", .full,
      arguments: ["", "head -c 2000000 > \"$out\"", "cat > \"$out\""])
    func truncates(body: String) async throws {
      expectFailure(try await render(with: body + "\nexit 0"), saying: "ffmpeg failed")
    }

    @Test("an encoder that never reads is ended at the timeout", .full)
    func neverReads() async throws {
      expectFailure(
        try await render(with: "sleep 300", "--encoder-timeout", "1"), saying: "accepted no data for 1 s")
    }

    @Test("an encoder that never reads and ignores SIGTERM is killed", .full)
    func ignoresSIGTERM() async throws {
      let outcome = try await render(
        with: "trap '' TERM INT HUP; while :; do sleep 300; done", "--encoder-timeout", "1")
      expectFailure(outcome, saying: "accepted no data for 1 s")
    }

    @Test("an encoder that never ends is killed at the timeout", .full)
    func neverEnds() async throws {
      // Frames so small that the pipe holds all of them.
      let outcome = try await render(
        with: "cat > /dev/null; trap '' TERM; sleep 300", "-s", "64x48", "--encoder-timeout", "1")
      expectFailure(outcome, saying: "wrote nothing for 1 s")
    }

    @Test("a huge log is reduced to its last message", .full)
    func floods() async throws {
      let outcome = try await render(
        with:
          "yes 'a line that is of no use to anybody' | head -c 5000000 >&2; echo >&2; echo last words >&2; exit 1"
      )
      expectFailure(outcome, saying: ": last words")
      #expect(outcome.messages.utf8.count < 20_000)
    }

    @Test("a child of the encoder is killed", .full)
    func leavesAChild() async throws {
      let pid = place.file("temporary/encoder.pid")
      let outcome = try await render(with: "sleep 300 & echo $! >> '\(pid)'; exit 1")
      // SIGKILL was sent to the child; the system may take a moment.
      try await waitUntil { place.encoderIsGone }
      expectFailure(outcome, saying: "status 1")
    }

    @Test("binary messages do not hide the encoder's exit status", .full)
    func binaryLog() async throws {
      expectFailure(try await render(with: "head -c 3000 /dev/urandom >&2; exit 1"), saying: "status 1")
    }
  }
}
