import Foundation
import SegueImaging
import TestSupport
import Testing

extension ToolTests {
  @Suite("Inputs that cannot be read") struct InputFailures: ToolSuite {
    let tool: Tool

    init() throws { tool = try Tool() }

    /// Renders with `name` as the second picture.
    private func render(with name: String) async throws -> Outcome {
      try await tool.run(["from.png", name, "-o", "out.webp"])
    }

    @Test("a missing picture is named in an error with exit code 66")
    func aMissingPicture() async throws {
      place.expect(try await render(with: "none.png"), code: 66, saying: "none.png", "No such file")
    }

    @Test("a folder as an input causes exit code 66")
    func aFolder() async throws {
      place.expect(try await render(with: "."), code: 66, saying: "it is a folder")
    }

    @Test("a device as an input causes exit code 66")
    func aDevice() async throws {
      place.expect(try await render(with: "/dev/zero"), code: 66, saying: "it is a device")
    }

    @Test("a circular link as an input causes exit code 66")
    func aCircle() async throws {
      symlink("loop.png", place.file("loop.png"))
      place.expect(try await render(with: "loop.png"), code: 66, leaving: ["loop.png"])
    }

    @Test("an empty file causes exit code 65")
    func anEmptyFile() async throws {
      try place.write([], to: "empty.png")
      place.expect(
        try await render(with: "empty.png"), code: 65, saying: "it is empty", leaving: ["empty.png"])
    }

    @Test("a truncated picture causes exit code 65", arguments: [1, 8, 20, 33, 60, 200])
    func aTruncatedFile(length: Int) async throws {
      let whole = try #require(place.bytes("to.png"))
      try place.write(Array(whole.prefix(length)), to: "cut.png")
      place.expect(try await render(with: "cut.png"), code: 65, saying: "cut.png", leaving: ["cut.png"])
    }

    @Test("a HEIC picture causes exit code 69 if libheif is missing")
    func aMissingLibrary() async throws {
      try place.write(
        [0, 0, 0, 24] + Array("ftypheic".utf8) + Array(repeating: 0, count: 12), to: "photo.heic")
      let bare = try tool.without("libheif.so.1")
      place.expect(
        try await bare.run("photo.heic", "to.png", "-o", "out.webp"), code: 69,
        saying: "libheif cannot be used: install it, or convert photo.heic to PNG, JPEG or WebP",
        leaving: ["libraries", "photo.heic"])
      #expect(try await bare.run("from.png", "to.png", "-o", "out.webp").code == 0)
    }

    @Test("the error for a TIFF without libtiff names the packages of all distributions")
    func missingTIFFLibrary() async throws {
      try place.write(Array("II*\0".utf8) + Array(repeating: 0, count: 12), to: "scan.tiff")
      let bare = try tool.without("libtiff.so.6").without("libtiff.so.5")
      place.expect(
        try await bare.run("scan.tiff", "to.png", "-o", "out.webp"), code: 69,
        saying: "libtiff cannot be used: install libtiff6 or libtiff5, or convert scan.tiff to PNG",
        leaving: ["libraries", "scan.tiff"])
    }

