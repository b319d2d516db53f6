import Foundation
import SegueImaging
import Testing

@testable import segue_cli

extension ToolTests {
  @Suite("segue batch") struct BatchJobs {
    let place: Workplace
    let tool: Tool

    init() throws {
      place = try Workplace()
      tool = Tool(place)
    }

    /// A line for a still of the two pictures.
    private func still(_ output: String, _ more: String = "", at progress: Double = 0.5) -> String {
      "{\"from\": \"from.png\", \"to\": \"to.png\", \"output\": \"\(output)\", \"at\": \(progress)\(more)}"
    }

    /// What a line on stdout says, by the list's lines.
    private func results(_ outcome: Outcome) -> [Int: [String: Any]] {
      let lines = outcome.text.split(separator: "\n").compactMap {
        (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
      }
      return Dictionary(lines.map { ($0["line"] as? Int ?? 0, $0) }, uniquingKeysWith: { $1 })
    }

    private func statuses(_ outcome: Outcome) -> [Int: String] {
      results(outcome).compactMapValues { $0["status"] as? String }
    }

    @Test("every job gives the bytes of the same command, and one line of JSON")
    func sameBytes() async throws {
      try place.write(
        """
        \(still("a.png"))
        {"output": "b.webp", "from": "from.png", "to": "to.png", "transition": "slide", "param": {"rows": 3}, "duration": 0.1}

        {"from": "from.png", "to": "to.png", "output": "c.raw", "format": "raw", "fps": "30000/1001", "duration": "100ms", "reverse": true}
        """, to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl")
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(statuses(outcome) == [1: "done", 2: "done", 4: "done"])
      let report = try #require(results(outcome)[2]?["report"] as? [String: Any])
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
      "lines that are no jobs fail with their numbers before anything starts; the exit code is the lowest line's"
    )
    func badLines() async throws {
      try place.write(
        [
          still("a.png"), "nonsense", still("b.png", ", \"att\": 1"), still("a.png", at: 0.2),
          still("from.png"),
          "{\"from\": \"none.png\", \"to\": \"to.png\", \"output\": \"c.png\", \"at\": 0}",
          still("d.png", ", \"transition\": \"crossfade\""), "[]", still("-"),
          still("e.png", ", \"overwrite\": 1"),
          "{\"from\": \"from.png\", \"output\": \"f.png\"}", still("g.png", at: 7),
        ].joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl")
      #expect(outcome.code == 64, "\(outcome.messages)")
      let all = results(outcome)
      #expect(all.count == 12 && all[1]?["status"] as? String == "done")
      let expected: [(Int, Int, String)] = [
        (2, 64, "it is not a JSON object"), (3, 64, "unknown key “att”; did you mean “at”?"),
        (4, 64, "a.png is the output of line 1, too"), (5, 64, "from.png is an input of line 1"),
        (6, 66, "none.png cannot be read"), (7, 64, "did you mean dissolve?"),
        (8, 64, "it is not a JSON object"),
        (9, 64, "a batch writes none to stdout"), (10, 64, "“overwrite” must be true or false"),
        (11, 64, "“to” is missing"), (12, 64, "--at is “7”"),
      ]
      for (line, code, words) in expected {
        #expect(all[line]?["status"] as? String == "failed" && all[line]?["exit"] as? Int == code, "\(line)")
        #expect((all[line]?["message"] as? String)?.contains(words) == true, "\(all[line] ?? [:])")
        #expect(outcome.messages.contains("segue: error: line \(line): "))
      }
      // Known before: their lines come first.
      #expect(outcome.text.split(separator: "\n").last?.contains("\"line\":1,") == true)
      #expect(place.added == ["a.png", "jobs.jsonl", "jobs.jsonl.journal"])
    }

    @Test("a film is a job, too")
    func film() async throws {
      try place.write(
        """
        {"join": ["from.png", "+slide:0.2,rows=3", "to.png"], "output": "f.mkv", "each": 0.5, "codec": "ffv1"}
        {"join": ["from.png", "none.mp4"], "output": "g.mkv"}
        """, to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl")
      #expect(statuses(outcome) == [1: "done", 2: "failed"] && outcome.code == 66, "\(outcome.messages)")
      let report = try #require(results(outcome)[1]?["report"] as? [String: Any])
      #expect((report["film"] as? [String: Any])?["frames"] as? Int == 24)
      #expect(try await tool.run("batch", "jobs.jsonl", "--resume", "-q").text.contains("skipped"))
    }

    @Test("a film in chunks is a job, too; what is for a whole run is no key")
    func filmInChunks() async throws {
      let film = "{\"join\": [\"from.png\", \"to.png\"], \"output\": \"f.mp4\", \"each\": 8, \"fps\": 5"
      let foreign = [
        "\"chunk\": \"1/2\"", "\"slurm\": true", "\"array\": 2", "\"wait\": true", "\"plan\": true",
      ]
      let lines = ["\"chunks\": \"kept\""] + foreign
      try place.write(lines.map { "\(film), \($0)}" }.joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl")
      #expect(outcome.code == 64 && statuses(outcome).filter { $0.value == "done" }.keys.sorted() == [1])
      for line in 2...6 {
        let message = results(outcome)[line]?["message"] as? String
        #expect(message?.hasSuffix("is an option of the whole run, not of a job") == true, "\(message ?? "")")
      }
      // 76 frames, 5 a second: two chunks with what they were made of.
      #expect(place.names(in: "kept").count == 4)
      #expect(
        try await tool.run(
          "join", "from.png", "to.png", "--each", "8", "-r", "5", "-o", "one.mp4", "--chunks", "d"
        )
        .code == 0)
      #expect(place.bytes("one.mp4") == place.bytes("f.mp4"))
      #expect(statuses(try await tool.run("batch", "jobs.jsonl", "--resume"))[1] == "skipped")
    }

    @Test("paths are relative to the list, wherever it is called from; stdin's to the current folder")
    func folders() async throws {
      try FileManager.default.createDirectory(atPath: place.file("deep"), withIntermediateDirectories: true)
      try place.write(
        still("../x.png").replacing("\"from.png\"", with: "\"../from.png\"").replacing(
          "\"to.png\"", with: "\"../to.png\""), to: "deep/jobs.jsonl")
      #expect(try await tool.run("batch", "deep/jobs.jsonl").code == 0)
      #expect(place.exists("x.png") && place.exists("deep/jobs.jsonl.journal"))
      try place.write(still("y.png"), to: "list")
      #expect(try await tool.run(["batch", "-", "--journal", "j"], input: "list").code == 0)
      #expect(place.exists("y.png") && place.exists("j"))
    }

    @Test("--resume does what is missing; without it an existing output is 73")
    func resume() async throws {
      let lines = (0..<6).map { still("o\($0).png", at: Double($0) / 8) }
      try place.write(lines.prefix(3).joined(separator: "\n"), to: "jobs.jsonl")
      #expect(try await tool.run("batch", "jobs.jsonl").code == 0)
      try place.write(lines.joined(separator: "\n"), to: "jobs.jsonl")
      let again = try await tool.run("batch", "jobs.jsonl")
      #expect(again.code == 73 && statuses(again)[1] == "failed" && statuses(again)[4] == "done")
      try FileManager.default.removeItem(atPath: place.file("o1.png"))
      let resumed = try await tool.run("batch", "jobs.jsonl", "--resume", "-q")
      #expect(resumed.code == 0 && resumed.messages.isEmpty, "\(resumed.messages)")
      #expect(
        statuses(resumed)
          == [1: "skipped", 2: "done", 3: "skipped", 4: "skipped", 5: "skipped", 6: "skipped"])
    }

    @Test("names of one character are names, and what a killed process left beside its output goes")
    func shortNames() async throws {
      try place.write(place.bytes("from.png") ?? [], to: "f")
      try place.write(still("o", ", \"format\": \"png\"").replacing("from.png", with: "f"), to: "j")
      #expect(try await tool.run("batch", "j").code == 0)
      try FileManager.default.removeItem(atPath: place.file("o"))
      try place.write("unfinished", to: ".o.segue-a1b2")
      try place.write("mine", to: ".o.segue-a1b2.txt")
      let resumed = try await tool.run("batch", "j", "--resume")
      #expect(resumed.code == 0 && statuses(resumed) == [1: "done"], "\(resumed.messages)")
      #expect(place.added == [".o.segue-a1b2.txt", "f", "j", "j.journal", "o"])
    }

    @Test(
      "--resume makes again what any file it reads has changed for: looks and what they hold, chains, masks, timelines"
    )
    func resumeWhatChanged() async throws {
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
        Workplace.picture { x, _ in RGBAColor(red: UInt8(x * 8), green: 0, blue: 0) }, to: "mask.png")
      try place.write(
        [
          still("o1.png", ", \"from-filter\": \"lut('a.cube')\"".replacing("'", with: "\\\"")),
          still("o2.png", ", \"transition\": \"look.json\""),
          still("o3.png", ", \"transition\": \"luma\", \"param\": {\"mask\": \"mask.png\"}"),
          "{\"from\": \"from.png\", \"to\": \"to.png\", \"output\": \"o4.webp\", \"timeline\": \"line.json\"}",
          "{\"join\": [\"from.png\", \"+look.json:0.1\", \"to.png\"], \"output\": \"o5.mkv\", \"each\": 0.3, \"codec\": \"ffv1\"}",
        ].joined(separator: "\n"), to: "jobs.jsonl")
      let first = try await tool.run("batch", "jobs.jsonl")
      #expect(first.code == 0, "\(first.messages)")
      for (file, lines) in [
        ("a.cube", [1]), ("b.cube", [2, 5]), ("inner.json", [2, 5]), ("mask.png", [3]), ("line.json", [4]),
        ("to.png", [1, 2, 3, 4, 5]),
        ("", []),
      ] {
        // Another modification is enough for nobody: its bytes have to differ.
        if file.hasSuffix(".png") {
          try place.write(
            Workplace.picture { x, y in RGBAColor(red: UInt8(x), green: UInt8(y), blue: 1) }, to: file)
        } else if !file.isEmpty {
          try place.write((place.text(file) ?? "") + "\n", to: file)
        }
        let resumed = try await tool.run("batch", "jobs.jsonl", "--resume")
        let made = statuses(resumed).filter { $0.value == "done" }.keys.sorted()
        #expect(resumed.code == 0 && made == lines, "\(file): \(made) \(resumed.messages)")
      }
    }

    @Test(
      "a full disk is 74 for the jobs that it stops, and nothing of them is left; the rest goes on when there is room"
    )
    func fullDisk() async throws {
      // Files may not grow beyond so many blocks of 1024 bytes, which is what a full disk is to a job; the journal is small.
      try place.write(
        [
          still("a.png"),
          "{\"from\": \"from.png\", \"to\": \"to.png\", \"output\": \"b.raw\", \"format\": \"raw\", \"duration\": 0.5}",
          still("c.png"),
        ].joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run(
        ["batch", "jobs.jsonl"], shell: "trap '' XFSZ; ulimit -f 8; exec \"$@\"")
      #expect(outcome.code == 74, "\(outcome.messages)")
      #expect(statuses(outcome) == [1: "done", 2: "failed", 3: "done"])
      #expect(outcome.messages.contains("line 2: writing b.raw failed: "), "\(outcome.messages)")
      #expect(place.added == ["a.png", "c.png", "jobs.jsonl", "jobs.jsonl.journal"])
      let resumed = try await tool.run("batch", "jobs.jsonl", "--resume")
      #expect(resumed.code == 0 && statuses(resumed) == [1: "skipped", 2: "done", 3: "skipped"])
      #expect(place.bytes("b.raw")?.count == 31 * 32 * 24 * 4)
      // Where the journal itself finds no room, no job is begun whose output could not be told from a stranger's.
      try place.write(String(repeating: " ", count: 9000) + still("d.png"), to: "more.jsonl")
      try place.write(String(repeating: "x", count: 8192), to: "more.jsonl.journal")
      let stuck = try await tool.run(
        ["batch", "more.jsonl"],
        shell: "trap '' XFSZ; ulimit -f 0; exec \"$@\" 2>/dev/null | cat; exit ${PIPESTATUS[0]}")
      #expect(stuck.code == 74 && !place.exists("d.png"), "\(stuck.code) \(stuck.text)")
    }

    @Test("jobs wait for each other's memory, however small --memory is, and give the same bytes")
    func memory() async throws {
      try place.write(
        (0..<6).map { still("o\($0).png", at: Double($0) / 6) }.joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run("batch", "jobs.jsonl", "--memory", "1kB", "-j", "3")
      #expect(outcome.code == 0 && Set(statuses(outcome).values) == ["done"], "\(outcome.messages)")
      _ = try await tool.render("--at", "0.5", "-o", "one.png")
      #expect(place.bytes("one.png") == place.bytes("o3.png"))
      #expect(try await tool.run("batch", "jobs.jsonl", "--memory", "much").code == 64)
    }

    @Test("shares put together are the whole; a scheduler's variables name one")
    func shares() async throws {
      try place.write(
        (0..<7).map { still("o\($0).png", at: Double($0) / 8) }.joined(separator: "\n"), to: "jobs.jsonl")
      let first = try await tool.run("batch", "jobs.jsonl", "--shard", "1/3")
      #expect(statuses(first).keys.sorted() == [1, 4, 7])
      let slurm = [
        "SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "3",
        "SLURM_ARRAY_TASK_STEP": "1", "SLURM_ARRAY_TASK_COUNT": "3",
      ]
      let second = try await Tool(place, environment: slurm).run("batch", "jobs.jsonl")
      #expect(statuses(second).keys.sorted() == [2, 5])
      let third = try await Tool(place, environment: ["JOB_COMPLETION_INDEX": "2"])
        .run("batch", "jobs.jsonl", "--shard", "auto/3")
      #expect(statuses(third).keys.sorted() == [3, 6])
      // Whoever resumes believes the journals of all shares.
      let whole = try await tool.run("batch", "jobs.jsonl", "--resume")
      #expect(Set(statuses(whole).values) == ["skipped"] && whole.code == 0)
      for shard in ["0/3", "4/3", "x", "1", "auto/3"] {
        let refused = try await tool.run("batch", "jobs.jsonl", "--shard", shard)
        #expect(refused.code == 64 && refused.messages.contains("--shard"))
      }
    }

    @Test(
      "killed at random moments and resumed, everything is there, right, and made once but for what was under way"
    )
    func killed() async throws {
      let count = 60
      try place.write(
        (0..<count).map { still("o\($0).png", at: Double($0) / Double(count)) }.joined(separator: "\n"),
        to: "jobs.jsonl")
      var done: [Int: Int] = [:]
      for round in 0..<6 {
        // The bytes that were printed are those of jobs that were finished; a torn last line is none.
        let shell = round == 5 ? "exec \"$@\"" : "timeout -s KILL 0.\(round + 1)5 \"$@\""
        let outcome = try await tool.run(["batch", "jobs.jsonl", "--resume", "-q"], shell: shell)
        for (line, status) in statuses(outcome) where status == "done" { done[line, default: 0] += 1 }
        #expect(!statuses(outcome).values.contains("failed"), "\(outcome.messages)")
      }
      #expect((0..<count).allSatisfy { place.exists("o\($0).png") })
      #expect(done.values.allSatisfy { $0 == 1 })
      for index in [0, 17, 31, 59] {
        _ = try await tool.render("--at", "\(Double(index) / Double(count))", "-o", "one.png", "-y")
        #expect(place.bytes("one.png") == place.bytes("o\(index).png"))
      }
    }

    @Test("a signal ends the whole batch, and leaves nothing unfinished")
    func interrupted() async throws {
      try place.write(
        (0..<12).map {
          "{\"from\": \"from.png\", \"to\": \"to.png\", \"output\": \"v\($0).webp\", \"duration\": 3, \"size\": \"640x360\"}"
        }.joined(separator: "\n"), to: "jobs.jsonl")
      let outcome = try await tool.run(["batch", "jobs.jsonl"]) { [place] process in
        while place.text("jobs.jsonl.journal")?.contains("started") != true {
          try await Task.sleep(for: .milliseconds(10))
        }
        try await Task.sleep(for: .milliseconds(100))
        kill(process, SIGTERM)
      }
      #expect(outcome.code == 143, "\(outcome.messages)")
      let finished = Set(
        results(outcome).compactMap { ($0.value["report"] as? [String: Any])?["outputs"] as? [String] }
          .joined())
      #expect(Set(place.added) == finished.union(["jobs.jsonl", "jobs.jsonl.journal"]))
    }

    @Test("the script for Slurm has the share in it, and sbatch is told where messages go")
    func script() async throws {
      try place.write(still("a.png"), to: "it's.jsonl")
      try place.installScheduler()
      let submitted = try await tool.run(
        "batch", "it's.jsonl", "--slurm", "--retry", "1", "--sbatch-arg=--partition=main")
      #expect(submitted.code == 0 && submitted.text == "41\n", "\(submitted.messages)")
      let folder = try #require(place.names().first { $0.contains(".slurm-") })
      let (here, program) = (place.path.replacing("'", with: "'\\''"), Console.shellWord(try Tool.path()))
      #expect(
        place.text("\(folder)/batch.sh") == """
          #!/bin/sh
          #SBATCH --job-name=segue-batch
          #SBATCH --array=1-1
          #SBATCH --requeue
          #SBATCH --open-mode=append
          # One share of a batch. A task that is started again goes on where it was.
          exec \(program) batch '\(here)/it'\\''s.jsonl' --shard "$SLURM_ARRAY_TASK_ID/1" --resume \\
            -j "${SLURM_CPUS_PER_TASK:-1}" --retry 1 >> '\(here)/\(folder.replacing("'", with: "'\\''"))'/"$SLURM_ARRAY_TASK_ID".jsonl

          """)
      let log = place.file(folder) + "/%a.log"
      #expect(
        place.submissions == [
          [
            "--parsable", "--output=\(log)", "--error=\(log)", "--partition=main",
            place.file(folder) + "/batch.sh",
          ]
        ])
      // What sbatch has against it is said, and nothing is left.
      try FileManager.default.removeItem(atPath: place.file(folder))
      try place.installScheduler(refusing: "Invalid partition name specified")
      let refused = try await tool.run("batch", "it's.jsonl", "--slurm")
      #expect(refused.code == 74)
      #expect(refused.messages == "segue: error: sbatch failed: it said “Invalid partition name specified”\n")
      #expect(!place.names().contains { $0.contains(".slurm-") })
    }

    @Test("without Slurm --slurm is 69, and its options are its own")
    func noSlurm() async throws {
      try place.write(still("a.png"), to: "jobs.jsonl")
      let outcome = try await Tool(place, environment: ["PATH": "/nowhere"]).run(
        "batch", "jobs.jsonl", "--slurm")
      #expect(outcome.code == 69 && outcome.messages.contains("sbatch cannot be used"), "\(outcome.messages)")
      #expect(place.added == ["jobs.jsonl"])
      for arguments in [["--wait"], ["--array", "3"], ["--slurm", "--shard", "1/2"]] {
        #expect(try await tool.run(["batch", "jobs.jsonl"] + arguments).code == 64)
      }
      #expect(try await tool.run(["batch", "-", "--slurm"]).code == 64)
      let missing = try await tool.run("batch", "none.jsonl")
      #expect(missing.code == 66 && missing.messages.contains("there is no such file"))
    }
  }
}

extension ToolTests {
  /// `--slurm` on a real Slurm, which the test starts.
  @Suite("segue batch --slurm") struct BatchOnSlurm {
    @Test(
      "an array of four does what one machine does, with a task killed and one requeued", SlurmCluster.needed)
    func array() async throws {
      let place = try Workplace()
      let cluster = try await SlurmCluster()
      var tool = Tool(place, environment: cluster.environment)
      tool.limit = .seconds(300)
      defer { cluster.stop() }
      let found = try await follow(tool, place, cluster)
      // Line 50 has no input; everything else is there.
      #expect(found.code == 66, "\(found.messages)")
      let lines = found.text.split(separator: "\n").compactMap {
        (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
      }
      #expect(lines.compactMap { $0["line"] as? Int } == Array(1...100))
      #expect(lines.filter { $0["status"] as? String == "failed" }.compactMap { $0["line"] as? Int } == [50])
      // Beside the outputs there are the list, its journals, and the messages of a batch that did not go well.
      let left = place.names().filter { !$0.hasPrefix("o") && !Workplace.givens.contains($0) }
      #expect(left.allSatisfy { $0.hasPrefix("jobs.jsonl") }, "\(left)")
      // The same on one machine.
      let alone = try Workplace()
      try alone.write(Self.list, to: "jobs.jsonl")
      #expect(try await Tool(alone).run("batch", "jobs.jsonl", "-q").code == 66)
      for index in 0..<100 where index != 49 {
        #expect(place.bytes("o\(index).webp") == alone.bytes("o\(index).webp"), "\(index)")
        #expect(place.exists("o\(index).webp"))
      }
    }

    private static let list = (0..<100).map { index in
      "{\"from\": \"\(index == 49 ? "none" : "from").png\", \"to\": \"to.png\", \"output\": \"o\(index).webp\", "
        + "\"duration\": \(0.2 + Double(index) / 500), \"size\": \"160x90\"}"
    }.joined(separator: "\n")

    private func follow(_ tool: Tool, _ place: Workplace, _ cluster: SlurmCluster) async throws -> Outcome {
      try place.write(Self.list, to: "jobs.jsonl")
      return try await tool.run(["batch", "jobs.jsonl", "--slurm", "--array", "4", "--wait", "-j", "1"]) {
        _ in
        // Two tasks run at a time. When both have made something, one is killed and the other requeued.
        while place.names().count(where: { $0.hasPrefix("o") }) < 6 {
          try await Task.sleep(for: .milliseconds(20))
        }
        cluster.disturb()
      }
    }
  }
}
