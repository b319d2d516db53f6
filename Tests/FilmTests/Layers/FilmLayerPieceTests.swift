import SegueImaging
import SegueMotion
import SegueRun
import SegueText
import SegueTransitions
import TestSupport
import Testing

import SegueFilms

@testable import SegueFilm

/// Titles that are animated by line, word or letter, and layers with transitions within their box.
@Suite("Pieces and boxes of layers") struct FilmLayerPieceTests {
  private typealias Layers = FilmLayerTests

  /// A black film of three seconds with `titles`.
  private static func black(
    _ titles: [FilmTitle], _ overlays: [FilmOverlay] = [], rate: Int = 30,
    size: ImageSize = ImageSize(width: 128, height: 36)
  ) throws -> FilmRequest {
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(3)
    var film = FilmRequest(items: [FilmItem(clip)])
    film.output.size = .exact(size)
    film.output.frameRate = try FrameRate(rate)
    film.drawing.backend = .cpu
    (film.titles, film.overlays) = (titles, overlays)
    return film
  }

  /// The number of white bars in the middle row.
  private static func bars(_ frame: [UInt8]?, width: Int = 128) -> Int {
    guard let frame else { return -1 }
    let row = (0..<width).map { frame[(18 * width + $0) * 4] > 60 }
    return zip([false] + row, row).count { !$0 && $1 }
  }

  /// A title of six bars at the centre of the frame.
  private static var letters: FilmTitle {
    var title = FilmTitle("IIIIII")
    (title.place, title.size, title.font, title.fade) = (.center, 0.5, "DejaVu Sans", 0)
    title.shadow = nil
    (title.start, title.pieces, title.stagger, title.enter) = (.frames(3), .letter, .each(0.03), .cut)
    return title
  }

  @Test("staggered letters begin at the nearest frame at every rate", arguments: [25, 30, 60, 100])
  func stagger(rate: Int) async throws {
    let last = 3 + Int((0.15 * Double(rate) + 0.5).rounded(.down))
    let frames = try await Layers.frames(try Self.black([Self.letters], rate: rate), Array(2...last + 1))
    for index in 2...last + 1 {
      // Letter i begins 0.03 · i s after the title, in whole frames, halves rounded up.
      let begun = (0..<6).count { 3 + Int((0.03 * Double($0 * rate) + 0.5).rounded(.down)) <= index }
      #expect(Self.bars(frames[index]) == begun, "\(index)")
    }
  }

