import Foundation
import TestSupport
import Testing

extension ToolTests {
  @Suite("Arguments") struct Arguments: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    /// Invalid arguments, with a word of the message.
    static let refused: [([String], String)] = [
      (["-d", "nan"], "--duration"), (["-d", "-1"], "--duration"), (["-d", "0"], "--duration"),
      (["-d", "1e300"], "--duration"), (["-d", "inf"], "--duration"), (["-d", "one"], "--duration"),
      (["-r", "0"], "--fps"), (["-r", "1/0"], "--fps"), (["-r", "-30"], "--fps"), (["-r", "nan"], "--fps"),
      (["-r", "1e30"], "--fps"), (["-r", "99999999999999999999/3"], "--fps"),
      (["--timing", "eese"], "--timing"), (["--timing", "spring(nan)"], "--timing"),
      (["--timing", "steps(0)"], "--timing"), (["--timing", "cubic-bezier(1,2,3)"], "--timing"),
      (["--hold-start", "-1"], "--hold-start"), (["--hold-end", "1e99"], "--hold-end"),
      (["--at", "1.01"], "--at"), (["--at", "-0.1"], "--at"), (["--at", "nan"], "--at"),
      (["--frames", "5-3"], "--frames"), (["--frames", "x"], "--frames"), (["--frames", "-1-3"], "--frames"),
      (["--frames", "1-99999999999999999999"], "--frames"),
      (["-s", "0x10"], "--size"), (["-s", "10"], "--size"), (["-s", "-1x5"], "--size"),
      (["-s", "100000x100000"], "--size"), (["-s", "9999999999999999999999x2"], "--size"),
      (["--background", "reddish"], "--background"), (["--fit", "squash"], "cover"),
      (["--backend", "vulkan"], "auto"), (["--format", "xyz"], "mp4"),
      (["--limit-side", "0"], "--limit-side"), (["--limit-pixels", "-5"], "--limit-pixels"),
      (["--encoder-timeout", "nan"], "--encoder-timeout"),
      (["-t", "pixelate-disolve"], "did you mean pixellate-dissolve?"),
      (["-t", "no such thing at all"], "segue list"),
      (["-p", "nothing"], "NAME=VALUE"), (["-p", "foo=1"], "foo"),
      (["--overwrit"], "--overwrite"), (["-q", "-v"], "exclude each other"),
      (["--require-gpu", "--backend", "cpu"], "exclude each other"),
      (["--device", "0", "--backend", "cpu"], "--device"),
      (["--at", "0.5", "--frames", "0-1"], "--frames"),
      (["--at", "0.5", "--hold-end", "1"], "holds do not apply"),
      (["--at", "0.5", "--timeline", "none.json"], "--timeline"), (["--codec", "h264"], "--codec"),
      (["--quality", "900"], "--quality"), (["one", "too-many"], "“one” is a third"),
      (["--quality", "-1"], "--quality is “-1”"), (["-d", "0"], "--duration is “0”"),
      (["-r", "1001"], "at most 1000"), (["-t", "xfade:nope"], "--aliases xfade"),
      (["-t", "slide", "-p", "rows=0"], "is 0, but must be at least 1 and at most"),
      (["--timing", "easeIn"], "did you mean ease-in?"),
    ]

