import SegueImaging
import SegueMotion
import SegueRendering
import SegueRun
import SegueTransitions
import TestSupport
import Testing

import SegueFilms

@testable import SegueFilm

/// Titles and overlays with entrance and exit transitions.
@Suite("Layers") struct FilmLayerTests {
  static let size = ImageSize(width: 64, height: 36)
  static let transitions = Catalogue.builtIn.transitions.map(\.name)

  /// A gradient with a different colour in every corner.
  static func ground() throws -> Snapshot {
    try picture(size) { x, y in [UInt8(40 + 3 * x), UInt8(20 + 5 * y), UInt8(200 - 2 * x), 255] }
  }

  static func picture(_ size: ImageSize, _ pixel: (Int, Int) -> [UInt8]) throws -> Snapshot {
    let rgba = (0..<size.height).flatMap { y in (0..<size.width).flatMap { pixel($0, y) } }
    return try Snapshot(width: size.width, height: size.height, rgba: rgba)
  }

  /// A film of 30 frames at 10 frames/s.
  static func film(
    _ titles: [FilmTitle] = [], _ overlays: [FilmOverlay] = [], _ backend: BackendPreference = .cpu
  ) throws -> FilmRequest {
    var clip = FilmClip(.snapshot(try ground()))
    clip.duration = .seconds(3)
    var film = FilmRequest(items: [FilmItem(clip)])
    film.output.size = .exact(size)
    film.output.frameRate = try FrameRate(10)
    film.drawing.backend = backend
    (film.titles, film.overlays) = (titles, overlays)
    return film
  }

  /// The frames of a film with these indices.
  static func frames(_ film: FilmRequest, _ indices: [Int]) async throws -> [Int: [UInt8]] {
    let viewer = try FilmViewer(try await FilmPlan(film))
    defer { viewer.close() }
    var frames: [Int: [UInt8]] = [:]
    for index in indices {
      let frame = try viewer.frame(index)
      frames[index] = frame.withUnsafeBytes { Array($0) }
      frame.release()
    }
    return frames
  }

  static func junction(_ name: String, _ frames: Int) -> FilmJunction {
    FilmJunction(transition: TransitionChoice(name: name), duration: .frames(frames))
  }

  private static func title(_ enter: FilmJunction?, _ exit: FilmJunction?) -> FilmTitle {
    var title = FilmTitle("W3")
    (title.place, title.size, title.fade, title.enter, title.exit) = (.topLeft, 0.6, 0, enter, exit)
    (title.start, title.end, title.color) = (.frames(3), .frames(15), .white)
    title.shadow = nil
    return title
  }

  /// A picture with alpha that is soft on the left.
  private static func overlay(
    _ media: Media, _ enter: FilmJunction?, _ exit: FilmJunction?
  ) async throws -> FilmOverlay {
    let path = media.file("o.png")
    let picture = try picture(ImageSize(width: 24, height: 18)) { x, y in
      x < 12 ? [255, 255, 0, UInt8(100 + 5 * y)] : [0, 0, 0, 255]
    }
    if media.bytes("o.png") == nil { try media.write(try await picture.encoded(as: .png), to: "o.png") }
    var overlay = FilmOverlay(path: path)
    (overlay.place, overlay.size, overlay.opacity) = (.center, 0.5, 0.9)
    (overlay.enter, overlay.exit, overlay.start, overlay.end) = (enter, exit, .frames(3), .frames(15))
    return overlay
  }

  /// Checks that the film is bare before the entrance and after the exit, at rest in between, and
  /// in motion elsewhere.
  private func check(_ name: String, _ backend: BackendPreference) async throws {
    let media = try Media()
    let end = Self.junction(name, 3)
    let bare = try #require(try await Self.frames(try Self.film([], [], backend), [2])[2])
    let films = [
      (
        try Self.film([Self.title(nil, nil)], [], backend), try Self.film([Self.title(end, end)], [], backend)
      ),
      (
        try Self.film([], [try await Self.overlay(media, nil, nil)], backend),
        try Self.film([], [try await Self.overlay(media, end, end)], backend)
      ),
    ]
    for (index, (resting, moving)) in films.enumerated() {
      let rest = try #require(try await Self.frames(resting, [8])[8])
      let found = try await Self.frames(moving, [2, 3, 4, 5, 6, 11, 12, 13, 14, 15])
      #expect(rest != bare)
      #expect(found[2] == bare && found[15] == bare, "\(name) \(index)")
      #expect(found[6] == rest && found[11] == rest, "\(name) \(index)")
      // At its middle a turning card is edge-on, and a shape is closed.
      for way in [3...5, 12...14] {
        let isBetween = way.contains { found[$0] != rest && found[$0] != bare }
        // distance-dissolve changes pixels of one colour in one frame. pin-rotate leaves a corner empty
        // within a third of the turn. Material's curve ends a fade before the second frame.
        let sudden = ["distance-dissolve", "pin-rotate", "material-shared-axis", "material-fade-through"]
        #expect(isBetween || sudden.contains(name), "\(name) \(index) in \(way)")
      }
    }
  }

