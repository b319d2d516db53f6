import Foundation
import TestSupport
import Testing

extension ToolTests {
  @Suite("segue curve") struct CurveCommand: ToolSuite {
    let tool: Tool

    init() throws { tool = Tool(try .forTool(from: .white, to: .black)) }

    @Test("values and velocities are printed as JSON")
    func json() async throws {
      let outcome = try await tool.run("curve", "ease-in-out", "--duration", "2", "--samples", "5", "--json")
      #expect(outcome.code == 0 && outcome.messages.isEmpty)
      let report = try #require(try outcome.json as? [String: Any])
      #expect(report["curve"] as? String == "ease-in-out" && report["duration"] as? Double == 2)
      #expect(report["settlingDuration"] is NSNull)
      let samples = try #require(report["samples"] as? [[String: Double]])
      #expect(samples.compactMap { $0["time"] } == [0, 0.5, 1, 1.5, 2])
      let values = samples.compactMap { $0["value"] }
      for (value, expected) in zip(values, [0, 0.12916191, 0.5, 0.8708381, 1]) {
        #expect(abs(value - expected) < 1e-6)
      }
      #expect(samples.allSatisfy { $0["velocity"] != nil })
    }

    @Test("a spring with mass and stiffness has its settling time as duration")
    func spring() async throws {
      let outcome = try await tool.run("curve", "spring(1,300,20,0)", "-d", "9", "--samples", "2", "--json")
      let report = try #require(try outcome.json as? [String: Any])
      for key in ["duration", "settlingDuration"] {
        #expect(abs((report[key] as? Double ?? 0) - 0.7442555275721707) < 1e-9)
      }
    }

    @Test("--css prints only linear() on stdout")
    func css() async throws {
      let outcome = try await tool.run("curve", "steps(2)", "--css")
      #expect(outcome.code == 0 && outcome.text == "linear(0, 0 50%, 0.5 50%, 0.5 100%, 1)\n")
      #expect(outcome.messages.isEmpty)
      let spring = try await tool.run("curve", "spring(1,300,20,0)", "-d", "9", "--css")
      #expect(spring.text.hasPrefix("linear(0, ") && spring.text.hasSuffix(", 1)\n"))
      #expect(spring.messages == "the spring's duration is 0.744 s\n")
    }

    @Test("an existing plot is replaced only with -y")
    func plot() async throws {
      #expect(try await tool.run("curve", "spring(0.5)", "-o", "plot.svg").code == 0)
      let svg = try String(contentsOfFile: place.file("plot.svg"), encoding: .utf8)
      #expect(svg.hasPrefix("<svg") && svg.contains("spring(0.5)"))
      let again = try await tool.run("curve", "linear", "-o", "plot.svg")
      #expect(again.code == 73 && again.messages.contains("-y"))
      #expect(try String(contentsOfFile: place.file("plot.svg"), encoding: .utf8) == svg)
      #expect(try await tool.run("curve", "linear", "-o", "plot.svg", "-y").code == 0)
      #expect(try await tool.run("curve", "linear", "-o", "-").text.hasPrefix("<svg"))
    }

    @Test(
      "invalid arguments are usage errors",
      arguments: [
        ["wobbly"], ["spring(2,1)x"], ["linear", "-d", "0"], ["linear", "-d", "nan"],
        ["linear", "--samples", "1"],
        ["linear", "-o", "plot.png"], ["linear", "-o", "-", "--json"], ["linear", "-o", "-", "--css"],
        ["steps(0)"], [],
      ])
    func usage(arguments: [String]) async throws {
      let outcome = try await tool.run(["curve"] + arguments)
      #expect(outcome.code == 64 && outcome.output.isEmpty && !outcome.messages.isEmpty)
    }

    @Test("--css and --json are rejected together")
    func twoFormats() async throws {
      let outcome = try await tool.run(["curve", "linear", "--css", "--json"])
      #expect(outcome.code == 64)
      #expect(outcome.messages.contains("--json and --css both write to stdout"))
    }
  }
}
