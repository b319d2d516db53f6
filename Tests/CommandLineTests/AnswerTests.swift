import Foundation
import SegueFilms
import SegueMedia
import SegueRun
import SegueTools
import TestSupport
import Testing

@testable import SegueFilm
@testable import segue_cli

extension ToolTests {
  /// Answers to mistakes, and notes about options.
  @Suite("Messages and suggestions") struct Answers: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    private func plan(_ film: String, _ arguments: String...) async throws -> Outcome {
      try place.write(film, to: "film.json")
      return try await tool.run(["join", "film.json", "--plan"] + arguments)
    }

    @Test(
      "an unknown transition is reported with its key path",
      arguments: [
        (
          #""clips": ["color:red"], "titles": [{"text": "A", "enter": "slidee"}]"#,
          "film.json: titles[0].enter: there is no transition “slidee”; did you mean slide?"
        ),
        (
          #""clips": ["color:red"], "overlays": [{"src": "to.png"}, {"src": "to.png", "exit": "slidee"}]"#,
          "film.json: overlays[1].exit: there is no transition “slidee”"
        ),
        (
          #""clips": ["color:red", {"transition": "slidee"}, "color:blue"]"#,
          "film.json: clips[1]: there is no transition “slidee”"
        ),
        (
          #""opening": "slidee", "clips": ["color:red"]"#,
          "film.json: opening: there is no transition “slidee”"
        ),
      ])
    func unknownTransition(film: String, sentence: String) async throws {
      place.expect(
        try await plan("{\"segue\": 1, \(film)}"), code: 65, saying: sentence, leaving: ["film.json"])
    }

