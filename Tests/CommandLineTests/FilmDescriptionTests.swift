import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// Film descriptions and lists of jobs, which are recognised by their content.
  @Suite("Film files and lists from pipes", .needs("ffmpeg")) struct Descriptions: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    private static let film =
      ##"{"segue": 1, "clips": [{"src": "color:#ff0000", "each": 1}, {"src": "from.png", "each": 1}]}"##
    private static let timeline = """
       {
        "OTIO_SCHEMA": "Timeline.1", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [{"OTIO_SCHEMA": "Track.1",
         "kind": "Video", "children": [{"OTIO_SCHEMA": "Gap.1", "source_range": {"duration": {"value": 6, "rate": 24}}},
         {"OTIO_SCHEMA": "Clip.1", "media_reference": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "a.mp4"}}]}]}}
      """

    /// The ways to pass the file `name`: arguments, standard input, and a shell line.
    private func ways(_ name: String) -> [(words: [String], input: String?, shell: String)] {
      let run = "exec \"$@\""
      return [
        ([name], nil, run), (["-"], name, run), (["-"], nil, "cat \(name) | \"$@\""),
        (["/dev/stdin"], name, run), (["/dev/stdin"], nil, "cat \(name) | \"$@\""),
        (["/dev/fd/3"], nil, "\(run) 3< \(name)"),
        ([], nil, "\"$@\" <(cat \(name))"),
        (["pipe"], nil, "rm -f pipe; mkfifo pipe; cat \(name) > pipe & \(run)"),
      ]
    }

    @Test("films, timelines and clips are read from files, stdin and pipes")
    func films() async throws {
      try await Clips.make("a.mp4", in: place)
      try place.write(Self.film, to: "film")
      try place.write("\u{FEFF}\n" + Self.film, to: "marked.txt")
      try place.write(Self.timeline, to: "cut.json")
      try place.write(Self.timeline, to: "cut")
      // The first file is passed in every way, the others in one of two ways each.
      let files: [(name: String, sources: [String], ways: Range<Int>)] = [
        ("film", ["color:#ff0000", "from.png"], 0..<8), ("marked.txt", ["color:#ff0000", "from.png"], 0..<1),
        ("cut", ["color:#000000", "a.mp4"], 2..<3), ("cut.json", ["color:#000000", "a.mp4"], 0..<1),
      ]
      for (name, sources, usual) in files {
        for way in Tier.current == .full ? ways(name) : Array(ways(name)[usual]) {
          let outcome = try await tool.run(
            ["join", "--plan", "--json"] + way.words, input: way.input, shell: way.shell)
          let clips = outcome.report["clips"] as? [[String: Any]]
          #expect(clips?.map { $0["source"] as? String } == sources, "\(way): \(outcome.messages)")
        }
      }
      let clipWays = ways("a.mp4")
      for way in Tier.current == .full ? clipWays : [clipWays[2], clipWays[5], clipWays[7]] {
        let outcome = try await tool.run(
          ["join", "--plan", "--json"] + way.words, input: way.input, shell: way.shell)
        let film = outcome.report["film"] as? [String: Any]
        #expect(film?["frames"] as? Int == 40, "\(way): \(outcome.messages)")
      }
    }

    @Test("paths of a list from a pipe are relative to the current folder")
    func lists() async throws {
      for (index, way) in ways("jobs").enumerated() {
        try place.write(Jobs.still("o\(index).png"), to: "jobs")
        let outcome = try await tool.run(
          ["batch", "--journal", "j"] + way.words, input: way.input, shell: way.shell)
        #expect(outcome.code == 0 && place.exists("o\(index).png"), "\(way): \(outcome.messages)")
      }
    }

    @Test("the error for a file of another command names that command")
    func otherCommand() async throws {
      try place.write(Self.film, to: "film")
      try place.write(Self.timeline, to: "cut.otio")
      try place.write(Jobs.still("o.png") + "\n" + Jobs.still("p.png"), to: "jobs")
      let before = place.added
      place.expect(
        try await tool.run("join", "jobs", "-o", "o.mp4"), code: 65,
        saying: "jobs: it is a list of batch jobs, not a film", leaving: before)
      for name in ["film", "cut.otio"] {
        place.expect(
          try await tool.run("batch", name), code: 64,
          saying: "\(name) describes a film, not a list of jobs", leaving: before)
        place.expect(
          try await tool.run("join", "from.png", name, "-o", "o.mp4"), code: 64,
          saying: "\(name) describes a film, so it must be the only input", leaving: before)
      }
    }
  }
}
