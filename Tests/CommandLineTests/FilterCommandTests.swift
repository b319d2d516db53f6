import Foundation
import SegueFilms
import SegueTransitions
import TestSupport
import Testing

extension ToolTests {
  @Suite("Filters on the command line") struct FilterCommand: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    /// The bytes of a run on `backend`.
    private func raw(_ arguments: String..., backend: String) async throws -> [UInt8] {
      let outcome = try await tool.render(
        "-o", "-", "--format", "raw", "-d", "0.2", "-s", "64x48", "--backend", backend, arguments: arguments)
      #expect(outcome.code == 0, "\(outcome.messages)")
      return outcome.output
    }

    @Test("a dissolve with pixellate filters equals pixellate-dissolve on the CPU")
    func missionOnCPU() async throws { try await mission(backend: "cpu") }

    @Test("a dissolve with pixellate filters equals pixellate-dissolve on the GPU", .full, .needsOpenGL)
    func missionOnGPU() async throws { try await mission(backend: "gpu") }

    private func mission(backend: String) async throws {
      let whole = try await raw("-t", "pixellate-dissolve", backend: backend)
      let filtered = try await raw(
        "-t", "dissolve", "--from-filter", "pixellate(0.1*p)", "--to-filter", "pixellate(0.1*(1-p))",
        backend: backend)
      #expect(whole.count == (64 * 48 * 4 * 13 as Int) && whole == filtered)
    }

    @Test("frame filters and colour tables match their formulas")
    func arithmetic() async throws {
      try place.write("TITLE half\nLUT_1D_SIZE 2\n0 0 0\n0.5 0.5 0.5\n", to: "half.CUBE")
      let plain = try await raw("-t", "dissolve", "--at", "0.5", backend: "cpu")
      let negative = try await raw("-t", "dissolve", "--at", "0.5", "--filter", "invert", backend: "cpu")
      let halved = try await raw(
        "-t", "dissolve", "--at", "0.5", "--filter", "lut('half.CUBE')", backend: "cpu")
      for index in plain.indices where index % 4 != 3 {
        #expect(negative[index] == 255 - plain[index])
        #expect(halved[index] == UInt8((Double(plain[index]) / 2).rounded()))
      }
    }

    @Test("blend-picture blends with a picture file")
    func picture() async throws {
      let outcome = try await tool.render(
        "-o", "x.png", "--at", "1", "--to-filter", "blend-picture(\"from.png\", multiply, p)")
      #expect(outcome.code == 0, "\(outcome.messages)")
    }

    @Test("bench, check and sheet accept filter chains")
    func others() async throws {
      let bench = try await tool.run(
        "bench", "-s", "64x48", "--frames", "2", "--runs", "1", "--backend", "cpu", "--filter", "vignette(p)",
        "--json")
      #expect(bench.code == 0 && bench.report["framesPerSecond"] != nil)
      let sheet = try await tool.run(
        "sheet", "from.png", "to.png", "-o", "sheet.png", "-t", "dissolve", "-s", "16x12", "--columns", "2",
        "--filter", "grayscale", "-q")
      #expect(sheet.code == 0, "\(sheet.messages)")
      let bad = try await tool.run("sheet", "from.png", "to.png", "-o", "b.png", "--filter", "blurr(1)")
      place.expect(bad, code: 64, saying: "did you mean blur?", leaving: ["sheet.png"])
    }

    @Test("a filter chain that changes the first or last frame causes a warning")
    func ends() async throws {
      let outcome = try await tool.render(
        "-o", "x.y4m", "-d", "0.1", "-s", "32x24", "--json", "--from-filter", "blur(0.1*(1-p))",
        "--to-filter",
        "blur(0.1*(1-p))")
      let warnings = outcome.report["warnings"] as? [String] ?? []
      #expect(warnings.count { $0.hasPrefix("--from-filter changes the picture at progress 0") } == 1)
      #expect(!warnings.contains { $0.hasPrefix("--to-filter") })
    }

    @Test("an error in a filter chain is marked with a caret")
    func mistakes() async throws {
      func expect(_ chain: String, _ words: String..., caret: String, option: String = "--from-filter")
        async throws
      {
        let outcome = try await tool.render("-o", "x.mp4", option, chain)
        place.expect(outcome, code: 64, saying: option + ": ", "  | \(chain)\n", "\n  | " + caret)
        for word in words { #expect(outcome.messages.contains(word), "\(outcome.messages)") }
      }
      try await expect(
        "pixelate(0.1*p)", "there is no filter “pixelate”; did you mean pixellate?", caret: "^^^^^^^^")
      try await expect("blur(radios=p)", "did you mean radius?", caret: "     ^^^^^^")
      try await expect("blur(0.1*q)", "there is no variable “q”", caret: "         ^")
      try await expect(
        "invert blur(0.03*(p-1))",
        "blur's radius is -0.03 at progress 0, but must be at least 0 and at most 0.25",
        caret: "       ^^^^^^^^^^^^^^^^", option: "--to-filter")
      try await expect("blur(0.1/p)", "a division by zero at progress 0", caret: "     ^^^^^")
      try await expect(
        "brightness(3px)", "amount is not a length", caret: "           ^^^", option: "--filter")
      try await expect(
        "curve(0:0 1:1, channel=rad)", "channel is “rad”; did you mean red?",
        caret: "                       ^^^")
      try await expect("blur(0.1", "expected a closing parenthesis, but the text ends", caret: "        ^")
    }

    @Test("invalid colour tables are reported with their line")
    func files() async throws {
      try place.write("LUT_1D_SIZE 2\n0 0 0\n0 nan 0\n", to: "nan.cube")
      try place.write([0, 1, 2, 3], to: "rubbish.cube")
      func expect(_ path: String, _ code: Int32, _ words: String) async throws {
        let outcome = try await tool.render("-o", "x.mp4", "--filter", "lut(\"\(path)\")")
        place.expect(outcome, code: code, saying: words, leaving: ["nan.cube", "rubbish.cube"])
      }
      try await expect("nan.cube", 65, "nan.cube:3: a row must be three numbers")
      try await expect("rubbish.cube", 65, "rubbish.cube:1: this is not text")
      try await expect("none.cube", 66, "none.cube")
      try await expect("from.png", 65, "is not a colour table of this layout")
    }

    @Test("segue list filters lists every filter with typed parameters")
    func list() async throws {
      let outcome = try await tool.run("list", "filters", "--json")
      let filters = try #require(try outcome.json as? [[String: Any]])
      #expect(filters.compactMap { $0["name"] as? String } == FilterCatalogue.builtIn.filters.map(\.name))
      for filter in filters {
        #expect(
          filter["kind"] as? String == "filter" && filter["duration"] is NSNull && filter["timing"] is NSNull)
        for parameter in filter["parameters"] as? [[String: Any]] ?? [] {
          for key in ["name", "type", "default", "minimum", "maximum", "unit", "summary"] {
            #expect(parameter.keys.contains(key), "\(filter["name"] ?? "") \(parameter)")
          }
        }
      }
      let text = try await tool.run("list", "filters")
      #expect(text.code == 0 && text.text.contains("not included: low-pass"))
      #expect(try await tool.run("list", "vignette").text.contains("--from-filter 'vignette("))
    }
  }
}
