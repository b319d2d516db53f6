import Foundation
import SegueFields
import TestSupport
import Testing

extension ToolTests {
  /// Films: plans, failures and clean-up.
  @Suite("segue join", .needs("ffmpeg")) struct Join: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    private func make(_ names: String...) async throws -> [String] {
      for name in names { try await Clips.make(name, in: place) }
      return names
    }

    @Test("a plan lists every frame and time without creating a file")
    func plan() async throws {
      let files = try await make("a.mp4")
      let words = [
        "join", "a.mp4", "+slide:0.5,rows=4", "a.mp4@0.5-20f", "+cut", "color:#ff0000", "from.png",
      ]
      let outcome = try await tool.run(words + ["--each", "2", "-d", "0.4", "--plan", "--json"])
      #expect(outcome.code == 0, "\(outcome.messages)")
      let film = try #require(outcome.report["film"] as? [String: Any])
      // 60 + 30 (frame 10 to frame 20 of 20 a second, at 20 a second: 10) …
      #expect(film["fps"] as? String == "20/1")
      #expect(film["frames"] as? Int == (40 + 10 - 10 + 40 + 40 - 8 as Int))
      let junctions = try #require(outcome.report["junctions"] as? [[String: Any]])
      #expect(junctions.map { $0["transition"] as? String } == ["slide", "cut", "dissolve"])
      #expect(junctions.map { $0["frames"] as? Int } == [10, 0, 8])
      let clips = try #require(outcome.report["clips"] as? [[String: Any]])
      #expect(clips.map { $0["start"] as? Int } == [0, 30, 40, 72])
      #expect(clips[1]["in"] as? Double == 0.5)
      #expect(clips[1]["out"] as? Double == 1)
      #expect(place.added == files)
      let plan = try #require(try await place.plan(words + ["--each", "2", "-d", "0.4", "--plan"]))
      #expect(plan.text.contains("slide  30-40"))
    }

    @Test("notes from planning are printed once with and without --plan", .full)
    func early() async throws {
      try await Clips.make("a.mkv", in: place)
      let words = ["join", "a.mkv", "-t", "slide", "--each", "3", "-o", "early.mkv"]
      let said = [
        "-t slide has no effect: there is one input, so no transition",
        "--each has no effect: no picture or colour uses it",
      ]
      let made = try await tool.run(words + ["-v"])
      #expect(made.code == 0)
      let plan = try await tool.run(words + ["--plan"])
      for sentence in said {
        let parts = made.messages.components(separatedBy: "segue: warning: \(sentence)\n")
        #expect(parts.count == 2 && parts[1].contains("encoder: ffmpeg"), "\(made.messages)")
        #expect(plan.messages.contains("segue: warning: \(sentence)\n"))
      }
    }

    @Test("a pipe can be a clip or a picture", .full)
    func pipes() async throws {
      let files = try await make("a.mkv", "b.mkv")
      let sizes: [(String, Int)] = [("a.mkv", 40 + 40 - 16), ("from.png", 80 + 40 - 16)]
      for (name, frames) in sizes {
        let outcome = try await tool.run(
          ["join", "-", "b.mkv", "-o", "o.mkv", "-y", "--json"], shell: "cat \(name) | \"$@\"")
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect((outcome.report["film"] as? [String: Any])?["frames"] as? Int == frames)
        let clips = try #require(outcome.report["clips"] as? [[String: Any]])
        #expect(clips.map { $0["source"] as? String } == ["-", "b.mkv"])
        #expect(clips[0]["audio"] as? Bool == (name == "a.mkv"))
      }
      // A part of a clip from a named pipe.
      let named = try await tool.run(
        ["join", "pipe@0.5-1", "-o", "p.mkv", "--json"],
        shell: "mkfifo pipe; cat a.mkv > pipe & \"$@\"; code=$?; rm pipe; exit $code")
      #expect((named.report["film"] as? [String: Any])?["frames"] as? Int == 10, "\(named.messages)")
      let left = files + ["o.mkv", "p.mkv"]
      place.expect(
        try await tool.run(["join", "-", "-o", "q.mkv"], shell: "head -c 999 a.mkv | \"$@\""), code: 65,
        saying: "standard input cannot be used", leaving: left)
      place.expect(
        try await tool.run(["join", "-", "-o", "q.gif", "--max-size", "1MB"], shell: "cat a.mkv | \"$@\""),
        code: 64, saying: "--max-size renders several times", leaving: left)
    }

