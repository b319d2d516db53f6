import Foundation
import TestSupport
import Testing

@testable import segue_cli

extension Completer {
  /// The completions of the last word of `line`, without paths.
  static func words(for line: [String]) -> [String] {
    candidates(for: line).filter { $0 != .paths }.map(\.value)
  }
}

extension ToolTests {
  /// Completions in the shells themselves: keys are typed, and the resulting line is read back.
  @Suite("Completions in shells") struct Completions: ToolSuite {
    let tool: Tool

    init() throws {
      tool = try Tool()
      try place.createFolder("in")
      try place.write("", to: "in/beach.jpg")
      try place.write("", to: "in/my pic.png")
    }

    /// The text before the tab, which may end in an open quote, and the completed word.
    static let cases: [(line: String, word: String)] = [
      ("segue in/beach.j", "in/beach.jpg"), ("segue in/my", "in/my pic.png"),
      ("segue a b --ov", "--overwrite"),
      ("segue a b --fit cov", "cover"), ("segue a b --fit=cov", "--fit=cover"),
      ("segue a b -t pixella", "pixellate-dissolve"), ("segue a b -t xfade:circleo", "xfade:circleopen"),
      ("segue a b -t slide -p ro", "rows="), ("segue a b -t slide -p operation=po", "operation=pop"),
      ("segue join a.mp4,speed=2,mo", "a.mp4,speed=2,motion="),
      ("segue join a --title 'Hi, you,at=cen", "Hi, you,at=center"),
      ("segue join a +slide:1.2,row", "+slide:1.2,rows="), ("segue join a +slide:", "+slide:0.8"),
      ("segue a b --timing ease-in-out-el", "ease-in-out-elastic"), ("segue a b --codec hev", "hevc"),
      ("segue a b --format png-s", "png-sequence"), ("segue a b --background rebec", "rebeccapurple"),
      ("segue a b -s 1080", "1080p"), ("segue devi", "devices"), ("segue list pin", "pin-rotate"),
      ("segue render a b --require-", "--require-gpu"), ("segue completions fi", "fish"),
      ("segue help bat", "batch"), ("segue join a.mp4 +pin", "+pin-rotate"),
      ("segue join a.mp4 --slu", "--slurm"), ("segue batch in/beach.jpg --sba", "--sbatch-arg"),
      ("segue a b --timeline in/beach", "in/beach.jpg"), ("segue join a.mp4 b.mp4 -t ran", "random:"),
      ("segue join a.mp4 b.mp4 --transition=rand", "--transition=random:"),
      ("segue in/my\\ p", "in/my pic.png"),
      ("segue a b --transition=xfade:circleo", "--transition=xfade:circleopen"),
      ("segue join a.mp4,fit=cov", "a.mp4,fit=cover"),
      ("segue join in/my\\ pic.png,mot", "in/my pic.png,motion="),
      ("segue join 'in/my pic.png,mot", "in/my pic.png,motion="),
      ("segue join a --title=Hi,stag", "--title=Hi,stagger="),
      ("segue join a --title \"Hi, you,stag", "Hi, you,stagger="),
      ("segue join a --overlay b.png,ble", "b.png,blend="),
      ("segue join a +slide,rows=3,operation=po", "+slide,rows=3,operation=pop"),
      ("segue join a +cut,s", "+cut,sound="), ("segue join a +xfade:circleo", "+xfade:circleopen"),
      ("segue join a --device iph", "iphone"), ("segue join a --device iphone,bez", "iphone,bezel="),
      ("segue join a --progress-bar top,of=cl", "top,of=clips"),
      ("segue join a --music in/song.mp3,fad", "in/song.mp3,fade="),
    ].filter { $0.1 != "batch" || Self.commands.contains("batch") }

    /// The lines that are typed into a shell. All shells get the same completions.
    private static let typed = Tier.current == .full ? cases : Array(cases.prefix(13))

    private static let commands = SegueTool.configuration.subcommands.compactMap {
      $0.configuration.commandName
    }

