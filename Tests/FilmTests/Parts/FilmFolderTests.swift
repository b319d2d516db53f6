import Foundation
import SegueFilms
import SegueMedia
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueRun
@testable import SegueSystem

/// The files that a film may replace or remove.
@Suite("Folders of films") struct FilmFolderTests {
  private let place: Workplace
  private let key = "0123456789abcdef0123456789abcdef"

  init() throws { place = try Workplace() }

  @Test("a chunk folder is cleared of unfinished chunks only")
  func leftovers() throws {
    try place.createFolder("kept")
    let left = [".\(key).segue-a1b2.nut", ".\(key).segue-a1b2.json", "\(key).nut", ".\(key).claim"]
    let own = [
      ".\(key)", ".\(key)-notes", ".\(key).txt", ".\(key).segue-a1b2.txt", "\(key).txt", "notes.nut",
    ]
    for name in left + own { try place.write("x", to: "kept/" + name) }
    _ = try ChunkFolder(path: place.file("kept"))
    #expect(place.names(in: "kept") == own.sorted())
  }

  @Test("a chunk folder's name may contain quotes")
  func names() throws {
    #expect(throws: Never.self) { try ChunkFolder(path: place.file("it's \"mine\"")) }
    #expect(throws: SystemError.self) { try ChunkFolder(path: place.file("two\nlines")) }
    #expect(place.names() == ["it's \"mine\""])
  }

  @Test("a film does not replace a picture that a look reads", .needs("ffmpeg"))
  func lookPicture() throws {
    for name in ["a.png", "b.png", "inside.mp4"] {
      try place.write(Snapshot(PixelBuffer(size: ImageSize(width: 16, height: 16), color: .white)), to: name)
    }
    try place.write(#"{"recipe": {"mix": ["inside.mp4", "to"], "amount": "p"}}"#, to: "look.json")
    var request = FilmRequest(
      clips: ["a.png", "b.png"].map { FilmClip(.file(path: place.file($0))) }, junctions: [FilmJunction()],
      output: place.file("inside.mp4"))
    request.defaults.transition = TransitionChoice(name: place.file("look.json"))
    request.output.overwrites = true
    let before = place.bytes("inside.mp4")
    let error = #expect(throws: SegueError.self) { try FilmJob(request) }
    #expect(error.map { "\($0)".contains("inside.mp4") } == true)
    #expect(place.bytes("inside.mp4") == before)
  }
}
