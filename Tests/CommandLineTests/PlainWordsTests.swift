import Testing

@testable import segue_cli

extension ToolTests {
  /// What people read, in the words that they would use.
  @Suite struct PlainWords {
    /// Turns of phrase that nobody would search for, none of which may come back.
    static let oddities = [
      "picture that leaves", "picture that comes", "with the same bytes from both", "refused unread",
      "cuts what is over",
      "no clock", "no curve", "may take nothing", "nothing but errors", "cannot be meant",
      "says nothing here",
      "before it had taken all", "what lies under and around", "How many progresses", "there are linear",
    ]

    static let commands = SegueTool.configuration.subcommands.compactMap { $0.configuration.commandName }

    @Test("help screens and lists are in plain words")
    func help() async throws {
      let tool = Tool(try Workplace())
      var screens = [["--help"], ["list"], ["list", "formats"], ["list", "slide"]]
      screens += Self.commands.map { ["help", $0] }
      for words in screens {
        let text = try await tool.run(words).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(text.count > 100, "\(words)")
        for oddity in Self.oddities {
          #expect(!text.localizedCaseInsensitiveContains(oddity), "\(words): \(oddity)")
        }
      }
    }

    @Test("the first screen says what it is, how to call it and where to go on, word for word")
    func overview() async throws {
      let text = try await Tool(try Workplace()).run("--help").text
      #expect(
        text.hasPrefix(
          """
          OVERVIEW: Renders a transition between two pictures as video, an animation or
          frames.

          segue render --help lists the options. The GPU and the CPU renderer draw
          byte-identical frames.
          Messages go to stderr; stdout carries results only.

          EXAMPLES:
            segue from.jpg to.jpg -o out.mp4
            segue from.png to.png -o out.webp -t slide -p rows=12 -s 480p
            segue list slide

          USAGE: segue <from> <to> -o <out> [<options>]
                        segue <subcommand> [<options>]

          OPTIONS:
            --version               Show the version.
            -h, --help              Show help information.

          SUBCOMMANDS:
            render (default)        Renders the transition from one picture to another
                                    (the default command).

          """), "\(text)")
      for command in Self.commands { #expect(text.contains("\n  \(command) "), "\(command)") }
    }

    @Test("the screen of a command that prints scripts, word for word")
    func completions() async throws {
      #expect(
        try await Tool(try Workplace()).run("help", "completions").text == """
          OVERVIEW: Prints the completion script for bash, zsh or fish.

          EXAMPLES:
            eval "$(segue completions bash)"
            segue completions zsh > ~/.zfunc/_segue
            segue completions fish > ~/.config/fish/completions/segue.fish

          USAGE: segue completions [<shell>]

          ARGUMENTS:
            <shell>                 The shell: bash, zsh or fish. (values: bash, zsh,
                                    fish)

          OPTIONS:
            --version               Show the version.
            -h, --help              Show help information.


          """)
    }
  }
}
