import Foundation
import SegueFilms
import TestSupport
import Testing

/// The program of docs/library.md. It is compiled with the package, run here, and compared with the
/// page.
@Suite("Program of the library page") struct CustomTransitionTests {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  static let program = root.appending(path: "Examples/CustomTransition/main.swift")

  static let page = root.appending(path: "docs/library.md")

  @Test("the page contains the text of the tested program word for word")
  func sameText() throws {
    let text = try String(contentsOf: Self.program, encoding: .utf8)
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(page.contains("```swift\n" + text + "```"))
  }

  @Test("the program has at most 23 lines of code")
  func isShort() throws {
    let lines = try String(contentsOf: Self.program, encoding: .utf8).split(separator: "\n")
    #expect(lines.count { !$0.hasPrefix("///") } <= 23)
  }

  @Test("the program's first and last frames are the pictures", .needs())
  func runs() async throws {
    let place = try Workplace()
    let size = ImageSize(width: 96, height: 54)
    for (name, color) in [("dusk", RGBAColor.white), ("night", RGBAColor(red: 9, green: 90, blue: 200))] {
      try place.write(Snapshot(PixelBuffer(size: size, color: color)), to: name + ".png")
    }
    try await Program.built("CustomTransition").output([], in: place.path)
    let frames = place.names(in: "frames").map { place.file("frames/" + $0) }
    // The drag lasts half a second. The remaining .6 of the progress lasts .6 × .8 s.
    #expect((59...60).contains(frames.count))
    try await expect(RGBAColor.white, at: (480, 100), in: try #require(frames.first))
    // At .25 s a fifth is covered, and the uncovered pixels are dimmed by .12.
    let quarter = frames[15]
    try await expect(RGBAColor(red: 9, green: 90, blue: 200), at: (480, 100), in: quarter)
    try await expect(RGBAColor(red: 224, green: 224, blue: 224), at: (480, 130), in: quarter)
    try await expect(
      RGBAColor(red: 9, green: 90, blue: 200), at: (480, 530), in: try #require(frames.last))
  }

  private func expect(_ color: RGBAColor, at place: (x: Int, y: Int), in path: String) async throws {
    let picture = try await ImageDecoder().decode(path: path).snapshot
    #expect(picture.size == ImageSize(width: 960, height: 540))
    #expect(picture[place.x, place.y] == color)
  }
}
