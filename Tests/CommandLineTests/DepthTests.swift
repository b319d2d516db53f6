import Foundation
import SegueImaging
import SegueMedia
import TestSupport
import Testing

extension ToolTests {
  /// `--depth`: bits per channel, from PNG to PNG and raw frames.
  @Suite("Bits per channel") struct Depths: ToolSuite {
    let tool: Tool

    init() throws {
      tool = Tool(
        try Workplace.forTool(
          from: RGBAColor(red: 10, green: 200, blue: 77), to: RGBAColor(red: 251, green: 3, blue: 78)))
    }

    private func raw(_ arguments: String...) async throws -> [Int] { try await raw(arguments) }

    private func raw(_ arguments: [String]) async throws -> [Int] {
      let transition = arguments.contains("-t") ? [] : ["-t", "dissolve"]
      let outcome = try await tool.run(
        arguments + transition + ["--depth", "16", "--format", "raw", "-o", "-"])
      try #require(outcome.code == 0, "\(outcome.messages)")
      let bytes = Array(outcome.output)
      return stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
    }

    @Test("16-bit frames equal exact arithmetic within 1.5 levels")
    func frames() async throws {
      let mixed = try await raw("from.png", "to.png", "--at", "0.3")
      #expect(mixed.count == (40 * 24 * 4 as Int))
      let ends: [(from: Double, to: Double)] = [(10, 251), (200, 3), (77, 78), (255, 255)]
      for (value, end) in zip(mixed, ends) {
        let exact: Double = 257 * (0.7 * end.from + 0.3 * end.to)
        #expect(abs(Double(value) - exact) <= 1.5)
      }
      let outcome = try await tool.run(
        "from.png", "to.png", "--at", "0.3", "-t", "dissolve", "--depth", "16", "-o", "mid.png", "--json")
      try #require(outcome.code == 0, "\(outcome.messages)")
      #expect(outcome.report["depth"] as? Int == 16)
      let renderer = outcome.report["renderer"] as? [String: Any]
      #expect(renderer?["backend"] as? String == "cpu")
      #expect(try await raw("mid.png", "to.png", "--at", "0") == mixed)
    }

    @Test("a mask keeps its 16 bits")
    func mask() async throws {
      // Two greys that are equal in 8 bits.
      let mask = Snapshot(deep: ImageSize(width: 40, height: 24)) { index in
        let grey: UInt16 = index % 40 < 20 ? 32768 : 32769
        return SIMD4(grey, grey, grey, 65535)
      }
      try place.write(try PNGEncoder(depth: .sixteen).encode(mask), to: "mask.png")
      let luma = ["-t", "luma", "-p", "mask=mask.png", "-p", "softness=0", "--at", "0.5"]
      let red = try await raw(["from.png", "to.png"] + luma)
      // The edge is a pixel wide, a 40th of 65535; red goes from 10 to 251 of 255 over it.
      let step = 241.0 * 257 / (65535 / 40)
      #expect(abs(Double(red[0] - red[39 * 4]) - step) <= 2)
    }

    @Test("OpenGL draws the CPU's bytes at 16 bits", .full, .needsOpenGL)
    func openGL() async throws {
      let frames = ["from.png", "to.png", "-t", "iris", "-d", "0.1"]
      let expected = try await raw(frames + ["--backend", "cpu"])
      #expect(try await raw(frames + ["--backend", "gpu", "--verify", "all"]) == expected)
      try place.write(
        "vec4 transition(vec2 uv) { return mix(getFromColor(uv), getToColor(uv), progress); }\n",
        to: "mix.glsl")
      let mixed = try await raw("from.png", "to.png", "-t", "mix.glsl", "--at", "0.3")
      let dissolved = try await raw("from.png", "to.png", "--at", "0.3")
      #expect(zip(mixed, dissolved).allSatisfy { abs($0 - $1) <= 1 } && mixed[0] % 257 != 0)
      // Planes of ten bits, as in a PQ film.
      let planes = [
        "from.png", "to.png", "-t", "iris", "-d", "0.1", "-y", "-o", "o.y4m", "--color", "pq", "--json",
      ]
      #expect(try await tool.run(planes + ["--backend", "cpu"]).code == 0)
      let written = try #require(place.bytes("o.y4m"))
      let drawn = try await tool.run(planes + ["--backend", "gpu"])
      #expect(drawn.code == 0 && place.bytes("o.y4m") == written, "\(drawn.messages)")
      #expect((drawn.report["renderer"] as? [String: Any])?["backend"] as? String == "gpu")
      let bench = try await tool.run(
        "bench", "--depth", "16", "--backend", "gpu", "--size", "64x48", "--frames", "3", "--runs", "1",
        "--json")
      #expect(bench.code == 0 && bench.report["depth"] as? Int == 16, "\(bench.messages)")
      #expect(bench.report["backend"] as? String == "gpu")
    }

    @Test(
      "an unsupported depth is reported with the formats that support it",
      arguments: [
        (["-o", "o.mp4", "--depth", "16"], "16 bits per channel are for raw, png, png-sequence"),
        (["-o", "o.webp", "--depth", "16"], "16 bits per channel are for raw, png, png-sequence"),
        (["-o", "frames/", "--depth", "10"], "10 bits per channel are for mp4, mov, mkv, webm, y4m"),
        (["-o", "o.gif", "--color", "hlg"], "--color"),
        (["-o", "o.mp4", "--color", "hlg", "--depth", "8"], "--depth"),
      ])
    func refusals(_ arguments: [String], _ sentence: String) async throws {
      let outcome = try await tool.run(["from.png", "to.png"] + arguments)
      #expect(outcome.code == 64 && outcome.messages.contains(sentence), "\(outcome.messages)")
      #expect(place.added.isEmpty)
    }
  }
}
