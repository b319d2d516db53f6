import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// `segue join --copy`: rejected options, the plan, and failures.
  @Suite("Copied films on the command line", .needs("ffmpeg")) struct JoinCopies: ToolSuite {
    let tool: Tool

    init() async throws {
      tool = try Tool()
      try await Clips.make("a.mp4", in: place)
      try await Clips.make("b.mp4", in: place)
    }

    @Test("options that contradict the first video cause exit code 64 with --copy")
    func refusals() async throws {
      let cases: [(words: [String], message: String)] = [
        (["-o", "o.webm"], "--copy is for mp4, mov and mkv, not webm"),
        (["-o", "o.gif"], "--copy is for mp4, mov and mkv, not gif"),
        (["-o", "frames/"], "--copy is for mp4, mov and mkv"),
        (["-o", "o.mp4", "--codec", "hevc"], "--copy keeps the codec of a.mp4, h264"),
        (["-o", "o.mp4", "-s", "128x96"], "--copy keeps the size of a.mp4, 64x48"),
        (["-o", "o.mp4", "-r", "25"], "--copy keeps the rate of a.mp4, 20/1 frames/s"),
      ]
      for (words, message) in cases {
        place.expect(
          try await tool.run(["join", "a.mp4", "--copy"] + words), code: 64, saying: message,
          leaving: ["a.mp4", "b.mp4"])
      }
      let same = ["--codec", "h264", "-s", "64x48", "-r", "20", "--plan", "--json"]
      let plan = try #require(try await place.plan(["join", "a.mp4", "b.mp4", "--copy"] + same))
      #expect(plan.film.copiedFrames == (24 + 20 as Int))
    }

    @Test(
      "a copied film has the same chapters as an encoded film",
      arguments: cases(["o.mp4"], full: ["o.mov", "o.mkv"]))
    func chapters(output: String) async throws {
      func chapters() async throws -> [String] {
        let words = ["-v", "error", "-show_chapters", "-of", "compact=p=0", output]
        let lines = String(
          decoding: try await Program("ffprobe").output(words, in: place.path), as: UTF8.self)
        return lines.split(separator: "\n").map { line in
          line.split(separator: "|").filter {
            $0.hasPrefix("start_time") || $0.hasPrefix("end_time") || $0.hasPrefix("tag:title")
          }.joined(separator: " ")
        }
      }
      let film = [
        "join", "a.mp4", "b.mp4,chapter=Zwei – # ;", "+cut", "a.mp4", "--chapters", "--mute", "-o", output,
        "-y",
      ]
      let copied = try await tool.run(film + ["--copy", "--json"])
      #expect(copied.code == 0, "\(copied.messages)")
      #expect(try #require((copied.report["film"] as? [String: Any])?["copiedFrames"] as? Int) > 0)
      let found = try await chapters()
      // Clips of 40 frames at 20 frames/s; the first two overlap by 16.
      let expected = [("0.000000", "a"), ("1.200000", "Zwei – # ;"), ("3.200000", "a")]
      #expect(found.count == expected.count, "\(found)")
      for (line, (start, title)) in zip(found, expected) {
        #expect(line.hasPrefix("start_time=\(start) ") && line.hasSuffix("tag:title=\(title)"), "\(found)")
      }
      guard Tier.current == .full else { return }
      let encoded = try await tool.run(film)
      #expect(encoded.code == 0, "\(encoded.messages)")
      #expect(try await chapters() == found)
    }

    @Test(
      "the plan lists copied frames and the reason why others are encoded"
    )
    func plan() async throws {
      let words = ["join", "a.mp4", "b.mp4", "color:red", "-d", "0.65", "--each", "1", "--mute"]
      let plan = try #require(try await place.plan(words + ["--copy", "--plan"]))
      let text = plan.text
      #expect(text.contains("  copied  0-27\n"), "\(text)")
      #expect(text.contains("  encoded  no copy can start within frames 40-42\n"), "\(text)")
      #expect(text.contains("  encoded  it is a colour"))
      #expect(plan.clips[0].copied == [[0, 27]] && plan.clips[0].encoded == nil)
      #expect(plan.clips[1].copied == [[42, 54]])
      #expect(plan.film.copiedFrames == 39)
      let plain = try #require(try await place.plan(words + ["--plan"]))
      #expect(plain.clips[0].copied == nil && plain.film.copiedFrames == nil)
    }

    @Test("the summary has the number of pictures in the file")
    func pictures() async throws {
      try await FFmpeg.make(
        "gap.mp4",
        [
          "-f", "lavfi", "-i", "testsrc2=s=64x48:r=30:d=3", "-vf", "select='not(eq(n,40))'",
          "-fps_mode", "vfr", "-enc_time_base", "1:30", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "10",
          "-bf", "0",
        ], in: place)
      let made = try await tool.run(["join", "gap.mp4", "-o", "o.mp4", "--copy"])
      #expect(made.code == 0, "\(made.messages)")
      let counting = ["-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0"]
      let words = ["-v", "error"] + counting + ["o.mp4"]
      let counted = try await Program("ffprobe").output(words, in: place.path)
      let count = String(decoding: counted, as: UTF8.self).filter(\.isNumber)
      #expect(made.messages.contains(": \(count) frames of 64x48"), "\(made.messages)")
    }

    @Test("a full disk during a copied film causes exit code 74", .full)
    func outputs() async throws {
      let words = ["join", "a.mp4", "b.mp4", "--copy"]
      place.expect(
        try await tool.run(words + ["-o", "/dev/full", "--format", "mp4", "-y"]), code: 74,
        saying: "No space left on device", leaving: ["a.mp4", "b.mp4"])
      let file = try await tool.run(words + ["-o", "o.mp4"])
      #expect(file.code == 0, "\(file.messages)")
      let stream = try await tool.run(words + ["-o", "-", "--format", "mp4"])
      #expect(stream.code == 0, "\(stream.messages)")
      #expect(stream.output == place.bytes("o.mp4"))
      #expect(place.added == ["a.mp4", "b.mp4", "o.mp4"])
      place.expect(
        try await tool.run(words + ["-o", "o.mp4"]), code: 73, saying: "o.mp4 exists",
        leaving: ["a.mp4", "b.mp4", "o.mp4"])
    }
  }
}