  @Test("a stagger may follow a curve")
  func curve() async throws {
    var title = try FilmTitle(
      parsing:
        "IIIIII,at=center,size=0.5,font=DejaVu Sans,fade=0,start=3f,by=letter,stagger=ease-out:0.6,enter=cut")
    title.shadow = nil
    let film = try Self.black([title])
    let frames = try await Layers.frames(film, Array(2...23))
    // 0.6 s of CSS's ease-out at 0, 1/5 … 1, which is 0, 0.308, 0.571, 0.785, 0.938, 1, in frames
    // of 1/30 s.
    let begins = [3, 9, 13, 17, 20, 21]
    for index in 2...23 {
      #expect(Self.bars(frames[index]) == begins.count { $0 <= index }, "\(index)")
    }
    let report = try await FilmPlan(film).checkedReport()
    #expect(report.titles?.first?.stagger == 0.6 && report.titles?.first?.staggerTiming == "ease-out")
    #expect(report.text.contains("by letter within 0.6 s ease-out"), "\(report.text)")
    let file = try FilmFile.parse(
      Array(
        """
        {"segue": 1, "clips": ["a"], "titles": [{"text": "A", "stagger": {"for": 0.6, "timing": "ease-out"}},
        {"text": "B", "stagger": {"for": 2}}, {"text": "C", "stagger": 0.2}]}
        """.utf8), name: "film.json", folder: "")
    #expect(file.titles.map(\.stagger) == [title.stagger, .all(2, .linear), .each(0.2)])
    // An overshooting spring delays no piece by more than the last piece's delay; a stagger that is too long is scaled.
    (title.stagger, title.end) = (.all(60, .spring(dampingRatio: 0.2)), .frames(33))
    let short = try Self.black([title])
    let warnings = try await FilmPlan(short).checkedReport().warnings
    #expect(warnings.contains { $0.contains("is shortened from 60 s to 0.9") }, "\(warnings)")
    #expect(Self.bars(try await Layers.frames(short, [32])[32]) == 6)
    for (text, words) in [
      ("slow:1", "ease-out:0.6"), ("ease-out:61", "0 to 60 s"), ("ease-out", "ease-out:0.6"),
    ] {
      let error = #expect(throws: FilmError.self) { try FilmTitle(parsing: "A,stagger=\(text)") }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
  }

  @Test("letters exit in the order of their entrance")
  func rest() async throws {
    var title = Self.letters
    (title.start, title.end, title.stagger) = (.frames(0), .frames(60), .each(0.1))
    (title.enter, title.exit) = (Layers.junction("push", 3), Layers.junction("push", 3))
    title.shadow = FilmTitle.softShadow
    title.box = RGBAColor(red: 0, green: 0, blue: 90)
    var whole = title
    whole.pieces = nil
    // The last of 6 letters enters at frames 15 to 18. The first exits at 42, and the last is gone
    // at 60.
    let (piecewise, all) = (
      try await Layers.frames(try Self.black([title]), [9, 17, 18, 30, 41, 42, 51, 60]),
      try await Layers.frames(try Self.black([whole]), [18, 30, 41, 60])
    )
    for index in [18, 30, 41, 60] { #expect(piecewise[index] == all[index], "\(index)") }
    for index in [9, 17, 42, 51] { #expect(piecewise[index] != all[18] && piecewise[index] != all[60]) }
    #expect(Self.bars(piecewise[51]) < 6)
  }

  @Test("a stagger of words that does not fit is shortened with a warning")
  func plan() async throws {
    var title = Self.letters
    (title.text, title.pieces, title.stagger, title.end) = ("I I I", .word, .each(2), .frames(63))
    (title.size, title.enter) = (0.4, Layers.junction("dissolve", 10))
    let report = try await FilmPlan(try Self.black([title])).checkedReport()
    #expect(report.titles?.first?.by == "word" && report.titles?.first?.stagger == 2)
    #expect(report.text.contains("by word every 2 s"), "\(report.text)")
    // 60 frames less 10 for the entrance leave 50 for two pauses.
    #expect(
      report.warnings.contains { $0.contains("is shortened from 2 s to 0.83") }, "\(report.warnings)")
    var idle = FilmTitle("A")
    (idle.stagger, idle.turnsAlongPath, idle.within) = (.each(1), true, .box)
    let notes = try await FilmPlan(try Self.black([idle])).checkedReport().warnings
    for word in ["stagger", "around", "within"] {
      #expect(notes.contains { $0.contains("\(word) has no effect") }, "\(notes)")
    }
    title.text = String(repeating: "I ", count: 501)
    title.size = 0.01
    let film = try Self.black([title], size: ImageSize(width: 640, height: 360))
    let error = SegueError(TextError.tooManyPieces(count: 501, maximum: 500))
    await #expect(throws: FilmError.part(error, place: "titles[0]")) {
      try await FilmPlan(film).checkedReport()
    }
  }

  /// A white picture of 16×4 pixels at the centre of 64×36.
  private static func square(_ media: Media) async throws -> FilmOverlay {
    let white = try Layers.picture(ImageSize(width: 16, height: 4)) { _, _ in [255, 255, 255, 255] }
    try media.write(try await white.encoded(as: .png), to: "white.png")
    var overlay = FilmOverlay(path: media.file("white.png"))
    (overlay.place, overlay.size, overlay.start, overlay.end) = (.center, 0.25, .frames(2), .frames(20))
    return overlay
  }

  @Test("a push in its box moves a layer by the layer's width")
  func box() async throws {
    let media = try Media()
    var overlay = try await Self.square(media)
    (overlay.enter, overlay.within) = (Layers.junction("push", 3), .box)
    overlay.enter?.timing = .linear
    let film = try Self.black([], [overlay], rate: 10, size: Layers.size)
    let frames = try await Layers.frames(film, [2, 3, 4, 5])
    // The resting picture covers columns 24 to 39. A push to the left begins at the right: 16 · (1 − p), p
    // = 1/4, 2/4, 3/4.
    for (index, shift) in [(2, 12), (3, 8), (4, 4), (5, 0)] {
      let pixels = try #require(frames[index])
      let columns = (0..<64).filter { pixels[(18 * 64 + $0) * 4] > 250 }
      #expect(columns == Array((24 + shift)..<40), "\(index)")
    }
  }

  @Test(
    "every built-in stays within a layer's box",
    arguments: cases(8, of: FilmLayerTests.transitions))
  func boxes(name: String) async throws {
    let media = try Media()
    var overlay = try await Self.square(media)
    (overlay.size, overlay.end) = (0.5, .frames(14))
    let bare = try await Layers.frames(try Layers.film(), [1])
    let rest = try await Layers.frames(try Layers.film([], [overlay]), [8])
    (overlay.enter, overlay.exit, overlay.within) = (Layers.junction(name, 3), Layers.junction(name, 3), .box)
    let found = try await Layers.frames(try Layers.film([], [overlay]), [1, 2, 3, 4, 5, 10, 11, 12, 13, 14])
    #expect(found[1] == bare[1] && found[14] == bare[1] && found[5] == rest[8] && found[10] == rest[8])
    // A rectangle of 32×8 pixels. Pixels outside are the film's.
    for index in [2, 3, 4, 11, 12, 13] {
      let (frame, film) = (try #require(found[index]), try #require(bare[1]))
      for y in 0..<36 {
        for x in 0..<64 where !((16..<48).contains(x) && (14..<22).contains(y)) {
          let place = (y * 64 + x) * 4
          #expect(frame[place..<place + 3] == film[place..<place + 3], "\(name) \(index) at \(x), \(y)")
        }
      }
    }
  }

  @Test("OpenGL draws boxes, letters and paths with the same bytes", .needsOpenGL)
  func byOpenGL() async throws {
    let media = try Media()
    var overlay = try await Self.square(media)
    (overlay.enter, overlay.within) = (Layers.junction("cube", 6), .box)
    overlay.keyframes = [LayerKeyframe(at: .seconds(0.2)), LayerKeyframe(at: .seconds(1))]
    (overlay.keyframes[0].x, overlay.keyframes[1].x, overlay.keyframes[1].rotation) = (0.2, 0.8, 50)
    overlay.turnsAlongPath = true
    var title = Self.letters
    (title.enter, title.shadow) = (Layers.junction("push", 5), .black)
    if Tier.current != .full { title.text = "II" }
    var films: [[Int: [UInt8]]] = []
    for backend in [BackendPreference.cpu, .gpu] {
      films.append(
        try await Layers.frames(
          try Layers.film([title], [overlay], backend), cases([4, 7], full: [3, 5, 6, 9])))
    }
    #expect(films[0] == films[1] && films[0][4] != films[0][7])
  }

  @Test("letters shrink until every line fits")
  func shrink() throws {
    let size = ImageSize(width: 640, height: 360)
    var title = FilmTitle("A name that is too long for its line")
    (title.size, title.font) = (0.2, "DejaVu Sans")
    let wrapped = try TitlePicture(title, in: size)
    title.shrinks = true
    let shrunk = try TitlePicture(title, in: size)
    // The line width is the frame's without a margin of 0.06 frame heights on each side.
    let room = 640 - 2 * 0.06 * 360
    #expect(try TextPicture.measure(title.text, wrapped.style).lineCount > 1 && wrapped.style.size == 72)
    let metrics = try TextPicture.measure(title.text, shrunk.style)
    #expect(metrics.lineCount == 1 && metrics.width <= room + 0.1 && metrics.width > room - 1)
    #expect(shrunk.notices.isEmpty)
    title.text = "Short"
    #expect(try TitlePicture(title, in: size).style.size == 72)
    title.text = String(repeating: "line\n", count: 40) + "end"
    let high = try TitlePicture(title, in: size)
    #expect(try TextPicture.measure(title.text, high.style).height <= 360 - 2 * 0.06 * 360 + 0.1)
  }

  @Test("the keys `by`, `stagger` and `within` are read from the command line and a file")
  func reading() throws {
    let typed = try FilmTitle(
      parsing: "<b>Dunes</b>,by=letter,stagger=0.03,shrink=true,markup=true,within=box,enter=push")
    #expect(typed.pieces == .letter && typed.stagger == .each(0.03) && typed.shrinks && typed.isMarkup)
    #expect(typed.within == .box && typed.text == "<b>Dunes</b>")
    #expect(try FilmOverlay(parsing: "a.png,within=box") { _ in false }.within == .box)
    let file = try FilmFile.parse(
      Array(
        """
        {"segue": 1, "clips": [{"src": "a", "motion": {"path": [{"time": 0}, {"time": -1, "part": [0, 0, 0.5, 0.5],
        "timing": "linear"}], "to": 3}}], "titles": [{"text": "<b>Dunes</b>", "by": "letter", "stagger": 0.03,
        "shrink": true, "markup": true, "within": "box", "enter": "push"}],
        "overlays": [{"src": "b", "around": true, "path": [{"time": 0, "x": 0.1, "y": -0.5, "timing": "spring(0.5)"},
        {"time": "75f", "at": "top-left", "scale": 2, "rotate": 90, "opacity": 0}]}]}
        """.utf8), name: "film.json", folder: "")
    #expect(file.titles[0] == typed)
    let overlay = file.overlays[0]
    #expect(overlay.turnsAlongPath && overlay.keyframes.count == 2 && overlay.keyframes[0].y == -0.5)
    #expect(
      overlay.keyframes[0].timing == .spring(dampingRatio: 0.5) && overlay.keyframes[1].time == .frames(75))
    #expect(overlay.keyframes[1].place == .topLeft && overlay.keyframes[1].rotation == 90)
    var last = PictureMotion.Keyframe(
      at: .seconds(-1), part: .init(x: 0, y: 0, width: 0.5, height: 0.5))
    last.timing = .linear
    #expect(file.clips[0].motion == .keyframes([.init(at: .seconds(0), part: .whole), last]))
    #expect(file.notices.messages == ["clips[0].motion: “to” has no effect here"])
  }
}