    @Test("invalid arguments cause exit code 64")
    func usage() async throws {
      let files = try await make("a.mp4")
      try FileManager.default.createSymbolicLink(
        atPath: place.file("link.mp4"), withDestinationPath: place.file("a.mp4"))
      let left = files + ["link.mp4"]
      let cases: [([String], String)] = [
        (["a.mp4", "to.png", "-o", "link.mp4", "-y"], "one of the inputs"),
        (["from.png", "to.png", "-o", "o.mkv", "-t", "iris", "-t", "slide"], "-t is given twice"),
        (["a.mp4", "a.mp4", "-o", "o.mkv", "-d", "3"], "longest that fit are 2 s"),
        (["from.png", "+nothing-like-it", "to.png", "-o", "o.mkv"], "no transition"),
        (["a.mp4@1-0.5", "-o", "o.mkv"], "a.mp4: IN is 1 s, which is not before OUT, 0.5 s"),
        (["a.mp4@7-8", "-o", "o.mkv"], "only 2"),
        (["a.mp4", "to.png"], "no output is given"), (["-o", "o.mkv"], "no input"),
        (["from.png", "-o", "o.png"], "a sequence"),
        (["a.mp4,speed=0.5@1-2", "-o", "o.mkv"], "directly after the file: a.mp4@1-2,speed=0.5"),
        (["a.mp4,volume=-3dB@10f-", "-o", "o.mkv"], "directly after the file: a.mp4@10f-,volume=-3dB"),
        (
          ["from.png", "-o", "o.mkv", "--filter", "lut(warm.cube)"],
          "the path warm.cube needs quotes: \"warm.cube\""
        ),
        (["from.png,filter=lut(/x/w-1.cube)", "-o", "o.mkv"], "the path /x/w-1.cube needs quotes"),
        (
          ["a.mp4", "-o", "o.mkv", "--fade-in", "5"],
          "its opening takes 5 s of it; the longest that fit are 2 s: set them with --fade-in or +NAME:SECONDS"
        ),
        (
          ["to.png", "a.mp4", "-o", "o.mkv", "-d", "1", "--fade-out", "1.5"],
          "its transition and its closing take 1 s and 1.5 s of it"
        ),
      ]
      for (arguments, words) in cases {
        place.expect(try await tool.run(["join"] + arguments), code: 64, saying: words, leaving: left)
      }
    }

    @Test("the error for a picture as music says that the file is a picture")
    func pictureAsMusic() async throws {
      #expect(try await tool.render("--at", "0", "-o", "p.jpg").code == 0)
      for words in [["to.png", "--music", "p.jpg"], ["to.png", "--each", "music", "--music", "to.png"]] {
        place.expect(
          try await tool.run(["join"] + words + ["-o", "o.mkv"]), code: 65,
          saying: "a picture has no sound", leaving: ["p.jpg"])
      }
    }