    @Test("bash completes files and options", .needs("bash", "script"))
    func bash() async throws {
      try await expectLines(
        of: "bash --norc --noprofile -i", after: "source <(segue completions bash)")
    }

    @Test(
      "zsh completes files and options",
      .needs("zsh", "script"))
    func zsh() async throws {
      try await expectLines(
        of: "zsh -f -i",
        after: """
          bindkey -e; autoload -Uz compinit; compinit -u -d temporary/dump
          segue completions zsh > temporary/segue.zsh; source temporary/segue.zsh
          """)
    }

    @Test(
      "fish completes files and options",
      .needs("fish"))
    func fish() async throws {
      for (line, word) in Self.typed {
        let quoted = line.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        try place.write("segue completions fish | source; complete -C '\(quoted)'", to: "script")
        let outcome = try await tool.run([], shell: "\(try setUp()); exec fish --no-config script")
        let words = outcome.text.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(
          words == [word[...]] || words == [word[...], "\(word),"],
          "\(line): \(outcome.text)\(outcome.messages)")
      }
    }

    /// Types every line into a shell, followed by a tab. Then it closes the quote and inserts `printf` at
    /// the start, so that the shell prints the completed words.
    private func expectLines(of shell: String, after preparation: String) async throws {
      var keys = "PS1=; \(try setUp())\n\(preparation)\n"
      for (line, _) in Self.typed {
        let quote = ["'", "\""].first { line.contains($0) } ?? ""
        keys += line + "\t\(quote)\u{1}printf '%s|' \u{5} >> words; echo >> words\n"
      }
      try place.write(keys + "exit\n", to: "keys")
      _ = try await tool.run([], input: "keys", shell: "exec script -qec '\(shell)' /dev/null")
      let lines = (place.text("words") ?? "").split(separator: "\n")
      let found = lines.map { $0.split(separator: "|").last.map(String.init) ?? "" }
      #expect(found == Self.typed.map(\.word))
    }

    private func setUp() throws -> String {
      let folder = URL(fileURLWithPath: try Program.built("segue").path).deletingLastPathComponent().path
      return "export PATH='\(folder)':\"$PATH\" HOME='\(place.path)'"
    }

    @Test("options, values and files are completed at the cursor")
    func answers() {
      #expect(Completer.candidates(for: ["a", ""]) == [.paths])
      #expect(Completer.candidates(for: ["a", "b", ""]).isEmpty)
      #expect(Completer.candidates(for: ["a", "b", "--duration", ""]).isEmpty)
      #expect(Set(words("a", "b", "--back")) == ["--backend", "--background"])
      #expect(words("list", "--a") == ["--aliases"])
      #expect(words("list", "--aliases", "") == ["xfade"])
      #expect(words("--vers") == ["--version"])
      #expect(words("a", "b", "--", "--fi").isEmpty)
      #expect(words("a", "b", "-t", "ran").isEmpty && words("join", "a", "-t", "ran") == ["random:"])
      #expect(words("curve", "eas").contains("ease-out"))
      #expect(words("a", "b", "--transition=grow", "-p", "") == ["origin="])
      #expect(words("a", "b", "--loop", "") == ["forever"])
    }

    private func words(_ line: String...) -> [String] { Completer.words(for: line) }

    @Test("each key of an input is completed once after a comma")
    func inputs() {
      #expect(words("join", "a.mp4,spe") == ["a.mp4,speed="])
      #expect(words("join", "a.mp4,speed=2,spe").isEmpty)
      #expect(words("join", "a.mp4,filter='mix(1, 2)', spe") == ["a.mp4,filter='mix(1, 2)', speed="])
      #expect(words("a.mp4,").isEmpty)
    }

