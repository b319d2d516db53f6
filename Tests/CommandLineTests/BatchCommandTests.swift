import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// The jobs of a list, and invalid lines.
  @Suite("segue batch") struct BatchJobs: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    @Test("every job writes the same bytes as its command")
    func sameBytes() async throws {
      try place.write(
        """
        \(Jobs.still("a.png"))
        {"output": "b.webp", "from": "from.png", "to": "to.png", "transition": "slide", "param": {"rows": 3}, "duration": 0.1}

        {"from": "from.png", "to": "to.png", "output": "c.raw", "format": "raw", "fps": "30000/1001", "duration": "100ms", "reverse": true}
        """, to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl")
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(outcome.statuses == [1: "done", 2: "done", 4: "done"])
      let report = try #require(outcome.results[2]?["report"] as? [String: Any])
      #expect(report["frames"] as? Int == 7 && report["outputs"] as? [String] == ["b.webp"])
      #expect(outcome.messages.hasPrefix("3 jobs: 3 done, 0 failed, in "))
      for (name, arguments) in [
        ("a.png", ["--at", "0.5"]), ("b.webp", ["-t", "slide", "-p", "rows=3", "-d", "0.1"]),
        ("c.raw", ["--format", "raw", "-r", "30000/1001", "-d", "0.1", "--reverse"]),
      ] {
        _ = try await tool.render("-o", "one-" + name, arguments: arguments)
        #expect(place.bytes("one-" + name) == place.bytes(name), "\(name)")
      }
    }

    @Test(
      "invalid lines are reported before the first job starts"
    )
    func badLines() async throws {
      try place.write(
        [
          Jobs.still("a.png"), "nonsense", Jobs.still("b.png", ", \"att\": 1"), Jobs.still("a.png", at: 0.2),
          Jobs.still("from.png", ", \"_note\": null"),
          "{\"from\": \"none.png\", \"to\": \"to.png\", \"output\": \"c.png\", \"at\": 0}",
          Jobs.still("d.png", ", \"transition\": \"crossfade\""), "[]", Jobs.still("-"),
          Jobs.still("e.png", ", \"overwrite\": 1"),
          "{\"from\": \"from.png\", \"output\": \"f.png\"}", Jobs.still("g.png", at: 7),
        ].joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl")
      #expect(outcome.code == 64, "\(outcome.messages)")
      let all = outcome.results
      #expect(all.count == 12 && all[1]?["status"] as? String == "done")
      let expected: [(Int, Int, String)] = [
        (2, 64, "it is not valid JSON; in line 2"), (3, 65, "unknown key “att”; did you mean “at”?"),
        (4, 64, "a.png is also the output of line 1"), (5, 64, "from.png is an input of line 1"),
        (6, 66, "none.png cannot be read"), (7, 64, "did you mean dissolve?"),
        (8, 64, "it is not a JSON object"),
        (9, 64, "a batch does not write to stdout"), (10, 64, "“overwrite” must be true or false"),
        (11, 64, "“to” is missing"), (12, 64, "--at is “7”"),
      ]
      for (line, code, words) in expected {
        #expect(all[line]?["status"] as? String == "failed" && all[line]?["exit"] as? Int == code, "\(line)")
        #expect((all[line]?["message"] as? String)?.contains(words) == true, "\(all[line] ?? [:])")
        #expect(outcome.messages.contains("segue: error: line \(line): "))
      }
      // Invalid lines are reported first.
      #expect(outcome.text.split(separator: "\n").last?.contains("\"line\":1,") == true)
      #expect(place.added == ["a.png", "jobs.jsonl", "jobs.jsonl.journal"])
    }

    @Test("a batch job can render a film")
    func film() async throws {
      try place.write(
        """
        {"join": ["from.png", "+slide:0.2,rows=3", "to.png"], "output": "f.mkv", "each": 0.5, "codec": "ffv1"}
        {"join": ["from.png", "none.mp4"], "output": "g.mkv"}
        """, to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl")
      #expect(outcome.statuses == [1: "done", 2: "failed"] && outcome.code == 66, "\(outcome.messages)")
      let report = try #require(outcome.results[1]?["report"] as? [String: Any])
      #expect((report["film"] as? [String: Any])?["frames"] as? Int == 24)
      #expect(try await tool.run("batch", "jobs.jsonl", "--resume", "-q").text.contains("skipped"))
    }

    @Test("a clip that several films of a batch use is probed once", .needs("ffmpeg", "ffprobe"))
    func sameClip() async throws {
      try await Clips.make("a.mp4", in: place)
      try place.createFolder("temporary/bin")
      let probe = try Program("ffprobe").path
      try place.writeProgram(
        "#!/bin/sh\necho asked >> '\(place.file("temporary/asked"))'\nexec \(probe) \"$@\"\n",
        to: "temporary/bin/ffprobe")
      let films = (1...2).map { "{\"join\": [\"a.mp4\"], \"output\": \"\($0).png\", \"at\": 0}" }
      try place.write(films.joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl", "--jobs", "1")
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(place.text("temporary/asked") == "asked\n")
    }

    @Test("a batch job can render a film in chunks")
    func filmInChunks() async throws {
      let film = "{\"join\": [\"from.png\", \"to.png\"], \"output\": \"f.mp4\", \"each\": 8, \"fps\": 5"
      let foreign = [
        "\"chunk\": \"1/2\"", "\"slurm\": true", "\"array\": 2", "\"wait\": true", "\"plan\": true",
      ]
      let lines = ["\"chunks\": \"kept\""] + foreign
      try place.write(lines.map { "\(film), \($0)}" }.joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl")
      #expect(outcome.code == 64 && outcome.statuses.filter { $0.value == "done" }.keys.sorted() == [1])
      for line in 2...6 {
        let message = outcome.results[line]?["message"] as? String
        #expect(message?.hasSuffix("is an option of the whole run, not of a job") == true, "\(message ?? "")")
      }
      // 76 frames at 5 a second: two chunks with their fingerprints.
      #expect(place.names(in: "kept").count == 4)
      #expect(try await tool.run("batch", "jobs.jsonl", "--resume").statuses[1] == "skipped")
      guard Tier.current == .full else { return }
      #expect(
        try await tool.run(
          "join", "from.png", "to.png", "--each", "8", "-r", "5", "-o", "one.mp4", "--chunks", "d"
        )
        .code == 0)
      #expect(place.bytes("one.mp4") == place.bytes("f.mp4"))
    }

    @Test("paths in a list on standard input are relative to the current folder")
    func folders() async throws {
      try place.createFolder("deep")
      try place.write(
        Jobs.still("../x.png").replacing("\"from.png\"", with: "\"../from.png\"").replacing(
          "\"to.png\"", with: "\"../to.png\""), to: "deep/jobs.jsonl")
      #expect(try await tool.run("batch", "deep/jobs.jsonl").code == 0)
      #expect(place.exists("x.png") && place.exists("deep/jobs.jsonl.journal"))
      try place.write(Jobs.still("y.png"), to: "list")
      #expect(try await tool.run(["batch", "-", "--journal", "j"], input: "list").code == 0)
      #expect(place.exists("y.png") && place.exists("j"))
    }

    @Test("jobs that exceed --memory run one by one")
    func memory() async throws {
      try place.write(
        (0..<6).map { Jobs.still("o\($0).png", at: Double($0) / 6) }.joined(separator: "\n"), to: "jobs.jsonl"
      )
      let outcome = try await tool.run("batch", "jobs.jsonl", "--memory", "1kB", "-j", "3")
      #expect(outcome.code == 0 && Set(outcome.statuses.values) == ["done"], "\(outcome.messages)")
      _ = try await tool.render("--at", "0.5", "-o", "one.png")
      #expect(place.bytes("one.png") == place.bytes("o3.png"))
      #expect(try await tool.run("batch", "jobs.jsonl", "--memory", "much").code == 64)
    }
  }
}

/// Lists of jobs.
enum Jobs {
  /// A line for a still between the two pictures.
  static func still(_ output: String, _ more: String = "", at progress: Double = 0.5) -> String {
    "{\"from\": \"from.png\", \"to\": \"to.png\", \"output\": \"\(output)\", \"at\": \(progress)\(more)}"
  }
}

extension Outcome {
  /// The results on stdout by line number.
  var results: [Int: [String: Any]] {
    let lines = text.split(separator: "\n").compactMap {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
    }
    return Dictionary(lines.map { ($0["line"] as? Int ?? 0, $0) }, uniquingKeysWith: { $1 })
  }

  /// The status of each job.
  var statuses: [Int: String] { results.compactMapValues { $0["status"] as? String } }
}