    @Test("a nested film causes a note about channels only if its file sets them")
    func overlaidFilm() async throws {
      try place.write(#"{"segue": 1, "clips": ["color:blue"]}"#, to: "inner.json")
      try place.write(#"{"segue": 1, "film": {"channels": "5.1"}, "clips": ["color:blue"]}"#, to: "wide.json")
      for (inner, note) in [("inner.json", false), ("wide.json", true)] {
        let film =
          #"{"segue": 1, "clips": ["color:red"], "overlays": [{"src": "\#(inner)", "volume": "0dB"}]}"#
        let outcome = try await plan(film)
        #expect(outcome.code == 0 && !outcome.messages.contains("--channels"), "\(outcome.messages)")
        #expect(outcome.messages.contains("channels has no effect, since a film that is an overlay") == note)
      }
    }

    @Test(
      "the error for a URL advises to download it first",
      arguments: [
        ["https://example.org/a.png", "to.png"], ["from.png", "http://example.org/a.png"],
        ["join", "https://example.org/a.mp4", "to.png"],
        ["join", "from.png", "--music", "https://example.org/a.mp3"],
      ])
    func address(inputs: [String]) async throws {
      let outcome = try await tool.run(inputs + ["-o", "out.mp4"])
      place.expect(outcome, code: 66, saying: "cannot be read: an input must be a file; download it first")
    }

    @Test(
      "an error about a size limit advises to leave out --size only if --size is set",
      arguments: cases(["webp"], full: ["gif"]))
    func sizeLimit(format: String) async throws {
      let outcome = try await tool.render(
        "-o", "out.\(format)", "-d", "0.1", "-s", "64x48", "--max-size", "60")
      place.expect(outcome, code: 64, saying: "; leave out --size to shrink it")
      let free = try await tool.render("-o", "out.\(format)", "-d", "0.1", "--max-size", "60")
      #expect(free.code == 64 && !free.messages.contains("leave out --size"), "\(free.messages)")
    }

    @Test("messages about a render of two videos show the join command", .needs("ffmpeg"))
    func videos() async throws {
      for name in ["a.mp4", "b c.mp4"] { try await Clips.make(name, in: place) }
      let outcome = try await tool.run("a.mp4", "b c.mp4", "-d", "0.05", "-o", "out.webp")
      let note = "warning: render shows one frame of each video; segue join a.mp4 'b c.mp4' plays them"
      #expect(outcome.code == 0 && outcome.messages.contains(note), "\(outcome.messages)")
      let bare = try await tool.run("a.mp4", "b c.mp4")
      place.expect(
        bare, code: 64, saying: "; segue join a.mp4 'b c.mp4' -o film.mp4 joins the two videos",
        leaving: ["a.mp4", "b c.mp4", "out.webp"])
      let still = try await tool.run("a.mp4", "to.png", "-d", "0.05", "-o", "out.webp", "-y")
      #expect(still.code == 0 && !still.messages.contains("segue join"), "\(still.messages)")
    }

    @Test("a batch line with keys of a film and of a render is rejected")
    func filmAndRender() async throws {
      try place.write(
        #"""
        {"join": ["from.png"], "from": "from.png", "output": "a.webp"}
        {"join": ["from.png"], "to": "to.png", "output": "b.webp"}
        """#, to: "jobs")
      let outcome = try await tool.run("batch", "jobs")
      #expect(outcome.code == 64)
      for (line, key) in [(1, "from"), (2, "to")] {
        let message =
          "line \(line): this line is not a job: “join” is a film and “\(key)” a render; leave one of them out"
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
      }
    }

    @Test("the list of formats states whether each holds sound and chapters")
    func formats() async throws {
      let outcome = try await tool.run("list", "formats", "--json")
      let formats = try #require(try outcome.json as? [[String: Any]])
      let heard = formats.filter { $0["sound"] as? Bool == true }.compactMap { $0["name"] as? String }
      #expect(heard == OutputFormat.names(\.holdsSound) && heard.contains("mp3") && !heard.contains("gif"))
      let marked = formats.filter { $0["chapters"] as? Bool == true }.compactMap { $0["name"] as? String }
      #expect(marked == OutputFormat.names(\.holdsChapters) && marked.contains("m4a"))
    }

    @Test("random: is completed with seeds for films only")
    func seeds() {
      func words(_ line: String...) -> [String] { Completer.words(for: line) }
      #expect(words("join", "a", "-t", "random:").prefix(2) == ["random:1", "random:2"])
      #expect(words("join", "a", "-t", "random:7") == ["random:7"])
      #expect(words("join", "a", "--transition=random:").first == "--transition=random:1")
      #expect(words("a", "b", "-t", "random:").isEmpty)
    }

    @Test("a report's schema requires the keys that every film report has")
    func requiredKeys() async throws {
      let outcome = try await tool.run("join", "color:red", "color:blue", "-t", "cut", "--plan", "--json")
      let film = try #require((outcome.report["film"] as? [String: Any]))
      let properties = try JSONSchema.of(FilmReport.self)["properties"]
      func required(_ part: JSONValue?) -> [String] { part?["required"]?.list?.compactMap(\.text) ?? [] }
      #expect(required(properties?["film"]).sorted() == film.keys.sorted())
      let clip = try #require((outcome.report["clips"] as? [[String: Any]])?.first)
      let names = required(properties?["clips"]?["items"])
      #expect(!names.isEmpty && names.allSatisfy { clip[$0] != nil }, "\(names)")
    }

    @Test("each key of a look is described in its schema")
    func describedKeys() {
      func keys(_ part: JSONValue) -> [(name: String, isDescribed: Bool)] {
        switch part {
        case .object(let values):
          let own: [String: JSONValue] =
            if case .object(let properties)? = values["properties"] { properties } else { [:] }
          return own.map { ($0.key, $0.value["description"]?.text?.isEmpty == false) }
            + values.values.flatMap(keys)
        case .list(let list): return list.flatMap(keys)
        default: return []
        }
      }
      let found = keys(Look.schema)
      #expect(found.count > 30 && found.allSatisfy(\.isDescribed), "\(found.filter { !$0.isDescribed })")
    }
  }
}
