import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// `--max-size`: the order of reductions, and explicit settings.
  @Suite("--max-size") struct SizeLimit: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    private func render(_ output: String, _ arguments: String...) async throws -> Outcome {
      try await tool.render("-o", output, "--json", "-s", "64x48", "-d", "0.5", arguments: arguments)
    }

    @Test("an output below the limit is unchanged", arguments: cases(["o.webp"], full: ["o.gif"]))
    func fits(output: String) async throws {
      let plain = try await render(output)
      let bytes = try #require(place.bytes(output))
      #expect(plain.report["bytes"] as? Int == bytes.count)
      let limited = try await render(output, "-y", "--max-size", "\(bytes.count)")
      #expect(limited.code == 0 && place.bytes(output) == bytes, "\(limited.messages)")
      #expect((limited.report["warnings"] as? [String])?.contains { $0.contains("--max-size") } == false)
    }

    @Test(
      "quality or colours are reduced before the frame rate",
      arguments: cases(["o.webp"], full: ["o.gif"]))
    func order(output: String) async throws {
      _ = try await render(output)
      let usual = try #require(place.bytes(output)?.count)
      let isGIF = output == "o.gif"
      let (word, worst) = isGIF ? ("colours instead of 256", "32") : ("quality", "30")
      // One byte less reduces quality alone; 70 % of the worst quality's bytes also reduce the
      // frame rate.
      let some = try await render(output, "-y", "--max-size", "\(usual - 1)")
      #expect(some.code == 0, "\(some.messages)")
      let said = (some.report["warnings"] as? [String])?.first { $0.hasPrefix("to stay within --max-size") }
      #expect(said?.contains(word) == true && said?.contains("frames/s") == false, "\(said ?? "nothing")")
      #expect(try #require(place.bytes(output)?.count) < usual)
      _ = try await render(output, "-y", "--quality", worst)
      let least = try #require(place.bytes(output)?.count)
      let more = try await render(output, "-y", "--max-size", "\(least * 7 / 10)")
      let warning = (more.report["warnings"] as? [String])?.first {
        $0.hasPrefix("to stay within --max-size")
      }
      #expect(warning?.contains(word) == true && warning?.contains("frames/s instead of") == true)
      #expect(try #require(place.bytes(output)?.count) <= least * 7 / 10)
      // An explicit quality is kept.
      let kept = try await render(output, "-y", "--max-size", "\(least * 7 / 10)", "--quality", worst)
      #expect(kept.report["fps"] as? String != (isGIF ? "25/1" : "60/1"), "\(kept.messages)")
      #expect(kept.report["width"] as? Int == 64)
    }

    @Test("one progress bar covers all attempts")
    func bar() async throws {
      _ = try await render("o.webp")
      let usual = try #require(place.bytes("o.webp")?.count)
      let made = try await render("o.webp", "-y", "--max-size", "\(usual - 1)", "--progress", "always")
      #expect(made.code == 0, "\(made.messages)")
      #expect(made.messages.contains("attempt 1, unchanged, "), "\(made.messages)")
      #expect(made.messages.contains("attempt 2, quality 79 instead of 80, "), "\(made.messages)")
      #expect(made.messages.contains("100%"), "\(made.messages)")
    }

    @Test("the size is reduced after quality and frame rate")
    func size() async throws {
      let fixed = ["-o", "o.webp", "--json", "-r", "10", "--quality", "50", "-d", "0.5", "-y"]
      _ = try await tool.render(arguments: fixed)
      let limit = try #require(place.bytes("o.webp")?.count) * 9 / 10
      let outcome = try await tool.render("--max-size", "\(limit)", arguments: fixed)
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(try #require(place.bytes("o.webp")?.count) <= limit)
      #expect(try #require(outcome.report["width"] as? Int) < 32)
      let warnings = outcome.report["warnings"] as? [String]
      #expect(
        warnings?.contains {
          $0.hasPrefix("to stay within --max-size: ") && $0.hasSuffix(" instead of 32x24")
        } == true)
    }

    @Test(
      "--max-size reduces the size and the frame rate of a film", .full, .needs("ffmpeg"),
      arguments: ["o.gif", "o.webp"])
    func film(output: String) async throws {
      try await Clips.make("a.mkv", in: place)
      func join(_ arguments: String...) async throws -> Outcome {
        try await tool.run(
          ["join", "a.mkv", "to.png", "--each", "1", "-o", output, "--quality", "40", "-y", "--json"]
            + arguments)
      }
      let usual = try await join()
      let bytes = try #require(usual.report["bytes"] as? Int)
      #expect(place.bytes(output)?.count == bytes)
      #expect((try await join("--max-size", "\(bytes)")).report["bytes"] as? Int == bytes)
      let small = try await join("--max-size", "\(bytes / 2)", "--overlay", "from.png,start=100")
      // Only the warnings of the kept attempt are printed, each once.
      let lines = small.messages.split(separator: "\n").compactMap {
        $0.split(separator: "warning: ").dropFirst().first
      }
      #expect(
        lines.map(String.init).sorted() == (small.report["warnings"] as? [String])?.sorted(),
        "\(small.messages)")
      #expect(small.code == 0, "\(small.messages)")
      #expect(try #require(place.bytes(output)?.count) <= bytes / 2)
      let said = (small.report["warnings"] as? [String])?.first { $0.hasPrefix("to stay within --max-size") }
      #expect(
        said?.contains("15 frames/s instead of \(output == "o.gif" ? 25 : 20)") == true,
        "\(said ?? "nothing")")
      let film = try #require(small.report["film"] as? [String: Any])
      #expect(film["fps"] as? String == "15/1" && film["frames"] as? Int == 33)
      let (width, height) = (film["width"] as? Int ?? 64, film["height"] as? Int ?? 48)
      #expect(width < 64 && width.isMultiple(of: 2) && height.isMultiple(of: 2))
      place.expect(
        try await join("--max-size", "90"), code: 64, saying: "--max-size is “90 bytes”",
        leaving: ["a.mkv", output])
      #expect(place.bytes(output)?.count == small.report["bytes"] as? Int)
    }

    @Test(
      "a film with sound uses at least 90 % of the limit in three encodes",
      .full, .needs("ffmpeg"),
      arguments: [("o.mp4", "h264"), ("o.mp4", "hevc"), ("o.webm", "vp9"), ("o.mkv", "h264")])
    func video(output: String, codec: String) async throws {
      let noise = "nullsrc=s=160x120:r=25:d=3,geq=lum='random(1)*255':cb=128:cr=128,gblur=2"
      try await FFmpeg.run(
        [
          "-f", "lavfi", "-i", noise, "-f", "lavfi", "-i", "sine=d=3", "-c:v", "ffv1", "-c:a", "flac",
          "a.mkv",
        ],
        in: place.path)
      func join(_ arguments: String...) async throws -> Outcome {
        try await tool.run(
          [
            "join", "a.mkv@0-1.5", "a.mkv@1.5-3", "--chapters", "-o", output, "--codec", codec, "-y",
            "--json",
          ]
            + arguments)
      }
      let usual = try await join()
      let bytes = try #require(usual.report["bytes"] as? Int)
      // A video below the limit is unchanged.
      let kept = try await join("--max-size", "\(bytes + 2000)")
      #expect(abs((kept.report["bytes"] as? Int ?? 0) - bytes) < 2000)
      #expect((kept.report["warnings"] as? [String])?.contains { $0.contains("--max-size") } == false)
      for limit in [bytes * 2 / 3, bytes / 2] {
        let made = try await join("--max-size", "\(limit)")
        #expect(made.code == 0, "\(made.messages)")
        let size = try #require(place.bytes(output)?.count)
        #expect(size <= limit && Double(size) >= 0.9 * Double(limit), "\(codec): \(size) of \(limit)")
        #expect(made.report["bytes"] as? Int == size)
        let said = (made.report["warnings"] as? [String])?.filter { $0.contains("two passes at") } ?? []
        #expect(said.count == 1, "\(made.report)")
        #expect(
          made.messages.split(separator: "\n").count { $0.contains("two passes at") } == 1, "\(made.messages)"
        )
        let film = try #require(made.report["film"] as? [String: Any])
        let frames = try await FFmpeg.decode(["-i", output, "-map", "0:v"], as: "gray", in: place.path)
        #expect(frames.count == 160 * 120 * (film["frames"] as? Int ?? 0))
      }
      #expect(place.names().filter { $0 != "temporary" } == ["a.mkv", "from.png", output, "to.png"].sorted())
      #expect(place.names(in: "temporary") == [])
    }

    @Test(
      "the error for a video above its limit names the smallest size reached", .needs("ffmpeg"),
      arguments: cases([("o.mp4", "h264"), ("o.webm", "vp9")], full: [("o.mp4", "hevc")]))
    func renderedVideo(output: String, codec: String) async throws {
      let words = [
        "-o", output, "--codec", codec, "-s", "320x240", "-r", "20", "-t", "disintegrate", "--json", "-y",
      ]
      let usual = try await tool.render(arguments: words)
      let bytes = try #require(usual.report["bytes"] as? Int)
      let made = try await tool.render("--max-size", "\(bytes / 2)", arguments: words)
      let size = try #require(place.bytes(output)?.count)
      #expect(
        made.code == 0 && size <= bytes / 2 && Double(size) >= 0.85 * Double(bytes / 2), "\(made.messages)")
      guard codec == "h264" else { return }
      place.expect(
        try await tool.render("-o", "p.mp4", "-d", "0.2", "--max-size", "90"), code: 64,
        saying: "--max-size is “90 bytes”", "the smallest size reached for p.mp4", leaving: ["o.mp4"])
    }

    @Test("a GIF with a fixed size and rate is reduced to 4 colours", .needs("ffmpeg"))
    func fewestColors() async throws {
      let words = ["-o", "o.gif", "--json", "-s", "64x48", "-r", "10", "-d", "0.5", "-y"]
      _ = try await tool.render("--quality", "4", arguments: words)
      let least = try #require(place.bytes("o.gif")?.count)
      let made = try await tool.render("--max-size", "\(least)", arguments: words)
      #expect(made.code == 0, "\(made.messages)")
      #expect(try #require(place.bytes("o.gif")?.count) <= least)
      let warnings = made.report["warnings"] as? [String] ?? []
      #expect(warnings.contains { $0.contains("colours instead of 256") }, "\(warnings)")
    }

    @Test("the error for an unreachable limit names the smallest possible values")
    func refusals() async throws {
      place.expect(
        try await tool.render("-o", "o.webp", "-d", "0.2", "--max-size", "90"), code: 64,
        saying: "--max-size is “90 bytes”", "the smallest size reached for o.webp")
      for (arguments, words) in [
        (["-o", "o.apng"], "--max-size is for videos, gif and webp, not apng"),
        (["-o", "o.mp4", "--codec", "av1"], "--max-size is for H.264, HEVC and VP9"),
        (["-o", "o.mov", "--codec", "prores"], "two passes, not prores"),
        (["-o", "o.mkv", "--codec", "ffv1"], "two passes, not ffv1"),
        (["-o", "o.mp4", "--quality", "20"], "so leave out --quality"),
        (["-o", "-", "--format", "gif"], "inputs and output must be files"),
        (["-o", "/dev/null", "--format", "webp", "-y"], "inputs and output must be files"),
        (["-o", "o.gif", "--frames", "0-1"], "leave out --frames"),
      ] {
        let outcome = try await tool.render("--max-size", "8MB", arguments: arguments)
        place.expect(outcome, code: 64, saying: words)
      }
      for text in ["8 MB", "x", "0", "-1", "1e3", "8TB"] {
        place.expect(
          try await tool.render("-o", "o.gif", "--max-size", text), code: 64,
          saying: "a number of bytes, such as 8MB or 500kB")
      }
    }
  }
}
