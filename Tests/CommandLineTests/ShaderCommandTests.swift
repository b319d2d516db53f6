import Foundation
import SegueFilms
import SegueImaging
import SegueMedia
import TestSupport
import Testing

extension ToolTests {
  /// Messages of the tool about shaders.
  @Suite("Shaders on the command line") struct ShaderCommands: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    private static let fade =
      "// Author: me\nuniform float x; // = 1.\nvec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }\n"

    @Test("a shader's compile error is reported with its line and exit code 65", .needsOpenGL)
    func compileError() async throws {
      try place.write(Self.fade, to: "fade.glsl")
      #expect(try await tool.run("check", "fade.glsl", "-s", "16x16").code == 0)
      let text =
        "// one\nuniform float x; // = 1.\nvec4 transition(vec2 uv) {\n  return vec4(nothing * x);\n}\n"
      try place.write(text, to: "bad.glsl")
      let run = try await tool.run("check", "bad.glsl", "-s", "16x16")
      #expect(run.code == 65)
      #expect(run.messages.contains("bad.glsl:4: "))
      #expect(run.messages.contains("nothing"))
      #expect(run.messages.contains("  |   return vec4(nothing * x);"))
    }

    @Test("segue list names a shader's author and licence once")
    func credits() async throws {
      try place.write("// License: MIT\n" + Self.fade, to: "fade.glsl")
      let lines = try await tool.run("list", "fade.glsl").text.split(separator: "\n")
      #expect(lines.filter { $0.contains("by me") } == ["  A GL Transition by me, MIT."])
      #expect(lines.count { $0.contains("MIT") } == 1)
    }

    @Test("a strip does not replace an existing file", .needsOpenGL)
    func strip() async throws {
      try place.write(Self.fade, to: "fade.glsl")
      let before = place.bytes("from.png")
      func check(_ arguments: String...) async throws -> Outcome {
        try await tool.run(["check", "fade.glsl", "from.png", "to.png"] + arguments)
      }
      let input = try await check("-o", "./from.png", "-y")
      place.expect(input, code: 64, saying: "one of the inputs", leaving: ["fade.glsl"])
      #expect(place.bytes("from.png") == before)
      for name in ["fade.glsl", "-", "strip.jpg"] {
        let outcome = try await check("-o", name, "-y")
        place.expect(outcome, code: 64, saying: name, ".png", leaving: ["fade.glsl"])
      }
      #expect(place.text("fade.glsl") == Self.fade)
      try place.write("before", to: "strip.png")
      let existing = try await check("-o", "strip.png")
      place.expect(existing, code: 73, saying: "-y", leaving: ["fade.glsl", "strip.png"])
      #expect(place.text("strip.png") == "before")
      #expect(try await check("-o", "strip.png", "-y").code == 0)
      let strip = try await ImageDecoder().decode(path: place.file("strip.png")).snapshot
      // Nine pictures of 240 columns, with borders of four.
      #expect(strip.size == ImageSize(width: 9 * 244 + 4, height: 180 + 8))
    }

    @Test("an invalid shader causes exit code 65")
    func noShader() async throws {
      try place.write("/* never closed", to: "bad.glsl")
      let unfinished = try await tool.run("list", "bad.glsl")
      #expect(unfinished.code == 65)
      #expect(unfinished.messages.contains("bad.glsl:1: the comment /* has no closing"))
      #expect(try await tool.run("list", "missing.glsl").code == 66)
    }

    @Test("a shader on the CPU renderer causes exit code 64")
    func usage() async throws {
      try place.write(Self.fade, to: "fade.glsl")
      let cpu = try await tool.run("a", "b", "-t", "fade.glsl", "-o", "c.y4m", "--backend", "cpu")
      #expect(cpu.code == 64)
      #expect(cpu.messages.contains("needs OpenGL"))
      let mistyped = try await tool.run("a", "b", "-t", "fade.glsl", "-o", "c.y4m", "-p", "y=1")
      #expect(mistyped.code == 64)
      #expect(mistyped.messages.contains("no parameter “y”"))
    }

