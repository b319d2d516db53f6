import SegueTools
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import segue_cli

extension ToolTests {
  /// Films in chunks, rendered by an array and joined by a dependent job.
  @Suite("segue join --slurm", .needs("ffmpeg")) struct JoinOnSlurm: ToolSuite {
    let tool: Tool

    init() async throws {
      tool = try Tool()
      try place.write(try #require(place.bytes("from.png")), to: "a b.png")
      try await Clips.make("c.mkv", in: place, seconds: 8)
    }

    /// Inputs of 8 s that overlap by 0.8 s, at 5 frames/s: one chunk each.
    private static func film(colors: Int) -> [String] {
      ["join", "a b.png", "+slide", "c.mkv"] + (1...colors).map { "color:#\($0)0a0\(9 - $0)0" }
        + ["--each", "8", "-r", "5"]
    }
    private static let film = film(colors: 1)
    private static let pictures = ["join", "from.png", "to.png", "--each", "8", "-r", "5"]

    private func onSlurm(_ cluster: SlurmCluster) -> Tool {
      var tool = Tool(place, environment: cluster.environment)
      tool.limit = .seconds(300)
      return tool
    }

    /// The folder of scripts and logs, beside the folder of chunks.
    private var scripts: String? { place.names().first { $0.contains(".slurm-") } }

    @Test("the Slurm script makes the film of a single run when run by hand")
    func script() async throws {
      try place.installScheduler()
      let submitted = try await tool.run(
        Self.film
          + [
            "--slurm", "--array", "2", "--sbatch-arg", "--mem=4G", "--chunks", "kept/",
            "--sbatch-arg=--array=1-2%1", "-o", "film.mp4", "-y",
          ])
      #expect(submitted.code == 0 && submitted.text == "41\n42\n", "\(submitted.messages)")
      #expect(!place.exists("film.mp4") && !place.exists("kept"))
      let folder = try #require(scripts)
      let arguments = [
        "a b.png", "+slide", "c.mkv", "color:#10a080", "-o", "film.mp4", "-y", "-r", "5", "--each", "8",
        "--chunks", "kept/",
      ]
      #expect(
        place.text("\(folder)/film.sh") == """
          #!/bin/sh
          #SBATCH --job-name=segue-join
          #SBATCH --requeue
          #SBATCH --open-mode=append
          # Renders one share of a film in chunks; the argument is the number of shares. Without an argument, joins the chunks.
          # A requeued task continues where it stopped.
          cd '\(place.path)' || exit 73
          part=film chunk=
          if [ $# = 1 ]; then part=$SLURM_ARRAY_TASK_ID chunk=--chunk=$SLURM_ARRAY_TASK_ID/$1; fi
          result='\(place.file(folder))'/$part
          \(ShellQuoting.quoted(try Program.built("segue").path)) join $chunk \(arguments.map(ShellQuoting.quoted).joined(separator: " ")) > "$result.out" 2> "$result.err"
          code=$?
          # A job that a signal ended leaves no result.
          [ $code -gt 128 ] || echo $code > "$result.exit"
          exit $code

          """)
      let (script, log) = (place.file(folder) + "/film.sh", place.file(folder))
      #expect(
        place.submissions == [
          [
            "--parsable", "--output=\(log)/%a.log", "--error=\(log)/%a.log", "--array=1-2", "--mem=4G",
            "--array=1-2%1", script, "2",
          ],
          [
            "--parsable", "--output=\(log)/film.log", "--error=\(log)/film.log", "--mem=4G",
            "--dependency=afterok:41", "--kill-on-invalid-dep=yes", script,
          ],
        ])
      guard Tier.current == .full else { return }
      for task in ["1", "2", ""] {
        let line = "SLURM_ARRAY_TASK_ID=\(task) sh '\(script)' \(task.isEmpty ? "" : "2")"
        #expect(try await tool.run([], shell: line).code == 0)
        #expect(place.exists("film.mp4") == task.isEmpty)
      }
      #expect(place.names(in: "kept").count == 6)
      #expect(place.text("\(folder)/film.err")?.hasSuffix("0 of 3 chunks rendered now\n") == true)
      #expect(try await tool.run(Self.film + ["--chunks", "alone", "-o", "alone.mp4"]).code == 0)
      #expect(place.bytes("alone.mp4") == place.bytes("film.mp4"))
    }

