import Foundation
import TestSupport
import Testing

extension HostTests {
  /// Runs the examples of docs/other-programs.md as printed.
  @Suite("Examples of docs/other-programs.md") struct Documents {
    private let tool: ToolFrames
    private let prefix: HostPrefix
    private let place: Workplace

    init() async throws {
      (tool, prefix, place) = (
        try await ToolFrames.shared.value, try #require(HostPrefix.tested), try Workplace()
      )
      for name in ["from.png", "to.png", "from.rgba", "to.rgba"] {
        try place.write(try #require(tool.place.bytes(name)), to: name)
      }
      try place.createFolder("Examples")
      try place.write(
        try String(contentsOfFile: HostPrefix.root + "/Examples/segue.c", encoding: .utf8),
        to: "Examples/segue.c")
    }

    /// The code blocks of the page in one language.
    private func blocks(_ language: String) throws -> [String] {
      let page = try String(contentsOfFile: HostPrefix.root + "/docs/other-programs.md", encoding: .utf8)
      return page.components(separatedBy: "```" + language + "\n").dropFirst().compactMap {
        $0.components(separatedBy: "```").first
      }
    }

    private func run(_ block: String) async throws {
      let outcome = try await Program("/bin/bash").run(
        ["-ec", block], in: place.path,
        environment: [
          "PKG_CONFIG_PATH": prefix.path + "/lib/pkgconfig", "LD_LIBRARY_PATH": prefix.path + "/lib",
          "FREI0R_PATH": prefix.plugins, "GST_REGISTRY": place.file("registry"), "GST_REGISTRY_FORK": "no",
        ])
      #expect(outcome.code == 0, "\(outcome.messages)")
    }

    @Test("the C example draws the tool's frame", .needs("cc", "pkg-config")) func program() async throws {
      try await run(try blocks("sh")[0])
      #expect(place.bytes("frame.rgba") == tool.frame("slide", at: 6))
    }

    @Test("the melt example writes 25 frames", .needs("melt", "ffprobe")) func melt() async throws {
      try await run(try blocks("sh")[1])
      let count = try await Program("ffprobe").output([
        "-v", "error", "-select_streams", "v", "-count_frames", "-show_entries", "stream=nb_read_frames",
        "-of", "csv=p=0",
        place.file("slide.mkv"),
      ])
      #expect(String(decoding: count, as: UTF8.self).hasPrefix("25"))
    }

    @Test("the GStreamer example draws the tool's frame", .needs("gst-launch-1.0"))
    func gstreamer() async throws {
      try await run(try blocks("sh")[2])
      #expect(place.bytes("frame.rgba") == tool.frame("slide", at: 6))
    }

    @Test(
      "the Python examples draw frames and write a film", .needs("python3", "ffprobe"),
      .enabled(if: HostTests.Python.hasNumPy, "no NumPy: Tools/python.sh .build/python"))
    func python() async throws {
      let environment = try await HostTests.Python.Environment(HostTests.Python.withNumPy, prefix: prefix)
      let blocks = try blocks("python")
      let shapes = try await environment.said(blocks[0])
      #expect(shapes == String(repeating: "(40, 64, 4)\n", count: 61))
      _ = try await environment.said(blocks[1])
      let seconds = try await Program("ffprobe").output([
        "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0",
        environment.place.file("film.mp4"),
      ])
      #expect(String(decoding: seconds, as: UTF8.self).hasPrefix("3.0"))
    }
  }

  /// The catalogue's web page.
  @Suite("Catalogue page") struct Site {
    @Test(
      "the page shows a loop of every transition without network access",
      .needs("python3", "chromium"))
    func page() async throws {
      let (tool, place) = (try await ToolFrames.shared.value, try Workplace())
      try await Program("python3").output([
        HostPrefix.root + "/Tools/site.py", "--segue", try Program.built("segue").path, "--size", "64x40",
        "--rate", "4",
        place.path,
      ])
      let page = try #require(place.text("index.html"))
      for word in ["http:", "https:", "//", "url(", "import"] {
        let code = page.replacing("// index.html#slide", with: "")
        #expect(!code.contains(word), "\(word)")
      }
      let sources = page.matches(of: /src="(.*?)"/).map { String($0.1) }
      #expect(sources.count >= tool.names.count + 75 + 3 && Set(sources).count == sources.count)
      #expect(Set(place.names(in: "pictures").map { "pictures/" + $0 }) == Set(sources))
      for name in tool.names {
        #expect(
          page.contains("-t \(name)\n") && page.contains("frei0r." + VideoPrograms.file(name)), "\(name)")
      }
      let searches: [(String, Int)] = cases(
        [("#frei0r.segue_pin_rotate", 1)], full: [("", sources.count), ("#no-such-thing", 0)])
      for (search, found) in searches {
        let shown = try await Program("chromium").output([
          "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
          "--user-data-dir=" + place.file("profile"),
          "file://"
            + (place.file("index.html").addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "")
            + search,
        ])
        let text = String(decoding: shown, as: UTF8.self)
        #expect(text.matches(of: /<article [^>]*data-kind="[a-z]+">/).count == found, "\(search)")
      }
    }
  }
}
