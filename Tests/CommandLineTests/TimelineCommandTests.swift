import Foundation
import SegueFilms
import TestSupport
import Testing

extension ToolTests {
  @Suite("segue render --timeline") struct TimelineCommand: ToolSuite {
    let tool: Tool

    init() throws { tool = Tool(try .forTool(from: .white, to: .black)) }

    /// The grey of each frame: from white to black it is 255 × (1 − progress).
    private func greys(_ timeline: String, _ options: [String] = []) async throws -> [Int] {
      try place.write(timeline, to: "run.json")
      let outcome = try await tool.run(
        [
          "from.png", "to.png", "-t", "dissolve", "--timeline", "run.json", "--format", "raw", "-o", "-",
          "--backend", "cpu", "-q",
        ] + options)
      #expect(outcome.code == 0, "\(outcome.messages)")
      let size = 40 * 24 * 4
      #expect(outcome.output.count % size == 0)
      return (0..<outcome.output.count / size).map { Int(outcome.output[$0 * size]) }
    }

    private func drag(velocity: Double) -> String {
      """
      {"duration": 0.5, "events": [{"at": 0, "do": "drag", "velocity": \(velocity), "width": 200,
        "samples": [{"at": 0, "x": 0}, {"at": 0.2, "x": 100}]}]}
      """
    }

    @Test("a drag ends on the picture in the direction of its release")
    func drags() async throws {
      let forwards = try await greys(drag(velocity: 0.7))
      #expect(forwards.first == 255 && forwards.last == 0 && forwards[6] == 191 && forwards[12] == 128)
      #expect(zip(forwards, forwards.dropFirst()).allSatisfy { $1 <= $0 })
      let backwards = try await greys(drag(velocity: -0.7))
      #expect(backwards.first == 255 && backwards.last == 255 && backwards[12] == 128)
      #expect(forwards.count == (12 + 15 + 1 as Int) && backwards.count == forwards.count)
    }

    @Test(
      "screens of an app follow a drag",
      arguments: cases(["ios-pop"], full: ["ios-push", "ios-sheet", "ios-zoom"]))
    func screens(name: String) async throws {
      try place.write(drag(velocity: 0.7), to: "run.json")
      let words = ["from.png", "to.png", "-t", name, "--format", "raw", "-o", "-", "--backend", "cpu", "-q"]
      let run = Array(try await tool.run(words + ["--timeline", "run.json"]).output)
      let size = 40 * 24 * 4
      try #require(run.count == 28 * size)
      for (frame, progress) in [(0, "0"), (6, "0.25"), (12, "0.5"), (27, "1")] {
        let still = try await tool.run(words + ["--at", progress])
        #expect(Array(run[(frame * size)...].prefix(size)) == Array(still.output), "frame \(frame)")
      }
    }

    @Test("a reversed timeline ends at its start")
    func reversed() async throws {
      let values = try await greys(
        """
        {"duration": 0.6, "timing": "ease-in-out",
         "events": [{"at": 0, "do": "begin"}, {"at": 0.3, "do": "reverse"}]}
        """)
      #expect(values.first == 255 && values.last == 255 && (values.min() ?? 255) < 130)
      // 12 levels per frame at the turn; an abrupt turn would change a step by 24.
      let steps = zip(values, values.dropFirst()).map { $1 - $0 }
      #expect(steps.allSatisfy { abs($0) <= 19 })
      #expect(zip(steps, steps.dropFirst()).allSatisfy { abs($1 - $0) <= 12 })
    }

    @Test("--duration, --timing and holds apply to a timeline")
    func overrides() async throws {
      let begin = #"{"duration": 5, "timing": "ease-in", "events": [{"at": 0, "do": "begin"}]}"#
      let values = try await greys(
        begin, ["--duration", "0.1", "--timing", "linear", "--hold-start", "0.05", "-r", "40"])
      #expect(values == [255, 255, 255, 191, 128, 64, 0])
      try place.write(
        #"{"duration": 0.1, "events": [{"at": 0, "do": "begin"}, {"at": 2, "do": "pause"}]}"#, to: "late.json"
      )
      let late = try await tool.run(
        "from.png", "to.png", "--timeline", "late.json", "-o", "frames/", "--json", "--backend", "cpu")
      #expect(late.code == 0 && late.text.contains("pause"))
    }

    @Test("an invalid and a missing timeline cause different exit codes")
    func problems() async throws {
      for (json, words) in [
        (#"{"events": [{"at": 0, "do": "jump"}]}"#, "events[0]: “do” is “jump”"), ("{", "JSON"),
        (#"{"events": [{"at": 0, "do": "pause"}]}"#, "timeline"), (#"{"events": []}"#, "timeline"),
      ] {
        try place.write(json, to: "bad.json")
        let outcome = try await tool.run("from.png", "to.png", "--timeline", "bad.json", "-o", "out.apng")
        #expect(outcome.code == 65 && outcome.messages.contains(words), "\(outcome.messages)")
        #expect(outcome.output.isEmpty && !place.exists("out.apng"))
      }
      #expect(
        try await tool.run("from.png", "to.png", "--timeline", "none.json", "-o", "out.apng").code == 66)
    }
  }
}
