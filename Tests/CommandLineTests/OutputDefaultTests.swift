import Foundation
import SegueImaging
import TestSupport
import Testing

extension ToolTests {
  /// The defaults of an output: size, rate, background and number of plays.
  @Suite("Defaults of an output") struct OutputDefaults: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    private func write(_ name: String, _ width: Int, _ height: Int, alpha: UInt8 = 255) throws {
      try place.write(
        Snapshot(width: width, height: height) { x, y in
          RGBAColor(red: UInt8(x & 255), green: UInt8(y & 255), blue: 9, alpha: x < width / 4 ? alpha : 255)
        }, to: name)
    }

    private struct Facts: Equatable {
      var size: String
      var frames: Int
      var rate: String
      var warnings: [String]
    }

    private func facts(_ arguments: String...) async throws -> Facts {
      let outcome = try await tool.run(arguments + ["-y", "--json", "-t", "dissolve", "-d", "0.2"])
      try #require(outcome.code == 0, "\(outcome.messages)")
      let report = outcome.report
      return Facts(
        size: "\(report["width"] ?? 0)x\(report["height"] ?? 0)", frames: report["frames"] as? Int ?? 0,
        rate: report["fps"] as? String ?? "", warnings: report["warnings"] as? [String] ?? [])
    }

    @Test("a GIF has 25 frames/s and a width of at most 800 by default")
    func gif() async throws {
      try write("wide.png", 1000, 300)
      try write("other.png", 1000, 300)
      #expect(
        try await facts("wide.png", "other.png", "-o", "o.gif")
          == Facts(
            size: "800x240", frames: 6, rate: "25/1",
            warnings: ["wide.png is 1000x300, scaled down to 800x240; -s 1000x300 keeps its size"]))
      #expect(
        try await facts("wide.png", "other.png", "-o", "o.gif", "-s", "1000x300", "-r", "10")
          == Facts(size: "1000x300", frames: 3, rate: "10/1", warnings: []))
      #expect(
        try await facts("from.png", "to.png", "-o", "o.gif")
          == Facts(size: "32x24", frames: 6, rate: "25/1", warnings: []))
      #expect(
        try await facts("wide.png", "other.png", "-o", "o.y4m")
          == Facts(size: "1000x300", frames: 13, rate: "60/1", warnings: []))
    }

    @Test("outputs other than GIFs are scaled down to fit 3840x2160")
    func large() async throws {
      try write("wide.png", 4000, 900)
      try write("tall.png", 300, 2401)
      let still = ["--at", "0"]
      let wide = try await tool.run(["wide.png", "wide.png", "-o", "o.png", "--json"] + still)
      #expect(wide.report["width"] as? Int == 3840 && wide.report["height"] as? Int == 864)
      let tall = try await tool.run(["tall.png", "tall.png", "-o", "p.png", "--json"] + still)
      #expect(tall.report["width"] as? Int == 270 && tall.report["height"] as? Int == 2160)
      #expect(
        tall.report["warnings"] as? [String]
          == ["tall.png is 300x2401, scaled down to 270x2160; -s 300x2401 keeps its size"])
    }

    @Test("the note about a scaled picture of an odd size suggests an even size for 4:2:0 video")
    func evenAdvice() async throws {
      try write("odd.png", 4001, 300)
      #expect(
        try await facts("odd.png", "odd.png", "-o", "o.y4m", "-r", "10").warnings
          == ["odd.png is 4001x300, scaled down to 3840x288; -s 4000x300 keeps its size"])
    }

    @Test(
      "a size with one side gets the other side from the aspect ratio",
      arguments: [("16x", "16x12"), ("x48", "64x48"), ("qqvga", "160x120")])
    func oneSide(size: String, expected: String) async throws {
      #expect(try await facts("from.png", "to.png", "-o", "o.webp", "-s", size).size == expected)
    }

    @Test("the error for an odd side of a video names the nearest even number")
    func oddSide() async throws {
      place.expect(
        try await tool.render("-o", "o.mp4", "-s", "33x"), code: 64, saying: "“33x”", "the nearest is 32")
    }

    @Test("cropping more than a third of a picture causes a note")
    func cropped() async throws {
      try write("tall.png", 16, 24)
      try write("less.png", 24, 24)
      #expect(
        try await facts("from.png", "tall.png", "-o", "o.webp").warnings == [
          "tall.png is 16x24, and --fit cover crops 50 % of it to fill 32x24; --fit contain shows all of it"
        ])
      let both = try await facts("from.png", "tall.png", "-o", "o.webp", "-s", "96x12").warnings
      let crops = [("from.png", "32x24", 83), ("tall.png", "16x24", 92)].map { name, size, percent in
        "\(name) is \(size), and --fit cover crops \(percent) % of it to fill 96x12; --fit contain shows all of it"
      }
      #expect(both == crops)
      let same = try await facts("from.png", "from.png", "-o", "o.webp", "-s", "96x12").warnings
      #expect(same.count == 1)
      #expect(try await facts("from.png", "less.png", "-o", "o.webp").warnings.isEmpty)
      #expect(try await facts("from.png", "tall.png", "-o", "o.webp", "--fit", "contain").warnings.isEmpty)
    }

    static let moving: [(String, String, [String])] = [
      ("a.webp", "animated", ["-c:v", "libwebp_anim", "-lossless", "1"]),
      ("v.mkv", "a video", ["-c:v", "ffv1", "-pix_fmt", "gbrp"]),
      ("a.gif", "animated", ["-pix_fmt", "rgb8"]), ("a.apng", "animated", []),
    ]

    @Test(
      "a render shows the last frame of an outgoing video and the first of an incoming one",
      .needs("ffmpeg"),
      arguments: cases(1, of: moving))
    func movingPicture(name: String, kind: String, options: [String]) async throws {
      let place = try Workplace.forTool()
      let clip = "color=c=red:s=32x24:r=10:d=1,drawbox=c=blue:t=fill:enable='gte(n,5)'"
      try await FFmpeg.make(name, ["-f", "lavfi", "-i", clip] + options, in: place)
      for (arguments, which, color) in [
        ([name, "to.png", "--at", "0"], "last", [0, 0, 255]),
        (["from.png", name, "--at", "1"], "first", [255, 0, 0]),
      ] {
        let outcome = try await Tool(place).run(arguments + ["--format", "raw", "-y", "-o", "o.raw"])
        #expect(
          outcome.code == 0
            && outcome.messages.contains("\(name): it is \(kind); its \(which) frame is taken"),
          "\(outcome.messages)")
        let pixel = try #require(place.bytes("o.raw")).prefix(3).map(Int.init)
        // ffmpeg dithers a GIF.
        let reach = name == "a.gif" ? 90 : 3
        #expect(zip(pixel, color).allSatisfy { abs($0 - $1) <= reach }, "\(pixel)")
      }
    }

    @Test("uncovered areas are black if both pictures are opaque")
    func gaps() async throws {
      try write("tall.png", 16, 24)
      try write("clear.png", 32, 24, alpha: 0)
      func alphas(_ arguments: String...) async throws -> Set<UInt8> {
        let outcome = try await tool.run(arguments + ["--at", "0.5", "-o", "-", "--format", "raw"])
        return Set(stride(from: 3, to: outcome.output.count, by: 4).map { outcome.output[$0] })
      }
      #expect(try await alphas("from.png", "to.png", "-t", "pin-rotate") == [255])
      #expect(try await alphas("from.png", "tall.png", "-t", "dissolve", "--fit", "contain") == [255])
      #expect(try await alphas("from.png", "clear.png", "-t", "wipe", "-p", "softness=0").contains(0))
      #expect(
        try await alphas("from.png", "to.png", "-t", "pin-rotate", "--background", "transparent").contains(0))
    }

    @Test("limits on input pictures do not apply to the frame's size")
    func limits() async throws {
      #expect(
        try await tool.render("-o", "o.webp", "--at", "0", "-s", "90x90", "--limit-side", "40").code == 0)
      place.expect(
        try await tool.render("-o", "p.webp", "--at", "0", "--limit-side", "20"), code: 65,
        saying: "limit of 20 per side", leaving: ["o.webp"])
      place.expect(
        try await tool.render("-o", "p.png", "--at", "0", "-s", "17000x10", "--limit-side", "20000"),
        code: 64,
        saying: "16384", leaving: ["o.webp"])
    }

    @Test("ping-pong plays the frames backwards without repeating the turning frames")
    func pingPong() async throws {
      let plain = try await tool.render(
        "-t", "dissolve", "-d", "0.2", "-r", "20", "--hold-start", "0.1", "--hold-end", "0.05", "-o", "-",
        "--format", "raw")
      let back = try await tool.render(
        "-t", "dissolve", "-d", "0.2", "-r", "20", "--hold-start", "0.1", "--hold-end", "0.05", "--ping-pong",
        "-o", "-",
        "--format", "raw")
      let (there, all) = (plain.output.frames(of: 32 * 24 * 4), back.output.frames(of: 32 * 24 * 4))
      // The film has two held frames, five of motion and one held frame. The four frames before the turn
      // follow.
      #expect(there.count == 8 && all == there + [there[5], there[4], there[3], there[2]])
      #expect(try await facts("from.png", "to.png", "-r", "20", "--ping-pong", "-o", "o.webp").frames == 8)
      #expect(
        try await facts("from.png", "to.png", "-r", "20", "--ping-pong", "--loop", "1", "-o", "o.webp").frames
          == 9)
      #expect(try await facts("from.png", "to.png", "-r", "20", "--ping-pong", "-o", "o.y4m").frames == 9)
    }

    @Test("animations store their number of plays", arguments: cases([nil, 1, 3], full: [0]))
    func plays(count: Int?) async throws {
      let loop = count.map { ["--loop", "\($0)"] } ?? []
      // A GIF is slow to encode.
      let hasGIF = Tier.current == .full || count == 3
      for name in ["o.webp", "o.apng"] + (hasGIF ? ["o.gif"] : []) {
        let outcome = try await tool.run(["from.png", "to.png", "-d", "0.1", "-y", "-o", name] + loop)
        #expect(outcome.code == 0, "\(outcome.messages)")
      }
      let wanted = count ?? 0
      let webp = try #require(place.bytes("o.webp"))
      let apng = try #require(place.bytes("o.apng"))
      let animation = try #require(webp.firstRange(of: Array("ANIM".utf8)))
      #expect(Int(webp[animation.upperBound + 8]) == wanted)
      let control = try #require(apng.firstRange(of: Array("acTL".utf8)))
      #expect(Int(apng[control.upperBound + 7]) == wanted)
      guard hasGIF else { return }
      // A GIF stores repetitions; without the extension it plays once.
      let gif = try #require(place.bytes("o.gif"))
      let netscape = gif.firstRange(of: Array("NETSCAPE2.0".utf8)).map { Int(gif[$0.upperBound + 2]) }
      #expect(netscape == (wanted == 1 ? nil : max(0, wanted - 1)))
    }

    @Test("a film stores the number of plays from an option or its file")
    func filmPlays() async throws {
      let film = """
        {"segue": 1, "film": {"size": "16x16", "loop": 5, "fps": 10}, "clips": [
          {"src": "color:#123", "duration": 0.2}, {"src": "color:#fed", "duration": 0.2}]}
        """
      try place.write(film, to: "film.json")
      let words = [(["--loop", "3"], 3), (["--loop", "forever"], 0), ([], 5)]
      for (options, plays) in words {
        let outcome = try await tool.run(["join", "film.json", "-y", "-o", "o.webp"] + options)
        #expect(outcome.code == 0, "\(outcome.messages)")
        let webp = try #require(place.bytes("o.webp"))
        let animation = try #require(webp.firstRange(of: Array("ANIM".utf8)))
        #expect(Int(webp[animation.upperBound + 8]) == plays)
      }
      let movie = try await tool.run(["join", "film.json", "-o", "o.y4m"])
      #expect(movie.code == 0 && movie.messages.contains("“loop” has no effect, since y4m stores no number"))
      for (loop, words) in [("2", "--loop is for gif, webp and apng"), ("ever", "0 to 65535, or forever")] {
        place.expect(
          try await tool.run(["join", "film.json", "--loop", loop, "-y", "-o", "o.y4m"]), code: 64,
          saying: words, leaving: ["film.json", "o.webp", "o.y4m"])
      }
    }

    @Test("--loop applies only to animations")
    func noLoop() async throws {
      place.expect(
        try await tool.render("-o", "o.mp4", "--loop", "2"), code: 64,
        saying: "--loop is for gif, webp and apng")
      place.expect(try await tool.render("-o", "o.gif", "--loop", "-1"), code: 64, saying: "0 to 65535")
      place.expect(
        try await tool.render("-o", "o.png", "--at", "0", "--ping-pong"), code: 64,
        saying: "--at renders one frame")
    }
  }
}
