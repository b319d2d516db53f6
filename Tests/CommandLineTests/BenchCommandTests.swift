import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// `segue bench`, independent of the machine's speed.
  @Suite("segue bench") struct BenchCommand: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    @Test func `the report has every key of its schema`() async throws {
      let report = try await bench(["--frames", "7", "--runs", "3", "--size", "96x64", "--threads", "2"])
      #expect(report["schema"] as? Int == 1)
      #expect(report["transition"] as? String == "pixellate-dissolve")
      #expect(report["width"] as? Int == 96)
      #expect(report["height"] as? Int == 64)
      #expect(report["format"] as? String == "rgba")
      #expect(report["backend"] as? String == "cpu")
      #expect(report["software"] as? Bool == true)
      #expect((report["device"] as? String)?.contains("2 threads") == true)
      #expect(report["threads"] as? Int == 2)
      #expect(report["frames"] as? Int == 7)
      #expect(report["deadlines"] == nil)
      let runs = try #require(report["runs"] as? [Double])
      #expect(runs.count == 3)
      #expect(runs.allSatisfy { $0 > 0 })
    }

    @Test func `the spread is the minimum, median and maximum of the runs`() async throws {
      let report = try await bench(["--frames", "5", "--runs", "3", "--size", "64x64"])
      let runs = try #require(report["runs"] as? [Double]).sorted()
      let spread = try #require(report["framesPerSecond"] as? [String: Double])
      #expect(spread == ["minimum": runs[0], "median": runs[1], "maximum": runs[2]])
    }

    @Test func `five runs are the default`() async throws {
      let report = try await bench(["--frames", "2", "--size", "32x32"])
      #expect((report["runs"] as? [Double])?.count == 5)
      let seconds = try #require(report["seconds"] as? [String: Any])
      #expect((seconds["runs"] as? [Double])?.count == 5)
    }

    @Test func `the fraction of the ceiling refers to the first ceiling`() async throws {
      let report = try await bench(["--frames", "3", "--runs", "1", "--size", "64x64", "--format", "yuv420p"])
      #expect(report["format"] as? String == "yuv420p")
      let ceiling = try #require(report["ceiling"] as? [String: Any])
      #expect(ceiling["name"] as? String == "memory write")
      let limit = try #require(ceiling["framesPerSecond"] as? Double)
      let spread = try #require(report["framesPerSecond"] as? [String: Double])
      let fraction = try #require(report["fractionOfCeiling"] as? Double)
      #expect(limit > 0)
      #expect(abs(fraction - (spread["median"] ?? 0) / limit) < 1e-9)
      let all = try #require(report["ceilings"] as? [[String: Any]])
      #expect(all.map { $0["name"] as? String } == ["memory write", "read two pictures, write"])
      #expect(all.allSatisfy { ($0["framesPerSecond"] as? Double ?? 0) > 0 })
    }

    @Test func `stages are reported in microseconds per frame`() async throws {
      let report = try await bench(["--frames", "3", "--runs", "1", "--size", "64x64", "--backend", "cpu"])
      let stages = try #require(report["stages"] as? [String: Double])
      #expect(stages["readback"] == 0)
      #expect((stages["render"] ?? 0) > 0)
      // The stages of a frame sum to at most the time of its run.
      let rate = try #require(report["runs"] as? [Double])[0]
      #expect((stages["render"] ?? .infinity) <= 1e6 / rate * 1.001)
    }

    @Test func `a display link counts one deadline per frame`() async throws {
      let report = try await bench(["--frames", "20", "--runs", "2", "--size", "32x32", "--realtime", "200"])
      let deadlines = try #require(report["deadlines"] as? Int)
      let missed = try #require(report["missed"] as? Int)
      #expect(deadlines == 40)
      #expect((0...40).contains(missed))
      let lateness = try #require(report["latenessMicroseconds"] as? [String: Double])
      #expect(Set(lateness.keys) == ["p50", "p99", "maximum"])
      let (p50, p99, most) = (lateness["p50"] ?? -1, lateness["p99"] ?? -1, lateness["maximum"] ?? -1)
      #expect(0 <= p50 && p50 <= p99 && p99 <= most)
    }

    @Test func `bench measures a transition between given pictures`() async throws {
      let report = try await bench([
        "from.png", "to.png", "-t", "slide", "--frames", "2", "--runs", "1", "-s", "48x32",
      ])
      #expect(report["transition"] as? String == "slide")
      #expect(report["width"] as? Int == 48)
    }

    @Test(arguments: [
      ["--frames", "0"], ["--frames", "-1"], ["--frames", "x"], ["--runs", "0"], ["--threads", "0"],
      ["--size", "0x10"], ["--size", "9"], ["--realtime", "0"], ["--realtime", "nan"], ["--realtime", "1/0"],
      ["--backend", "tpu"], ["--format", "gray"], ["--format", "yuv420p", "--size", "11x10"], ["one.png"],
      ["--transition", "no-such"], ["-p", "nonsense"], ["--backend", "cpu", "--require-gpu"],
    ])
    func `invalid options are usage errors`(options: [String]) async throws {
      let result = try await tool.run(["bench"] + options)
      #expect(result.code == 64)
      #expect(result.output.isEmpty)
      #expect(!result.messages.isEmpty)
    }

    @Test func `the text report goes to stdout and its warnings to stderr`() async throws {
      let result = try await tool.run(["bench", "--frames", "3", "--runs", "2", "--size", "64x64"])
      #expect(result.code == 0)
      #expect(result.text.contains("minimum    median   maximum"))
      #expect(result.text.contains("% of memory write: "))
      // Three tiny frames are too few to measure, which causes a warning.
      #expect(result.messages.contains("increase --frames"))
    }

    private func bench(_ options: [String]) async throws -> [String: Any] {
      let result = try await tool.run(["bench", "--json"] + options)
      try #require(result.code == 0, "\(result.messages)")
      return try #require(try result.json as? [String: Any])
    }
  }
}
