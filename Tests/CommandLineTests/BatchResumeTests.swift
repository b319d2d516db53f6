import Foundation
import SegueImaging
import TestSupport
import Testing

extension ToolTests {
  /// Batches that end early: by a signal, a full disk, or being killed.
  @Suite("segue batch --resume") struct BatchResuming: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    @Test("--resume renders only missing outputs")
    func resume() async throws {
      let lines = (0..<6).map { Jobs.still("o\($0).png", at: Double($0) / 8) }
      try place.write(lines.prefix(3).joined(separator: "\n"), to: "jobs.jsonl")
      #expect(try await tool.run("batch", "jobs.jsonl").code == 0)
      try place.write(lines.joined(separator: "\n"), to: "jobs.jsonl")
      let again = try await tool.run("batch", "jobs.jsonl")
      #expect(again.code == 73 && again.statuses[1] == "failed" && again.statuses[4] == "done")
      try place.remove("o1.png")
      let resumed = try await tool.run("batch", "jobs.jsonl", "--resume", "-q")
      #expect(resumed.code == 0 && resumed.messages.isEmpty, "\(resumed.messages)")
      #expect(
        resumed.statuses
          == [1: "skipped", 2: "done", 3: "skipped", 4: "skipped", 5: "skipped", 6: "skipped"])
    }

    @Test("a killed job's unfinished file is removed even if its output's name has one character")
    func shortNames() async throws {
      try place.write(place.bytes("from.png") ?? [], to: "f")
      try place.write(Jobs.still("o", ", \"format\": \"png\"").replacing("from.png", with: "f"), to: "j")
      #expect(try await tool.run("batch", "j").code == 0)
      try place.remove("o")
      try place.write("unfinished", to: ".o.segue-a1b2")
      try place.write("mine", to: ".o.segue-a1b2.txt")
      let resumed = try await tool.run("batch", "j", "--resume")
      #expect(resumed.code == 0 && resumed.statuses == [1: "done"], "\(resumed.messages)")
      #expect(place.added == [".o.segue-a1b2.txt", "f", "j", "j.journal", "o"])
    }

    @Test("the hidden folder of a killed PNG sequence is removed")
    func sequence() async throws {
      try place.write(
        Jobs.still("f/", ", \"frames\": \"0-0\"").replacing("\"at\"", with: "\"duration\""), to: "j")
      #expect(try await tool.run("batch", "j").code == 0)
      try place.remove("f/frame-00000.png")
      try place.createFolder("f/.segue-a1b2")
      try place.write("unfinished", to: "f/.segue-a1b2/frame-00000.png")
      let resumed = try await tool.run("batch", "j", "--resume")
      #expect(resumed.statuses == [1: "done"], "\(resumed.messages)")
      #expect(place.names(in: "f") == ["frame-00000.png"])
    }

    @Test(
      "--resume renders a job again if any of its input files has changed"
    )
    func changedInputs() async throws {
      let table = """
        LUT_3D_SIZE 2
        0 0 0
        1 0 0
        0 1 0
        1 1 0
        0 0 1
        1 0 1
        0 1 1
        1 1 1

        """
      try place.write(table, to: "a.cube")
      try place.write(table, to: "b.cube")
      try place.write(
        #"{"recipe": {"filter": "lut(\"b.cube\")", "of": {"mix": ["from", "to"], "amount": "p"}}}"#,
        to: "inner.json")
      try place.write(
        #"{"recipe": {"transition": "inner.json", "of": ["from", "to"], "progress": "p"}}"#, to: "look.json")
      try place.write(#"{"duration": 0.1, "events": [{"at": 0, "do": "begin"}]}"#, to: "line.json")
      try place.write(
        Snapshot(width: 32, height: 24) { x, _ in RGBAColor(red: UInt8(x * 8), green: 0, blue: 0) },
        to: "mask.png")
      // A filter of one junction, in its own file.
      try place.write(table, to: "c.cube")
      try place.write(
        #"""
        {"segue": 1, "clips": [{"src": "from.png", "duration": 0.3},
          {"transition": "dissolve", "duration": 0.1, "fromFilter": "lut('c.cube')"}, {"src": "to.png", "duration": 0.3}]}
        """#.replacing("'", with: "\\\""), to: "film.json")
      try place.write(
        [
          Jobs.still("o1.png", ", \"from-filter\": \"lut('a.cube')\"".replacing("'", with: "\\\"")),
          Jobs.still("o2.png", ", \"transition\": \"look.json\""),
          Jobs.still("o3.png", ", \"transition\": \"luma\", \"param\": {\"mask\": \"mask.png\"}"),
          "{\"from\": \"from.png\", \"to\": \"to.png\", \"output\": \"o4.webp\", \"timeline\": \"line.json\"}",
          "{\"join\": [\"from.png\", \"+look.json:0.1\", \"to.png\"], \"output\": \"o5.png\", \"each\": 0.3, \"at\": 0.25}",
          "{\"join\": [\"film.json\"], \"output\": \"o6.png\", \"at\": 0.25}",
        ].joined(separator: "\n"), to: "jobs.jsonl")
      let first = try await tool.run("batch", "jobs.jsonl")
      #expect(first.code == 0, "\(first.messages)")
      for (file, lines) in [
        ("a.cube", [1]), ("b.cube", [2, 5]), ("inner.json", [2, 5]), ("mask.png", [3]), ("line.json", [4]),
        ("c.cube", [6]),
        ("to.png", [1, 2, 3, 4, 5, 6]),
        ("", []),
      ] {
        // A new modification time is not enough: the bytes must differ.
        if file.hasSuffix(".png") {
          try place.write(
            Snapshot(width: 32, height: 24) { x, y in RGBAColor(red: UInt8(x), green: UInt8(y), blue: 1) },
            to: file)
        } else if !file.isEmpty {
          try place.write((place.text(file) ?? "") + "\n", to: file)
        }
        let resumed = try await tool.run("batch", "jobs.jsonl", "--resume")
        let made = resumed.statuses.filter { $0.value == "done" }.keys.sorted()
        #expect(resumed.code == 0 && made == lines, "\(file): \(made) \(resumed.messages)")
      }
    }

    @Test(
      "--resume renders the jobs that failed on a full disk"
    )
    func fullDisk() async throws {
      // The file size limit in blocks of 1024 bytes stands for a full disk; the journal fits.
      try place.write(
        [
          Jobs.still("a.png"),
          "{\"from\": \"from.png\", \"to\": \"to.png\", \"output\": \"b.raw\", \"format\": \"raw\", \"duration\": 0.5}",
          Jobs.still("c.png"),
        ].joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run(
        ["batch", "jobs.jsonl"], shell: "trap '' XFSZ; ulimit -f 8; exec \"$@\"")
      #expect(outcome.code == 74, "\(outcome.messages)")
      #expect(outcome.statuses == [1: "done", 2: "failed", 3: "done"])
      #expect(outcome.messages.contains("line 2: writing b.raw failed: "), "\(outcome.messages)")
      #expect(place.added == ["a.png", "c.png", "jobs.jsonl", "jobs.jsonl.journal"])
      let resumed = try await tool.run("batch", "jobs.jsonl", "--resume")
      #expect(resumed.code == 0 && resumed.statuses == [1: "skipped", 2: "done", 3: "skipped"])
      #expect(place.bytes("b.raw")?.count == (31 * 32 * 24 * 4 as Int))
      // Without room in the journal no job starts, since its output could not be recognised later.
      try place.write(String(repeating: " ", count: 9000) + Jobs.still("d.png"), to: "more.jsonl")
      let stuck = try await tool.run(
        ["batch", "more.jsonl"],
        shell: "trap '' XFSZ; ulimit -f 0; exec \"$@\" 2>/dev/null | cat; exit ${PIPESTATUS[0]}")
      #expect(stuck.code == 74 && !place.exists("d.png"), "\(stuck.code) \(stuck.text)")
    }

    @Test(
      "a batch that is killed and resumed finishes every job once"
    )
    func killed() async throws {
      let count = 60
      try place.write(
        (0..<count).map { Jobs.still("o\($0).png", at: Double($0) / Double(count)) }.joined(separator: "\n"),
        to: "jobs.jsonl")
      var done: [Int: Int] = [:]
      let rounds = Tier.current == .full ? 6 : 3
      for round in 1...rounds {
        // The printed bytes belong to finished jobs; an incomplete last line does not count.
        let shell = round == rounds ? "exec \"$@\"" : "timeout -s KILL 0.\(round)5 \"$@\""
        let outcome = try await tool.run(["batch", "jobs.jsonl", "--resume", "-q"], shell: shell)
        for (line, status) in outcome.statuses where status == "done" { done[line, default: 0] += 1 }
        #expect(!outcome.statuses.values.contains("failed"), "\(outcome.messages)")
      }
      #expect((0..<count).allSatisfy { place.exists("o\($0).png") })
      #expect(done.values.allSatisfy { $0 == 1 })
      for index in [0, 17, 31, 59] {
        _ = try await tool.render("--at", "\(Double(index) / Double(count))", "-o", "one.png", "-y")
        #expect(place.bytes("one.png") == place.bytes("o\(index).png"))
      }
    }

    @Test("a signal ends the whole batch without unfinished outputs")
    func interrupted() async throws {
      try place.write(
        (0..<12).map {
          "{\"from\": \"from.png\", \"to\": \"to.png\", \"output\": \"v\($0).webp\", \"duration\": 3, \"size\": \"640x360\"}"
        }.joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run(["batch", "jobs.jsonl"]) { [place] process in
        // Beside the list and its journal there is an output, finished or not.
        try await waitUntil { place.added.count > 2 }
        kill(process, SIGTERM)
      }
      #expect(outcome.code == 143, "\(outcome.messages)")
      let finished = Set(
        outcome.results.compactMap { ($0.value["report"] as? [String: Any])?["outputs"] as? [String] }
          .joined())
      #expect(Set(place.added) == finished.union(["jobs.jsonl", "jobs.jsonl.journal"]))
    }
  }
}
