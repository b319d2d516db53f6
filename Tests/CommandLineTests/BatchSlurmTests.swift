import SegueTools
import Foundation
import TestSupport
import Testing

@testable import segue_cli

extension ToolTests {
  /// Batches in shares, and their Slurm script.
  @Suite("segue batch --shard and --slurm") struct BatchShares: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    @Test("the shares of a batch together render every job")
    func shares() async throws {
      try place.write(
        (0..<7).map { Jobs.still("o\($0).png", at: Double($0) / 8) }.joined(separator: "\n"), to: "jobs.jsonl"
      )
      let first = try await tool.run("batch", "jobs.jsonl", "--shard", "1/3")
      #expect(first.statuses.keys.sorted() == [1, 4, 7])
      let slurm = [
        "SLURM_ARRAY_TASK_ID": "2", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_MAX": "3",
        "SLURM_ARRAY_TASK_STEP": "1", "SLURM_ARRAY_TASK_COUNT": "3",
      ]
      let second = try await Tool(place, environment: slurm).run("batch", "jobs.jsonl")
      #expect(second.statuses.keys.sorted() == [2, 5])
      let third = try await Tool(place, environment: ["JOB_COMPLETION_INDEX": "2"])
        .run("batch", "jobs.jsonl", "--shard", "auto/3")
      #expect(third.statuses.keys.sorted() == [3, 6])
      // --resume reads the journals of all shares.
      let whole = try await tool.run("batch", "jobs.jsonl", "--resume")
      #expect(Set(whole.statuses.values) == ["skipped"] && whole.code == 0)
      for shard in ["0/3", "4/3", "x", "1", "auto/3"] {
        let refused = try await tool.run("batch", "jobs.jsonl", "--shard", shard)
        #expect(refused.code == 64 && refused.messages.contains("--shard"))
      }
    }

    @Test("the Slurm script renders the share of its array task")
    func script() async throws {
      try place.write(Jobs.still("a.png"), to: "it's.jsonl")
      try place.installScheduler()
      let submitted = try await tool.run(
        "batch", "it's.jsonl", "--slurm", "--retry", "1", "--sbatch-arg=--partition=main")
      #expect(submitted.code == 0 && submitted.text == "41\n", "\(submitted.messages)")
      let folder = try #require(place.names().first { $0.contains(".slurm-") })
      let (here, program) = (
        place.path.replacing("'", with: "'\\''"), ShellQuoting.quoted(try Program.built("segue").path)
      )
      #expect(
        place.text("\(folder)/batch.sh") == """
          #!/bin/sh
          #SBATCH --job-name=segue-batch
          #SBATCH --array=1-1
          #SBATCH --requeue
          #SBATCH --open-mode=append
          # One share of a batch. A requeued task continues where it stopped.
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
      // An error of sbatch is reported, and nothing is left.
      try place.remove(folder)
      try place.installScheduler(refusing: "Invalid partition name specified")
      let refused = try await tool.run("batch", "it's.jsonl", "--slurm")
      #expect(refused.code == 74)
      #expect(refused.messages == "segue: error: sbatch failed: it said “Invalid partition name specified”\n")
      #expect(!place.names().contains { $0.contains(".slurm-") })
    }

    @Test("--slurm without Slurm causes exit code 69")
    func noSlurm() async throws {
      try place.write(Jobs.still("a.png"), to: "jobs.jsonl")
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
  /// `--slurm` on a real Slurm cluster that the test starts.
  @Suite("segue batch --slurm") struct BatchOnSlurm {
    @Test(
      "a Slurm array with a killed and a requeued task has the results of a single run", .full,
      SlurmCluster.needed)
    func array() async throws {
      let place = try Workplace.forTool()
      let cluster = try await SlurmCluster()
      var tool = Tool(place, environment: cluster.environment)
      tool.limit = .seconds(300)
      defer { cluster.stop() }
      let found = try await follow(tool, place, cluster)
      // Line 50 has no input; all other outputs exist.
      #expect(found.code == 66, "\(found.messages)")
      let lines = found.text.split(separator: "\n").compactMap {
        (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any]
      }
      #expect(lines.compactMap { $0["line"] as? Int } == Array(1...100))
      #expect(lines.filter { $0["status"] as? String == "failed" }.compactMap { $0["line"] as? Int } == [50])
      // Beside the outputs there are the list, its journals and the logs of an unsuccessful batch.
      let left = place.names().filter { !$0.hasPrefix("o") && !Workplace.givens.contains($0) }
      #expect(left.allSatisfy { $0.hasPrefix("jobs.jsonl") }, "\(left)")
      // The batch is repeated on one machine.
      let alone = try Workplace.forTool()
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
        // Two tasks run at a time. Once both have made an output, one is killed and the other requeued.
        try await waitUntil(within: SlurmCluster.limit) {
          place.names().count(where: { $0.hasPrefix("o") }) >= 6
        }
        cluster.disturb()
      }
    }
  }
}