    @Test("invalid arguments cause exit code 64 before any file is opened")
    func refusal() async throws {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, (arguments, word)) in Self.refused.enumerated() {
          if index >= 4 { try await group.next() }
          group.addTask { [place, tool] in
            // The pictures do not exist: opening them would cause exit code 66.
            let outcome = try await tool.run(["no.png", "none.png", "-o", "out.webp"] + arguments)
            place.expect(outcome, code: 64, saying: word)
            #expect(outcome.messages.hasPrefix("segue: error: "), "\(arguments)")
            #expect(outcome.output.isEmpty)
          }
        }
        try await group.waitForAll()
      }
    }

    static let outputs: [([String], String)] = [
      (["-o", "-"], "--format"), (["-o", "out.xyz"], ".mp4"), (["-o", "out"], "--format"),
      (["-o", "out.png"], "--at"), (["-o", "-", "--format", "png-sequence"], "standard output"),
      (["-o", "-", "--format", "raw", "--json"], "--json"), (["-o", "a-%d-%d.png"], "more than one number"),
      (["-o", "frame-%s.png"], "%05d"), (["-o", "out.mp4", "-s", "641x359"], "640x358"),
      (["-o", "out.y4m", "-s", "3x2"], "2x2"),
      (["-o", "out.mp4", "--encoder-args=-tune film"], "--encoder-args=-tune --encoder-args=film"),
      (["-o", "out.mp4", "--encoder-args=-c:v", "--encoder-args=copy"], "--codec"),
      (["-o", "out.mp4", "--quality", "nan"], "--quality"), ([], "no output is given"),
      (["-o", ""], "name is missing"), (["-o", "frames"], "frames/"),
      (["-o", "out.mp4", "--preset", "nope"], "ultrafast"),
      (["-o", "out.webm", "--preset", "veryfast"], "-8"),
      (["-o", "out.mov", "--codec", "prores", "--preset", "1"], "no presets"),
      (["-o", "out.gif", "-r", "120"], "at most 100"),
      (["-o", "out.apng", "--quality", "lossless"], "apng is always lossless"),
    ]

    @Test("an invalid output causes exit code 64", arguments: outputs)
    func output(arguments: [String], word: String) async throws {
      place.expect(try await tool.run(["no.png", "none.png"] + arguments), code: 64, saying: word)
    }

    @Test("standard input can be used for one picture only")
    func standardInputTwice() async throws {
      place.expect(try await tool.run(["-", "-", "-o", "o.webp"]), code: 64, saying: "standard input")
    }

    @Test("frames outside the run are reported with the run's range")
    func framesOutside() async throws {
      let outcome = try await tool.render("-o", "out.webp", "-d", "0.1", "--frames", "3-7")
      place.expect(outcome, code: 64, saying: "0-6")
    }

    @Test("the error for a mistyped command suggests the nearest command")
    func mistypedCommand() async throws {
      place.expect(try await tool.run(["lst"]), code: 64, saying: "did you mean segue list?")
    }

    /// Names that a shell, a format or an argument parser could misinterpret.
    static let names = [
      "with space.png", "quote'\".png", "$(touch x).png", "`touch x`.png", "%d.png", "a;b|c&d.png",
      "new\nline.png", "ünï.png", "file:from.png", "-o.png", "*.png", "\\back.png",
    ]

    @Test(
      "file names that look like patterns, protocols or options are accepted",
      arguments: cases(7, of: names))
    func strangeNames(name: String) async throws {
      try place.write(try #require(place.bytes("from.png")), to: name)
      let kind = Tier.current == .full ? ".mp4" : ".webp"
      let output = (name.hasPrefix("%") ? "out.png" : name).replacing(".png", with: kind)
      let outcome = try await tool.run([
        "-d", "0.05", "-o", "./" + output, "--", name, "to.png",
      ])
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(place.added == [name, output].sorted())
    }

    /// Names that a decoder could interpret as a pattern, a protocol or an option.
    static let foreignNames =
      Tier.current == .full ? names : ["%d.png", "file:from.png"]

    @Test("a picture that ffmpeg decodes may have any name", arguments: foreignNames)
    func strangeForeignNames(name: String) async throws {
      let bitmap = name.replacing(".png", with: ".ppm")
      try place.write("P3 2 2 255 " + String(repeating: "9 ", count: 12), to: bitmap)
      let outcome = try await tool.run([
        "--at", "0", "-o", "out.raw", "--format", "raw", "--", bitmap, "to.png",
      ])
      #expect(outcome.code == 0, "\(outcome.messages)")
      #expect(place.added == [bitmap, "out.raw"].sorted())
      #expect(place.bytes("out.raw")?.prefix(4) == [9, 9, 9, 255])
    }
  }
}
