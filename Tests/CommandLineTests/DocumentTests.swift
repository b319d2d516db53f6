import Foundation
import SegueFields
import SegueMedia
import SegueRun
import SegueTransitions
import TestSupport
import Testing

@testable import SegueFilm
@testable import segue_cli

extension ToolTests {
  /// The examples on the pages in docs/ are run as written.
  @Suite("Examples of the pages") struct Documents {
    static func url(_ name: String) -> URL {
      URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "../../docs/" + name)
        .standardized
    }

    static func page(_ name: String) -> String {
      (try? String(contentsOf: url(name), encoding: .utf8)) ?? ""
    }

    /// The page `name` with each continued command in one line.
    static func joined(_ name: String) -> String {
      page(name).replacing(/\\\n +/, with: "")
    }

    /// The code blocks of a page in `language`.
    static func blocks(_ language: String, in name: String) -> [String] {
      blocks(language, of: joined(name))
    }

    /// The code blocks of `text` in `language`.
    static func blocks(_ language: String, of text: String) -> [String] {
      text.components(separatedBy: "```" + language + "\n").dropFirst().compactMap {
        $0.components(separatedBy: "```").first
      }
    }

    @Test("every timeline example is rendered", arguments: [0, 1])
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
      "every look example on the page equals its file",
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

    @Test("commands on the page about looks print built-ins as looks")
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

    @Test("the job list on the page about many jobs is rendered")
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

    /// Words of the commands that the usual tier renders, besides every command of the README and of the page about the
    /// command line.
    /// Other commands are parsed and planned.
    private static let rendered = [
      "-o cut.otio", "shot%04d.png", "-o warm.mp4", "piped.mkv",
      "join tour.json", "segue sheet", "-o named.mp4",
    ]

    private static func isRendered(_ command: String) -> Bool {
      Tier.current == .full || rendered.contains { command.contains($0) }
    }

    /// The commands on the pages about films, in order: some read the output of an earlier one.
    private static let filmCommands = ["films.md", "film-sound.md", "film-layers.md", "film-copying.md"]
      .flatMap { joined($0).matches(of: /(?m)^ {4}(segue .+)$/).map { String($0.output.1) } }