    @Test("options without effect cause warnings")
    func withoutEffect() async throws {
      _ = try await make("a.mp4")
      let cases: [([String], [String])] = [
        (["o.mkv", "--duck", "-6"], ["--duck has no effect, since there is no music"]),
        (["o.mkv", "--mute", "--music", "a.mp4", "--loudness", "-14"], []),
        (
          ["o.mkv", "--mute", "--music", "a.mp4", "--duck", "-6"],
          ["--duck has no effect beside --mute, since the clips are silent"]
        ),
        (["o.mkv", "--mute", "--music", "a.mp4", "--duck", "-6", "--voice", "a.mp4"], []),
        (["o.mkv", "--voice", "a.mp4", "--duck", "-6"], ["--duck has no effect, since there is no music"]),
        (
          ["o.mkv", "--mute", "--loudness", "-14", "--audio-bitrate", "96k", "--audio-codec", "aac"],
          ["--audio-codec", "--audio-bitrate", "--loudness"].map {
            "\($0) has no effect, since the film has no sound"
          }
        ),
        (
          ["o.gif", "--chapters"],
          ["gif holds no sound, so the film is silent", "gif cannot hold chapters, so they are left out"]
        ),
        (
          ["o.mkv", "--keep-length", "--shorten"],
          ["--keep-length", "--shorten"].map { "\($0) has no effect: there is one input, so no transition" }
        ),
        (["o.webp", "--music", "a.mp4", "--duck", "-6"], ["webp holds no sound, so the film is silent"]),
        (["o.webp"], ["webp holds no sound, so the film is silent"]), (["o.webp", "--mute"], []),
        (["o.y4m"], ["y4m holds no sound, so the film is silent"]), (["o.png", "--at", "0"], []),
        (
          ["o.gif", "-r", "60"],
          [
            "browsers slow down gif above 50 frames/s; -r 50 plays at full speed",
            "gif holds no sound, so the film is silent",
          ]
        ),
        (
          ["o.mkv", "-s", "64x96"],
          ["--fit cover crops up to 50 % of a.mp4 to fill 64x96; --fit contain shows all of it"]
        ),
        (["o.mkv", "-s", "64x96", "--fit", "contain"], []),
      ]
      for (arguments, warnings) in cases {
        let words = ["join", "a.mp4", "--json", "-y", "-o"] + arguments
        let planned = try #require(try await place.plan(words)).warnings
        #expect(planned.map { $0.replacing(place.path + "/", with: "") } == warnings, "\(arguments)")
        guard Tier.current == .full else { continue }
        let outcome = try await tool.run(words)
        #expect(outcome.code == 0 && outcome.report["warnings"] as? [String] == warnings, "\(arguments)")
      }
    }

    @Test("--music-volume overrides the volume in a film file", .full)
    func musicOfFile() async throws {
      _ = try await make("a.mkv")
      try place.write(
        #"{"segue": 1, "clips": [{"src": "color:#102030", "duration": 2}], "music": [{"src": "a.mkv", "fadeOut": 0}]}"#,
        to: "film.json")
      func peak(_ arguments: String...) async throws -> Int {
        let outcome = try await tool.run(
          ["join", "film.json", "-s", "64x48", "-y", "-o", "o.mkv"] + arguments)
        #expect(outcome.code == 0, "\(outcome.messages)")
        let sound = try await FFmpeg.run(
          ["-i", "o.mkv", "-f", "s16le", "-ac", "1", "pipe:1"], in: place.path)
        return stride(from: 0, to: sound.count, by: 2)
          .map { abs(Int(Int16(truncatingIfNeeded: Int(sound[$0]) | Int(sound[$0 + 1]) << 8))) }.max() ?? 0
      }
      let (usual, low) = (try await peak(), try await peak("--music-volume", "-20"))
      #expect(usual > 2000 && abs(low - usual / 10) <= 2, "\(usual) \(low)")
    }

    @Test("invalid inputs are rejected before rendering")
    func inputs() async throws {
      try place.write("#EXTM3U\n/etc/passwd\n", to: "list.m3u8")
      try place.share(WaveFile.bytes([Float](repeating: 0.1, count: 48_000)), as: "song.wav")
      let left = ["list.m3u8", "song.wav"]
      place.expect(
        try await tool.run("join", "from.png", "none.mp4", "-o", "o.mkv"), code: 66, saying: "none.mp4",
        leaving: left)
      place.expect(
        try await tool.run("join", "from.png", "list.m3u8", "-o", "o.mkv"), code: 65, saying: "list.m3u8",
        leaving: left)
      place.expect(
        try await tool.run("join", "from.png", "--overlay", "song.wav", "-o", "o.mkv"), code: 65,
        saying: "no pictures", leaving: left)
    }

    @Test("--shorten shortens long overlaps with a warning")
    func shorten() async throws {
      let outcome = try await tool.run(
        "join", "color:red@0-0.5", "color:blue@0-2", "-d", "1", "--shorten", "-s", "64x48", "-r", "20",
        "-o", "o.y4m", "--json")
      #expect(outcome.code == 0, "\(outcome.messages)")
      let film = try #require(outcome.report["film"] as? [String: Any])
      #expect(film["frames"] as? Int == 40)
      #expect((outcome.report["warnings"] as? [String])?.contains { $0.contains("shortened") } == true)
      #expect(place.added == ["o.y4m"])
    }

