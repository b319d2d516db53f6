import Foundation
import TestSupport
import Testing

extension ToolTests {
  /// Films with damaged inputs, and outputs that cannot be written.
  @Suite("Films with damaged inputs or failing outputs", .needs("ffmpeg")) struct JoinFaults: ToolSuite {
    let tool: Tool

    init() async throws {
      tool = try Tool()
      try await Clips.make("a.mkv", in: place)
    }

    private func warnings(_ outcome: Outcome) -> [String] {
      #expect(outcome.code == 0, "\(outcome.messages)")
      return outcome.report["warnings"] as? [String] ?? []
    }

    @Test("damaged frames are concealed and counted", .full)
    func damaged() async throws {
      try await FFmpeg.run([
        "-i", place.file("a.mkv"), "-c", "copy", "-bsf:v", "noise=amount=40", place.file("bad.mkv"),
      ])
      let concealed = try await tool.run("join", "a.mkv", "bad.mkv", "-o", "o.mkv", "--json")
      let sentences = warnings(concealed).filter { $0.contains("bad.mkv") }
      #expect(sentences.contains { $0.contains("damaged frames were concealed") })
      #expect((concealed.report["film"] as? [String: Any])?["frames"] as? Int == (40 + 40 - 16 as Int))
      place.expect(
        try await tool.run("join", "bad.mkv", "-o", "p.mkv", "--strict"), code: 65, saying: "bad.mkv",
        leaving: ["a.mkv", "bad.mkv", "o.mkv"])
    }

    @Test("a film with sound but without libebur128 causes exit code 69")
    func missingLoudnessLibrary() async throws {
      let bare = try tool.without("libebur128.so.1")
      place.expect(
        try await bare.run("join", "a.mkv", "-o", "o.mkv"), code: 69,
        saying: "libebur128 cannot be used: it is needed to measure loudness", "install libebur128-1",
        leaving: ["a.mkv", "libraries"])
      #expect(try await bare.run("join", "a.mkv", "-o", "o.mkv", "--mute").code == 0)
    }

    @Test("an invalid number causes exit code 65 in a film file and 64 as an option")
    func numbers() async throws {
      let clip = #"{"src": "color:red", "duration": "#
      for (name, clips) in [("a.json", clip + "1e300}"), ("b.json", clip + "1}, " + clip + "1e17}")] {
        try place.write(Array(#"{"segue": 1, "clips": [\#(clips)]}"#.utf8), to: name)
        place.expect(
          try await tool.run("join", name, "-o", "o.mp4"), code: 65,
          saying: name, name == "a.json" ? "clips[0]: “duration” is 1e+300 s" : "clips[1]: “duration” is",
          "must be 0 to 86400 s",
          leaving: ["a.json", "a.mkv", "b.json"].filter { $0 <= name || $0 == "a.mkv" })
      }
      place.expect(
        try await tool.run("join", "color:red", "-s", "x16384", "-o", "o.mp4"), code: 64,
        saying: "--size is “29128x16384”, but must be 1 to 16384 pixels per side",
        leaving: ["a.json", "a.mkv", "b.json"])
    }

    @Test("unordered keyframes and invalid markup are errors with their key path")
    func layers() async throws {
      let color = #""clips": [{"src": "color:red", "duration": 1}], "film": {"size": "64x36"}"#
      for (layer, said) in [
        (
          #""titles": ["A", {"text": "B", "path": [{"time": "20f", "x": 0}, {"time": 0.5, "x": 1}]}]"#,
          "f.json: titles[1].path[1].time is 0.5 s of the film, but must be later than the keyframe before it"
        ),
        (
          #""overlays": [{"src": "color:blue", "path": [{"time": -0.1}, {"time": 0.2}]}]"#,
          "f.json: overlays[0].path[1].time is 0.2 s"
        ),
        (
          #""titles": ["A", "B", {"text": "<b>C", "markup": true}]"#,
          "titles[2]: a text's markup cannot be read"
        ),
      ] {
        try place.write(#"{"segue": 1, \#(color), \#(layer)}"#, to: "f.json")
        place.expect(
          try await tool.run("join", "f.json", "-o", "o.mp4"), code: 65, saying: said,
          leaving: ["a.mkv", "f.json"])
      }
    }

    @Test("transitions in a film file are found relative to the file")
    func relativeTransitions() async throws {
      try place.createFolder("rel")
      try place.write(#"{"recipe": {"mix": ["from", "to"], "amount": "p"}}"#, to: "rel/mine.json")
      try FileManager.default.copyItem(atPath: place.file("from.png"), toPath: place.file("rel/mask.png"))
      func film(_ transition: String) async throws -> Outcome {
        let clip = #"{"src": "color:red", "duration": 1}"#
        try place.write(#"{"segue": 1, "clips": [\#(clip), {\#(transition)}, \#(clip)]}"#, to: "rel/f.json")
        return try await tool.run("join", "rel/f.json", "-s", "64x48", "-o", "o.y4m", "-y")
      }
      for words in [#""transition": "mine.json""#, #""transition": "luma", "params": {"mask": "mask.png"}"#] {
        let made = try await film(words)
        #expect(made.code == 0, "\(made.messages)")
      }
      for (words, said) in [
        (#""transition": "slied""#, "did you mean slide"),
        (#""transition": "slide", "params": {"rows": -3}"#, "rows"),
        (#""transition": "slide", "filter": "blur(9""#, "parenthesis"),
      ] {
        let refused = try await film(words)
        #expect(refused.code == 65 && refused.messages.contains("rel/f.json"), "\(refused.messages)")
        #expect(refused.messages.contains(said), "\(refused.messages)")
      }
    }

    @Test("a filter value out of bounds causes exit code 65 in a film file and 64 as an option")
    func chains() async throws {
      let red = #""src": "color:red", "duration": 1"#
      for (film, said) in [
        (#""clips": [{\#(red), "filter": "blur(9)"}]"#, "clips[0].filter: blur's radius"),
        (#""clips": [{\#(red)}, {"transition": "slide", "fromFilter": "blur(9)"}, {\#(red)}]"#, "clips[1]."),
        (
          #""clips": [{\#(red)}], "overlays": [{"src": "color:blue", "filter": "blur(9)"}]"#,
          "overlays[0].filter: blur's radius"
        ),
      ] {
        try place.write(#"{"segue": 1, "film": {"size": "64x36"}, \#(film)}"#, to: "f.json")
        place.expect(
          try await tool.run("join", "f.json", "-o", "o.mp4"), code: 65, saying: "f.json: " + said,
          leaving: ["a.mkv", "f.json"])
      }
      place.expect(
        try await tool.run("join", "color:red@0-1", "--filter", "blur(9)", "-s", "64x36", "-o", "o.mp4"),
        code: 64, saying: "blur's radius", leaving: ["a.mkv", "f.json"])
    }

    @Test("unreadable layer files are reported with the line or time")
    func over() async throws {
      let cues = "1\n00:00:00,200 --> 00:00:01,000\nGood\n\n2\n00:00:0x,000 --> 00:00:02,000\nBad\n"
      try place.write(cues, to: "bad.srt")
      let files = ["a.mkv", "bad.srt"]
      func refused(_ words: [String], _ code: Int32, _ sentences: String...) async throws {
        let outcome = try await tool.run(["join", "from.png", "-o", "o.mkv"] + words)
        for sentence in sentences { #expect(outcome.messages.contains(sentence), "\(outcome.messages)") }
        place.expect(outcome, code: code, leaving: files)
      }
      try await refused(["--overlay", "none.png,at=top"], 66, "none.png cannot be read")
      try await refused(["--subtitles", "none.srt"], 66, "none.srt cannot be read")
      try await refused(["--subtitles", "bad.srt"], 65, "bad.srt", "line 6", "00:00:0x,000")
      try await refused(["--overlay", "bad.srt"], 65, "bad.srt")
    }

    /// A program that exports its symbols would give its own fontconfig to a library that is loaded later.
    @Test("subtitles are drawn even if the film has no title", .needs("readelf"))
    func subtitlesAlone() async throws {
      try place.write("1\n00:00:00,200 --> 00:00:01,000\nGood\n", to: "good.srt")
      let outcome = try await tool.run("join", "color:red@0-1", "--subtitles", "good.srt", "-o", "o.y4m")
      place.expect(outcome, code: 0, leaving: ["a.mkv", "good.srt", "o.y4m"])
      let symbols = try await Program("readelf").output(["--dyn-syms", "-W", try Program.built("segue").path])
      let names = String(decoding: symbols, as: UTF8.self).split(separator: "\n")
      #expect(names.contains { $0.contains(" malloc@GLIBC") })
      let ours = names.filter { line in
        [" FcPatternCreate", " pango_layout_get_baseline", " cairo_create"].contains { line.hasSuffix($0) }
      }
      #expect(ours == [])
    }

    @Test("an overlay that ends early disappears with a warning", .full)
    func overlayThatEnds() async throws {
      try await Clips.make("b.mkv", in: place, seconds: 1)
      let gone = try await tool.run(
        "join", "a.mkv", "--overlay", "b.mkv,start=0.5,end=2", "-o", "o.mkv", "--json")
      #expect(
        warnings(gone).contains {
          $0.contains("b.mkv runs out of frames, so it disappears at 1.5 s")
        })
    }

    @Test("the error for a damaged overlay suggests an end before the damage")
    func damagedOverlay() async throws {
      // An overlay of 0.5 of 64 columns has 32x24 pixels: 1152 bytes per frame.
      try Clips.replaceDecoder(of: "c.mp4*rawvideo", by: "head -c \(10 * 1152) /dev/zero", in: place)
      try await Clips.make("c.mp4", in: place)
      let damaged = try await tool.run(
        "join", "color:red@0-2", "--overlay", "c.mp4,size=0.5", "-s", "64x48", "-r", "20", "-o", "p.mkv")
      place.expect(
        damaged, code: 65, saying: "c.mp4", "after 10 of 40 frames",
        "set the overlay's end to 0.5 s to use the frames that exist", leaving: ["a.mkv", "c.mp4"])
    }

    @Test("the error for a speed of 0 names its clip")
    func zeroSpeed() async throws {
      place.expect(
        try await tool.run("join", "a.mkv,speed=1-p", "-o", "o.mkv"), code: 64,
        saying: "the speed of a.mkv at p = 1 is 0, but must be 0.05 to 20", leaving: ["a.mkv"])
    }

    @Test("missing frames of handles are replaced by held frames and counted", .full)
    func missingHandles() async throws {
      try await Clips.make("b.mkv", in: place)
      let held = try await tool.run(
        "join", "a.mkv@1-2", "b.mkv@0-1", "--keep-length", "-d", "0.4", "-o", "o.mkv", "--json")
      #expect(held.code == 0, "\(held.messages)")
      let junction = (held.report["junctions"] as? [[String: Any]])?.first
      #expect(junction?["held"] as? Int == 8 && junction?["frames"] as? Int == 8)
      #expect((held.report["film"] as? [String: Any])?["frames"] as? Int == 40)
      let capped = try await tool.run(
        "join", "a.mkv@1-5", "b.mkv@0-1", "--keep-length", "-o", "p.mkv", "--json")
      #expect(warnings(capped).contains { $0.contains("OUT is 5 s, but the clip is only 2 s long") })
    }

    @Test("a film may have many overlays and cues", .takesLong)
    func many() async throws {
      let (cueCount, overlayCount) = Tier.current == .full ? (5000, 200) : (500, 40)
      let cues = (0..<cueCount).map { index -> String in
        let stamp = { (ms: Int) in String(format: "00:00:%02d,%03d", ms / 1000, ms % 1000) }
        return "\(index + 1)\n\(stamp(index * 2 / 5)) --> \(stamp(index * 2 / 5 + 1))\nCue \(index)\n\n"
      }
      try place.write(cues.joined(), to: "many.srt")
      try await Clips.picture("logo.png", in: place)
      let overlays = (0..<overlayCount).flatMap { index in
        ["--overlay", "logo.png,size=0.1,start=\(index % 20)f,end=\(index % 20 + 4)f"]
      }
      let outcome = try await tool.run(
        ["join", "color:red@0-2", "--subtitles", "many.srt", "-s", "64x48", "-r", "20", "-o", "o.y4m"]
          + overlays + ["--json"])
      #expect(warnings(outcome) == [])
      #expect((outcome.report["overlays"] as? [Any])?.count == overlayCount)
      let frames = try #require(Y4M(place.bytes("o.y4m") ?? [])).planes.frames(of: 64 * 48 * 3 / 2)
      #expect(frames.count == 40)
      place.expect(outcome, code: 0, leaving: ["a.mkv", "logo.png", "many.srt", "o.y4m"])
    }

    /// A frame of `b.mp4` has 4608 bytes; it begins 1.2 s into the film.
    static let counts: [(frames: Int, code: Int32, words: [String])] = [
      (
        10, 65,
        [
          "it ends 1.5 s early, after 10 of 40 frames (1.7 s into the film, 0.5 s into the clip); "
            + #"b.mp4@-0.5 uses the frames that exist ("out": 0.5 in a film file)"#
        ]
      ),
      (60, 0, []),
      (
        30, 0,
        ["b.mp4", "it ends 0.5 s early, after 30 of 40 frames (2.7 s into the film, 1.5 s into the clip)"]
      ),
    ]

    @Test(
      "a wrong number of decoded frames does not change the film's length",
      arguments: cases(1, of: counts))
    func frameCount(frames: Int, code: Int32, words: [String]) async throws {
      try await Clips.make("b.mp4", in: place)
      try Clips.replaceDecoder(
        of: "b.mp4*rawvideo", by: "head -c \(frames * 4608) /dev/zero", in: place)
      let outcome = try await tool.run("join", "color:red@0-2", "b.mp4", "-o", "o.mkv", "--json")
      for word in words { #expect(outcome.messages.contains(word), "\(outcome.messages)") }
      place.expect(outcome, code: code, leaving: ["a.mkv", "b.mp4"] + (code == 0 ? ["o.mkv"] : []))
      guard code == 0 else { return }
      #expect(warnings(outcome).count == (words.isEmpty ? 0 : 1))
      #expect((outcome.report["film"] as? [String: Any])?["frames"] as? Int == 64)
      #expect(try await Clips.count("o.mkv", in: place) == 64)
    }

    @Test("killing the tool before the sound is opened ends the encoder")
    func orphan() async throws {
      try place.installEncoder(
        """
        case "$*" in *libx264*) ;; *) exec \(Program("ffmpeg").path) "$@";; esac
        for word; do case $word in file:*) sound=${word#file:}; break;; esac; done
        kill -KILL $PPID
        sleep 0.2
        timeout 10 cat "$sound"
        touch "\(place.file("left"))"
        """)
      #expect(try await tool.run("join", "a.mkv", "-o", "o.mp4").wasKilled)
      try await waitUntil { place.exists("left") }
      #expect(place.exists("left"))
    }

    @Test("sound that begins late or lasts long keeps its position", .full)
    func lateSound() async throws {
      try await FFmpeg.run([
        "-i", place.file("a.mkv"), "-itsoffset", "0.5", "-f", "lavfi", "-i", "sine=d=3", "-map", "0:v",
        "-map", "1:a", "-c:v", "copy", "-c:a", "pcm_s16le", place.file("late.mkv"),
      ])
      let outcome = try await tool.run("join", "late.mkv", "-o", "o.mkv", "--json")
      #expect(warnings(outcome) == [])
      #expect((outcome.report["audio"] as? [String: Any])?["samples"] as? Int == 96_000)
      let sound = try await FFmpeg.run(["-i", "o.mkv", "-f", "s16le", "-ac", "1", "pipe:1"], in: place.path)
      let samples = stride(from: 0, to: sound.count, by: 2).map { Int(Int8(bitPattern: sound[$0 + 1])) }
      #expect(samples.count == 96_000)
      let first = try #require(samples.firstIndex { abs($0) > 2 })
      #expect(abs(first - 24_000) <= 48)
    }

    @Test("a clip whose size changes is scaled with a warning", .full)
    func changing() async throws {
      for (name, size, start) in [("1.ts", "64x48", "0"), ("2.ts", "96x64", "2")] {
        try await FFmpeg.run([
          "-i", place.file("a.mkv"), "-s", size, "-c:v", "libx264", "-bf", "0", "-g", "5", "-an",
          "-output_ts_offset", start, place.file(name),
        ])
      }
      let both = try #require(place.bytes("1.ts")) + (try #require(place.bytes("2.ts")))
      try place.write(both, to: "both.ts")
      let outcome = try await tool.run("join", "both.ts", "-o", "o.mkv", "--json")
      #expect(warnings(outcome).contains { $0.contains("frames change size") })
      let film = try #require(outcome.report["film"] as? [String: Any])
      #expect(film["frames"] as? Int == 80 && film["width"] as? Int == 64)
    }

    @Test("short sound is followed by silence with a warning", .full)
    func shortSound() async throws {
      try await FFmpeg.run([
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=20:d=2", "-f", "lavfi", "-i", "sine=d=1", "-c:v", "ffv1",
        "-c:a", "flac", place.file("short.mkv"),
      ])
      let outcome = try await tool.run("join", "short.mkv", "-o", "o.mkv", "--json")
      #expect(warnings(outcome).contains { $0.contains("its sound is 1 s shorter") })
      #expect((outcome.report["audio"] as? [String: Any])?["samples"] as? Int == 96_000)
    }

    @Test("a much louder clip causes a warning", .full)
    func loudness() async throws {
      try await FFmpeg.run([
        "-i", place.file("a.mkv"), "-c:v", "copy", "-af", "volume=-12dB", "-c:a", "flac",
        place.file("low.mkv"),
      ])
      let outcome = try await tool.run("join", "a.mkv", "low.mkv", "-o", "o.mkv", "--json")
      #expect(warnings(outcome).contains { $0.contains("a.mkv is 12 LU louder than that of low.mkv") })
      let same = try await tool.run("join", "a.mkv", "a.mkv", "-o", "p.mkv", "--json")
      #expect(!warnings(same).contains { $0.contains("LU louder") })
    }

    @Test("an encoder that reads the sound late does not time out", .full)
    func lateReader() async throws {
      try await Clips.make("long.mkv", in: place, seconds: 4)
      // The sound exceeds its pipe and is not read for longer than the timeout.
      try place.installEncoder(
        """
        case "$*" in *libx264*) ;; *) exec \(Program("ffmpeg").path) "$@";; esac
        for word; do case $word in file:/proc*) exec 3<"${word#file:}";; esac; done
        for i in 1 2 3 4; do head -c 92160 >/dev/null; sleep 0.5; echo frame=$((i * 20)); done
        cat >/dev/null; cat <&3 >/dev/null; echo made > "$out"; echo frame=80; echo progress=end
        """)
      let outcome = try await tool.run("join", "long.mkv", "-o", "o.mp4", "--json", "--encoder-timeout", "1")
      #expect(warnings(outcome) == [])
      #expect(place.text("o.mp4") == "made\n")
    }

    /// An encoder that waits for sound reads no picture, which would look like a stall.
    @Test("an encoder gets no picture before the first sample of sound")
    func lateSample() async throws {
      let begun = place.file("temporary/begun")
      try place.installEncoder(
        """
        case "$out $*" in
          pipe:1*f32le*) sleep 0.3; [ -e "\(begun)" ] && exit 9; exec head -c 768000 /dev/zero ;;
          *libx264*) ;;
          *) exec \(Program("ffmpeg").path) "$@" ;;
        esac
        for word; do case $word in file:/proc*) exec 3<"${word#file:}";; esac; done
        head -c 1 >/dev/null; touch "\(begun)"; cat >/dev/null; cat <&3 >/dev/null
        echo made > "$out"; echo frame=40; echo progress=end
        """)
      let outcome = try await tool.run("join", "a.mkv", "-s", "640x480", "-o", "o.mkv", "--json")
      #expect(warnings(outcome) == [])
      #expect(place.text("o.mkv") == "made\n")
    }

    @Test(
      "a full disk causes exit code 74 and keeps the existing file",
      arguments: cases(["o.mp4"], full: ["o.mkv", "o.y4m"]))
    func fullDisk(output: String) async throws {
      try place.write("before", to: output)
      let outcome = try await tool.run(
        ["join", "from.png", "to.png", "-s", "640x480", "-o", output, "-y"],
        shell: "ulimit -f 4; exec \"$@\"")
      place.expect(outcome, code: 74, leaving: ["a.mkv", output])
      #expect(place.text(output) == "before")
    }

    @Test("a stream to a full device causes exit code 74")
    func fullDevice() async throws {
      let outcome = try await tool.run(
        ["join", "from.png", "-o", "-", "--format", "mkv"], shell: "exec \"$@\" > /dev/full")
      place.expect(outcome, code: 74, leaving: ["a.mkv"])
    }

    @Test("invalid inputs and filters of a film cause exit code 64")
    func usage() async throws {
      let cases: [([String], String)] = [
        (["-", "from.png", "-"], "only one of the inputs"),
        (["from.png", "to.png", "--filter", "blurr(1)"], "blurr"),
        (["from.png", "+dissolve,from-filter=blur(", "to.png"], "blur(”: from-filter: "),
      ]
      for (inputs, words) in cases {
        place.expect(
          try await tool.run(["join"] + inputs + ["-o", "o.mkv"]), code: 64, saying: words, leaving: ["a.mkv"]
        )
      }
    }
  }
}
