import Foundation
import SegueTransitions
import TestSupport
import Testing

extension ToolTests {
  @Suite("Looks on the command line") struct LookCommand: ToolSuite {
    let tool: Tool

    /// Mosaics with growing and shrinking cells.
    static let cells = """
      {"summary": "Cells.", "duration": 0.2, "timing": "linear",
       "parameters": {"cell": {"default": 0.1, "minimum": 0, "maximum": 1, "summary": "Width of the largest cell."}},
       "recipe": {"mix": [{"filter": "pixellate(cell*p)", "of": "from"},
                          {"filter": "pixellate(cell*(1-p))", "of": "to"}], "amount": "p"}}
      """

    init() throws {
      tool = try Tool()
      try place.write(Self.cells, to: "cells.json")
    }

    private func raw(_ arguments: String..., backend: String = "cpu") async throws -> [UInt8] {
      let outcome = try await tool.render(
        "-o", "-", "--format", "raw", "-d", "0.2", "-s", "64x48", "--backend", backend, arguments: arguments)
      #expect(outcome.code == 0, "\(outcome.messages)")
      return outcome.output
    }

    @Test(
      "a built-in transition equals its printed JSON on the CPU")
    func missionOnCPU() async throws { try await mission(backend: "cpu") }

    @Test("a built-in transition equals its printed JSON on the GPU", .full, .needsOpenGL)
    func missionOnGPU() async throws { try await mission(backend: "gpu") }

    private func mission(backend: String) async throws {
      let printed = try await tool.run("list", "pixellate-dissolve", "--look")
      try place.write(printed.output, to: "printed.json")
      let builtIn = try await raw("-t", "pixellate-dissolve", backend: backend)
      #expect(builtIn.count == (64 * 48 * 4 * 13 as Int))
      let chains = ["--from-filter", "pixellate(0.1*p)", "--to-filter", "pixellate(0.1*(1-p))"]
      #expect(
        try await raw("-t", "dissolve", chains[0], chains[1], chains[2], chains[3], backend: backend)
          == builtIn)
      #expect(try await raw("-t", "cells.json", backend: backend) == builtIn)
      #expect(try await raw("-t", "printed.json", backend: backend) == builtIn)
      let wide = try await raw("-t", "pixellate-dissolve", "-p", "width=0.3", backend: backend)
      #expect(wide != builtIn)
      #expect(try await raw("-t", "cells.json", "-p", "cell=0.3", backend: backend) == wide)
      #expect(try await raw("-t", "printed.json", "-p", "width=0.3", backend: backend) == wide)
    }

    @Test("a look is listed and rendered like a built-in transition")
    func lists() async throws {
      let outcome = try await tool.run("list", "cells.json", "--json")
      let listing = try #require((try outcome.json as? [[String: Any]])?.first)
      #expect(listing["name"] as? String == "cells" && listing["kind"] as? String == "look")
      #expect(listing["duration"] as? Double == 0.2 && listing["renderers"] as? [String] == ["cpu", "gpu"])
      let parameter = try #require((listing["parameters"] as? [[String: Any]])?.first)
      #expect(parameter["name"] as? String == "cell" && parameter["maximum"] as? Double == 1)
      let path = Tool(place, environment: ["SEGUE_TRANSITIONS_PATH": place.path])
      #expect(try await path.run("list").text.contains(/(?m)^cells +Cells\. \[cell\]$/))
      let named = try await path.render("-o", "named.png", "-t", "cells", "--at", "0.5")
      #expect(named.code == 0, "\(named.messages)")
      let refused = try await tool.run("list", "slide", "--look")
      #expect(refused.code == 64 && refused.messages.contains("slide cannot be written as a look"))
      #expect(try await tool.run("list", "blur", "--look").code == 64)
    }

    @Test("check, bench, sheet, join and batch accept looks")
    func commands() async throws {
      for arguments in [
        [
          "bench", "-t", "cells.json", "-s", "64x48", "--frames", "2", "--runs", "1", "--backend", "cpu",
          "--json",
        ],
        [
          "sheet", "from.png", "to.png", "-o", "sheet.png", "-t", "cells.json", "-s", "16x12", "--columns",
          "2",
        ],
        ["join", "from.png", "+cells.json:0.2", "to.png", "-o", "film.y4m", "--each", "0.5"],
      ] {
        let outcome = try await tool.run(arguments)
        #expect(outcome.code == 0, "\(outcome.messages)")
      }
      try place.write(
        #"{"from": "from.png", "to": "to.png", "transition": "cells.json", "output": "o.webp"}"#,
        to: "jobs.jsonl")
      #expect(try await tool.run("batch", "jobs.jsonl").code == 0)
      #expect(try await tool.run("batch", "jobs.jsonl", "--resume").text.contains("skipped"))
      try place.write(Self.cells.replacing("0.1", with: "0.2"), to: "cells.json")
      #expect(try await tool.run("batch", "jobs.jsonl", "--resume").text.contains("done"))
    }