    @Test(
      "a copied film is divided into shares of its encoded frames")
    func copied() async throws {
      try place.installScheduler()
      let clip = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=20:d=4"]
      try await FFmpeg.make(
        "a.mp4", clip + ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-g", "10"], in: place)
      let films: [([String], Int, Int)] = cases(
        [(["a.mp4"], 1, 0)], full: [(["a.mp4", "+slide", "color:red", "--each", "25"], 3, 3)])
      for (inputs, shares, chunks) in films {
        let words = ["join"] + inputs + ["--copy", "-y", "-o", "film.mp4", "--chunks", "kept"]
        let submitted = try await tool.run(words + ["--slurm"])
        #expect(submitted.code == 0, "\(submitted.messages)")
        let folder = try #require(scripts)
        #expect(place.submissions.last(where: { $0.last == "\(shares)" }) != nil, "\(place.submissions)")
        for task in (1...shares).map(String.init) + [""] {
          let share = task.isEmpty ? "" : "\(shares)"
          let line = "SLURM_ARRAY_TASK_ID=\(task) sh '\(place.file(folder))/film.sh' \(share)"
          #expect(try await tool.run([], shell: line).code == 0)
          #expect(place.exists("film.mp4") == task.isEmpty)
        }
        #expect(place.names(in: "kept").count == 2 * chunks)
        guard Tier.current == .full else { continue }
        let alone = ["join"] + inputs + ["--copy", "-y", "-o", "alone.mp4", "--chunks", "alone"]
        #expect(try await tool.run(alone).code == 0)
        #expect(place.bytes("alone.mp4") == place.bytes("film.mp4"))
        for name in ["film.mp4", "kept", "alone", folder] { try? place.remove(name) }
      }
    }

    @Test(
      "a Slurm array with a killed and a requeued task makes the film of a single run", .full,
      SlurmCluster.needed)
    func array() async throws {
      let alone = try await tool.run(Self.film(colors: 6) + ["--chunks", "alone", "-o", "alone.mp4"])
      #expect(alone.code == 0, "\(alone.messages)")
      let cluster = try await SlurmCluster()
      defer { cluster.stop() }
      let words = Self.film(colors: 6) + ["--slurm", "--array", "4", "-o"]
      // Without --wait the second job starts by itself.
      let submitted = try await onSlurm(cluster).run(words + ["film.mp4", "--chunks", "kept"])
      #expect(
        submitted.code == 0 && submitted.text.split(separator: "\n").count == 2, "\(submitted.messages)")
      try await cluster.waitUntilIdle()
      #expect(place.bytes("film.mp4") == place.bytes("alone.mp4"))
      // A slow encoder, so that tasks can be found at work.
      try place.installEncoder(
        "case \"$*\" in *libx264*) sleep 1 ;; esac; exec \(try Program("ffmpeg").path) \"$@\"")
      let before = Mutex<[String: Date]>([:])
      let followed = try await onSlurm(cluster).run(words + ["disturbed.mp4", "--chunks", "d", "--wait"]) {
        [place] _ in
        try await waitUntil(within: SlurmCluster.limit) { Self.chunks(in: place).count >= 2 }
        before.withLock { $0 = Self.chunks(in: place) }
        cluster.disturb()
      }
      let made = Self.chunks(in: place)
      #expect(followed.code == 0 && followed.text.isEmpty, "\(followed.messages)")
      #expect(followed.messages.hasSuffix("0 of 8 chunks rendered now\n"), "\(followed.messages)")
      #expect(place.bytes("disturbed.mp4") == place.bytes("alone.mp4"))
      #expect(made.count == 8 && place.names(in: "d").count == 16)
      // Finished chunks were not made again.
      let kept = before.withLock { $0 }
      #expect(kept.count >= 2 && kept.allSatisfy { made[$0.key] == $0.value })
      // The scripts of the film with --wait were removed.
      #expect(place.names().count { $0.contains(".slurm-") } == 1)
      #expect(scripts?.hasPrefix("kept.slurm-") == true)
    }

