import Foundation
import SegueFilms
import TestSupport
import Testing

extension ToolTests {
  @Suite("segue sheet") struct SheetCommand: ToolSuite {
    let tool: Tool

    init() throws { tool = Tool(try .forTool(from: .white, to: .black)) }

    @Test("a sheet of named transitions has the requested size")
    func named() async throws {
      let outcome = try await tool.run(
        "sheet", "from.png", "to.png", "-o", "sheet.png", "-t", "dissolve", "-t", "push", "--columns", "3",
        "-s",
        "32x20", "--background", "#ff0000")
      #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.messages.contains("sheet.png"))
      let sheet = try await ImageDecoder().decode(path: place.file("sheet.png")).snapshot
      let columns = (0..<sheet.size.width).map { sheet[$0, sheet.size.height - 12] }
      #expect(columns.count { $0 == .white } == 32 + 16 && columns.count { $0 == .black } == 32 + 16)
      #expect(sheet[0, 0] == RGBAColor(red: 255, green: 0, blue: 0))
    }

    @Test("-p and --timing apply to every named transition of a sheet")
    func parameters() async throws {
      #expect(
        try await tool.run(
          "sheet", "from.png", "to.png", "-o", "sheet.png", "-t", "wipe", "-p", "angle=90", "-p",
          "softness=0", "--timing", "ease-in-quad", "--columns", "3", "-s", "32x20", "--background", "#ff0000"
        ).code == 0)
      let sheet = try await ImageDecoder().decode(path: place.file("sheet.png")).snapshot
      // A downward wipe of a quarter of 20 rows, in the second of three columns.
      let column = sheet.size.width - 8 - 32 - 2 - 16
      let rows = (0..<20).map { sheet[column, sheet.size.height - 8 - 20 + $0] }
      #expect(rows.prefix(4).allSatisfy { $0 == .black } && rows.suffix(14).allSatisfy { $0 == .white })
    }

    @Test(
      "the error for an invalid parameter of a sheet names it",
      arguments: [
        (["-p", "rows=12"], "-t"), (["-t", "wipe", "-p", "rows=12"], "rows"),
        (["-t", "wipe", "-p", "angle=x"], "angle"), (["-t", "wipe", "-p", "angle"], "NAME=VALUE"),
      ])
    func invalidParameters(options: [String], named: String) async throws {
      let outcome = try await tool.run(["sheet", "from.png", "to.png", "-o", "bad.png"] + options)
      #expect(outcome.code == 64 && outcome.messages.contains(named), "\(outcome.messages)")
      #expect(!place.names().contains("bad.png"))
    }

    @Test("a texture of a sheet is a picture's path")
    func texture() async throws {
      let options = ["-t", "luma", "-s", "32x20", "--columns", "3", "--background", "#ff0000"]
      // A black mask lets every pixel change at the start.
      #expect(
        try await tool.run(
          ["sheet", "from.png", "to.png", "-o", "sheet.png", "-p", "mask=to.png"] + options
        ).code == 0)
      let sheet = try await ImageDecoder().decode(path: place.file("sheet.png")).snapshot
      let row = (0..<sheet.size.width).map { sheet[$0, sheet.size.height - 8 - 10] }
      #expect(row.count { $0 == .black } > 32)
      let missing = try await tool.run(
        ["sheet", "from.png", "to.png", "-o", "b.png", "-p", "mask=none.png"] + options)
      #expect(missing.code == 66)
    }

    @Test("a sheet shows every built-in")
    func all() async throws {
      #expect(
        try await tool.run(
          "sheet", "from.png", "to.png", "-o", "all.png", "-s", "16x10", "--columns", "2", "-q"
        )
        .messages.isEmpty)
      let sheet = try await ImageDecoder().decode(path: place.file("all.png")).snapshot
      #expect(sheet.size.height > Catalogue.builtIn.transitions.count * 10)
    }

    @Test("the error for a sheet without fonts names a package")
    func noFont() async throws {
      try place.write("<fontconfig><dir>/none</dir></fontconfig>", to: "fonts.conf")
      let bare = Tool(place, environment: ["FONTCONFIG_FILE": place.file("fonts.conf")])
      let outcome = try await bare.run("sheet", "from.png", "to.png", "-o", "sheet.png", "-t", "dissolve")
      #expect(outcome.code == 69 && outcome.messages.contains("fonts-dejavu-core"))
      #expect(!place.names().contains { $0.contains("sheet") || $0.contains("segue-") })
    }

    @Test("a sheet of filters shows every filter on one picture")
    func filters() async throws {
      let outcome = try await tool.run(
        "sheet", "--filters", "from.png", "-o", "filters.png", "-s", "16x10", "--columns", "2", "-q")
      #expect(outcome.code == 0 && outcome.messages.isEmpty, "\(outcome.messages)")
      let sheet = try await ImageDecoder().decode(path: place.file("filters.png")).snapshot
      #expect(sheet.size.height > FilterCatalogue.builtIn.filters.count * 10)
      #expect(try await tool.run("sheet", "--filters", "from.png", "to.png", "-o", "b.png").code == 64)
      #expect(try await tool.run("sheet", "from.png", "-o", "b.png").code == 64)
    }

    @Test("an invalid argument of a sheet leaves no file")
    func problems() async throws {
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "a.png", "-t", "disolve").code == 64)
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "a.jpg").code == 64)
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "a.png", "--columns", "1").code == 64)
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "to.png", "-y").code == 64)
      #expect(try await tool.run("sheet", "-", "-", "-o", "a.png").code == 64)
      #expect(try await tool.run("sheet", "none.png", "to.png", "-o", "a.png").code == 66)
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "none/a.png").code == 73)
      try place.write("old", to: "a.png")
      #expect(try await tool.run("sheet", "from.png", "to.png", "-o", "a.png").code == 73)
      #expect(try String(contentsOfFile: place.file("a.png"), encoding: .utf8) == "old")
      #expect(
        place.names().count { $0.contains("segue-") } == 0)
    }
  }
}
