import Foundation
import TestSupport
import Testing

@testable import segue_cli

extension ToolTests {
  /// The complete help screens.
  @Suite("Help screens") struct HelpScreens {
    static let commands = SegueTool.configuration.subcommands.compactMap { $0.configuration.commandName }

    /// All screens in one file.
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "HelpScreens.txt")

    @Test(
      "help screens equal the recorded file")
    func screens() async throws {
      let tool = Tool(try Workplace.forTool())
      var (text, known): (String, Set<String>) = ("", [])
      for command in [nil] + Self.commands.map(Optional.init) {
        text += "==== segue \(command.map { "help " + $0 } ?? "--help")\n\n"
        let screen = try await tool.run(command.map { ["help", $0] } ?? ["--help"]).text
        for block in screen.trimmingCharacters(in: .newlines).components(separatedBy: "\n\n") {
          // Options of an earlier screen are listed by name only.
          let title = block.prefix { $0 != "\n" }
          let isShared = title.hasSuffix(":") && !known.insert(block).inserted
          text += (isShared ? "\(title) as above" : block) + "\n\n"
        }
      }
      if ProcessInfo.processInfo.environment["RECORD_SCREENS"] == "1" {
        try text.write(to: Self.file, atomically: true, encoding: .utf8)
      }
      let wanted = try String(contentsOf: Self.file, encoding: .utf8)
      #expect(text.count == wanted.count)
      for (line, want) in zip(text.split(separator: "\n"), wanted.split(separator: "\n")) where line != want {
        Issue.record("“\(line)” is in the file as “\(want)”")
        break
      }
    }

    @Test("segue list marks the transitions that overshoot")
    func overshoot() async throws {
      let tool = Tool(try Workplace.forTool())
      #expect(try await tool.run("list", "slide").text.contains("overshoot, and their edges are stretched"))
      #expect(try await tool.run("list", "curves").text.contains("a ratio below 1 overshoots"))
    }
  }
}
