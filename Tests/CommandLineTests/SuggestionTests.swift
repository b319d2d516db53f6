import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import segue_cli

extension ToolTests {
  /// Answers to common mistakes.
  @Suite("Suggestions") struct Suggestions: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    /// Arguments after the two pictures, and the first line of the message.
    static let rejections: [([String], String)] = [
      (["-t", "circleopen"], "there is no transition “circleopen”; did you mean xfade:circleopen?"),
      (
        ["-t", "slide:1.2,rows=5"],
        "there is no transition “slide:1.2,rows=5”; give its values as options: -t slide -d 1.2 -p rows=5"
      ),
      (["--filter", "blur:8"], "--filter: a filter's values must be in parentheses: blur(8)"),
      (["--filter", "duotone"], "--filter: there is no filter “duotone”; did you mean false-color?"),
      (["-t", "fade"], "there is no transition “fade”; did you mean dissolve?"),
      (["-t", "crossfade"], "there is no transition “crossfade”; did you mean dissolve?"),
      (["-t", "wipeleft"], "there is no transition “wipeleft”; did you mean xfade:wipeleft?"),
      (["-t", "pixelate"], "there is no transition “pixelate”; did you mean pixellate-dissolve?"),
      (["-t", "blur"], "there is no transition “blur”; did you mean blur-dissolve?"),
      (["-t", "Pin_Rotate"], "there is no transition “Pin_Rotate”; did you mean pin-rotate?"),
      (
        ["--timing", "easeinout"], "--timing: there is no timing curve “easeinout”; did you mean ease-in-out?"
      ),
      (["--timing", "ease_in"], "--timing: there is no timing curve “ease_in”; did you mean ease-in?"),
      (
        ["--timing", "spring"],
        "--timing: spring takes a damping ratio in parentheses, such as spring(0.8)"
      ),
      (["--codec", "h265"], "--codec is “h265”; did you mean hevc?"),
      (["--codec", "x264"], "--codec is “x264”; did you mean h264?"),
      (
        ["--codec", "copy"],
        "--codec is “copy”, but rendered frames must be encoded: leave it out, or name an encoder"
      ),
      (
        ["--background", "chartruse"],
        "--background is “chartruse”, but must be #rgb, #rrggbb, #rrggbbaa, a CSS colour name or transparent; did you mean "
          + "chartreuse?"
      ),
      (
        ["-t", "fade-through", "-p", "color=balck"],
        "the parameter color is “balck”, but must be a colour such as #ff8800; did you mean black?"
      ),
      (["--dur", "2"], "there is no option --dur; did you mean --duration?"),
      (["--framerate", "30"], "there is no option --framerate; did you mean --fps?"),
      (["--crf", "20"], "there is no option --crf; did you mean --quality?"),
      (["--xyzzy"], "there is no option --xyzzy"),
      (["-c:v", "libx264"], "there is no option -c:v; did you mean --codec?"),
      (["-vf", "negate"], "there is no option -vf; did you mean --filter?"),
      (["-i", "from.png"], "there is no option -i; give the inputs without an option"),
      (
        ["-r", "0"],
        "--fps is “0”, but must be frames per second above 0 and at most 1000000: a number (30, 59.94) or a fraction "
          + "(30000/1001)"
      ),
    ]

    @Test("the error for another program's name suggests Segue's name")
    func foreignNames() async throws {
      for (arguments, sentence) in Self.rejections {
        let output = arguments.contains("copy") ? "out.mp4" : "out.webp"
        let outcome = try await tool.render("-o", output, arguments: arguments)
        place.expect(outcome, code: 64)
        #expect(outcome.messages.split(separator: "\n").first == "segue: error: \(sentence)")
      }
    }

    @Test("every name in a list of alternating transitions is checked")
    func turns() async throws {
      let sentence = "there is no transition “slyde”; did you mean slide?"
      for words in [["to.png", "-t", "slide,slyde"], ["to.png", "-t", "slyde,cut,slide"], ["-t", "slyde"]] {
        let outcome = try await tool.run(["join", "from.png"] + words + ["-o", "out.mp4"])
        place.expect(outcome, code: 64, saying: sentence)
      }
      for words in [["to.png", "-t", "slide,cut"], ["to.png", "-t", "random:7"], ["-t", "cut"]] {
        let outcome = try await tool.run(["join", "from.png", "--each", "1", "--plan"] + words)
        #expect(outcome.code == 0, "\(outcome.messages)")
      }
    }

