import SegueFilms
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueRun

/// Films as overlays.
extension OverlaySourceTests {
  /// Writes a film file.
  func write(_ name: String, _ text: String) throws -> String {
    try media.write(Array(text.utf8), to: name)
    return media.file(name)
  }

  @Test("a film as an overlay has its own size, clock and background")
  func nested() async throws {
    _ = try await video()
    _ = try pictures()
    // At five frames/s each frame is shown twice.
    func inner(_ clip: String) throws -> String {
      try write(
        "inner.json",
        """
        {"segue": 1, "film": {"size": "32x18", "fps": 5, "background": "transparent"},
         "clips": [\(clip), {"transition": "cut"}, {"src": "color:transparent", "duration": 0.4}]}
        """)
    }
    let path = try inner(#""v.mov""#)
    var overlay = FilmOverlay(path: path)
    let once = [20, 20, 60, 60, 100, 100, 140, 140, 180, 180]
    if Tier.current == .full { expect(try await levels(film(overlay)), once) }
    overlay.loops = true
    let pass = once + [0, 0, 0, 0]
    let found = try await levels(film(overlay))
    expect(found, (0..<30).map { pass[$0 % 14] })
    _ = try inner(#"{"src": "v%d.png", "fps": 10}"#)
    (overlay.speed, overlay.sourceStart, overlay.sourceEnd) = ("2", .seconds(0.2), .seconds(1))
    expect(try await levels(film(overlay)), (0..<30).map { [60, 100, 140, 180][$0 % 4] })
    // A transparent background shows the film below.
    var colored = try film(FilmOverlay(path: path))
    colored.items[0].clip.source = .color(.white)
    #expect(try await levels(colored).suffix(20).allSatisfy { $0 >= 254 })
    guard Tier.current == .full else { return }
    var film = try film(overlay)
    #expect(Set(film.inputFiles).isSuperset(of: [path, media.file("v0.png")]))
    try await FilmJob(film).run()
    let whole = try await media.decode("film.mkv", as: "rgb24", isPassed: true)
    film.chunks = FilmChunks(folder: media.file("kept"), version: "1")
    #expect(try await FilmJob(film).run().chunks?.rendered == 1)
    #expect(try await media.decode("film.mkv", as: "rgb24", isPassed: true) == whole)
    #expect(try await FilmJob(film).run().chunks?.rendered == 0)
    _ = try write(
      "inner.json", #"{"segue": 1, "film": {"size": "32x18"}, "clips": ["v.mov"], "titles": ["A"]}"#)
    #expect(try await FilmJob(film).run().chunks?.rendered == 1)
  }

  @Test("a nested film with odd sides fills video and RGBA frames")
  func oddSides() async throws {
    let path = try write(
      "odd.json",
      #"{"segue": 1, "film": {"size": "33x21"}, "clips": [{"src": "color:white", "duration": 3}]}"#)
    let film = try film(FilmOverlay(path: path))
    #expect(try await levels(film).allSatisfy { $0 >= 254 })
    var pixels = film
    (pixels.output.path, pixels.output.format) = (media.file("film.raw"), .raw)
    pixels.output.codec = nil
    try await FilmJob(pixels).run()
    let bytes = try #require(media.bytes("film.raw"))
    let middle = (18 * 64 + 32) * 4
    #expect(bytes.count == (30 * 64 * 36 * 4 as Int))
    #expect(Array(bytes[middle..<middle + 4]) == [255, 255, 255, 255])
  }

  /// The frames of a film without an encoder: 40 pictures of four bytes per pixel.
  private static let drawn = 40 * 64 * 36 * 4

  @Test("the memory estimate counts only overlays that are shown at once")
  func memory() async throws {
    // Four pictures at the film's 10 frames/s.
    let path = try write(
      "loop.json",
      #"{"segue": 1, "film": {"size": "64x36"}, "clips": [{"src": "color:white", "duration": 0.4}]}"#)
    var film = try film(FilmOverlay(path: path))
    func bytes() async throws -> Int {
      OverlayMemory.bytes(of: try await ResolvedFilm(FilmPlan(film)).layers)
    }
    #expect(try await bytes() == Self.drawn)
    film.overlays[0].loops = true
    let one = Self.drawn + 4 * 64 * 36 * 8
    #expect(try await bytes() == one)
    film.overlays.append(film.overlays[0])
    #expect(try await bytes() == 2 * one)
    film.overlays[0].end = .seconds(1)
    film.overlays[1].start = .seconds(1)
    #expect(try await bytes() == one)
    // Four pictures of 32x18 in a nested film that does not repeat.
    let outer = try write(
      "outer.json",
      #"""
      {"segue": 1, "film": {"size": "32x18", "fps": 10}, "clips": [{"src": "color:white", "duration": 2}],
       "overlays": [{"src": "loop.json", "loop": true, "size": 1}]}
      """#)
    film.overlays = [FilmOverlay(path: outer)]
    #expect(try await bytes() == 40 * 32 * 18 * 4 + Self.drawn + 4 * 32 * 18 * 8)
    film.overlays = [FilmOverlay(path: try await video())]
    #expect(try await bytes() == 32 << 20)
  }

  /// Eight overlays took 270 MB, measured with their decoders.
  @Test("a job's memory includes its overlays before they are opened")
  func jobMemory() throws {
    let nested = try write(
      "nested.json",
      #"{"segue": 1, "film": {"size": "64x36"}, "clips": ["color:white"], "overlays": ["a.mov", "b.mov"]}"#)
    func bytes(_ overlays: [FilmOverlay]) throws -> Int {
      var film = try film(FilmOverlay(path: ""))
      film.overlays = overlays
      return try FilmJob(film).memory
    }
    let none = try bytes([])
    let video = FilmOverlay(path: media.file("v.mov"))
    let eight = try bytes(Array(repeating: video, count: 8)) - none
    #expect(eight >= 270_000_000 && eight == 8 * (64 << 20))
    // At most 16 videos are shown at once.
    #expect(try bytes(Array(repeating: video, count: 100)) - none == 16 * (64 << 20))
    #expect(try bytes([FilmOverlay(.color(.white))]) == none)
    #expect(try bytes([FilmOverlay(path: nested)]) - none == (32 << 20) + Self.drawn + 2 * (64 << 20))
  }

  @Test("a film that contains itself is an error")
  func bounds() async throws {
    func plan(_ name: String) async -> String {
      do {
        _ = try await FilmPlan(film(FilmOverlay(path: media.file(name))))
        return ""
      } catch { return "\(error)" }
    }
    let clips = #""film": {"size": "32x18"}, "clips": ["color:red"]"#
    _ = try write("a.json", #"{"segue": 1, \#(clips), "overlays": ["b.json"]}"#)
    _ = try write("b.json", #"{"segue": 1, \#(clips), "overlays": ["./a.json"]}"#)
    #expect(await plan("a.json").contains("the film contains itself as an overlay"))
    for level in 1...5 {
      _ = try write("n\(level).json", #"{"segue": 1, \#(clips), "overlays": ["n\#(level + 1).json"]}"#)
    }
    _ = try write("n6.json", #"{"segue": 1, \#(clips)}"#)
    #expect(await plan("n3.json") == "")
    #expect(await plan("n1.json").contains("films are nested more than 4 deep"))
    _ = try write("c.json", #"{"segue": 1, "clips": [{"src": "color:red", "duration": -1}]}"#)
    #expect(await plan("c.json").contains("c.json"))
  }
}
