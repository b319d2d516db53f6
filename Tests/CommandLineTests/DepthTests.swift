import Foundation
import SegueImaging
import TestSupport
import Testing

extension ToolTests {
  /// `--depth`: bits of a channel, from PNG to PNG and raw frames.
  @Suite("Bits of a channel") struct Depths: ToolSuite {
    let tool: Tool

    init() throws {
      tool = Tool(
        try Workplace.forTool(
          from: RGBAColor(red: 10, green: 200, blue: 77), to: RGBAColor(red: 251, green: 3, blue: 78)))
    }

    private func raw(_ arguments: String...) async throws -> [Int] {
      let outcome = try await tool.run(
        arguments + ["--depth", "16", "-t", "dissolve", "--format", "raw", "-o", "-"])
      try #require(outcome.code == 0, "\(outcome.messages)")
      let bytes = Array(outcome.output)
      return stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8 }
    }

    @Test("16-bit frames are real arithmetic's, and keep every bit on their way through a PNG")
    func frames() async throws {
      let mixed = try await raw("from.png", "to.png", "--at", "0.3")
      #expect(mixed.count == 40 * 24 * 4)
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

    @Test(
      "a depth that a format, a renderer or the tool does not have is said so",
      arguments: [
        (["-o", "o.mp4", "--depth", "16"], "16 bits a channel are for raw, png, png-sequence"),
        (["-o", "o.webp", "--depth", "16"], "16 bits a channel are for raw, png, png-sequence"),
        (["-o", "frames/", "--depth", "16", "--backend", "gpu"], "leave out --backend"),
        (["-o", "frames/", "--depth", "10"], "--depth"),
      ])
    func refusals(_ arguments: [String], _ sentence: String) async throws {
      let outcome = try await tool.run(["from.png", "to.png"] + arguments)
      #expect(outcome.code == 64 && outcome.messages.contains(sentence), "\(outcome.messages)")
      #expect(place.added.isEmpty)
    }
  }
}