    @Test("check has no warning for a look that begins and ends with the pictures", .needsOpenGL)
    func check() async throws {
      let outcome = try await tool.run("check", "cells.json", "--json")
      #expect(outcome.code == 0 && outcome.report["warnings"] as? [String] == [], "\(outcome.messages)")
    }

    @Test("paths in a look are relative to the look's file")
    func files() async throws {
      try place.createFolder("looks")
      try place.write("LUT_1D_SIZE 2\n1 1 1\n0 0 0\n", to: "looks/negative.cube")
      try place.write(
        #"{"recipe": {"filter": "lut('negative.cube')", "of": "from"}}"#, to: "looks/inner.json")
      try place.write(
        #"{"recipe": {"stack": [{"of": {"transition": "inner.json", "of": ["../to.png", "from"], "progress": 0.5}}]}}"#,
        to: "looks/outer.json")
      // At the pictures' own size nothing is resampled.
      func drawn(_ arguments: String...) async throws -> [UInt8] {
        let outcome = try await tool.render("-o", "-", "--format", "raw", arguments: arguments)
        #expect(outcome.code == 0, "\(outcome.messages)")
        return outcome.output
      }
      let look = try await drawn("-t", "looks/outer.json", "--at", "0.3")
      #expect(look == (try await drawn("-t", "dissolve", "--at", "1", "--to-filter", "invert")))
    }

    @Test("an invalid look is reported with its key path and exit code")
    func mistakes() async throws {
      func expect(_ json: String, _ words: String..., code: Int32 = 65, arguments: [String] = []) async throws
      {
        try place.write(json, to: "bad.json")
        let outcome = try await tool.render("-o", "x.mp4", "-t", "bad.json", arguments: arguments)
        place.expect(outcome, code: code, leaving: ["bad.json", "cells.json"])
        for word in words { #expect(outcome.messages.contains(word), "\(outcome.messages)") }
      }
      try await expect(
        Self.cells.replacing("cell*p", with: "cel*p"),
        "bad.json: recipe.mix[0].filter: there is no variable “cel”; did you mean cell?\n  | pixellate(cel*p)\n  |           ^^^"
      )
      try await expect(
        Self.cells.replacing("pixellate(cell*p", with: "pixelate(cell*p"), "did you mean pixellate?")
      try await expect(
        Self.cells.replacing("amount", with: "amuont"), "unknown key “amuont”; did you mean amount?")
      try await expect(
        Self.cells.replacing(#""p"}}"#, with: #""p-1"}}"#),
        "bad.json: recipe.amount: it is -1 at progress 0, but must be at least 0 and at most 1")
      try await expect("{\n \"recipe\": oops}", "bad.json:2: this is not JSON; expected a value")
      try await expect(
        #"{"recipe": {"transition": "bad.json", "of": ["from", "to"], "progress": "p"}}"#,
        "recipe.transition: “bad.json” contains this look itself")
      try await expect(
        #"{"recipe": {"transition": "disolve", "of": ["from", "to"], "progress": "p"}}"#,
        "did you mean dissolve?")
      try await expect(#"{"recipe": "none.png"}"#, "none.png cannot be read", code: 66)
      try await expect(
        #"{"recipe": {"mix": ["from", {"filter": "sepia", "of": "none.png"}], "amount": "p"}}"#,
        "(bad.json: recipe.mix[1].of)", code: 66)
      try await expect(
        Self.cells, "the parameter cell is 3, but must be at least 0 and at most 1", code: 64,
        arguments: ["-p", "cell=3"])
      try await expect(
        Self.cells.replacing("cell*p", with: "4*cell*p"),
        "bad.json: recipe.mix[0].filter, with these parameters: ",
        "pixellate's width is 1", code: 64, arguments: ["-p", "cell=0.5"])
      let missing = try await tool.render("-o", "x.mp4", "-t", "none.json")
      place.expect(
        missing, code: 66, saying: "none.json cannot be read", leaving: ["bad.json", "cells.json"])
    }
  }
}
