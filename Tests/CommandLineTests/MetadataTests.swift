import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// Metadata of a file, as read by ffprobe.
  @Suite("Metadata of an output", .needs("ffmpeg", "ffprobe")) struct OutputMetadata: ToolSuite {
    let tool: Tool

    init() async throws {
      tool = try Tool()
      try await Clips.make("a.mp4", in: place)
    }

    /// The metadata and creation time of a file, with names in lower case.
    private func tags(_ name: String) async throws -> [String: String] {
      let words = ["-v", "error", "-show_entries", "format_tags", "-of", "json", name]
      let bytes = try await Program("ffprobe").output(words, in: place.path)
      let document = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
      let tags = (document?["format"] as? [String: Any])?["tags"] as? [String: String] ?? [:]
      let ofPrograms = ["encoder", "major_brand", "minor_version", "compatible_brands"]
      return Dictionary(uniqueKeysWithValues: tags.map { ($0.key.lowercased(), $0.value) })
        .filter { !ofPrograms.contains($0.key) }
    }

    private static let texts = [
      "title=Sommer – # ; = \\ 夏", "Artist=Ada", "date=2026-05-01", "comment=two\nlines", "director=Bea",
    ]
    private static let common = [
      "title": "Sommer – # ; = \\ 夏", "artist": "Ada", "date": "2026-05-01", "comment": "two\nlines",
      "creation_time": "2026-05-01T00:00:00.000000Z",
    ]

    @Test(
      "each metadata key is stored in the container or reported",
      arguments: cases(
        [("o.mp4", false), ("o.mov", true), ("o.mkv", false)],
        full: [("o.webm", false), ("o.mp4", true), ("o.mov", false), ("o.mkv", true)]))
    func containers(output: String, copies: Bool) async throws {
      let words =
        ["join"] + (copies ? ["a.mp4", "--copy"] : ["from.png", "--each", "1"])
        + ["-o", output, "--json", "-y"] + Self.texts.flatMap { ["--meta", $0] }
      let film = try await tool.run(words)
      #expect(film.code == 0, "\(film.messages)")
      let holdsAll = output.hasSuffix("mkv") || output.hasSuffix("webm")
      #expect(
        try await tags(output) == Self.common.merging(holdsAll ? ["director": "Bea"] : [:]) { $1 })
      #expect(film.messages.contains("“director”") == !holdsAll, "\(film.messages)")
      guard Tier.current == .full else { return }
      let first = place.bytes(output)
      _ = try await tool.run(words)
      #expect(first != nil && place.bytes(output) == first)
    }

    @Test("a creation time takes precedence over the date")
    func creation() async throws {
      let film = """
        {"segue": 1, "clips": [{"src": "from.png", "duration": 1}],
         "meta": {"title": "One", "date": 2026, "creation_time": "2026-05-01 01:30+02:00", "_mine": 7}}
        """
      try place.write(Array(film.utf8), to: "film.json")
      let made = try await tool.run(["join", "film.json", "-o", "o.mp4", "--meta", "title=Two"])
      #expect(made.code == 0, "\(made.messages)")
      #expect(
        try await tags("o.mp4") == [
          "title": "Two", "date": "2026", "creation_time": "2026-04-30T23:30:00.000000Z",
        ])
      for output in cases(["r.mov"], full: ["r.webm"]) {
        let render = try await tool.run(
          [
            "from.png", "to.png", "-d", "0.1", "-o", output, "--meta", "title=A", "--meta",
            "creation_time=2026-05-01",
          ])
        #expect(render.code == 0, "\(render.messages)")
        #expect(try await tags(output) == ["title": "A", "creation_time": "2026-05-01T00:00:00.000000Z"])
      }
      // Without --meta there is no metadata.
      let silent = try await tool.run(["join", "from.png", "--each", "0.2", "-o", "s.mp4"])
      #expect(silent.code == 0, "\(silent.messages)")
      #expect(try await tags("s.mp4") == [:])
    }

    @Test("unsupported or invalid metadata are reported")
    func limits() async throws {
      let gif = try await tool.run(
        ["join", "from.png", "--each", "0.2", "-o", "o.gif", "--meta", "title=A", "--meta"]
          + ["creation_time=2026-05-01", "--plan"])
      #expect(
        gif.code == 0 && gif.messages.contains("gif cannot store the metadata “creation_time”, “title”"),
        "\(gif.messages)")
      let long = String(repeating: "a", count: 2001)
      for (word, sentence) in [
        ("title", "NAME=TEXT"), ("=x", "a name such as title"), ("a-b=x", "a name such as title"),
        ("title=", "1 to 2000 characters"), ("title=" + long, "1 to 2000 characters"),
        ("title=a\u{1B}[1m", "1 to 2000 characters"), ("creation_time=2026-02-30", "a date from 1970"),
        ("creation_time=May", "a date from 1970"), ("creation_time=1969-12-31", "a date from 1970"),
        ("creation_time=2040-01-01", "a date from 1970"),
      ] {
        place.expect(
          try await tool.run(["join", "from.png", "-o", "o.mp4", "--meta", word]), code: 64, saying: sentence,
          leaving: ["a.mp4"])
      }
      let many = (0...100).map { "\"x\($0)\": \"y\"" }.joined(separator: ", ")
      for (meta, sentence) in [
        ("{\"Title\": \"A\"}", "meta: “Title” must be a name"),
        ("{\"title\": true}", "meta: “title” must be"),
        ("{\(many)}", "meta: it has 101 texts, but at most 100 are allowed"),
        ("[]", "meta: expected an object"),
      ] {
        try place.write(#"{"segue": 1, "clips": ["from.png"], "meta": \#(meta)}"#, to: "f.json")
        place.expect(
          try await tool.run(["join", "f.json", "-o", "o.mp4"]), code: 65, saying: sentence,
          leaving: ["a.mp4", "f.json"])
      }
    }
  }
}