    @Test(
      "a clip that ends a second early causes exit code 65",
      .full)
    func truncated() async throws {
      try await Clips.make("a.mkv", in: place)
      try await Clips.make("long.mp4", in: place, seconds: 4)
      let whole = try #require(place.bytes("long.mp4"))
      try place.write(Array(whole[..<(whole.count / 2)]), to: "half.mp4")
      try place.write(Array(whole[..<(whole.count * 9 / 10)]), to: "most.mp4")
      let left = ["a.mkv", "half.mp4", "long.mp4", "most.mp4"]
      place.expect(
        try await tool.run("join", "a.mkv", "half.mp4", "-o", "o.mkv"), code: 65, saying: "half.mp4",
        "into the film", leaving: left)
      place.expect(
        try await tool.run("join", "a.mkv", "most.mp4", "-o", "o.mkv", "--strict"), code: 65,
        saying: "most.mp4", leaving: left)
      let held = try await tool.run("join", "a.mkv", "most.mp4", "-o", "o.mkv", "--json")
      #expect(held.code == 0, "\(held.messages)")
      let film = try #require(held.report["film"] as? [String: Any])
      #expect(film["frames"] as? Int == (40 + 80 - 16 as Int))
      #expect(
        (held.report["warnings"] as? [String])?.contains { $0.contains("its last frame is held") } == true)
    }

    @Test("an error in a film file causes exit code 65")
    func file() async throws {
      try place.createFolder("sub")
      try FileManager.default.moveItem(
        atPath: try await Clips.make("a.mp4", in: place), toPath: place.file("sub/a.mp4"))
      try place.write(
        #"{"segue": 1, "clips": [{"src": "a.mp4", "out": 1}, {"transition": "cut"}, "color:#ff0000"], "_x": 1}"#,
        to: "sub/film.json")
      let outcome = try await tool.run("join", "sub/film.json", "--plan", "--json")
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect((outcome.report["film"] as? [String: Any])?["frames"] as? Int == (20 + 80 as Int))
      #expect((outcome.report["warnings"] as? [String]) == [])
      try place.write(#"{"segue": 1, "clips": ["a.mp4"], "musik": "a.mp4"}"#, to: "bad.json")
      place.expect(
        try await tool.run("join", "bad.json", "-o", "o.mkv"), code: 65,
        saying: "bad.json: unknown key “musik”; did you mean music?", leaving: ["bad.json", "sub"])
      try place.write(#"{"segue": 1, "clips": [{"in": 1}]}"#, to: "bad.json")
      place.expect(
        try await tool.run("join", "bad.json", "-o", "o.mkv"), code: 65, saying: "clips[0]",
        leaving: ["bad.json", "sub"])
      place.expect(
        try await tool.run("join", "none.json", "-o", "o.mkv"), code: 66, saying: "none.json",
        leaving: ["bad.json", "sub"])
    }

    @Test("an exported timeline has the same plan as its film", .full)
    func timeline() async throws {
      try await Clips.make("a b.mkv", in: place)
      try await Clips.make("c.mkv", in: place)
      let words = [
        "join", "a b.mkv@0.5-", "+slide:0.5,rows=4", "c.mkv@-33f", "+cut", "color:#ff0000", "from.png",
      ]
      let export = try await tool.run(words + ["-d", "0.35", "--loudness", "-20", "-o", "cut.otio"])
      #expect(export.code == 0, "\(export.messages)")
      #expect(export.messages.contains("the timeline leaves out the loudness"))
      func frames(_ outcome: Outcome) throws -> String {
        #expect(outcome.code == 0, "\(outcome.messages)")
        let parts = ["film", "clips", "junctions"].map { outcome.report[$0] ?? "" }
        return String(
          decoding: try JSONSerialization.data(withJSONObject: parts, options: .sortedKeys), as: UTF8.self)
      }
      let planned = try frames(try await tool.run(words + ["-d", "0.35", "--plan", "--json"]))
      let read = try await tool.run("join", "cut.otio", "--plan", "--json")
      #expect(try frames(read) == planned)
      #expect(read.report["warnings"] as? [String] == [])
      place.expect(
        try await tool.run("join", "cut.otio", "-o", "cut.otio", "-y"), code: 64, saying: "one of the inputs",
        leaving: ["a b.mkv", "c.mkv", "cut.otio"])
      try place.write(#"{"OTIO_SCHEMA": "Clip.1"}"#, to: "no.otio")
      place.expect(
        try await tool.run("join", "no.otio", "-o", "o.mkv"), code: 65,
        saying: "not an OpenTimelineIO timeline",
        leaving: ["a b.mkv", "c.mkv", "cut.otio", "no.otio"])
    }

    @Test("the plan of a timeline lists the losses without creating a file")
    func timelinePlan() async throws {
      let words = [
        "join", "from.png", "to.png", "--each", "2", "--loudness", "-20", "-o", "cut.otio", "--json",
      ]
      let planned = try await tool.run(words + ["--plan"])
      #expect(planned.code == 0, "\(planned.messages)")
      #expect(place.added.isEmpty)
      let warnings = try #require(planned.report["warnings"] as? [String])
      #expect(warnings.contains { $0.contains("the timeline leaves out the loudness") })
      #expect(try await tool.run(words).report["warnings"] as? [String] == warnings)
    }

    @Test(
      "the OpenTimelineIO library reads and writes Segue's timelines",
      Clips.openTimelineIO)
    func library() async throws {
      try await Clips.make("a.mp4", in: place)
      let words = ["join", "a.mp4", "+iris:0.5", "a.mp4@1-"]
      #expect(try await tool.run(words + ["-o", "cut.otio"]).code == 0)
      let python = """
        import opentimelineio as o
        t = o.adapters.read_from_file("cut.otio")
        c = t.tracks[0]
        assert [type(x).__name__ for x in c] == ["Clip", "Transition", "Clip"], c
        assert t.duration() == o.opentime.RationalTime(50, 20), t.duration()
        assert c.trimmed_range_of_child_at_index(2).start_time.value == 35
        c[1].metadata.clear()
        c[1].transition_type = "Page_Peel"
        o.adapters.write_to_file(t, "again.otio")
        """
      try await Program("python3").output(["-c", python], in: place.path)
      let planned = try await tool.run(words + ["--plan", "--json"])
      let again = try await tool.run("join", "again.otio", "--plan", "--json")
      #expect(again.code == 0, "\(again.messages)")
      let warnings = again.report["warnings"] as? [String] ?? []
      #expect(warnings.count == 1 && warnings[0].contains("(Page_Peel) becomes a dissolve"))
      #expect((again.report["film"] as? [String: Any])?["frames"] as? Int == 50)
      let clips = { (outcome: Outcome) in
        (outcome.report["clips"] as? [[String: Any]])?.map { $0["start"] as? Int }
      }
      #expect(clips(again) == clips(planned))
    }

    @Test("filters at a junction produce the frames of the equivalent transition")
    func junctionFilters() async throws {
      let raw = ["--each", "2", "-d", "1", "--format", "raw"]
      let pair = ["join", "from.png", "to.png"] + raw
      let chains = ["--from-filter", "pixellate(0.1*p)", "--to-filter", "pixellate(0.1*(1-p))"]
      let inline = "+dissolve,from-filter=pixellate(0.1*p),to-filter=pixellate(0.1*(1-p))"
      let own = ["join", "from.png", inline, "to.png"] + raw + ["-o", "3.raw", "--timing", "linear"]
      #expect(try await tool.run(own).code == 0)
      let named = ["-o", "4.raw", "-t", "pixellate-dissolve", "--timing", "linear"]
      #expect(try await tool.run(pair + named).code == 0)
      #expect(place.bytes("3.raw") != nil && place.bytes("3.raw") == place.bytes("4.raw"))
      guard Tier.current == .full else { return }
      #expect(try await tool.run(pair + ["-o", "1.raw", "-t", "pixellate-dissolve"]).code == 0)
      let words = pair + ["-o", "2.raw", "--timing", "linear", "-t", "dissolve"]
      let filtered = try await tool.run(words + chains)
      #expect(filtered.code == 0, "\(filtered.messages)")
      #expect(place.bytes("2.raw") == place.bytes("4.raw"))
    }
  }
}
