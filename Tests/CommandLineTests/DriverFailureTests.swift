import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// A GPU that fails while drawing: a driver that reports losses, in front of the real one.
  @Suite("A GPU that fails while drawing", .needsOpenGL) struct DriverFailures: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    private static let frames = [
      "from.png", "to.png", "-d", "0.25", "-y", "-o", "out.raw", "--format", "raw", "--json",
    ]

    /// The name of each fault in the report.
    private static let faults = [
      "reset": "the context was reset", "memory": "the GPU's memory ran out",
      "fence": "a frame was not finished",
    ]

    /// Faults and the frames at which they occur. The first four cover each kind, one loss and two.
    static let losses: [(String, [Int])] =
      [("reset", [0]), ("memory", [3, 9]), ("fence", [7]), ("reset", [0, 1])]
      + [
        ("reset", [7]), ("reset", [15]), ("reset", [3, 9]), ("memory", [0]), ("memory", [7]),
        ("memory", [15]), ("memory", [0, 1]), ("fence", [0]), ("fence", [15]), ("fence", [0, 1]),
        ("fence", [3, 9]),
      ]

    /// The tool on a driver with `fault`.
    private func tool(fault: String) async throws -> Tool {
      Tool(place, environment: ["LD_PRELOAD": try await FaultyDriver.library.value, "DRIVER_FAULT": fault])
    }

    @Test(
      "a GPU is replaced by the CPU only after its second loss",
      arguments: cases(4, of: losses))
    func lost(kind: String, frames: [Int]) async throws {
      let plain = try await tool.run(Self.frames + ["--backend", "cpu"])
      #expect(plain.code == 0)
      let expected = try #require(place.bytes("out.raw"))
      #expect(expected.count == (16 * 32 * 24 * 4 as Int))

      let list = frames.map(String.init).joined(separator: ",")
      let outcome = try await tool(fault: "\(kind)@\(list)").run(Self.frames + ["--backend", "gpu"])
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(place.bytes("out.raw") == expected)
      let warnings = try #require(outcome.report["warnings"] as? [String])
      let lost = try #require(Self.faults[kind])
      #expect(warnings.count == frames.count, "\(warnings)")
      #expect(
        warnings.first.map { $0.contains(lost) && $0.contains("rebuilt and drew the frame again") } == true)
      let renderer = try #require(outcome.report["renderer"] as? [String: Any])
      #expect(renderer["backend"] as? String == (frames.count == 1 ? "gpu" : "cpu"))
      if frames.count > 1 {
        #expect(warnings.last.map { $0.contains(lost) && $0.contains("drew from that frame on") } == true)
      }
      for warning in warnings { #expect(outcome.messages.contains("warning: \(warning)")) }
    }

    @Test(
      "a reset is detected even if it is reported after the fence",
      arguments: [(0, "8"), (5, "16")])
    func lateReset(frame: Int, depth: String) async throws {
      let frames = Self.frames + ["--depth", depth]
      #expect(try await tool.run(frames + ["--backend", "cpu"]).code == 0)
      let expected = try #require(place.bytes("out.raw"))
      let outcome = try await tool(fault: "late@\(frame)").run(frames + ["--backend", "gpu"])
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(place.bytes("out.raw") == expected)
      let warnings = try #require(outcome.report["warnings"] as? [String])
      #expect(warnings.count == 1 && warnings[0].contains("the context was reset"), "\(warnings)")
    }

    /// With 16 bits one texel that is read is two pixels.
    @Test(
      "a device that draws wrong pixels is replaced without changing the output",
      arguments: [("8", "(3, 2)"), ("16", "(6, 4)")])
    func spoilt(depth: String, place spot: String) async throws {
      let frames = Self.frames + ["--depth", depth]
      #expect(try await tool.run(frames + ["--backend", "cpu"]).code == 0)
      let expected = try #require(place.bytes("out.raw"))
      let outcome = try await tool(fault: "spoil@0").run(frames + ["--backend", "gpu"])
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(place.bytes("out.raw") == expected)
      let warnings = try #require(outcome.report["warnings"] as? [String])
      #expect(
        warnings.contains { $0.contains("does not draw the CPU renderer's pixels, the first at \(spot)") },
        "\(warnings)")
    }

    @Test("only --verify all corrects a wrong last frame")
    func verify() async throws {
      #expect(try await tool.run(Self.frames + ["--backend", "cpu"]).code == 0)
      let expected = try #require(place.bytes("out.raw"))
      let last = "spoil@14"
      let none = try await tool(fault: last).run(Self.frames + ["--backend", "gpu", "--verify", "none"])
      #expect(none.code == 0)
      #expect(place.bytes("out.raw") != expected)
      let all = try await tool(fault: last).run(Self.frames + ["--backend", "gpu", "--verify", "all"])
      #expect(all.code == 0)
      #expect(place.bytes("out.raw") == expected)
    }

    @Test(
      "a second loss of a shader's GPU causes exit code 69",
      arguments: cases(["reset"], full: ["memory", "fence"]))
    func lostShader(kind: String) async throws {
      let fade = "vec4 transition(vec2 p) { return mix(getFromColor(p), getToColor(p), progress); }\n"
      try place.write(fade, to: "fade.glsl")
      try place.write("before", to: "out.mp4")
      let arguments = ["from.png", "to.png", "-t", "fade.glsl", "-d", "0.25", "-y", "-o", "out.mp4"]
      let once = try await tool(fault: "\(kind)@5").run(arguments + ["--format", "raw"])
      #expect(once.code == 0, "\(once.messages)")
      #expect(place.bytes("out.mp4")?.count == (16 * 32 * 24 * 4 as Int))
      try place.write("before", to: "out.mp4")
      let twice = try await tool(fault: "\(kind)@5,9").run(arguments)
      place.expect(twice, code: 69, saying: "the GPU failed", leaving: ["fade.glsl", "out.mp4"])
      #expect(place.text("out.mp4") == "before")
    }
  }
}

/// `Tests/DriverFaults`, compiled once with the compiler that comes with Swift.
private enum FaultyDriver {
  static let library = Task {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let tool = URL(fileURLWithPath: try Program.built("segue").path)
    let library = tool.deletingLastPathComponent().appending(path: "driver_faults.so").path
    try await Program("clang").output([
      "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library,
      tests.appending(path: "DriverFaults/driver_faults.c").path, "-ldl",
    ])
    return library
  }
}
