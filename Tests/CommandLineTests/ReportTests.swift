import Foundation
import SegueFilm
import SegueFilmFiles
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

extension ToolTests {
  /// Reports and plans of the library equal the JSON of the tool.
  @Suite("Reports and plans", .needs("ffmpeg", "ffprobe")) struct Reports {
    private func value(_ bytes: some Sequence<UInt8>) throws -> JSONValue {
      try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    }

    @Test("the library's plan equals --plan --json")
    func plan() async throws {
      let place = try Workplace.forTool()
      let words = [
        "join", "color:#ff0000", "color:#0000ff", "--each", "1", "-s", "32x24", "-r", "10", "-d", "0.4",
      ]
      let printed = try await Tool(place).run(words + ["--plan", "--json"])
      var request = FilmRequest(
        items: ["#ff0000", "#0000ff"].compactMap { RGBAColor($0) }.map { FilmItem(FilmClip(.color($0))) })
      request.pictureDuration = 1
      request.defaults.duration = .seconds(0.4)
      (request.output.size, request.output.frameRate) = (
        .exact(ImageSize(width: 32, height: 24)), try FrameRate(10)
      )
      let plan = try await FilmJob(request).plan()
      #expect(try value(JSONEncoder().encode(plan)) == value(printed.output))
      #expect(try JSONDecoder().decode(FilmReport.self, from: Data(printed.output)) == plan)
      #expect(plan.film.frames == 16 && plan.film.width == 32 && plan.film.fps == "10/1")
      #expect(plan.junctions.map(\.start) == [6] && plan.junctions.map(\.frames) == [4])
      #expect(plan.clips.map(\.end) == [10, 16] && plan.audio == nil && plan.outputs == nil)
    }

    @Test("the notices of a plan have the fields kind, place and property")
    func notices() async throws {
      let place = try Workplace.forTool()
      try place.write(
        #"{"segue": 1, "film": {"size": "32x24", "fps": 10}, "clips": [{"src": "color:red", "each": 1, "speed": 2}]}"#,
        to: "film.json")
      let plan = try await Tool(place).run("join", "film.json", "--each", "2", "--plan", "--json")
      let notices = plan.report["notices"] as? [[String: String]] ?? []
      #expect(
        notices == [
          [
            "kind": "note", "place": "defaults", "property": "pictureDuration",
            "sentence": "--each has no effect: no picture or colour uses it",
          ],
          [
            "kind": "note", "place": "clips[0]", "property": "speed", "source": "color:#ff0000",
            "sentence": "speed has no effect on a picture or a colour",
          ],
        ])
      #expect(
        plan.report["warnings"] as? [String] == [
          "--each has no effect: no picture or colour uses it",
          "color:#ff0000: speed has no effect on a picture or a colour",
        ])
      #expect(plan.messages.isEmpty)
    }

    @Test("the tool's reports are unchanged by decoding and encoding")
    func reports() async throws {
      let place = try Workplace.forTool()
      let tool = Tool(place)
      let film = try await tool.run(
        [
          "join", "color:#ff0000", "color:#0000ff", "--each", "1", "-s", "32x24", "-r", "10", "-o",
          "film.mkv", "--json",
        ])
      let made = try JSONDecoder().decode(FilmReport.self, from: Data(film.output))
      #expect(try value(JSONEncoder().encode(made)) == value(film.output))
      #expect(made.outputs == ["film.mkv"] && made.bytes == place.bytes("film.mkv")?.count)
      let render = try await tool.run(
        ["from.png", "to.png", "-t", "slide", "-p", "rows=3", "-d", "0.1", "-o", "run.webp", "--json"])
      let drawn = try JSONDecoder().decode(RenderReport.self, from: Data(render.output))
      #expect(try value(JSONEncoder().encode(drawn)) == value(render.output))
      #expect(drawn.parameters["rows"] == "3" && drawn.outputs == ["run.webp"])
      #expect(drawn.frames == 7 && drawn.fps == "60/1" && drawn.color == "sdr" && drawn.depth == 8)
    }
  }
}