    @Test("segue list contains the shaders of the user's folders")
    func lists() async throws {
      try place.write(Self.fade, to: "my-fade.glsl")
      try place.createFolder("data/segue/transitions")
      try place.write(Self.fade, to: "data/segue/transitions/another.glsl")
      try place.write("void nothing() {}", to: "data/segue/transitions/broken.glsl")
      let folders = ["SEGUE_TRANSITIONS_PATH": ".:none", "XDG_DATA_HOME": place.file("data")]
      let listed = try await Tool(place, environment: folders).run("list", "--json")
      let entries = try #require(try listed.json as? [[String: Any]])
      let own = entries.filter { $0["kind"] as? String == "glsl" }.map { $0["name"] as? String }
      #expect(listed.code == 0 && own == ["another", "my-fade"], "\(listed.messages)")
      #expect(listed.messages.split(separator: "\n").count == 2, "\(listed.messages)")
      #expect(listed.messages.contains("broken.glsl") && listed.messages.contains("none"))
      let one = try await Tool(place, environment: folders).run("list", "another")
      #expect(one.code == 0 && one.text.contains("another"), "\(one.messages)")
      // The built-ins come first; without folders nothing follows.
      let plain = try await Tool(place, environment: ["XDG_DATA_HOME": place.file("empty")]).run(
        "list", "--json")
      #expect((try plain.json as? [[String: Any]])?.count == entries.count - 2 && plain.messages.isEmpty)
    }

    @Test("segue list --aliases xfade has ffmpeg's 58 names")
    func aliases() async throws {
      let aliases = try await tool.run("list", "--aliases", "xfade")
      #expect(aliases.text.split(separator: "\n").count == 58)
    }

    @Test(
      "a sheet draws a shader of the user's folders by name", .needsOpenGL
    )
    func sheet() async throws {
      try place.createFolder("shaders")
      try place.write(Self.fade, to: "shaders/fade.glsl")
      let listing = Tool(place, environment: ["SEGUE_TRANSITIONS_PATH": place.file("shaders")])
      #expect(try await listing.run("list").text.split(separator: "\n").contains { $0.hasPrefix("fade ") })
      let outcome = try await listing.run(
        "sheet", "from.png", "to.png", "-o", "s.png", "-t", "fade", "-s", "32x20", "--columns", "3",
        "--background", "#ff0001")
      #expect(outcome.code == 0, "\(outcome.messages)")
      let sheet = try await ImageDecoder().decode(path: place.file("s.png")).snapshot
      // The last non-empty row is the last row of the pictures.
      let ground = RGBAColor(red: 255, green: 0, blue: 1)
      let bottom = try #require(
        (0..<sheet.size.height).last { y in (0..<sheet.size.width).contains { sheet[$0, y] != ground } })
      let columns = (0..<sheet.size.width).filter { sheet[$0, bottom] != ground }
      try #require(columns.count == 96)
      for y in bottom - 19...bottom {
        for x in 0..<32 {
          let (from, middle, to) = (
            sheet[columns[x], y], sheet[columns[x + 32], y], sheet[columns[x + 64], y]
          )
          #expect(isHalf(middle.red, of: from.red, to.red), "\(x), \(y)")
          #expect(isHalf(middle.green, of: from.green, to.green), "\(x), \(y)")
          #expect(isHalf(middle.blue, of: from.blue, to.blue), "\(x), \(y)")
        }
      }
      // The ends are the pictures: one is blue by 90, the other red by 30.
      #expect(columns.prefix(32).allSatisfy { abs(Int(sheet[$0, bottom].blue) - 90) <= 1 })
      #expect(columns.suffix(32).allSatisfy { abs(Int(sheet[$0, bottom].red) - 30) <= 1 })
    }

    /// Whether `value` is the mean of both, within one level.
    private func isHalf(_ value: UInt8, of one: UInt8, _ other: UInt8) -> Bool {
      abs(2 * Int(value) - Int(one) - Int(other)) <= 2
    }
  }
}
