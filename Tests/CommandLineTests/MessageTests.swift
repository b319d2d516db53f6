import Foundation
import SegueImaging
import TestSupport
import Testing

@testable import segue_cli

extension ToolTests {
  @Suite("Messages") struct Messages: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    private static let short = ["-d", "0.05", "-y", "-o", "out.webp"]

    private func render(_ arguments: String...) async throws -> Outcome {
      try await tool.run(["from.png", "to.png"] + Self.short + arguments)
    }

    @Test("only an uncoloured summary is printed without a terminal")
    func plain() async throws {
      let outcome = try await render()
      #expect(outcome.messages.hasPrefix("out.webp: 4 frames of 32x24 in 0.07 s, pixellate-dissolve"))
      #expect(outcome.messages.split(separator: "\n").count == 1)
      #expect(!outcome.messages.contains("\r") && !outcome.messages.contains("\u{1B}"))
      #expect(outcome.output.isEmpty)
    }

    @Test("-q prints only errors")
    func quiet() async throws {
      #expect(try await render("-q").messages.isEmpty)
      #expect(try await render("-q", "--limit-side", "2").messages.contains("limit of 2"))
    }

    @Test("a GIF with a high rate causes a warning")
    func quickGIF() async throws {
      let common = ["join", "from.png", "to.png", "--each", "0.2", "-d", "0.1", "-o", "out.gif", "--plan"]
      let quick = try await tool.run(common + ["-r", "60"])
      #expect(
        quick.code == 0 && quick.messages.contains("warning: browsers slow down gif above 50"),
        "\(quick.messages)")
      let usual = try await tool.run(common + ["-r", "50"])
      #expect(usual.code == 0 && !usual.messages.contains("warning"), "\(usual.messages)")
    }

    @Test("lost transparency causes a warning unless a background is set")
    func lostAlpha() async throws {
      let common = ["-d", "0.05", "-y", "-r", "50", "-o"]
      func warnings(_ output: String, _ arguments: String..., from: String = "from.png") async throws
        -> String
      {
        let outcome = try await tool.run([from, "to.png"] + common + [output] + arguments)
        #expect(outcome.code == 0, "\(outcome.messages)")
        return outcome.messages.split(separator: "\n").filter { $0.contains("warning:") }.joined()
      }
      try place.write(
        Snapshot(width: 32, height: 24) { x, _ in RGBAColor(red: 9, green: 9, blue: 9, alpha: x < 9 ? 0 : 255)
        },
        to: "clear.png")
      #expect(try await warnings("o.y4m").isEmpty)
      let clear = try await warnings("o.y4m", from: "clear.png")
      #expect(clear.contains("transparent parts of clear.png become black"))
      #expect(try await warnings("o.y4m", "--background", "#000000", from: "clear.png").isEmpty)
      let translucent = try await warnings("o.y4m", "--background", "#ff000080")
      #expect(translucent.contains("transparent parts of the background become black"))
      #expect(try await warnings("o.webm", "--background", "transparent").isEmpty)
      #expect(try await warnings("o.webp", from: "clear.png").isEmpty)
    }

    @Test("durations without effect and leftover frames cause warnings")
    func oddRuns() async throws {
      let spring = try await render("--timing", "spring(1,100,20,0)")
      #expect(spring.messages.contains("so a duration of 0.05 s has no effect"))
      let short = try await tool.run(["from.png", "to.png", "-y", "-o", "out.webp", "-d", "0.004"])
      #expect(short.messages.contains("shorter than a frame") && short.messages.contains("1 frame of"))
      #expect(try await tool.run(["from.png", "to.png", "-d", "0.1", "-o", "f/"]).code == 0)
      let shorter = try await tool.run(["from.png", "to.png", "-d", "0.05", "-y", "-o", "f/"])
      #expect(shorter.messages.contains("warning: f/frame-00004.png is left over from a longer run"))
      let shard = try await tool.run(
        ["from.png", "to.png", "-d", "0.1", "-y", "-o", "f/", "--frames", "0-2"])
      #expect(!shard.messages.contains("warning"), "\(shard.messages)")
    }

    @Test("-v prints choices and the encoder's command")
    func verbose() async throws {
      let outcome = try await tool.run([
        "from.png", "to.png", "-d", "0.05", "-o", "o ut.mp4", "-v", "--encoder-args=-tune", "--encoder-args",
        "animation",
      ])
      #expect(outcome.messages.contains("pictures: 32x24"))
      #expect(outcome.messages.contains("renderer: "))
      #expect(outcome.messages.contains("encoder: ffmpeg "))
      #expect(outcome.messages.contains("-tune animation"))
      #expect(outcome.messages.contains("'file:o ut.mp4'"))
    }

    @Test("--progress always draws a bar in a pipe")
    func progress() async throws {
      let outcome = try await render("--progress", "always")
      #expect(outcome.messages.contains("\r"))
      #expect(outcome.messages.contains("4/4 frames"))
    }

    @Test("a terminal gets a progress bar and red errors")
    func terminal() async throws {
      let shell = "script -qec \"$(printf '%q ' \"$@\")\" /dev/null"
      let shown = try await tool.run(["from.png", "to.png"] + Self.short, shell: shell)
      #expect(shown.code == 0 && shown.text.contains("4/4 frames"), "\(shown.text)")
      let red = try await tool.run(["none.png", "to.png"] + Self.short, shell: shell)
      #expect(red.code == 66 && red.text.contains("\u{1B}[1;31merror:\u{1B}[0m"), "\(red.text)")
      let plain = try await Tool(place, environment: ["NO_COLOR": "1"]).run(
        ["none.png", "to.png"] + Self.short, shell: shell)
      #expect(plain.code == 66 && !plain.text.contains("\u{1B}["))
    }

    @Test("FORCE_COLOR colours the messages in a pipe")
    func color() async throws {
      let colored = Tool(place, environment: ["FORCE_COLOR": "1"])
      let always = try await colored.run(["none.png", "to.png"] + Self.short)
      #expect(always.messages.hasPrefix("\u{1B}[1msegue:\u{1B}[0m \u{1B}[1;31merror:\u{1B}[0m "))
      let both = Tool(place, environment: ["FORCE_COLOR": "1", "NO_COLOR": "1"])
      let never = try await both.run(["none.png", "to.png"] + Self.short)
      #expect(never.messages.hasPrefix("segue: error: "))
    }

    @Test("ffmpeg's messages have no colours even if AV_LOG_FORCE_COLOR is set")
    func decoderColor() async throws {
      try place.write(String(repeating: "\u{1}", count: 100), to: "bad.mp4")
      let colored = Tool(place, environment: ["AV_LOG_FORCE_COLOR": "1"])
      let outcome = try await colored.run(["join", "bad.mp4", "bad.mp4", "-o", "a.mp4"])
      #expect(outcome.messages.contains("Invalid data found when processing input"))
      #expect(!outcome.messages.contains("\u{1B}["))
    }

    @Test("the count of one frame is in the singular")
    func grammar() async throws {
      let outcome = try await tool.render("--at", "0.5", "-o", "one.png")
      #expect(outcome.messages.hasPrefix("one.png: 1 frame of 32x24"))
    }

    @Test("the report is JSON with stable keys")
    func report() async throws {
      let outcome = try await render("--json")
      let report = outcome.report
      #expect(report["schema"] as? Int == 1)
      #expect(report["transition"] as? String == "pixellate-dissolve")
      #expect(report["frames"] as? Int == 4)
      #expect(report["fps"] as? String == "60/1")
      #expect(abs((report["duration"] as? Double ?? 0) - 4.0 / 60) < 1e-9)
      #expect(report["parameters"] as? [String: String] == ["shared": "false", "width": "0.1"])
      #expect(report["outputs"] as? [String] == ["out.webp"])
      #expect(report["warnings"] as? [String] == [])
      let seconds = try #require(report["seconds"] as? [String: Double])
      #expect(seconds.keys.sorted() == ["decode", "encode", "prepare", "readback", "render", "total"])
      #expect(outcome.messages.isEmpty)
    }

    @Test(
      "a bar shows frames, rate and remaining time",
      arguments: [
        (0, 61, 0.0, "░░░░░░░░░░░░░░░░░░░░░░░░ 0/61 frames, 0 frames/s, ? left"),
        (30, 60, 3.0, "████████████░░░░░░░░░░░░ 30/60 frames, 10 frames/s, 3 s left"),
        (1, 1, 0.5, "████████████████████████ 1/1 frame, 2 frames/s, 0 s left"),
        (10, 6000, 10.0, "░░░░░░░░░░░░░░░░░░░░░░░░ 10/6000 frames, 1 frames/s, 1:39:50 left"),
      ])
    func bar(done: Int, total: Int, seconds: Double, line: String) {
      #expect(ProgressBar.line(done: done, total: total, seconds: seconds) == line)
    }

    @Test(
      "a progress line fits the width of a narrow terminal",
      arguments: [
        (45, "░░░░ 10/6000 frames, 1 frames/s, 1:39:50 left"), (29, "░░░░░░░ 10/6000, 1:39:50 left"),
        (19, "░░░░░░░░░░░ 10/6000"), (12, "░░░░ 10/6000"), (7, "10/6000"), (4, "0%"), (1, ""),
      ])
    func narrow(width: Int, line: String) {
      let shown = ProgressBar.line(done: 10, total: 6000, seconds: 10, width: width)
      #expect(shown == line && shown.count <= width)
    }

    @Test(
      "a bar with a title has no frame counts",
      arguments: [
        (80, "████████████░░░░░░░░░░░░ attempt 2, quality 40 instead of 80, 50%"), (17, "attempt 2, 50%"),
        (9, "██░░░ 50%"),
      ])
    func titled(width: Int, line: String) {
      let title = "attempt 2, quality 40 instead of 80"
      let shown = ProgressBar.line(done: 30, total: 60, seconds: 3, width: width, title: title)
      #expect(shown == line)
    }

    @Test("every command's help explains every option in lines of at most 80 columns")
    func help() async throws {
      let commands = SegueTool.configuration.subcommands.compactMap { $0.configuration.commandName }
      #expect(commands.contains("render") && commands.contains("list"))
      for words in [["--help"]] + commands.map({ [$0, "--help"] }) + commands.map({ ["help", $0] }) {
        let outcome = try await tool.run(words)
        #expect(outcome.code == 0 && outcome.messages.isEmpty)
        #expect(outcome.text.hasPrefix("OVERVIEW: ") && outcome.text.contains("USAGE: segue"), "\(words)")
        let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE: ") }, "\(words)")
        for (line, next) in zip(lines, lines.dropFirst()) where line.hasPrefix("  -") {
          let explanation = line.dropFirst(26) + next.prefix(27).drop(while: { $0 == " " })
          #expect(!explanation.isEmpty, "\(words): \(line) is not explained")
        }
      }
    }

    @Test("the manual page has every option of every command")
    func manual() async throws {
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Packaging/make-manual.sh").standardized.path
      let page = try await tool.run([], shell: "exec '\(script)' \"$1\"").text
      #expect(page.hasPrefix(".TH SEGUE 1"))
      let sections = page.split(separator: "\n").compactMap { line in
        line.firstMatch(of: /^\.SH "?([A-Z ]+)"?$/).map { String($0.output.1) }
      }
      let standard = [
        "NAME", "SYNOPSIS", "DESCRIPTION", "EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES", "SEE ALSO",
      ]
      #expect(sections.filter { !$0.hasPrefix("SEGUE ") } == standard)
      #expect(page.contains("segue <from> <to> \\-o <out> [<options>]"))
      let shown = SegueTool.configuration.subcommands.filter { $0.configuration.shouldDisplay }
      for command in shown.compactMap({ $0.configuration.commandName }) {
        #expect(page.contains(".SH \"SEGUE \(command.uppercased())\""))
        for line in try await tool.run(["help", command]).text.split(separator: "\n") {
          guard let option = line.firstMatch(of: /^ {2}(?:-\w, )?(--[\w-]+)/)?.output.1 else { continue }
          #expect(page.contains(option.replacing("-", with: "\\-")), "\(command) \(option)")
        }
      }
    }

    @Test("--version prints the name, the version and the commit")
    func version() async throws {
      let text = try await tool.run(["--version"]).text
      let name = "segue \(ToolVersion.text)"
      #expect(text.hasPrefix(name))
      let commit = text.dropFirst(name.count)
      #expect(commit.wholeMatch(of: /( \([0-9a-f]{7,40}\))?\n/) != nil, "\(text)")
    }

    @Test("--version prints no commit if it is unknown")
    func commit() {
      #expect(ToolVersion.shown(commit: "1c70493") == "segue \(ToolVersion.text) (1c70493)")
      #expect(ToolVersion.shown(commit: "") == "segue \(ToolVersion.text)")
    }

    @Test("the scripts read the version from the sources")
    func script() async throws {
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Tools/version.sh").standardized.path
      let output = try await Program(script).output([])
      #expect(String(decoding: output, as: UTF8.self) == ToolVersion.text + "\n")
    }
  }
}
