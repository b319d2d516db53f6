import Foundation
import TestSupport
import Testing

@testable import segue_cli

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

    /// The text before the tab, and the completed word.
    static let cases: [(line: String, word: String)] = [
      ("segue in/beach.j", "in/beach.jpg"), ("segue in/my", "in/my pic.png"),
      ("segue a b --ov", "--overwrite"),
      ("segue a b --fit cov", "cover"), ("segue a b --fit=cov", "--fit=cover"),
      ("segue a b -t pixella", "pixellate-dissolve"), ("segue a b -t xfade:circleo", "xfade:circleopen"),
      ("segue a b -t slide -p ro", "rows="), ("segue a b -t slide -p operation=po", "operation=pop"),
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
    ].filter { $0.1 != "batch" || Self.commands.contains("batch") }

    /// The lines that are typed into a shell. All shells get the same completions.
    private static let typed = Tier.current == .full ? cases : Array(cases.prefix(9))

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
        #expect(words == [word[...]], "\(line): \(outcome.text)\(outcome.messages)")
      }
    }

    /// Types every line into a shell, followed by a tab; then inserts `printf` at its start, so that the shell prints
    /// the completed words.
    private func expectLines(of shell: String, after preparation: String) async throws {
      var keys = "PS1=; \(try setUp())\n\(preparation)\n"
      for (line, _) in Self.typed { keys += line + "\t\u{1}printf '%s|' \u{5} >> words; echo >> words\n" }
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
    func answers() throws {
      let completer = Completer(tree: try CommandTree.current())
      func words(_ line: String...) -> [String] { completer.answer(for: line).candidates.map(\.value) }
      #expect(completer.answer(for: ["a", ""]).takesFiles)
      #expect(!completer.answer(for: ["a", "b", "--duration", ""]).takesFiles)
      #expect(words("a", "b", "--duration", "").isEmpty)
      #expect(Set(words("a", "b", "--back")) == ["--backend", "--background"])
      #expect(words("list", "--a") == ["--aliases"])
      #expect(words("list", "--aliases", "") == ["xfade"])
      #expect(words("--vers") == ["--version"])
      #expect(words("a", "b", "--", "--fi").isEmpty)
      #expect(words("a", "b", "-t", "ran").isEmpty && words("join", "a", "-t", "ran") == ["random:"])
      #expect(words("curve", "eas").contains("ease-out"))
      #expect(words("a", "b", "--transition=grow", "-p", "") == ["origin="])
    }
  }
}
