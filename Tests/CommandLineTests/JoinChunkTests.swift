import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// Films in chunks: the chunks that are rendered again, and equality with the film of one run.
  @Suite("segue join --chunks", .needs("ffmpeg")) struct JoinChunks: ToolSuite {
    let tool: Tool

    init() async throws {
      tool = try Tool()
      for name in ["a.mkv", "b.mkv", "c.mkv"] { try await Clips.make(name, in: place, seconds: 8) }
    }

    /// 448 frames at 20 a second: chunks of 160, 144 and 144 frames; the first two end with an overlap of 16.
    private let words = ["join", "a.mkv", "b.mkv", "+slide", "c.mkv"]

    /// 76 frames at 5 a second: two chunks.
    private static let pictures = ["join", "from.png", "to.png", "--each", "8", "-r", "5"]

    private func join(_ output: String, _ folder: String, _ more: String...) async throws -> Outcome {
      try await tool.run(words + ["-o", output, "--chunks", folder, "--json"] + more)
    }

    private func rendered(_ outcome: Outcome) -> Int? {
      #expect(outcome.code == 0, "\(outcome.messages)")
      return (outcome.report["chunks"] as? [String: Any])?["rendered"] as? Int
    }

    @Test("only changed chunks are rendered again", .full)
    func changes() async throws {
      #expect(rendered(try await join("one.mp4", "kept")) == 3)
      #expect(rendered(try await join("two.mp4", "kept")) == 0)
      #expect(place.bytes("one.mp4") == place.bytes("two.mp4"))
      #expect(place.names(in: "kept").count == 6)
      // Another quality changes every chunk.
      #expect(rendered(try await join("two.mp4", "kept", "-y", "--quality", "30")) == 3)
      try await Clips.make("c.mkv", in: place, seconds: 9)
      // The changed clip is in its own chunk and, with the overlap, in the previous chunk.
      #expect(rendered(try await join("two.mp4", "kept", "-y")) == 2)
      try await Clips.make("b.mkv", in: place, seconds: 8, hue: 90)
      #expect(rendered(try await join("two.mp4", "kept", "-y")) == 2)
      #expect(place.bytes("one.mp4") != place.bytes("two.mp4"))
    }

    @Test("a constant-rate film in chunks has the frames of the whole film", .full)
    func frames() async throws {
      let rate = ["-r", "30000/1001", "--codec", "ffv1"]
      #expect(try await tool.run(words + rate + ["-o", "whole.mkv"]).code == 0)
      #expect(rendered(try await tool.run(words + rate + ["-o", "o.mkv", "--chunks", "d", "--json"])) == 3)
      func hashes(_ name: String) async throws -> String {
        String(
          decoding: try await FFmpeg.run(
            ["-i", name, "-map", "0:v", "-f", "framehash", "pipe:1"], in: place.path),
          as: UTF8.self)
      }
      let whole = try await hashes("whole.mkv")
      #expect(whole.split(separator: "\n").count { !$0.hasPrefix("#") } == 672)
      #expect(try await hashes("o.mkv") == whole)
      #expect(try await tool.run(words + ["-r", "30000/1001", "-o", "o.mp4", "--chunks", "d"]).code == 0)
      let times = try await Program("ffprobe").output(
        [
          "-v", "error", "-select_streams", "v", "-show_entries", "packet=pts,dts", "-of", "csv=p=0", "o.mp4",
        ],
        in: place.path)
      let lines = String(decoding: times, as: UTF8.self).split(separator: "\n").map { line in
        line.split(separator: ",").compactMap { Int($0) }
      }
      #expect(lines.count == 672)
      let isEven = lines.map { $0[0] }.sorted() == (0..<672).map { $0 * 1001 }
      #expect(isEven)
      #expect(zip(lines.dropFirst(), lines).allSatisfy { $0[1] - $1[1] == 1001 })
    }

    @Test(
      "a film in chunks has the sound packets of the whole film",
      arguments: cases(["aac"], full: ["flac", "opus"]))
    func sound(codec: String) async throws {
      // Pictures are silent, so only the music is decoded.
      let tone = (0..<48_000 * 16).map { index -> Float in
        let phase = Double(index % 120) / 120
        return Float(0.1 * sin(2 * Double.pi * phase))
      }
      try place.share(WaveFile.bytes(tone), as: "tone.wav")
      let words = Self.pictures + ["--music", "tone.wav", "--audio-codec", codec, "-o"]
      #expect(try await tool.run(words + ["whole.mp4", "--reproducible"]).code == 0)
      #expect(rendered(try await tool.run(words + ["o.mp4", "--chunks", "d", "--json"])) == 2)
      func packets(_ name: String) async throws -> [String] {
        let words = ["-i", name, "-map", "0:a", "-c", "copy", "-f", "framehash", "pipe:1"]
        return String(decoding: try await FFmpeg.run(words, in: place.path), as: UTF8.self)
          .split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
      }
      let whole = try await packets("whole.mp4")
      #expect(whole.count > 100)
      #expect(try await packets("o.mp4") == whole)
      // The work folder is gone.
      #expect(place.names().allSatisfy { !$0.hasPrefix(".") })
    }

    @Test("shares from separate folders make the film of a single run", .full)
    func shares() async throws {
      #expect(rendered(try await join("one.mp4", "all")) == 3)
      try place.createFolder("together")
      for share in 1...3 {
        #expect(rendered(try await join("two.mp4", "part\(share)", "--chunk", "\(share)/3")) == 1)
        #expect(!place.exists("two.mp4"))
        for name in place.names(in: "part\(share)") {
          try FileManager.default.moveItem(
            atPath: place.file("part\(share)/\(name)"), toPath: place.file("together/\(name)"))
        }
      }
      #expect(rendered(try await join("two.mp4", "together")) == 0)
      #expect(place.bytes("one.mp4") == place.bytes("two.mp4"))
    }

    @Test("two processes in one folder render each chunk once", .full)
    func together() async throws {
      async let first = join("one.mp4", "d")
      async let second = join("two.mp4", "d")
      let made = try await [rendered(first), rendered(second)].compactMap(\.self)
      #expect(made.reduce(0, +) == 3)
      #expect(place.bytes("one.mp4") == place.bytes("two.mp4"))
      #expect(place.names(in: "d").allSatisfy { !$0.hasPrefix(".") })
    }

    /// Kills the run of `words`, which takes `seconds`, at a random moment (at ten in the full tier), and runs it
    /// again each time. The film must equal `whole`, and finished chunks of its `count` chunks must not be
    /// rendered again.
    private func goOn(
      _ words: [String], after seconds: Double, as whole: [UInt8]?, chunks count: Int
    ) async throws {
      let moments = Tier.current == .full ? 10 : 1
      for moment in 0..<moments {
        try? place.remove("d")
        let delay = seconds * (Double(moment) + Double.random(in: 0.1..<0.9)) / Double(moments)
        _ = try await tool.run(
          words + ["o.mp4", "-y"], shell: "exec timeout -s KILL \(delay) \"$@\"")
        let finished = place.names(in: "d").count { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
        let made = rendered(try await tool.run(words + ["o.mp4", "-y", "--json"]))
        #expect(made == count - finished, "killed after \(delay) s with \(finished) chunks")
        #expect(place.bytes("o.mp4") == whole, "killed after \(delay) s")
        let names = place.names(in: "d")
        #expect(names.count == 2 * count && names.allSatisfy { !$0.hasPrefix(".") }, "\(names)")
      }
    }

    @Test("a film resumed after a kill is identical to an uninterrupted one")
    func killed() async throws {
      let inputs = Tier.current == .full ? ["join", "a.mkv@-5.5", "b.mkv@-6"] : Self.pictures
      let words = inputs + ["--chunks", "d", "-o"]
      let start = ContinuousClock.now
      #expect(try await tool.run(words + ["whole.mp4"]).code == 0)
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let whole = place.bytes("whole.mp4")
      try await goOn(words, after: seconds, as: whole, chunks: 2)
    }

    @Test("a copied film resumed after a kill is identical to an uninterrupted one", .full)
    func killedCopy() async throws {
      try await FFmpeg.run(
        [
          "-f", "lavfi", "-i", "testsrc2=s=64x48:r=20", "-f", "lavfi", "-i", "sine=500:r=48000", "-t", "6",
          "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "10", "-c:a", "aac", "copied.mp4",
        ], in: place.path)
      let words = [
        "join", "copied.mp4", "+slide:1", "b.mkv@-2", "copied.mp4", "+wipe:0.5", "b.mkv@3-5",
        "--copy", "--chunks", "d", "-o",
      ]
      let start = ContinuousClock.now
      let made = try await tool.run(words + ["whole.mp4", "--json"])
      let seconds = (ContinuousClock.now - start) / .seconds(1)
      let count = try #require(rendered(made))
      #expect(count >= 2 && ((made.report["film"] as? [String: Any])?["copiedFrames"] as? Int ?? 0) > 100)
      let whole = place.bytes("whole.mp4")
      try await goOn(words, after: seconds, as: whole, chunks: count)
    }

    @Test("damaged chunks and foreign files are not used")
    func damaged() async throws {
      let words = Self.pictures + ["-o", "one.mp4", "--chunks", "d", "--json"]
      #expect(rendered(try await tool.run(words)) == 2)
      let whole = place.bytes("one.mp4")
      let chunk = try #require(place.names(in: "d").first { $0.hasSuffix(".nut") })
      let bytes = try #require(place.bytes("d/\(chunk)"))
      try place.write(Array(bytes.dropLast(99)), to: "d/\(chunk)")
      let key = String(repeating: "0123456789abcdef", count: 2)
      for name in [".\(key).segue-a1.nut", ".\(key).claim", "\(key).nut"] {
        try place.write("left", to: "d/\(name)")
      }
      try place.write("mine", to: "d/.notes")
      #expect(rendered(try await tool.run(words + ["-y"])) == 1)
      #expect(place.bytes("one.mp4") == whole)
      #expect(place.names(in: "d").count == 5 && place.exists("d/.notes"))
    }

    @Test("invalid shares and formats without chunks cause exit code 64")
    func usage() async throws {
      let clips = ["a.mkv", "b.mkv", "c.mkv"]
      let cases: [([String], String)] = [
        (["--chunk", "1/2"], "--chunks"), (["--chunks", "d", "--chunk", "0/2"], "--chunk is “0/2”"),
        (["--chunks", "d", "--chunk", "3/2"], "K from 1 to N"), (["--chunks", "d", "--chunk", "1"], "K/N"),
        (["--chunks", "d", "--chunk", "a/b"], "K/N"), (["--chunks", ""], "a folder"),
      ]
      for (arguments, words) in cases {
        place.expect(
          try await tool.run(Self.pictures + ["-o", "o.mp4"] + arguments), code: 64, saying: words,
          leaving: clips)
      }
      for output in ["o.gif", "o.y4m", "cut.otio"] {
        place.expect(
          try await tool.run(Self.pictures + ["-o", output, "--chunks", "d"]), code: 64,
          saying: "--chunks is for", leaving: clips)
      }
      try place.write("before", to: "o.mp4")
      place.expect(
        try await tool.run(Self.pictures + ["-o", "o.mp4", "--chunks", "d"]), code: 73, saying: "exists",
        leaving: clips + ["o.mp4"])
      place.expect(
        try await tool.run(Self.pictures + ["-o", "p.mp4", "--chunks", "o.mp4"]), code: 73,
        saying: "it is not a folder", leaving: clips + ["o.mp4"])
      #expect(place.text("o.mp4") == "before")
    }

    @Test("a failure in one chunk leaves only finished chunks")
    func failures() async throws {
      let full = try await tool.run(
        Self.pictures + ["-s", "640x480", "--codec", "ffv1", "-o", "o.mkv", "--chunks", "d"],
        shell: "ulimit -f 40; exec \"$@\"")
      place.expect(full, code: 74, leaving: ["a.mkv", "b.mkv", "c.mkv"])
      // Three chunks; the clip is the last.
      let words =
        ["join", "from.png", "to.png", "c.mkv", "--each", "8", "-r", "5"]
        + ["-o", "o.mp4", "--chunks", "d", "--json"]
      #expect(rendered(try await tool.run(words + ["--chunk", "1/3"])) == 1)
      let whole = try #require(place.bytes("c.mkv"))
      try place.write(Array(whole[..<(whole.count / 3)]), to: "c.mkv")
      place.expect(
        try await tool.run(words), code: 65, saying: "c.mkv", leaving: ["a.mkv", "b.mkv", "c.mkv", "d"])
      // The second chunk is finished, independent of when the third fails.
      let names = place.names(in: "d")
      #expect(names.count == 4 && names.allSatisfy { !$0.hasPrefix(".") }, "\(names)")
    }
  }
}