    @Test("a key is completed with its values")
    func values() {
      let fits = ["cover", "contain", "stretch", "blur"].map { "a.mp4,fit=\($0)" }
      #expect(Set(words("join", "a.mp4,fit=")) == Set(fits))
      #expect(words("join", "a.mp4,reverse=") == ["a.mp4,reverse=true", "a.mp4,reverse=false"])
      #expect(words("join", "a.mp4,rotate=") == [0, 90, 180, 270].map { "a.mp4,rotate=\($0)" })
      #expect(words("join", "a.mp4,filter=pixel").contains("a.mp4,filter=pixellate"))
      #expect(Completer.candidates(for: ["join", "a.mp4,speed="]).isEmpty)
    }

    @Test("a comma is offered after a complete value")
    func commas() {
      #expect(words("join", "a.mp4,fit=cov") == ["a.mp4,fit=cover", "a.mp4,fit=cover,"])
      #expect(words("join", "a", "--device", "ip") == ["iphone", "iphone,"])
      #expect(words("join", "a", "+slide:1.2") == ["+slide:1.2", "+slide:1.2,"])
    }

    @Test("a comma in a title may begin a key")
    func titles() {
      #expect(
        words("join", "a", "--title", "Summer, 2026,sta")
          == ["stagger=", "start="].map { "Summer, 2026," + $0 })
      #expect(words("join", "a", "--title", "Summer, 20").isEmpty)
      #expect(words("join", "a", "--title", "Hi,at=").count == 9)
      #expect(words("join", "a", "--title=Hi,font='A, B',stag") == ["--title=Hi,font='A, B',stagger="])
      #expect(words("join", "a", "--title", "Hi,color=rebec").first == "Hi,color=rebeccapurple")
      #expect(words("join", "a", "--title", "Hi,shadow=no").first == "Hi,shadow=none")
      #expect(
        Set(words("join", "a", "--title", "Hi,enter=ios-p")) == ["Hi,enter=ios-pop", "Hi,enter=ios-push"])
    }

    @Test("a transition between inputs is completed with its length, its keys and its parameters")
    func junctions() {
      #expect(words("join", "a", "+slide:") == ["+slide:0.8", "+slide:0.8,"])
      let keys = Set(words("join", "a", "+slide:0.8,rows=12,"))
      let expected = ["timing", "from-filter", "to-filter", "filter", "sound", "operation"]
      #expect(keys.isSuperset(of: expected.map { "+slide:0.8,rows=12,\($0)=" }))
      #expect(!keys.contains("+slide:0.8,rows=12,rows="))
      #expect(words("join", "a", "+slide,sound=eq").first == "+slide,sound=equal-power")
      #expect(
        words("join", "a", "+slide,timing=ease-in-out-el").first == "+slide,timing=ease-in-out-elastic")
      #expect(words("join", "a", "+slide,operation=po").first == "+slide,operation=pop")
      #expect(words("join", "a", "+cut,") == ["+cut,sound="])
    }

    @Test("options of a film are completed with their keys")
    func options() {
      #expect(words("a", "b", "--device", "ip").isEmpty)
      #expect(words("join", "a", "--progress-bar", "") == ["top", "bottom"])
      #expect(words("join", "a", "--progress-bar", "top,of=") == ["top,of=film", "top,of=clips"])
      #expect(words("join", "a", "--overlay", "b.png,blend=mult").first == "b.png,blend=multiply")
      #expect(words("join", "a", "--captions", "c.srt,style=l").first == "c.srt,style=loud")
      #expect(words("join", "a", "--music", "s.mp3,fa") == ["s.mp3,fade="])
      #expect(words("join", "a", "--voice", "s.mp3,fa") == ["s.mp3,fade="])
    }

    @Test("files that begin with the typed word have precedence over keys")
    func files() throws {
      try place.write("", to: "in/trip, day 2.mp4")
      let trip = Completer.candidates(for: ["join", place.path + "/in/trip,"])
      #expect(trip == [.paths])
      let beach = Completer.candidates(for: ["join", place.path + "/in/beach.jpg,"])
      #expect(!beach.contains(.paths) && !beach.isEmpty)
    }
  }
}