    @Test("the error for a mistyped colour suggests the nearest name")
    func colors() async throws {
      let cases = [
        (["color:chartruse"], "color:#rrggbb, or a CSS name as in color:black; did you mean chartreuse?"),
        (["from.png", "--title", "A,color=yelow"], "not “yelow”; did you mean yellow?"),
        (["from.png", "--title", "A,box=yelow"], "not “yelow”; did you mean yellow?"),
        (
          ["from.png", "--filter", "chroma-key(grene)"],
          "must be a colour such as #ff8800; did you mean green?"
        ),
      ]
      for (words, sentence) in cases {
        let outcome = try await tool.run(["join"] + words + ["-o", "out.mp4"])
        #expect(outcome.code == 64 && outcome.messages.contains(sentence), "\(outcome.messages)")
      }
    }

    /// Commands without an output, and the message.
    static let outputless: [([String], String)] = [
      (["from.png", "to.png", "out.mp4"], "did you mean -o out.mp4?"),
      (["render", "from.png", "to.png", "out.webp", "-t", "slide"], "did you mean -o out.webp?"),
      (["from.png", "to.png", "-t", "slide", "my film.gif"], "did you mean -o 'my film.gif'?"),
      (["join", "from.png", "+cut", "to.png", "out.mp4"], "did you mean -o out.mp4?"),
      (["from.png", "to.png"], "add -o with a file's name, such as -o out.mp4"),
      (["join", "from.png", "to.png", "-t", "slide"], "add -o with a file's name, such as -o out.mp4"),
      (["sheet", "from.png", "to.png"], "add -o with a file's name, such as -o sheet.png"),
    ]

    @Test("the error for a missing output is one sentence")
    func noOutput() async throws {
      for (arguments, words) in Self.outputless {
        let outcome = try await tool.run(arguments)
        place.expect(outcome, code: 64)
        let mark = words.hasPrefix("add") ? ":" : ";"
        #expect(outcome.messages == "segue: error: no output is given\(mark) \(words)\n")
      }
    }

