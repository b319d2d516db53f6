import SegueFilms
import SegueMotion
import SegueRun
import Testing

@testable import SegueFilm
@testable import SegueFilmFiles

@Suite("Arguments of a film") struct FilmArgumentTests {
  private func read(_ words: [String], files: Set<String> = []) throws -> FilmArguments {
    try FilmArguments(words) { files.contains($0) }
  }

  @Test("inputs and transitions are read from arguments")
  func sequence() throws {
    let film = try read(["a.mp4", "+slide:1.2,rows=12", "b.jpg", "+cut", "color:#ff8000", "c.mov@2.5-75f"])
    #expect(
      film.items.map(\.clip.source) == [
        .file(path: "a.mp4"), .file(path: "b.jpg"),
        .color(.init(red: 255, green: 128, blue: 0)), .file(path: "c.mov"),
      ])
    #expect(film.items[3].clip.start == .seconds(2.5))
    #expect(film.items[3].clip.end == .frames(75))
    #expect(
      film.items.map(\.junction) == [
        nil, FilmJunction(transition: .named("slide", ["rows": 12]), duration: .seconds(1.2)), .cut, nil,
      ])
  }

  @Test("either end of a range may be omitted")
  func ranges() throws {
    let film = try read(["a@-3", "a@10f-", "b@1-2", "me@home-1.mp4"], files: ["a", "b@1-2"])
    #expect(film.items.map(\.clip.start) == [nil, .frames(10), nil, nil])
    #expect(film.items.map(\.clip.end) == [.seconds(3), nil, nil, nil])
    #expect(film.items[2].clip.source == .file(path: "b@1-2"))
    #expect(film.items[3].clip.source == .file(path: "me@home-1.mp4"))
  }

  @Test("colours with ranges, clock times and milliseconds are read")
  func spellings() throws {
    let film = try read([
      "a@1:02.5-1:00:10", "+dissolve:500ms", "color:black@0-1.5s", "+slide:0:01.5", "color:#12a",
    ])
    #expect(film.items[0].clip.start == .seconds(62.5) && film.items[0].clip.end == .seconds(3610))
    #expect(film.items[1].clip.source == .color(.black))
    #expect(film.items[1].clip.start == .seconds(0) && film.items[1].clip.end == .seconds(1.5))
    #expect(film.items.map(\.junction?.duration) == [nil, .seconds(0.5), .seconds(1.5)])
    #expect(film.items.map(\.junction?.transition) == [nil, "dissolve", "slide"])
    for text in ["1:60", ":1", "1:", "1:2:3:4", "a:1", "1:-2", "1.5:2"] {
      #expect(ClockText.seconds(text) == nil, "\(text)")
    }
  }

  @Test("colons are allowed in names and commas in values")
  func junctions() throws {
    let junction = try FilmJunction(parsing: "+xfade:circleopen:0.5,direction=1,0.5,rows=3")
    #expect(junction.transition == .named("xfade:circleopen", ["direction": "1,0.5", "rows": 3]))
    #expect(junction.duration == .seconds(0.5))
    #expect(try FilmJunction(parsing: "+xfade:wipeleft").transition == "xfade:wipeleft")
    #expect(try FilmJunction(parsing: "+a/b.glsl:12f").duration == .frames(12))
    let curved = try FilmJunction(parsing: "+slide:1,timing=cubic-bezier(0.1,0.2,0.3,1),rows=3")
    #expect(curved.timing == .cubicBezier(x1: 0.1, y1: 0.2, x2: 0.3, y2: 1))
    #expect(curved.transition?.texts.map(\.name) == ["rows"])
    #expect(throws: FilmError.self) { try FilmJunction(parsing: "+slide,timing=wobbly") }
  }

  @Test("quotes protect the commas of a junction's value", arguments: ["'", "\""])
  func quotes(quote: String) throws {
    let curved = try FilmJunction(
      parsing: "+slide,timing=\(quote)linear(0, 0.5 20%, 1)\(quote),rows=3")
    let halfway = try #require(curved.timing)
    #expect(abs(halfway.value(at: 0.2, duration: 1) - 0.5) < 1e-9)
    #expect(curved.transition == .named("slide", ["rows": 3]))
    let textured = try FilmJunction(parsing: "+own.glsl:2,map=\(quote)a, b.png\(quote),rows=3")
    #expect(textured.transition?.texts.map(\.value) == ["a, b.png", "3"])
  }

  @Test(
    "invalid arguments are errors",
    arguments: [
      [], ["+slide"], ["+slide", "+iris", "a"], ["a", "+slide", "+iris", "b"], ["a", "+", "b"],
      ["a", "+x:", "b"],
      ["a", "+x:one", "b"], ["a", "+x,rows", "b"], ["a@1x-2", "b"], ["color:#12"], ["a@1"], ["color:black@1"],
      ["color:black@x-1"],
      ["color:blakc@0-1"],
    ])
  func refused(words: [String]) throws {
    #expect(throws: FilmError.self) { try read(words, files: ["a", "b"]) }
  }
}