    /// The finished chunks with their times of modification.
    private static func chunks(in place: Workplace) -> [String: Date] {
      let names = place.names(in: "d").filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }
      let dates = names.map { name in
        let attributes = try? FileManager.default.attributesOfItem(atPath: place.file("d/" + name))
        return (name, attributes?[.modificationDate] as? Date ?? .distantPast)
      }
      return Dictionary(dates, uniquingKeysWith: { $1 })
    }

    @Test("a failed task cancels the dependent job", .full, SlurmCluster.needed)
    func failing() async throws {
      let whole = try #require(place.bytes("c.mkv"))
      try place.write(Array(whole[..<(whole.count / 3)]), to: "c.mkv")
      let alone = try await tool.run(Self.film + ["--chunks", "alone", "-o", "film.mp4"])
      #expect(alone.code == 65 && alone.messages.contains("c.mkv"), "\(alone.messages)")
      let cluster = try await SlurmCluster()
      defer { cluster.stop() }
      let words = Self.film + ["--slurm", "--array", "4", "-o", "film.mp4", "--chunks", "kept"]
      let followed = try await onSlurm(cluster).run(words + ["--wait", "--json"])
      #expect(followed.code == 65 && followed.messages.hasSuffix(alone.messages), "\(followed.messages)")
      let error = try #require(followed.report["error"] as? [String: Any])
      #expect(error["exit"] as? Int == 65, "\(followed.text)")
      let join = try #require(followed.messages.split(separator: "\n").dropFirst().first)
      #expect(followed.messages.contains("warning: the film is not joined: job \(join) was cancelled"))
      let folder = try #require(scripts)
      #expect(!place.exists("film.mp4") && !place.names(in: folder).contains("film.err"))
      // Only the second chunk contains the damaged part of the clip.
      #expect(place.names(in: "kept").filter { !$0.hasPrefix(".") }.count == 4)
      // Without --wait Slurm cancels the second job.
      #expect(try await onSlurm(cluster).run(words).code == 0)
      try await cluster.waitUntilIdle()
      let states = cluster.run("squeue -h -t all -o '%T %r'").split(separator: "\n")
      #expect(states.contains("CANCELLED DependencyNeverSatisfied"), "\(states)")
      #expect(!place.exists("film.mp4"))
    }

    @Test("options that conflict with --slurm are rejected before submission")
    func usage() async throws {
      try place.installScheduler()
      let cases: [([String], Int32, String)] = [
        (["-o", "o.mp4"], 64, "--chunks <folder>"),
        (["-o", "o.mp4", "--chunks", "d", "--chunk", "1/2"], 64, "leave out --chunk"),
        (["-o", "-", "--format", "mp4", "--chunks", "d"], 64, "a file that every machine can reach"),
        (["-o", "o.mp4", "--chunks", "d", "--json"], 64, "only with --wait"),
        (["-o", "o.gif", "--chunks", "d"], 64, "--chunks is for mp4"),
        (["-o", "o.mp4", "--chunks", "d", "none.mp4"], 66, "none.mp4"),
        (["-o", "c.mkv", "--chunks", "d", "c.mkv"], 64, "c.mkv is one of the inputs"),
        (["-o", "there.mp4", "--chunks", "d"], 73, "there.mp4 exists"),
      ]
      try place.write("before", to: "there.mp4")
      for (arguments, code, words) in cases {
        place.expect(
          try await tool.run(Self.pictures + ["--slurm"] + arguments), code: code, saying: words,
          leaving: ["a b.png", "c.mkv", "there.mp4"])
      }
      #expect(place.submissions.isEmpty)
      #expect(try await tool.run(Self.pictures + ["-o", "o.mp4", "--chunks", "d", "--wait"]).code == 64)
      // Without the array the dependent job is not submitted.
      try place.installScheduler(refusing: "no such partition")
      let refused = try await tool.run(Self.pictures + ["-o", "o.mp4", "--chunks", "d", "--slurm"])
      place.expect(
        refused, code: 74, saying: "sbatch failed: it said “no such partition”",
        leaving: ["a b.png", "c.mkv", "there.mp4"])
    }
  }
}
