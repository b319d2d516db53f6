import Testing

@testable import SegueFilm
@testable import segue_cli

extension ToolTests {
  /// The keys that follow a value on the command line.
  @Suite("Settings after a comma") struct Settings {
    /// A table of keys, the words before a key, the option whose help lists them, and the section of a page that
    /// explains them.
    struct Table: Sendable, CustomTestStringConvertible {
      let keys: [String]
      let words: [String]
      let page: String
      let section: String

      var testDescription: String { words.joined(separator: " ") }

      /// The option's name without dashes; `nil` for an input.
      var option: String? { words.count > 1 ? String(words[0].dropFirst(2)) : nil }
    }

    static let tables = [
      Table(
        keys: FilmClip.fields.typedNames, words: ["a.mp4"], page: "films.md", section: "Settings of one input"
      ),
      Table(
        keys: FilmTitle.fields.typedNames, words: ["--title", "Hi"], page: "film-layers.md", section: "Titles"
      ),
      Table(
        keys: FilmOverlay.fields.typedNames, words: ["--overlay", "b.png"], page: "film-layers.md",
        section: "Overlays"),
      Table(
        keys: FilmCaptions.fields.typedNames, words: ["--captions", "c.srt"], page: "film-layers.md",
        section: "Word-by-word captions"),
      Table(
        keys: FilmProgress.fields.without("at").typedNames, words: ["--progress-bar", "top"],
        page: "film-layers.md", section: "A progress bar"),
      Table(
        keys: FilmDevice.fields.without("kind").typedNames, words: ["--device", "iphone"],
        page: "film-layers.md", section: "A device around the film"),
      Table(
        keys: FilmMusic.fields.typedNames, words: ["--music", "s.mp3"], page: "film-sound.md",
        section: "Music"),
    ]

    /// A transition between inputs also has its parameters as keys.
    static let junction = Table(
      keys: FilmJunction.fields.typedNames, words: ["+slide"], page: "films.md",
      section: "Trimming, junctions, pictures")

    @Test("shells complete every key of an option, in order", arguments: tables)
    func completions(table: Table) {
      let line = ["join", "a"] + table.words.dropLast() + [(table.words.last ?? "") + ","]
      let found = Completer.words(for: line)
      #expect(!table.keys.isEmpty && found == table.keys.map { "\(line[line.count - 1])\($0)=" })
    }

    @Test("a voice has the keys of music")
    func voices() {
      let found = Completer.words(for: ["join", "a", "--voice", "s.mp3,"])
      #expect(found == FilmMusic.fields.typedNames.map { "s.mp3,\($0)=" })
    }

    @Test("shells complete every key of a transition between inputs")
    func junctions() {
      let found = Set(Completer.words(for: ["join", "a", "+slide,"]))
      #expect(found.isSuperset(of: Self.junction.keys.map { "+slide,\($0)=" }))
    }

    @Test("the help of an option lists every key", arguments: tables)
    func help(table: Table) throws {
      guard let option = table.option else { return }
      let row = try #require((LayerOptions.rows + FilmSoundOptions.rows).first { $0.name == option })
      let list = try #require(row.help.components(separatedBy: "Keys: ").dropFirst().first)
      // A remark in brackets follows a key and a space.
      let names = list.replacing(/\s\([^)]*\)/, with: "").matches(of: /[a-z][a-z-]*/).map {
        String($0.output)
      }
      #expect(names.filter { $0 != "and" } == table.keys)
    }

    @Test("the section about an option names every key", arguments: tables + [junction])
    func pages(table: Table) throws {
      let rest = Documents.page(table.page).components(separatedBy: "\n## \(table.section)\n").dropFirst()
        .first
      let section = try #require(rest).components(separatedBy: "\n## ")[0]
      #expect(table.keys.filter { !section.contains("`\($0)`") && !section.contains("`\($0)=") } == [])
    }
  }
}
