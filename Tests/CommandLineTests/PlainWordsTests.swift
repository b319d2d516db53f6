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
      "before it had taken all", "did not leave", "takes nothing", "gave nothing", "belongs into",
      "no name for a file", "what lies under and around", "How many progresses", "there are linear",
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

    @Test("the screen of a command with groups of options, word for word")
    func batch() async throws {
      #expect(
        try await Tool(try Workplace()).run("help", "batch").text == """
          OVERVIEW: Runs a list of jobs, one JSON object per line with the long options
          as keys.

          Prints one line of JSON per job as it ends; a failed job does not stop the
          others. A journal beside the list remembers what was made, for --resume.

          EXAMPLES:
            segue batch jobs.jsonl
            segue batch jobs.jsonl --resume
            segue batch jobs.jsonl --shard 2/4

          A LINE OF THE LIST:
            {"from": "a.png", "to": "b.png", "output": "x.webp", "transition": "slide"}

          USAGE: segue batch <jobs.jsonl> [--jobs <n>] [--shard <k/n>] [--resume] [--retry <n>] [--memory <bytes>] [--journal <file>] [--slurm] [--array <n>] [--sbatch-arg <arg> ...] [--wait] [--quiet]

          ARGUMENTS:
            <jobs.jsonl>            The list; paths in it are relative to its folder. -
                                    is stdin, relative to this folder.

          SLURM:
            --slurm                 Submit an array to Slurm and print its id.
            --array <n>             Tasks of the array (default: one per ten jobs or one
                                    per chunk, 100 at most).
            --sbatch-arg <arg>      An argument for sbatch, such as
                                    --sbatch-arg=--partition=main; repeatable.
            --wait                  Wait for the array; print the same lines and exit
                                    with the same code as on one machine.

          OPTIONS:
            -j, --jobs <n>          Jobs at a time (default: one per core).
            --shard <k/n>           Only every N-th job, beginning with the K-th
                                    (1-based). auto/N takes K from a Kubernetes indexed
                                    job; on a Slurm array task or an AWS Batch array
                                    child the share follows from the scheduler's
                                    variables.
            --resume                Skip jobs whose output is already made from the same
                                    line and inputs; redo failed and interrupted ones.
            --retry <n>             Try a job again this often when writing or the
                                    encoder failed (default: 0).
            --memory <bytes>        Start jobs only while they need less memory than this
                                    together, such as 2GB (default: half of what there
                                    is).
            --journal <file>        Where to remember what was made (default: the list's
                                    name with .journal).
            -q, --quiet             Print errors only.
            --version               Show the version.
            -h, --help              Show help information.


          """)
    }

    @Test("screens without groups, word for word")
    func small() async throws {
      let tool = Tool(try Workplace())
      #expect(
        try await tool.run("help", "devices").text == """
          OVERVIEW: Lists this machine's renderers in the order they are tried, and the
          one that auto uses.

          USAGE: segue devices [--json] [--verify]

          OPTIONS:
            --json                  Print JSON.
            --verify                Draw the conformance recipes on every usable device
                                    and compare each frame with the CPU renderer's.
            --version               Show the version.
            -h, --help              Show help information.


          """)
      #expect(
        try await tool.run("help", "curve").text == """
          OVERVIEW: Prints a timing curve's values and velocities, and plots it.

          USAGE: segue curve <curve> [--duration <time>] [--samples <n>] [--json] [--output <plot.svg>] [--overwrite]

          ARGUMENTS:
            <curve>                 linear, ease, ease-in, ease-out, ease-in-out,
                                    cubic-bezier(…), steps(n) or spring(…).

          OPTIONS:
            -d, --duration <time>   Duration (default: 1); a spring of mass and stiffness
                                    takes its settling time instead.
            --samples <n>           Number of samples, both ends included: 2 to 100000.
                                    (default: 11)
            --json                  Print JSON.
            -o, --output <plot.svg> An SVG file for the plot.
            -y, --overwrite         Replace an existing output.
            --version               Show the version.
            -h, --help              Show help information.


          """)
    }

    @Test("the list says which transition overshoots, and what tames it")
    func overshoot() async throws {
      let tool = Tool(try Workplace())
      #expect(
        try await tool.run("list", "pin-rotate").text.contains("comes back; --timing 'spring(1)' does not."))
      #expect(try await tool.run("list", "slide").text.contains("below 1 they overshoot and bare the edges"))
      #expect(try await tool.run("list", "curves").text.contains("below 1 it overshoots"))
    }
  }
}
