import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// Films whose decoders and encoders fail or are interrupted.
  @Suite("Failing programs of segue join", .needs("ffmpeg")) struct JoinPrograms: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    static let decoders: [(kind: String, body: String, words: String)] = [
      ("rawvideo", "head -c 7000 /dev/zero; kill -9 $$", "ended by signal 9"),
      ("f32le", "echo 'no sound today' >&2; exit 3", "no sound today"),
      ("rawvideo", "exec sleep 30", "produced no data for 1 s"),
      ("rawvideo", "echo 'it fell over' >&2; exit 3", "it fell over"),
      ("rawvideo", "head -c 3000 /dev/zero", "in the middle of frame 1"),
      ("rawvideo", "exit 0", "none of its pictures"),
      ("f32le", "exec sleep 30", "produced no data for 1 s"),
    ]

    @Test(
      "a failing decoder is reported with exit code 65 and its last message",
      arguments: cases(2, of: decoders))
    func decoder(kind: String, body: String, words: String) async throws {
      try await Clips.make("a.mp4", in: place)
      try place.write("before", to: "o.mkv")
      try Clips.replaceDecoder(of: kind, by: body, in: place)
      let limit = body == "exec sleep 30" ? "1" : "60"
      let outcome = try await tool.run("join", "a.mp4", "-o", "o.mkv", "-y", "--decoder-timeout", limit)
      place.expect(outcome, code: 65, saying: "a.mp4", words, leaving: ["a.mp4", "o.mkv"])
      #expect(place.text("o.mkv") == "before")
      #expect(place.encoderIsGone)
    }

    static let encoders: [(body: String, words: String)] = [
      ("cat >/dev/null; echo frame=40; echo progress=end", "after 0 of 96000 samples of sound"),
      ("echo 'disk full' >&2; exit 3", "disk full"),
      ("head -c 9000 >/dev/null; exit 1", "exited with status 1"),
      ("exec sleep 30", "and was ended"),
    ]

    @Test(
      "a failing encoder causes exit code 74 and keeps the existing file",
      arguments: cases(1, of: encoders))
    func encoder(body: String, words: String) async throws {
      try await Clips.make("a.mp4", in: place)
      try place.write("before", to: "o.mkv")
      let real = try Program("ffmpeg").path
      try place.installEncoder("case \"$out\" in pipe:1) exec \(real) \"$@\";; *) \(body);; esac")
      let limit = body == "exec sleep 30" ? "1" : "60"
      let outcome = try await tool.run("join", "a.mp4", "-o", "o.mkv", "-y", "--encoder-timeout", limit)
      place.expect(outcome, code: 74, saying: words, leaving: ["a.mp4", "o.mkv"])
      #expect(place.text("o.mkv") == "before")
      #expect(place.encoderIsGone)
    }

    @Test("a signal ends decoders and the encoder and leaves no output")
    func interrupted() async throws {
      try await Clips.make("a.mp4", in: place)
      try Clips.replaceDecoder(of: "rawvideo", by: "exec sleep 30", in: place)
      let place = place
      let outcome = try await tool.run(["join", "a.mp4", "-o", "o.mkv"]) { process in
        try await waitUntil { place.hasEncoderBegun }
        try await place.waitUntilListening(process)
        kill(process, SIGTERM)
      }
      place.expect(outcome, code: 143, saying: "interrupted", leaving: ["a.mp4"])
      #expect(place.encoderIsGone)
      let reported = try await tool.run(["join", "a.mp4", "-o", "o.mkv", "--json"]) { process in
        try await place.waitUntilListening(process)
        kill(process, SIGINT)
      }
      let error = reported.report["error"] as? [String: Any]
      #expect(error?["exit"] as? Int == 130 && error?["message"] as? String == "interrupted")
    }
  }
}
