import Foundation
import TestSupport
import Testing

extension ToolTests {
  @Suite("Interrupted commands") struct Interruptions: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    /// Sends a signal after a time: the test is about arbitrary moments, so it waits for no event.
    static func send(_ signal: Int32, to process: pid_t, after moment: Duration) async throws {
      try await Task.sleep(for: moment)
      kill(process, signal)
    }

    /// The arguments for different outputs.
    static let outputs = [
      ["-o", "out.raw", "--format", "raw"], ["-o", "out.mp4"], ["-o", "frames/"], ["-o", "out.webp"],
    ]

    /// Each output with one of the signals, and in the full tier also with the other.
    static let interrupted: [([String], Int32)] = {
      let signals = [SIGINT, SIGTERM, SIGINT, SIGTERM]
      return cases(Array(zip(outputs, signals)), full: Array(zip(outputs, signals.reversed())))
    }()

    @Test("a signal at a random frame leaves no output", arguments: interrupted)
    func signal(arguments: [String], number: Int32) async throws {
      let before = arguments[1] == "out.mp4" ? ["out.mp4"] : []
      for name in before { try place.write("before", to: name) }
      let moment = Duration.milliseconds(Int.random(in: 0..<150))
      let outcome = try await tool.run(
        ["from.png", "to.png", "-d", "3000", "-y", "-s", "320x240"] + arguments
      ) { [place] process in
        try await waitUntil { place.added != before }
        try await Self.send(number, to: process, after: moment)
      }
      #expect(outcome.code == 128 + number, "signal after \(moment)")
      place.expect(outcome, code: 128 + number, saying: "interrupted", leaving: before)
      for name in before { #expect(place.text(name) == "before") }
    }

    @Test(
      "the next run removes the unfinished file of a killed run",
      arguments: [["-o", "out.raw", "--format", "raw"], ["-o", "frames/"]])
    func killed(arguments: [String]) async throws {
      let output = arguments[1]
      let killed = try await tool.run(["from.png", "to.png", "-d", "3000"] + arguments) { [place] process in
        try await waitUntil {
          output == "frames/" ? !place.names(in: "frames").isEmpty : !place.added.isEmpty
        }
        kill(process, SIGKILL)
      }
      #expect(killed.code != 0)
      let again = try await tool.run(["from.png", "to.png", "-d", "0.01", "-r", "100", "-y"] + arguments)
      #expect(again.code == 0, "\(again.messages)")
      let hidden = (output == "frames/" ? place.names(in: "frames") : place.added).filter {
        $0.hasPrefix(".")
      }
      #expect(hidden.isEmpty, "\(hidden)")
    }

    @Test(
      "refused memory causes exit code 71 and leaves no output",
      arguments: [["-o", "out.webp"], ["-o", "out.raw", "--format", "raw"], ["-o", "out.mp4"]])
    func memoryLimit(arguments: [String]) async throws {
      // A frame of this size has 256 MB.
      let outcome = try await tool.run(
        ["from.png", "to.png", "-d", "0.1", "-s", "8192x8192"] + arguments,
        shell: "ulimit -c 0 -v 900000; exec \"$@\"")
      place.expect(outcome, code: 71, saying: "segue: error: ")
    }

    @Test("a refused thread causes exit code 71")
    func threadLimit() async throws {
      // Each thread reserves 200 MB of addresses for its stack.
      let outcome = try await tool.run(
        ["from.png", "to.png", "-d", "0.1", "-o", "out.webp"],
        shell: "ulimit -c 0 -s 200000 -v 700000; exec \"$@\"")
      place.expect(outcome, code: 71, saying: "the system refuses more memory or another thread")
    }

    @Test("an interrupted batch reports its finished jobs")
    func batch() async throws {
      let jobs = (0..<40).map { index in
        "{\"from\": \"from.png\", \"to\": \"to.png\", \"output\": \"\(index).raw\", \"format\": \"raw\", \"duration\": "
          + (index == 0 ? "0.1}" : "3000}")
      }
      try place.write(jobs.joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run(["batch", "jobs.jsonl", "--jobs", "1"]) { [place] process in
        try await waitUntil { place.names().contains { $0.hasPrefix(".1.segue-") } }
        kill(process, SIGINT)
      }
      #expect(outcome.code == 130)
      #expect(outcome.messages.hasPrefix("interrupted after 1 of 40 jobs: 1 done, 0 failed, in "))
      #expect(outcome.messages.contains(" s; --resume continues\n"))
    }

    @Test("SIGHUP leaves no output unless it is ignored")
    func hangUp() async throws {
      let endless = ["from.png", "to.png", "-d", "3000", "-o", "out.raw", "--format", "raw"]
      let outcome = try await tool.run(endless) { [place] process in
        try await waitUntil { !place.added.isEmpty }
        kill(process, SIGHUP)
      }
      place.expect(outcome, code: 129, saying: "interrupted")
      let short = ["from.png", "to.png", "-d", "2", "-s", "640x480", "-o", "out.raw", "--format", "raw"]
      let ignoring = try await tool.run(short, shell: "trap '' HUP; exec \"$@\"") { [place] process in
        try await waitUntil { !place.added.isEmpty }
        kill(process, SIGHUP)
      }
      #expect(ignoring.code == 0 && place.added == ["out.raw"], "\(ignoring.messages)")
    }

    @Test("a signal ends other commands and leaves no output", arguments: [SIGINT, SIGTERM])
    func otherCommands(number: Int32) async throws {
      let commands = [
        [
          "sheet", "from.png", "to.png", "-s", "1024x1024", "--columns", "100", "-t", "slide", "-o",
          "sheet.png",
        ],
        ["bench", "--frames", "1000000"],
      ]
      for arguments in commands {
        let outcome = try await tool.run(arguments) { [place] process in
          try await place.waitUntilListening(process)
          if arguments[0] == "sheet" { try await waitUntil { !place.added.isEmpty } }
          kill(process, number)
        }
        place.expect(outcome, code: 128 + number, saying: "interrupted")
      }
    }

    @Test("a signal ends the wait for an input")
    func silentInput() async throws {
      #expect(mkfifo(place.file("fifo"), 0o600) == 0)
      for inputs in [["from.png", "to.png", "--timeline", "fifo"], ["from.png", "fifo"]] {
        let outcome = try await tool.run(inputs + ["-o", "out.webp"]) { [place] process in
          try await place.waitUntilListening(process)
          kill(process, SIGTERM)
        }
        place.expect(outcome, code: 143, saying: "interrupted", leaving: ["fifo"])
      }
    }

    @Test(
      "a signal ends a hanging decoder and removes its folder",
      arguments: ["render", "sheet"])
    func hangingDecoder(command: String) async throws {
      // A bitmap of one pixel. Source: BITMAPINFOHEADER.
      try place.write(
        [0x42, 0x4d, 58, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 24, 0]
          + [UInt8](repeating: 0, count: 28), to: "from.bmp")
      try place.installEncoder("trap '' INT TERM HUP; while :; do sleep 0.1; done")
      let outcome = try await tool.run(
        [command, "from.bmp", "to.png", "-o", "out.png"] + (command == "render" ? ["--at", "0"] : [])
      ) {
        [place] process in
        try await waitUntil { place.hasEncoderBegun }
        kill(process, SIGTERM)
      }
      try await waitUntil { place.encoderIsGone }
      place.expect(outcome, code: 143, saying: "interrupted", leaving: ["from.bmp"])
    }

    @Test(
      "a signal at any moment of start-up ends the tool",
      arguments: cases([0, 5, 10, 15], full: (0..<20).filter { $0 % 5 > 0 }))
    func early(milliseconds: Int) async throws {
      let outcome = try await tool.run(
        ["from.png", "to.png", "-d", "3000", "-o", "out.raw", "--format", "raw"]
      ) { process in
        try await Self.send(SIGTERM, to: process, after: .milliseconds(milliseconds))
      }
      #expect(outcome.code == (outcome.wasKilled ? SIGTERM : 143))
      #expect(place.added == [])
    }

    @Test("a second signal ends the tool and an encoder that ignores signals")
    func second() async throws {
      try place.write("before", to: "out.mp4")
      // The encoder sends both signals itself: the first at its start, the second when it receives the tool's SIGTERM,
      // well before the tool's SIGKILL would follow. The result does not depend on a busy machine's clock.
      try place.installEncoder(
        """
        trap 'kill -TERM $PPID' TERM
        trap '' INT HUP
        kill -INT $PPID
        while :; do sleep 0.1; done
        """)
      let outcome = try await tool.run("from.png", "to.png", "-s", "640x480", "-y", "-o", "out.mp4")
      // SIGKILL was sent; the system may take a moment.
      try await waitUntil { place.encoderIsGone }
      place.expect(outcome, code: 143, leaving: ["out.mp4"])
      #expect(place.text("out.mp4") == "before")
      #expect(place.encoderIsGone)
    }
  }
}