    /// Words with a mistake besides the missing output, and the message about the mistake.
    static let mistyped: [([String], String)] = [
      (["from.png", "to.png", "--outptu", "x.mp4"], "there is no option --outptu; did you mean --output?"),
      (["from.png", "--dura", "3"], "there is no option --dura; did you mean --duration?"),
      (["join", "from.png", "to.png", "--bogus"], "there is no option --bogus"),
      (
        ["join", "from.png", "--reverse"],
        "there is no option --reverse; it is a setting of an input: clip.mp4,reverse=true"
      ),
      (["sheet", "from.png", "--colums", "3"], "there is no option --colums; did you mean --columns?"),
      (["jion", "from.png", "to.png"], "there is no command “jion”; did you mean segue join?"),
      (["chek", "--help"], "there is no command “chek”; did you mean segue check?"),
      (["help", "jion"], "there is no command “jion”; did you mean segue join?"),
      (
        ["preview"],
        "a page shows two pictures or a film, as in segue preview from.jpg to.jpg or segue preview film.json"
      ),
      (
        ["from.png", "-o", "x.mp4"],
        "a transition takes two pictures, but only “from.png” is given; add the second one after it"
      ),
      (["preview", "from.png", "+slide", "to.png", "--hold-start", "3"], "there is no option --hold-start"),
      (
        ["preview", "from.png", "to.png", "--title", "A", "--hold-end", "1"],
        "there is no option --hold-end"
      ),
      (
        ["preview", "from.png", "to.png", "--loop", "x"],
        "--loop is “x”, but must be a whole number from 0 to 65535, or forever"
      ),
      (
        ["preview", "from.png", "to.png", "--loudness", "14"],
        "--loudness is “14”, but must be LUFS from -70 to 0; did you mean -14?"
      ),
      (["schema", "flim"], "<subject> is “flim”, but must be film, look, timeline, batch or report"),
      (["curve"], "<curve> is missing"), (["batch", "--resume"], "<jobs.jsonl> is missing"),
      (["from.png", "to.png", "-o"], "-o needs a value"),
      (["join", "from.png", "--fps"], "--fps needs a value"),
      (["join", "from.png", "--verify", "x"], "--verify is “x”, but must be first, all or none"),
      (
        ["from.png", "--dither", "x"],
        "--dither is “x”, but must be auto, none, bayer, heckbert, floyd_steinberg, sierra2, sierra2_4a, "
          + "bayer:bayer_scale=0, bayer:bayer_scale=1, bayer:bayer_scale=2, bayer:bayer_scale=3, "
          + "bayer:bayer_scale=4 or bayer:bayer_scale=5"
      ),
      (
        ["join", "from.png", "+slide:rows=12", "to.png"],
        "“+slide:rows=12” cannot be read: expected +NAME[:SECONDS][,PARAMETER=VALUE…]; parameters follow a comma: "
          + "+slide,rows=12"
      ),
      (
        ["join", "from.png", "slide", "to.png"],
        "“slide” cannot be read: expected an input, but the file does not exist; the transition is +slide"
      ),
      (
        ["join", "from.png", "dissolve:0.5", "to.png"],
        "“dissolve:0.5” cannot be read: expected an input, but the file does not exist; the transition is "
          + "+dissolve:0.5"
      ),
      (
        ["join", "from.png", "--loudness", "14"],
        "--loudness is “14”, but must be LUFS from -70 to 0; did you mean -14?"
      ),
      (
        ["join", "from.png", "--duck", "12dB"],
        "--duck is “12dB”, but must be decibels from -120 to 0; did you mean -12dB?"
      ),
      (
        ["join", "-dash.png", "to.png"],
        "“-dash.png” begins like an option; to name the file, write ./-dash.png"
      ),
      (
        ["from.png", "--dash.png"],
        "“--dash.png” begins like an option; to name the file, write ./--dash.png"
      ),
      (
        ["join", "from.png", "+plus.png"],
        "“+plus.png” cannot be read: expected a transition; the file of that name is ./+plus.png"
      ),
    ]

    @Test("a mistyped word is reported before a missing argument", arguments: mistyped)
    func mistypedFirst(words: [String], sentence: String) async throws {
      let picture = try #require(place.bytes("from.png"))
      for name in ["-dash.png", "--dash.png", "+plus.png"] { try place.write(picture, to: name) }
      let isFilm = words.contains { $0.contains("slide") || $0.contains(":0.5") || $0.contains("+plus") }
      let outcome = try await tool.run(words + (isFilm ? ["-o", "out.mp4"] : []))
      #expect(outcome.code == 64)
      #expect(outcome.messages.split(separator: "\n").first == "segue: error: \(sentence)")
    }

    @Test("help about an unknown word lists the commands")
    func helpForUnknownWord() async throws {
      let outcome = try await tool.run("help", "nosuch")
      place.expect(outcome, code: 64, saying: "join", "preview")
      #expect(outcome.messages.hasPrefix("segue: error: there is no command “nosuch”; use one of "))
      #expect(!outcome.messages.contains("did you mean") && outcome.output.isEmpty)
    }

