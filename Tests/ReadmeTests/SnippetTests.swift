import Foundation
import SegueFilms
import TestSupport
import Testing

/// Every Swift block in docs/library.md and the articles is compiled: it is in `Snippets` or in the
/// page's program.
@Suite("Snippets") struct SnippetTests {
  private static let articles = CustomTransitionTests.root.appending(path: "Sources/Segue/Segue.docc")
  private static let snippets = CustomTransitionTests.root.appending(path: "Tests/ReadmeTests/Snippets")

  /// The paths of the pages.
  private static var pages: [String] {
    let articles = (try? FileManager.default.contentsOfDirectory(atPath: articles.path)) ?? []
    return articles.filter { $0.hasSuffix(".md") }.map { Self.articles.path + "/" + $0 }
      + [CustomTransitionTests.page.path]
  }

  @Test("each block of a page is compiled", arguments: pages)
  func compiled(page: String) throws {
    let text = try String(contentsOfFile: page, encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }
    let sources = try FileManager.default.contentsOfDirectory(atPath: Self.snippets.path).map {
      try String(contentsOf: Self.snippets.appending(path: $0), encoding: .utf8)
    }
    let program = try String(contentsOf: CustomTransitionTests.program, encoding: .utf8)
    let compiled = (sources + [program]).map { Self.bare($0) }
    for block in blocks {
      let wanted = Self.bare(block)
      #expect(compiled.contains { $0.contains(wanted) }, "not compiled: \(block)")
    }
  }

  /// The text without white space, since line breaks may differ, and without `static`, which an
  /// enumeration needs.
  private static func bare(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      let bare = line.trimmingCharacters(in: .whitespaces)
      return bare.hasPrefix("static ") ? String(bare.dropFirst(7)) : bare
    }.joined().filter { !$0.isWhitespace }
  }

  @Test(
    "the articles' code makes the files that it names",
    .needs("ffmpeg"), .takesLong)
  func running() async {
    await #expect(processExitsWith: .success) {
      let place = try Workplace()
      for (name, color) in [("dusk", RGBAColor.white), ("night", .black)] {
        let picture = Snapshot(PixelBuffer(size: ImageSize(width: 96, height: 54), color: color))
        try place.write(picture, to: name + ".png")
      }
      try #require(FileManager.default.changeCurrentDirectoryPath(place.path))
      var request = RenderRequest(from: .file(path: "dusk.png"), to: .file(path: "night.png"))
      try await Articles.overview()
      try await FirstVideo.catalogue(&request)
      try await Server.tryIt()
      // The code of these articles also runs with small pictures below.
      if Tier.current == .full {
        try await FirstVideo.render()
        try await Finger.tryIt()
        try await OneFilm.tryIt()
      }
      try Articles.animators()
      #expect(try await Articles.stills(of: ["dusk.png", "night.png"]).count == 1)
      let names = cases(
        ["out.mp4", "fade.webp", "slide.mp4", "night.png.still.webp"],
        full: ["curtain.mp4", "drag.webp", "films/first.mp4"])
      for name in names {
        #expect(place.exists(name), "\(name)")
      }
    }
  }

  @Test("a server's thumbnail of red and blue is their mixture")
  func thumbnails() async throws {
    let red = [UInt8](repeating: 0, count: 4 * 2 * 2).enumerated().map {
      UInt8([0, 0, 200, 255][$0.offset % 4])
    }
    let blue = red.indices.map { UInt8([200, 0, 0, 255][$0 % 4]) }
    let made = try await Server.thumbnails(of: [red, blue], width: 2, height: 2)
    #expect(made == [(0..<4).flatMap { _ in [UInt8](arrayLiteral: 100, 0, 100, 255) }])
  }

  @Test("the tutorial's service makes a film of uploads", .needs("ffmpeg"))
  func service() async throws {
    let place = try Workplace()
    let red = Snapshot(PixelBuffer(size: ImageSize(width: 16, height: 16), color: .black))
    let upload = try await red.encoded(as: .png)
    // The service is used as on the page. The folder does not exist yet.
    let service = try FilmService(folder: place.file("films"))
    await service.begin("good", uploads: [("a", upload), ("b", upload)], music: nil)
    await service.begin("bad", uploads: [("a", upload), ("notes.txt", [1, 2, 3])], music: nil)
    await service.begin("ended", uploads: Array(repeating: ("a", upload), count: 50), music: nil)
    await service.cancel("ended")
    for id in ["good", "bad", "ended"] { await service.wait(for: id) }
    let states = await service.states
    guard case .done(let report)? = states["good"] else {
      Issue.record("\(states)")
      return
    }
    // Twice four seconds at 30 frames/s, less the overlap of 0.8 s.
    #expect(report.film.frames == 216 && place.exists("films/good.mp4"))
    guard case .failed(422, let sentence)? = states["bad"], case .failed(499, _)? = states["ended"] else {
      Issue.record("\(states)")
      return
    }
    #expect(sentence.contains("notes.txt"))
    #expect(place.names(in: "films") == ["good.mp4"])
  }

  @Test("the drags of the tutorial and the article end as described")
  func finger() async throws {
    let size = ImageSize(width: 64, height: 36)
    let pair = SnapshotPair(
      from: Snapshot(PixelBuffer(size: size, color: .white)),
      to: Snapshot(PixelBuffer(size: size, color: .black)),
      notices: [])
    let bytes = try await Finger.drag((0...10).map { Double($0) * 4 }, on: pair, width: 64)
    #expect(bytes.starts(with: "RIFF".utf8))
    let release = try Articles.interaction(FirstVideo.Curtain(), pair)
    #expect(abs(release.projectedFraction - 1.209) < 0.001 && release.finishes)
  }
}