  @Test(
    "every built-in animates the entrance and exit of titles and overlays",
    .takesLong, arguments: transitions)
  func ends(name: String) async throws { try await check(name, .cpu) }

  @Test(
    "OpenGL draws entrances and exits of titles and overlays with the same bytes", .needsOpenGL,
    arguments: cases(["cube"], full: transitions.filter { $0 != "cube" }))
  func endsByOpenGL(name: String) async throws { try await check(name, .gpu) }

  @Test(
    "a built-in leaves the film unchanged under transparent pixels of a layer", .takesLong,
    arguments: transitions)
  func transparentLayer(name: String) async throws {
    // These transitions light the whole frame.
    if ["flash", "copy-machine", "ripple", "swipe"].contains(name) { return }
    let media = try Media()
    let clear = try Self.picture(ImageSize(width: 4, height: 4)) { _, _ in [255, 255, 255, 0] }
    try media.write(try await clear.encoded(as: .png), to: "clear.png")
    var overlay = FilmOverlay(path: media.file("clear.png"))
    (overlay.enter, overlay.exit) = (Self.junction(name, 9), Self.junction(name, 9))
    let bare = try await Self.frames(try Self.film(), [0])
    for (index, frame) in try await Self.frames(try Self.film([], [overlay]), [0, 4, 8, 21, 25, 29]) {
      let isBare = frame == bare[0]
      #expect(isBare, "\(name) at \(index)")
    }
  }

  @Test("a push moves a layer by the frame's width")
  func places() async throws {
    let media = try Media()
    let white = try Self.picture(ImageSize(width: 16, height: 4)) { _, _ in [255, 255, 255, 255] }
    try media.write(try await white.encoded(as: .png), to: "white.png")
    var overlay = FilmOverlay(path: media.file("white.png"))
    (overlay.place, overlay.size, overlay.start, overlay.end) = (.center, 0.25, .frames(2), .frames(20))
    overlay.enter = Self.junction("push", 3)
    overlay.enter?.timing = .linear
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(3)
    var film = try Self.film([], [overlay])
    film.items = [FilmItem(clip)]
    /// The white columns of the middle row.
    func columns(_ film: FilmRequest, _ index: Int) async throws -> [Int] {
      let pixels = try #require(try await Self.frames(film, [index])[index])
      return (0..<64).filter { pixels[(18 * 64 + $0) * 4] > 250 }
    }
    // The resting picture covers columns 24 to 39. A push to the left begins at the right: 64 · (1 − p), p
    // = 1/4, 2/4, 3/4.
    for (index, shift) in [(2, 48), (3, 32), (4, 16), (5, 0)] {
      let covered = (24 + shift)..<(40 + shift)
      #expect(try await columns(film, index) == Array(covered.clamped(to: 0..<64)), "\(index)")
    }
    film.overlays[0].enter = Self.junction("push", 12)
    film.overlays[0].enter?.timing = .spring(dampingRatio: 0.3)
    var leftmost = 24
    for index in 3..<14 { leftmost = min(leftmost, try await columns(film, index).first ?? 64) }
    #expect(leftmost < 23)
    // A dissolve and a fade have the same bytes.
    (film.overlays[0].enter, film.overlays[0].fade) = (nil, 0.4)
    let faded = try await Self.frames(film, Array(0..<30))
    var dissolve = Self.junction("dissolve", 4)
    dissolve.timing = .linear
    (film.overlays[0].enter, film.overlays[0].exit, film.overlays[0].fade) = (dissolve, dissolve, 0)
    #expect(try await Self.frames(film, Array(0..<30)) == faded)
    // 1/5 of white over black.
    let middle: UInt8 = try #require(faded[2])[4 * (18 * 64 + 32)]
    #expect((50...52).contains(middle))
  }

