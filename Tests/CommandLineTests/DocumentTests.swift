import Foundation
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
      let place = try Workplace()
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
      let place = try Workplace()
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
      let place = try Workplace()
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
      let place = try Workplace()
      try place.write(try #require(place.bytes("from.png")), to: "a.png")
      for name in ["b.png", "c.png"] { try place.write(try #require(place.bytes("to.png")), to: name) }
      let list = try #require(Self.blocks("json", in: "many-jobs.md").first)
      try place.write(list, to: "jobs.jsonl")
      let outcome = try await Tool(place).run("batch", "jobs.jsonl")
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(["1.webp", "2.webp", "3.png"].allSatisfy(place.exists))
    }

    @Test("the codes on the page about the command line are the tool's")
    func exitCodes() {
      let page = Self.page("command-line.md")
      for code in [0, 64, 65, 66, 69, 70, 73, 74] { #expect(page.contains("| \(code) |"), "\(code)") }
    }
  }
}