    @Test("segue list NAME explains a curve or a format")
    func explained() async throws {
      let mp4 = try await tool.run("list", "mp4")
      #expect(
        mp4.code == 0 && mp4.text.contains("h264; with --codec hevc, vp9, av1, or an encoder of ffmpeg"))
      let spring = try await tool.run("list", "spring")
      #expect(
        spring.text.contains("--timing 'spring(0.8)'")
          && spring.text.contains("--timing 'spring(1,100,10,0)'"))
      #expect(try await tool.run("list", "nonsense").code == 64)
    }

    @Test("an unknown command or a third picture is rejected")
    func commands() async throws {
      let version = try await tool.run("version")
      #expect(version.code == 64)
      #expect(
        version.messages == "segue: error: there is no command “version”; did you mean segue --version?\n")
      let third = try await tool.render("from.png", "-o", "out.webp")
      place.expect(third, code: 64, saying: "a transition takes two pictures, but “from.png” is a third")
    }

    @Test(
      "sizes and colours may be names",
      arguments: [
        (["-s", "qqvga", "--at", "0"], 160, 120), (["-s", "SQUARE", "--at", "0"], 1080, 1080),
        (["-s", "8x6", "--background", "red"], 8, 6), (["-s", "8x6", "--background", "#fff"], 8, 6),
        (["-s", "8x6", "-d", "50ms"], 8, 6), (["-s", "8x6", "-d", "0.05s", "--hold-end", "10ms"], 8, 6),
      ])
    func shortForms(arguments: [String], width: Int, height: Int) async throws {
      let outcome = try await tool.render("-o", "o.webp", "--json", "-r", "60", arguments: arguments)
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(outcome.report["width"] as? Int == width && outcome.report["height"] as? Int == height)
      if arguments.contains("-d") { #expect(outcome.report["frames"] as? Int ?? 0 >= 4) }
    }

    @Test("a named background has the colour of its name")
    func namedColor() async throws {
      try place.write(Snapshot(width: 32, height: 24) { _, _ in .transparent }, to: "clear.png")
      for (text, bytes) in [("rebeccapurple", [0x66, 0x33, 0x99, 255]), ("#f80", [255, 0x88, 0, 255])] {
        let outcome = try await tool.run([
          "clear.png", "clear.png", "--at", "0", "--format", "raw", "-o", "o.raw", "-y", "--background", text,
        ])
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(place.bytes("o.raw")?.prefix(4).map(Int.init) == bytes)
      }
    }

    @Test("an argument that is not UTF-8 is rejected")
    func notText() async throws {
      for shell in ["exec \"$@\" -o $'out\\xe9.webp'", "exec \"$@\" -o out.webp --timeline $'\\xff'"] {
        let outcome = try await tool.render(shell: shell)
        place.expect(outcome, code: 64, saying: "is not UTF-8")
      }
    }

    @Test("binary data are not written to a terminal")
    func terminal() async throws {
      let shell = "script -qec \"$(printf '%q ' \"$@\")\" /dev/null"
      let poured = try await tool.render("-o", "-", "--format", "raw", shell: shell)
      #expect(
        poured.code == 64 && poured.text.contains("standard output is a terminal"),
        "\(poured.text.prefix(300))")
      let sheet = try await tool.run(["sheet", "from.png", "to.png", "-o", "-"], shell: shell)
      #expect(sheet.code == 64 && sheet.text.contains("standard output is a terminal"))
      let plot = try await tool.run(["curve", "ease", "-o", "-"], shell: shell)
      #expect(plot.code == 0 && plot.text.contains("<svg"))
    }

    @Test("the summary of a sequence has the number of its files")
    func summaries() async throws {
      let still = try await tool.render("--at", "0.5", "-o", "one.png")
      #expect(still.messages.hasPrefix("one.png: 1 frame of 32x24") && !still.messages.contains("frames/s"))
      let sequence = try await tool.render("-d", "0.05", "-o", "f/")
      #expect(sequence.messages.hasPrefix("f/frame-00000.png to frame-00003.png: 4 frames of 32x24"))
    }

    @Test("--json prints an error as JSON in addition to stderr")
    func jsonErrors() async throws {
      for (arguments, code, kind, property, words) in [
        (["--fps", "0"], 64, "invalidValue", "frameRate", "--fps is “0”"),
        (["-t", "nope-nope"], 64, "unknownName", "transition", "there is no transition"),
      ] {
        let outcome = try await tool.render("-o", "out.webp", "--json", arguments: arguments)
        let error = try #require(outcome.report["error"] as? [String: Any])
        #expect(outcome.report["schema"] as? Int == 1)
        #expect(error["exit"] as? Int == code && Int(outcome.code) == code)
        #expect(error["code"] as? String == kind && error["property"] as? String == property)
        #expect(error["place"] == nil)
        #expect((error["message"] as? String)?.hasPrefix(words) == true)
        #expect(outcome.messages.hasPrefix("segue: error: " + words))
      }
      let missing = try await tool.run(["none.png", "to.png", "-o", "out.webp", "--json"])
      let error = try #require(missing.report["error"] as? [String: Any])
      #expect(error["exit"] as? Int == 66 && error["code"] as? String == "unreadable")
      #expect(Set(error.keys) == ["exit", "code", "message"])
    }

    @Test("segue list NAME shows every setting and a working example")
    func details() async throws {
      let slide = try await tool.run("list", "slide")
      for line in [
        "  duration   1.1 s (-d)", "  operation  one of push, pop; default push",
        "  rows       a whole number; 1 to 256; default 8",
        "  delay      a number; 0 to 60; seconds; default 0",
        "  segue from.png to.png -o out.mp4 -t slide -p operation=pop",
      ] {
        #expect(slide.text.split(separator: "\n").contains(line[...]), "\(slide.text)")
      }
      try place.write(try #require(place.bytes("from.png")), to: "mask.png")
      for (index, transition) in Catalogue.builtIn.transitions.enumerated() {
        let text = try await tool.run("list", transition.name).text
        let example = try #require(text.split(separator: "\n").last).split(separator: " ").map(String.init)
        for parameter in transition.parameters { #expect(text.contains("\n  \(parameter.name) "), "\(text)") }
        guard Tier.current == .full || index.isMultiple(of: 8) else { continue }
        let outcome = try await tool.run(
          example.dropFirst().map { $0 == "out.mp4" ? "out.raw" : $0 } + [
            "--format", "raw", "--at", "0.5", "-y",
          ])
        #expect(outcome.code == 0, "\(example): \(outcome.messages)")
      }
    }

    @Test("segue list finds a filter by its name in other programs")
    func listFilterAliases() async throws {
      let outcome = try await tool.run("list", "duotone", "--json")
      #expect(outcome.messages == "“duotone” is called false-color here\n")
      let entries = try #require(try outcome.json as? [[String: Any]])
      #expect(entries.map { $0["name"] as? String } == ["false-color"])
    }

    @Test("segue list lists the names that begin with a text")
    func listBeginnings() async throws {
      let outcome = try await tool.run("list", "ios", "--json")
      let names = try #require(try outcome.json as? [[String: Any]]).map { $0["name"] as? String ?? "" }
      #expect(outcome.code == 0 && outcome.messages.isEmpty)
      #expect(names.contains("ios-push") && names.allSatisfy { $0.hasPrefix("ios") })
      let lines = try await tool.run("list", "ios").text.split(separator: "\n")
      #expect(lines.count == names.count)
      #expect(try await tool.run("list", "sphere-").text.hasPrefix("sphere-refraction"))
      #expect(try await tool.run("list", "ios", "--look").code == 64)
    }

    @Test(
      "segue list suggests the nearest list, transition, filter, curve or format",
      arguments: cases(
        [("iosx", "ios")],
        full: [
          ("transitons", "transitions"), ("sldie", "slide"), ("vignete", "vignette"), ("ease-inn", "ease-in"),
          ("webpp", "webp"),
        ]))
    func listSuggestions(name: String, meant: String) async throws {
      place.expect(
        try await tool.run("list", name), code: 64, saying: "“\(name)”; did you mean \(meant)?")
    }

    @Test("segue list finds a transition by its name in other programs")
    func listAliases() async throws {
      let outcome = try await tool.run("list", "crossfade", "--json")
      #expect(outcome.messages == "“crossfade” is called dissolve here\n")
      let entries = try #require(try outcome.json as? [[String: Any]])
      #expect(entries.map { $0["name"] as? String } == ["dissolve"])
      let crop = try await tool.run("list", "circlecrop")
      #expect(crop.text.contains("-t xfade:circlecrop"))
      let codec = try await tool.run("list", "h265")
      #expect(codec.code == 0 && codec.messages == "“h265” is called hevc here\n")
      #expect(codec.text.contains("mp4") && codec.text.contains("mkv") && !codec.text.contains("webm"))
      #expect(try await tool.run("list", "vp9").text.contains("webm"))
      place.expect(try await tool.run("list", "no-such-thing"), code: 64, saying: "there is no transition")
    }
  }
}