  @Test("the plan reports the transitions of layers")
  func plan() async throws {
    let media = try Media()
    try media.write(
      Array(#"{"recipe": {"mix": ["from", {"filter": "invert", "of": "to"}], "amount": "p"}}"#.utf8),
      to: "look.json")
    var title = Self.title(Self.junction("push", 8), Self.junction("iris", 16))
    var film = try Self.film([title])
    let report = try await FilmPlan(film).checkedReport()
    #expect(report.titles?.map(\.text) == ["W3"] && report.titles?[0].start == 3)
    #expect(report.titles?[0].enter == .init(transition: "push", start: 3, frames: 4))
    #expect(report.titles?[0].exit == .init(transition: "iris", start: 7, frames: 8))
    #expect(
      report.warnings.contains("the entrance of the title “W3” is shortened from 8 to 4 frames"),
      "\(report.warnings)")
    #expect(report.text.contains("title  3-15  0.300-1.500 s  W3, enter push 4 frames, exit iris 8 frames"))
    (title.enter, title.exit, title.fade) = (.cut, Self.junction(media.file("look.json"), 3), 1)
    film.titles = [title]
    #expect(film.inputFiles == [media.file("look.json")])
    let plan = try await FilmPlan(film)
    #expect(plan.titles[0].plan?.enter == nil && plan.titles[0].plan?.exit?.frames == 12..<15)
    let found = try await Self.frames(film, [3, 8, 12])
    #expect(found[3] == found[8] && found[12] != found[8])
    film.titles[0].exit = Self.junction("no-such", 3)
    let unknown = await #expect(throws: FilmError.self) { try await FilmPlan(film) }
    #expect(unknown?.description == "titles[0].exit: there is no transition “no-such”")
    film.titles[0].exit = FilmJunction(transition: .named("push", ["direction": "north"]))
    let error = await #expect(throws: FilmError.self) { try await FilmPlan(film) }
    #expect(error?.description.contains("titles[0].exit") == true, "\(error?.description ?? "")")
  }

  @Test("transitions of layers are read from the command line and from a file")
  func reading() throws {
    let typed = try FilmTitle(
      parsing: "Dunes, 2026,enter=slide:0.4,rows=3,exit='push:12f,direction=up,size=2',size=0.2")
    #expect(typed.text == "Dunes, 2026" && typed.size == 0.2)
    #expect(typed.enter?.duration == .seconds(0.4) && typed.enter?.transition?.name == "slide")
    #expect(typed.enter?.transition?.texts.map(\.value) == ["3"])
    #expect(typed.exit?.duration == .frames(12))
    #expect(typed.exit?.transition?.texts.map { "\($0.name)=\($0.value)" } == ["direction=up", "size=2"])
    let open = try FilmTitle(parsing: "It's 'so,font='x,at=top")
    #expect(open.text == "It's 'so" && open.font == "'x" && open.place == .top)
    let overlay = try FilmOverlay(parsing: "a.png,enter='push:0.5,timing=linear',exit=cut") { _ in false }
    #expect(overlay.enter?.timing == .linear && overlay.exit?.isCut == true)
    let file = try FilmFile.parse(
      Array(
        """
        {"segue": 1, "clips": [{"src": "a"}], "titles": [{"text": "A", "exit": "push",
        "enter": {"transition": "slide", "duration": 0.4, "params": {"rows": 3}, "overlap": "handles"}}],
        "overlays": [{"src": "b", "enter": {"name": "iris", "timing": "ease"}}]}
        """.utf8), name: "film.json", folder: "")
    #expect(file.titles[0].enter == typed.enter && file.titles[0].exit?.transition?.name == "push")
    #expect(file.overlays[0].enter?.timing == .ease)
    #expect(file.notices.messages == ["titles[0].enter: “overlap” has no effect here"])
  }

  @Test("a layer's timing without a fade gets the layer's default fade")
  func standardFade() {
    let timing = LayerTiming(start: .seconds(1), end: .seconds(3))
    #expect(FilmTitle("A", timing: timing).fade == 0.3)
    #expect(FilmOverlay(.color(.black), timing: timing).fade == 0)
    #expect(FilmTitle("A", timing: LayerTiming(fade: 0)).entrance == nil)
  }
}
