import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// `--reproducible`: one core and all cores make the same file.
  @Suite("--reproducible", .needs("ffmpeg", "taskset")) struct Reproducible: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    /// Runs the tool on the first core and on all cores, and compares the files.
    private func compare(
      _ output: String, _ words: [String], at location: SourceLocation = #_sourceLocation
    ) async throws {
      var files: [[UInt8]?] = []
      for shell in ["exec taskset -c 0 \"$@\"", "exec \"$@\""] {
        // The second run would reuse the first run's chunks.
        try? place.remove("kept")
        let made = try await tool.run(words + ["-o", output, "-y", "--json"], shell: shell)
        #expect(made.code == 0, "\(made.messages)", sourceLocation: location)
        let report = made.report["reproducible"] as? [String: Any]
        #expect(report?["threads"] as? Int == 4, sourceLocation: location)
        files.append(place.bytes(output))
      }
      #expect(files[0] != nil && files[0] == files[1], "\(output)", sourceLocation: location)
    }

    static let encoders: [(String, [String])] = [
      ("o.mp4", ["--codec", "h264"]), ("o.webm", ["--codec", "vp9"]), ("o.mp4", ["--codec", "av1"]),
      ("o.mp4", ["--codec", "hevc"]), ("o.mov", ["--codec", "prores"]), ("o.mkv", ["--codec", "ffv1"]),
      ("o.mkv", ["--codec", "mpeg4"]), ("o.avif", ["--at", "0.5"]), ("o.gif", []), ("o.webp", []),
    ]

    @Test(
      "one core and all cores produce the same file",
      arguments: cases(2, of: encoders))
    func codecs(output: String, words: [String]) async throws {
      try await compare(
        output,
        ["from.png", "to.png", "-t", "disintegrate", "-s", "640x360", "-r", "25", "-d", "0.4"]
          + ["--reproducible"] + words)
    }

    @Test(
      "a copied film does not depend on the number of cores", .full,
      arguments: ["mp4", "mkv"])
    func copies(kind: String) async throws {
      try await Clips.make("a.mp4", in: place)
      try await Clips.make("b.mp4", in: place, hue: 90)
      try await compare("o.\(kind)", ["join", "a.mp4", "b.mp4", "--copy", "--reproducible"])
    }

    @Test("--chunks implies --reproducible")
    func chunks() async throws {
      try await compare("o.mp4", ["join", "from.png", "to.png", "--each", "1", "--chunks", "kept"])
      let plan = try await tool.run("join", "from.png", "to.png", "--each", "1", "--plan", "--json")
      #expect(plan.code == 0 && plan.report["reproducible"] == nil)
    }
  }
}
