import Foundation
import Segue
import Testing

@Suite("segue sheet") struct SheetCommandTests {
  @Test("writes a picture of the transitions named, in the size asked for")
  func named() async throws {
    try await BuiltTool.inFolder { tool in
      let outcome = try await tool.run(
        "sheet", "from.png", "to.png", "-o", "sheet.png", "-t", "dissolve", "-t", "push", "--columns", "3",
        "-s",
        "32x20", "--background", "#ff0000")
      #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.messages.contains("sheet.png"))
      let sheet = try await ImageDecoder().decode(path: tool.path("sheet.png")).snapshot
      let columns = (0..<sheet.size.width).map { sheet[$0, sheet.size.height - 12] }
      #expect(columns.count { $0 == .white } == 32 + 16 && columns.count { $0 == .black } == 32 + 16)
      #expect(sheet[0, 0] == Color(red: 255, green: 0, blue: 0))
    }
  }

  @Test("shows every built-in")
  func all() async throws {
    try await BuiltTool.inFolder { tool in
      #expect(
        try await tool.run(
          "sheet", "from.png", "to.png", "-o", "all.png", "-s", "16x10", "--columns", "2", "-q"
        )
        .messages.isEmpty)
      let sheet = try await ImageDecoder().decode(path: tool.path("all.png")).snapshot
      #expect(sheet.size.height > Catalogue.builtIn.transitions.count * 10)
    }
  }

  @Test("exit codes say what is wrong, and leave nothing behind")
  func problems() async throws {
    try await BuiltTool.inFolder { tool in
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "a.png", "-t", "disolve").code == 64)
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "a.jpg").code == 64)
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "a.png", "--columns", "1").code == 64)
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "to.png", "-y").code == 64)
      #expect(try await tool.run("sheet", "-", "-", "-o", "a.png").code == 64)
      #expect(try await tool.run("sheet", "none.png", "to.png", "-o", "a.png").code == 66)
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "none/a.png").code == 73)
      try tool.write("old", to: "a.png")
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "a.png").code == 73)
      #expect(try String(contentsOfFile: tool.path("a.png"), encoding: .utf8) == "old")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: tool.folder).count { $0.contains("segue-") } == 0)
    }
  }
}