    @Test("commands on the pages about films cause only expected warnings", .needs("ffmpeg"))
    func films() async throws {
      let place = try Workplace.forTool()
      try await PageMedia.link(into: place)
      let film = try #require(Self.blocks("json", in: "films.md").last)
      try place.write(film.replacing("1920x1080", with: "96x54"), to: "film.json")
      #expect(Self.filmCommands.count == 35, "\(Self.filmCommands)")
      // Generated music and clips have different loudness; a ramp has no sound.
      let known = [
        "LU louder", "true peak", "its speed changes, so its sound is left out", "the output is HLG",
        "high dynamic range", "tone-mapped to SDR", "further sound tracks (eng)",
      ]
      for command in Self.filmCommands {
        guard Self.isRendered(command) else {
          let warnings = try await place.plan(line: command)?.warnings ?? []
          #expect(
            warnings.allSatisfy { warning in known.contains { warning.contains($0) } },
            "\(command): \(warnings)")
          continue
        }
        let shell =
          "tool=$1; segue() { \"$tool\" \"$@\" -y --json; }; " + command.replacing(/\s{2,}#.*/, with: "")
        let outcome = try await Tool(place).run([], shell: shell)
        #expect(outcome.code == 0, "\(command): \(outcome.messages)")
        let warnings = outcome.report["warnings"] as? [String] ?? []
        #expect(
          warnings.allSatisfy { warning in known.contains { warning.contains($0) } },
          "\(command): \(warnings)")
        guard let output = command.firstMatch(of: /-o (\S+)/)?.output.1 else { continue }
        let outputs = outcome.report["outputs"] as? [String] ?? []
        #expect(command.contains("--chunk ") ? !outputs.isEmpty : outputs == [String(output)], "\(outputs)")
      }
    }

    /// The films of the table of common tasks, as typed.
    static let wishes = page("films.md").matches(of: /(?m)^\| [^|]+ \| `(segue join .+)` \|$/).map {
      String($0.output.1)
    }

    @Test("the table of common films has distinct commands")
    func distinctCommands() {
      #expect(Self.wishes.count == 24 && Set(Self.wishes).count == 24, "\(Self.wishes.count)")
    }

    @Test(
      "every common film has the frames and sound of its plan", .needs("ffmpeg"), .takesLong)
    func commonFilms() async throws {
      let place = try Workplace.forTool()
      try await PageMedia.link(into: place)
      try place.write(try #require(Self.blocks("json", in: "films.md").first), to: "whoosh.json")
      // Generated clips have different loudness; a ramp has no sound; a wide clip fills a tall frame in part.
      let known = ["LU louder", "true peak", "so its sound is left out", "the output is HLG"]
      for command in Self.wishes {
        guard Self.isRendered(command) else {
          let warnings = try await place.plan(line: command)?.warnings ?? []
          #expect(
            warnings.allSatisfy { said in known.contains { said.contains($0) } }, "\(command): \(warnings)")
          continue
        }
        // The full size of a phone's screen would take a debug build a minute.
        let small = command.replacing("1080x1920", with: "54x96")
        let shell = "tool=$1; segue() { \"$tool\" \"$@\" --json; }; \(small)"
        let outcome = try await Tool(place).run([], shell: shell)
        #expect(outcome.code == 0, "\(command): \(outcome.messages)")
        let warnings = outcome.report["warnings"] as? [String] ?? []
        #expect(
          warnings.allSatisfy { said in known.contains { said.contains($0) } }, "\(command): \(warnings)")
        let film = try #require(outcome.report["film"] as? [String: Any])
        guard let output = command.firstMatch(of: /-o (\S+)/)?.output.1 else { continue }
        #expect(outcome.report["outputs"] as? [String] == [String(output)])
        let frames = try await FFmpeg.decode(
          ["-i", String(output), "-map", "0:v", "-fps_mode", "passthrough"], as: "gray", in: place.path)
        let (width, height) = (film["width"] as? Int ?? 0, film["height"] as? Int ?? 0)
        #expect(frames.count == width * height * (film["frames"] as? Int ?? 0), "\(command)")
        let streams = try await Program("ffprobe").output(
          ["-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", String(output)],
          in: place.path)
        let kinds = String(decoding: streams, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        #expect(kinds.contains("audio") == (outcome.report["audio"] is [String: Any]), "\(command)")
        #expect(kinds.contains("subtitle") == command.contains(".mkv"), "\(command): \(kinds)")
      }
    }

    /// The commands of the recipes, as typed.
    static let recipes = page("recipes.md").matches(of: /(?m)\| `(segue .+)` \|$/).map {
      String($0.output.1).replacing("\\|", with: "|")
    }

    static let renderedRecipes = recipes.filter { isRendered($0) }

    @Test("the page about recipes has 31 distinct commands and two film files")
    func recipeCount() {
      #expect(Self.recipes.count == 31 && Set(Self.recipes).count == 31)
      #expect(Self.blocks("json", in: "recipes.md").count == 2)
    }

    @Test("recipes that are not rendered are planned without warnings", .needs("ffmpeg"))
    func plannedRecipes() async throws {
      let place = try Workplace.forTool()
      try await makeMedia(of: "a.mp4 green.mp4", in: place)
      for command in Self.recipes where !Self.isRendered(command) {
        let warnings = try await place.plan(line: command)?.warnings ?? []
        #expect(warnings.isEmpty, "\(command): \(warnings)")
      }
    }

    /// Makes the inputs of a recipe.
    private func makeMedia(of command: String, in place: Workplace) async throws {
      for name in ["from.jpg", "to.jpg"] { try await Clips.picture(name, in: place) }
      for name in ["light.png", "dark.png"] { try place.write(place.bytes("from.png") ?? [], to: name) }
      let clips = command.contains(".mp4") ? ["a.mp4", "b.mp4"] : []
      try await PageMedia.link(clips + ["song.mp3", "logo.png", "words.json"], into: place)
      let wall = "color=0x00ff00:s=64x48:r=10:d=2,drawbox=x=20:y=12:w=24:h=36:color=red:t=fill"
      if command.contains("green.mp4") {
        try await FFmpeg.make("green.mp4", ["-f", "lavfi", "-i", wall], in: place)
      }
      for (name, film) in zip(["sting.json", "tour.json"], Self.blocks("json", in: "recipes.md")) {
        try place.write(film.replacing("1280x720", with: "128x72"), to: name)
      }
    }

    @Test("every recipe makes its output", .needs("ffmpeg"), arguments: renderedRecipes)
    func recipe(command: String) async throws {
      let place = try Workplace.forTool()
      try await makeMedia(of: command, in: place)
      let given = place.names()
      // The full size of a phone's screen, blurred, would take a debug build a minute.
      let small = command.replacing("-s story --fit blur", with: "-s 180x320 --fit blur")
      let shell = "set -o pipefail; tool=$1; segue() { \"$tool\" \"$@\"; }; " + small
      let outcome = try await Tool(place).run([], shell: shell)
      #expect(outcome.code == 0, "\(command): \(outcome.messages)")
      let warnings = outcome.messages.split(separator: "\n").filter { $0.contains("warning:") }
      // A timeline warns about its losses; generated music and clips have different loudness.
      #expect(warnings.allSatisfy { $0.contains("LU louder") || $0.contains("true peak") }, "\(warnings)")
      let output = command.firstMatch(of: /(?:-o (?!-)|-i - )(\S+)/)?.output.1.prefix { $0 != "/" }
      #expect(place.names().filter { !given.contains($0) } == output.map { [String($0)] } ?? [])
    }

    /// A part of a film and its table on the page about the film file.
    private static let parts = [
      ("file", FilmRequest.fields.table), ("film", FilmRequest.filmFields.table),
      ("defaults", FilmRequest.defaultFields.table), ("clip", FilmClip.fields.table),
      ("motion", MotionObject.fields.table), ("motion.path", PictureMotion.Keyframe.fields.table),
      ("junction", FilmJunction.fields.table), ("title", FilmTitle.fields.table),
      ("keyframe", LayerKeyframe.fields.table), ("captions", FilmCaptions.fields.table),
      ("progress", FilmProgress.fields.table), ("device", FilmDevice.fields.table),
      ("overlay", FilmOverlay.fields.table), ("music", FilmMusic.fields.table),
    ]

    @Test("the tables of the film file are generated from the fields")
    func filmKeys() throws {
      let name = "film-file.md"
      var parts = Self.page(name).components(separatedBy: "<!-- keys of ")
      #expect(parts.count == Self.parts.count + 1)
      for (index, (part, table)) in zip(1..., Self.parts) {
        let rest = try #require(parts[index].components(separatedBy: "<!-- end -->").dropFirst().first)
        parts[index] = "\(part) -->\n\(table)<!-- end -->\(rest)"
      }
      let page = parts.joined(separator: "<!-- keys of ")
      if ProcessInfo.processInfo.environment["RECORD_DOCS"] == "1" {
        try page.write(to: Self.url(name), atomically: true, encoding: .utf8)
      }
      #expect(page == Self.page(name))
    }

    @Test("the row of sound-only formats lists each format with its codec")
    func soundFormats() throws {
      let row = try #require(
        Self.page("command-line.md").firstMatch(of: /(?m)^\| ((?:`\w+`, )+`\w+`) \| \| \| (.*): a film/))
      let formats = OutputFormat.allCases.filter(\.facts.isSound)
      #expect(String(row.output.1) == formats.map { "`\($0.rawValue)`" }.joined(separator: ", "))
      let sounds = row.output.2.components(separatedBy: ", ").map { $0.lowercased() }
      #expect(sounds.count == formats.count)
      for (format, sound) in zip(formats, sounds) {
        #expect(sound.contains(try #require(format.facts.sounds.first)), "\(format)")
      }
    }

    @Test("the table of codecs has the codecs of every format")
    func codecs() throws {
      let rows = Self.page("command-line.md").matches(
        of: /(?m)^\| `(\w+)` \| `(\w+)` \|([^|]*)\| (\w+)[^|]*\|/)
      let made = OutputFormat.allCases.filter { $0.needsEncoder && !$0.facts.isStillOnly }
      #expect(rows.map { String($0.output.1) } == made.map(\.rawValue))
      for row in rows {
        let format = try OutputFormat(named: String(row.output.1))
        let others = row.output.3.matches(of: /`(\w+)`/).map { String($0.output.1) }
        #expect([String(row.output.2)] + others == format.facts.codecs.map(\.name))
        #expect(row.output.4.lowercased() == format.facts.sounds.first ?? "none")
      }
    }

    @Test("the table of metadata has the keys of every format")
    func metadata() throws {
      let page = Self.page("films.md")
      for format in OutputFormat.allCases where format.facts.movie != nil && format.facts.isContainer {
        let names = format.movieTags.map { "`\($0.name)`" }.joined(separator: ", ")
        #expect(page.contains("| \(format.rawValue.uppercased()) | \(names) |"))
      }
      let table = try #require(page.components(separatedBy: "| container | names |").dropFirst().first)
      let rows = table.components(separatedBy: "\n\n")[0]
      for format in OutputFormat.names(\.isContainer) {
        #expect(rows.lowercased().contains(format), "\(format)")
      }
    }

    @Test("the examples of encoder arguments are rendered", .needs("ffmpeg"))
    func encoderArguments() async throws {
      let place = try Workplace.forTool()
      for name in ["from.jpg", "to.jpg"] { try await Clips.picture(name, in: place) }
      try await Clips.make("clip.mp4", in: place)
      let lines = Self.blocks("sh", in: "command-line.md").flatMap { $0.split(separator: "\n") }
        .filter { $0.hasPrefix("segue ") && $0.contains("--encoder-args") }
      #expect(lines.count == 4)
      for line in lines.map(String.init) {
        guard Self.isRendered(line) else {
          _ = try await place.plan(line: line)
          continue
        }
        let outcome = try await Tool(place).run([], shell: "tool=$1; segue() { \"$tool\" \"$@\"; }; \(line)")
        #expect(outcome.code == 0, "\(line): \(outcome.messages)")
      }
      let title = try await FFmpeg.run(["-i", "named.mp4", "-f", "ffmetadata", "pipe:1"], in: place.path)
      #expect(String(decoding: title, as: UTF8.self).contains("title=Summer"))
    }

    @Test("the README's counts of transitions and filters equal the catalogue's")
    func table() {
      let readme = Self.page("../README.md")
      let (transitions, filters) = (
        Catalogue.builtIn.transitions.count, FilterCatalogue.builtIn.filters.count
      )
      let aliases = XfadeAlias.all.count
      #expect(readme.contains("\(transitions) built-in, plus all \(aliases) of `xfade`'s by name"))
      #expect(readme.contains("\(filters) filters"))
    }

    @Test("the command-line page lists every exit code")
    func exitCodes() {
      let page = Self.page("command-line.md")
      for code in [0, 64, 65, 66, 69, 70, 71, 73, 74] { #expect(page.contains("| \(code) |"), "\(code)") }
    }
  }
}
