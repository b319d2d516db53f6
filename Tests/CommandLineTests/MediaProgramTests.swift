import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// ffmpeg and ffprobe named by `SEGUE_FFMPEG` and `SEGUE_FFPROBE`, with an empty PATH.
  @Suite("Locations of ffmpeg and ffprobe", .needs("ffmpeg", "ffprobe")) struct MediaPrograms: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    private func run(_ variables: [String: String], _ arguments: [String]) async throws -> Outcome {
      try await Tool(place, environment: variables.merging(["PATH": "/nowhere"]) { $1 }).run(arguments)
    }

    @Test(
      "pictures become a video without ffprobe",
      arguments: cases(
        2,
        of: [
          (["-d", "0.5"], "out.mp4", "6"), (["--each", "1", "-d", "0.4"], "film.mp4", "16"),
          (["-d", "0.5"], "out.gif", "6"),
        ]))
    func pictures(length: [String], output: String, frames: String) async throws {
      let command = output.hasPrefix("film") ? "join" : "render"
      let outcome = try await run(
        ["SEGUE_FFMPEG": Program("ffmpeg").path],
        [command, "from.png", "to.png", "-t", "slide", "-r", "10", "-o", output] + length)
      place.expect(outcome, code: 0, leaving: [output])
      #expect(try await FFmpeg.probe(place.file(output))["nb_read_frames"] == frames)
    }

    @Test(
      "the error for a clip without ffprobe suggests how to install it",
      arguments: cases(["join"], full: ["render"]))
    func clip(command: String) async throws {
      try await Clips.make("a.mkv", in: place)
      let outcome = try await run(
        ["SEGUE_FFMPEG": Program("ffmpeg").path], [command, "a.mkv", "to.png", "-o", "out.mp4"])
      place.expect(
        outcome, code: 69, saying: "ffprobe cannot be used: it was not found, and", "a.mkv needs it",
        "apt-get install ffmpeg", "SEGUE_FFPROBE", leaving: ["a.mkv"])
    }

    @Test("a clip is read by the ffprobe of SEGUE_FFPROBE")
    func namedProbe() async throws {
      try await Clips.make("a.mp4", in: place)
      let outcome = try await run(
        ["SEGUE_FFPROBE": Program("ffprobe").path], ["join", "a.mp4", "--plan", "--json", "-o", "out.mp4"])
      place.expect(outcome, code: 0, leaving: ["a.mp4"])
      // Two seconds at 20 frames/s.
      #expect((outcome.report["film"] as? [String: Any])?["frames"] as? Int == 40)
    }

    @Test("a file in no known format starts ffprobe once")
    func junk() async throws {
      try place.createFolder("temporary/bin")
      let probe = try Program("ffprobe").path
      try place.writeProgram(
        "#!/bin/sh\necho asked >> '\(place.file("temporary/asked"))'\nexec \(probe) \"$@\"\n",
        to: "temporary/bin/ffprobe")
      var state: UInt32 = 1
      let junk = (0..<3000).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(state >> 24)
      }
      try place.write(junk, to: "junk.dat")
      let outcome = try await tool.run("join", "junk.dat", "to.png", "-o", "out.mp4")
      #expect(outcome.code == 65, "\(outcome.messages)")
      #expect(place.text("temporary/asked") == "asked\n")
    }

    @Test(
      "an invalid program path in a variable is reported with exit code 69",
      arguments: [
        ("SEGUE_FFMPEG", "/nowhere/ffmpeg", "No such file"),
        ("SEGUE_FFPROBE", "/nowhere/ffprobe", "No such file"),
        ("SEGUE_FFMPEG", "/dev/null", "Permission denied"), ("SEGUE_FFMPEG", "/etc", "Permission denied"),
      ])
    func wrong(variable: String, value: String, reason: String) async throws {
      try await Clips.make("a.mkv", in: place)
      let program = String(variable.dropFirst("SEGUE_".count)).lowercased()
      let command = program == "ffprobe" ? ["join", "a.mkv"] : ["from.png", "to.png"]
      let outcome = try await run([variable: value], command + ["-o", "out.mp4"])
      place.expect(
        outcome, code: 69, saying: "\(program) cannot be used: \(variable) is “\(value)”: \(reason)",
        leaving: ["a.mkv"])
    }
  }
}
