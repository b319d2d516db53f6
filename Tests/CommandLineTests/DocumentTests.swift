import Foundation
import SegueTransitions
import TestSupport
import Testing

extension ToolTests {
  /// What the pages in docs/ show is tried as it stands there.
  @Suite("The pages' examples") struct Documents {
    private static func page(_ name: String) -> String {
      let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(
        path: "../../docs/" + name)
      return (try? String(contentsOf: path.standardized, encoding: .utf8)) ?? ""
    }

    /// The blocks of a page that are marked as `language`.
    private static func blocks(_ language: String, in name: String) -> [String] {
      page(name).components(separatedBy: "```" + language + "\n").dropFirst().compactMap {
        $0.components(separatedBy: "```").first
      }
    }

    @Test("every timeline on its page is played", arguments: [0, 1])
    func timelines(index: Int) async throws {
      let place = try Workplace.forTool()
      let blocks = Self.blocks("json", in: "timelines.md")
      #expect(blocks.count == 2)
      try place.write(blocks[index], to: "run.json")
      let outcome = try await Tool(place).render("-o", "run.webp", "--timeline", "run.json", "--json")
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(outcome.report["warnings"] as? [String] == [] && outcome.report["frames"] as? Int ?? 0 > 10)
      let broken = blocks[index].replacing("\"do\": \"", with: "\"do\": \"x")
      try place.write(broken, to: "run.json")
      let refused = try await Tool(place).render("-o", "no.webp", "--timeline", "run.json")
      #expect(refused.code == 65 && refused.messages.contains("docs/timelines.md describes the format"))
    }

    @Test(
      "every look on its page is drawn, and is the one in the examples",
      arguments: ["ember", "card", "memory"])
    func looks(name: String) async throws {
      let place = try Workplace.forTool()
      let block = try #require(
        Self.blocks("json", in: "looks.md").first { $0 == Self.page("../Examples/Looks/\(name).json") })
      try place.write(block, to: name + ".json")
      let outcome = try await Tool(place).render("-o", "run.webp", "-t", name + ".json", "--json")
      #expect(outcome.code == 0 && outcome.report["warnings"] as? [String] == [], "\(outcome.messages)")
      let bad = try await Tool(place).run("list", name + ".json")
      #expect(bad.code == 0 && bad.text.hasPrefix(name + "\n"))
    }

    @Test("the built-ins that the page about looks names are looks")
    func builtInLooks() async throws {
      let place = try Workplace.forTool()
      let lines = Self.page("looks.md").split(separator: "\n").filter {
        $0.contains(" --look") && $0.hasPrefix("    segue")
      }
      #expect(lines.count == 3)
      for line in lines {
        let words = line.split(separator: " ").map(String.init).dropFirst().prefix { $0 != ">" }
        #expect(try await Tool(place).run(Array(words)).text.hasPrefix("{\n"), "\(line)")
      }
    }

    @Test("the list on the page about many jobs is one")
    func batch() async throws {
      let place = try Workplace.forTool()
      try place.write(try #require(place.bytes("from.png")), to: "a.png")
      for name in ["b.png", "c.png"] { try place.write(try #require(place.bytes("to.png")), to: name) }
      let list = try #require(Self.blocks("json", in: "many-jobs.md").first)
      try place.write(list, to: "jobs.jsonl")
      let outcome = try await Tool(place).run("batch", "jobs.jsonl")
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(["1.webp", "2.webp", "3.png"].allSatisfy(place.exists))
    }

    /// The commands on the page about films, in their order: some read what an earlier one wrote.
    private static let filmCommands = page("films.md").matches(of: /(?m)^ {4}(segue .+)$/).map {
      String($0.output.1)
    }

    @Test(
      "every command on the page about films, in a folder with the files that it names",
      .needs("ffmpeg"))
    func films() async throws {
      let place = try Workplace.forTool()
      for name in ["dune.jpg", "light.jpg", "group.png"] { try await Clips.picture(name, in: place) }
      for name in ["beach.mp4", "dive.mov", "a.mp4", "b.mp4"] {
        try await Clips.make(name, in: place, seconds: 6)
      }
      for (name, source) in [("beach.mov", "beach.mp4"), ("dive.mp4", "dive.mov")] {
        try await Clips.make(name, in: place, seconds: source == "beach.mp4" ? 10 : 6)
      }
      for name in ["song.mp3", "song.flac"] {
        try await FFmpeg.run(["-f", "lavfi", "-i", "sine=d=3", place.file(name)])
      }
      let film = try #require(Self.blocks("json", in: "films.md").first)
      try place.write(film.replacing("1920x1080", with: "96x54"), to: "film.json")
      #expect(Self.filmCommands.count == 10, "\(Self.filmCommands)")
      for command in Self.filmCommands {
        let shell =
          "tool=$1; segue() { \"$tool\" \"$@\" -y --json; }; " + command.replacing(/\s{2,}#.*/, with: "")
        let outcome = try await Tool(place).run([], shell: shell)
        #expect(outcome.code == 0, "\(command): \(outcome.messages)")
        let warnings = outcome.report["warnings"] as? [String] ?? []
        // A timeline says what it cannot hold; music and clips that are generated are not evened out.
        #expect(
          warnings.allSatisfy { $0.contains("LU louder") || $0.contains("true peak") },
          "\(command): \(warnings)")
        guard let output = command.firstMatch(of: /-o (\S+)/)?.output.1 else { continue }
        let outputs = outcome.report["outputs"] as? [String] ?? []
        #expect(command.contains("--chunk ") ? !outputs.isEmpty : outputs == [String(output)], "\(outputs)")
      }
    }

    @Test("what the README says about our transitions is what the catalogue has")
    func table() {
      let readme = Self.page("../README.md")
      let (transitions, filters) = (
        Catalogue.builtIn.transitions.count, FilterCatalogue.builtIn.filters.count
      )
      #expect(readme.contains("\(transitions) of its own, all \(XfadeAlias.all.count) of `xfade`'s by name"))
      #expect(readme.contains("\(filters) filters"))
    }

    @Test("the codes on the page about the command line are the tool's")
    func exitCodes() {
      let page = Self.page("command-line.md")
      for code in [0, 64, 65, 66, 69, 70, 73, 74] { #expect(page.contains("| \(code) |"), "\(code)") }
    }
  }
}