    @Test("an SVG picture causes exit code 69 if librsvg is missing")
    func missingSVGLibrary() async throws {
      try place.write(#"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>"#, to: "logo.svg")
      let bare = try tool.without("librsvg-2.so.2")
      let sentence = "librsvg cannot be used: install librsvg2-2, or convert logo.svg to PNG, JPEG or WebP"
      for words in [["logo.svg", "to.png"], ["join", "from.png", "--overlay", "logo.svg"]] {
        place.expect(
          try await bare.run(words + ["-o", "out.webp"]), code: 69, saying: sentence,
          leaving: ["libraries", "logo.svg"])
      }
      #expect(try await bare.run("from.png", "to.png", "-o", "out.webp").code == 0)
    }

    @Test("a picture with a colour profile causes exit code 69 if lcms2 is missing")
    func missingColorLibrary() async throws {
      #expect(try await tool.render("--at", "0", "-o", "photo.jpg").code == 0)
      var photo = try #require(place.bytes("photo.jpg"))
      let profile = Array("ICC_PROFILE\0".utf8) + [1, 1, 0, 0, 0, 0]
      // A segment after the marker that begins the file.
      photo.insert(contentsOf: [0xff, 0xe2, 0, UInt8(profile.count + 2)] + profile, at: 2)
      try place.write(photo, to: "photo.jpg")
      let bare = try tool.without("liblcms2.so.2")
      place.expect(
        try await bare.run("photo.jpg", "to.png", "-o", "out.webp"), code: 69,
        saying: "lcms2 cannot be used: it is needed for the colours of photo.jpg",
        "install liblcms2-2", leaving: ["libraries", "photo.jpg"])
      #expect(try await bare.run("from.png", "to.png", "-o", "out.webp").code == 0)
    }

    @Test("a label causes exit code 69 if Pango is missing")
    func missingTextLibrary() async throws {
      let bare = try tool.without("libpangocairo-1.0.so.0")
      place.expect(
        try await bare.run("sheet", "from.png", "to.png", "-o", "sheet.png"), code: 69,
        saying: "text cannot be drawn, since Pango is not installed", leaving: ["libraries"])
    }

    @Test("a picture is recognised by its contents")
    func wrongExtension() async throws {
      try place.write(try #require(place.bytes("to.png")), to: "to.jpg")
      #expect(try await render(with: "to.jpg").code == 0)
    }

    @Test("a header of a huge picture is rejected before allocating memory")
    func aBomb() async throws {
      var bytes = try #require(place.bytes("to.png"))
      let header = Array("IHDR".utf8) + [0, 0x0F, 0xFF, 0xFF, 0, 0x0F, 0xFF, 0xFF] + bytes[24..<29]
      bytes.replaceSubrange(12..<29, with: header)
      bytes.replaceSubrange(29..<33, with: bigEndian(crc32(header)))
      try place.write(bytes, to: "bomb.png")
      place.expect(
        try await render(with: "bomb.png"), code: 65, saying: "more than the limit of 16384 per side",
        leaving: ["bomb.png"])
    }

    @Test("options set the limits of input pictures")
    func limits() async throws {
      let side = try await tool.render("-o", "out.webp", "--limit-side", "31")
      place.expect(side, code: 65, saying: "limit of 31 per side")
      let area = try await tool.render("-o", "out.webp", "--limit-pixels", "767")
      place.expect(area, code: 65, saying: "limit of 767 pixels")
      let fitting = try await tool.render(
        "-o", "out.webp", "--limit-side", "32", "--limit-pixels", "768")
      #expect(fitting.code == 0)
    }

    @Test("random bytes cause exit code 65")
    func noise() async throws {
      try place.write((0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 >> 3) }, to: "noise.tiff")
      let outcome = try await render(with: "noise.tiff")
      place.expect(outcome, code: 65, saying: "noise.tiff", leaving: ["noise.tiff"])
      #expect(!outcome.messages.contains("segue-work"))
    }

    @Test("pictures are read from pipes and standard input")
    func pipes() async throws {
      let straight = try await tool.render("-o", "-", "--format", "raw")
      let piped = try await tool.run(
        ["-", "to.png", "-o", "-", "--format", "raw"], shell: "cat from.png | \"$@\"")
      #expect(piped.code == 0 && piped.output == straight.output)
      mkfifo(place.file("pipe"), 0o600)
      let named = try await tool.run(
        ["pipe", "to.png", "-o", "-", "--format", "raw"],
        shell: "cat from.png > pipe & exec \"$@\"")
      #expect(named.code == 0 && named.output == straight.output)
    }

    @Test("missing, malformed and invalid timelines have different exit codes")
    func timelines() async throws {
      let missing = try await tool.render("-o", "out.webp", "--timeline", "none.json")
      place.expect(missing, code: 66, saying: "none.json")
      try place.write("{\"events\": [", to: "a.json")
      let broken = try await tool.render("-o", "out.webp", "--timeline", "a.json")
      place.expect(broken, code: 65, saying: "a.json", "not valid JSON", leaving: ["a.json"])
      try place.write("{\"events\": [{\"at\": 0, \"do\": \"dance\"}]}", to: "a.json")
      let unknown = try await tool.render("-o", "out.webp", "--timeline", "a.json")
      place.expect(unknown, code: 65, saying: "“dance”", leaving: ["a.json"])
      try place.write("{\"events\": []}", to: "a.json")
      let idle = try await tool.render("-o", "out.webp", "--timeline", "a.json")
      place.expect(idle, code: 65, saying: "“events” is empty", leaving: ["a.json"])
    }

    private func bigEndian(_ value: UInt32) -> [UInt8] {
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// **Source:** PNG specification, annex D.
    private func crc32(_ bytes: [UInt8]) -> UInt32 {
      ~bytes.reduce(~UInt32(0)) { crc, byte in
        (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in
          let half = value >> 1
          return value.isMultiple(of: 2) ? half : half ^ 0xEDB8_8320
        }
      }
    }
  }
}
