import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm

/// The fields of a film's parts that are in the key of a chunk: all fields that affect its frames, and no
/// others.
@Suite("Keys of chunks", .serialized, .needs("ffmpeg")) struct ChunkKeyTests {
  private let media: Media

  /// The effect of a changed field.
  private enum Effect { case frames, sound, nothing }

  /// A changed value of a field, and the part in which it has an effect, if that is not the usual one.
  private struct Change<Owner> {
    var name: String
    var effect: Effect
    var base: Owner?
    var change: (inout Owner) -> Void

    init(
      _ name: String, _ effect: Effect = .frames, in base: Owner? = nil,
      _ change: @escaping (inout Owner) -> Void
    ) {
      self.name = name
      self.effect = effect
      self.base = base
      self.change = change
    }
  }

  init() throws { media = try Media() }

  private func film(_ clip: FilmClip) throws -> FilmRequest {
    var film = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
    film.output.size = .exact(ImageSize(width: 192, height: 108))
    film.output.frameRate = try FrameRate(10)
    film.drawing.backend = .cpu
    return film
  }

  private var black: FilmClip {
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(3)
    return clip
  }

  /// Three seconds of pictures with two tracks of sound and two of subtitles.
  private func video(_ name: String, _ source: String) async throws -> String {
    try media.write(Array("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8), to: "text.srt")
    return try await media.make(
      name,
      [
        "-f", "lavfi", "-i", "\(source)=s=64x48:r=10:d=3", "-f", "lavfi", "-i", "sine=500:d=3", "-f", "lavfi",
        "-i", "sine=700:d=3", "-i", media.file("text.srt"), "-map", "0", "-map", "1", "-map", "2",
        "-map", "3", "-map", "3", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "0", "-c:a", "aac", "-c:s",
        "mov_text",
      ])
  }

  /// Six words with a silence of 0.4 s after the second.
  private func transcript(_ name: String, last: String = "six") throws -> String {
    let times = [0, 0.3, 1, 1.3, 1.6, 1.9]
    let words = zip(["one", "two", "three", "four", "five", last], times).map { word, start in
      #"{"word": " \#(word)", "start": \#(start), "end": \#(start + 0.3)}"#
    }
    let json = #"{"segments": [{"words": [\#(words.joined(separator: ","))]}]}"#
    try media.write(Array(json.utf8), to: name)
    return media.file(name)
  }

  private func junction(_ transition: TransitionChoice) -> FilmJunction {
    FilmJunction(transition: transition, duration: .seconds(0.4))
  }

  private func path(to x: Double) -> [LayerKeyframe] {
    [LayerKeyframe(at: .seconds(0.5), x: 0.2, y: 0.3), LayerKeyframe(at: .seconds(2), x: x, y: 0.6)]
  }

  private func key(_ film: FilmRequest, of frames: Range<Int> = 0..<20) async throws -> [String] {
    try ChunkIngredients(await ResolvedFilm(FilmPlan(film)), [], encoder: []).lines(frames)
  }

  /// Makes each of `changes` and compares the keys of the films.
  private func check<Owner: Described>(
    _ base: Owner, _ changes: [Change<Owner>], _ film: (Owner) throws -> FilmRequest
  ) async throws {
    #expect(changes.map(\.name).sorted() == Owner.fields.list.map(\.name).sorted())
    let usual = try await key(try film(base))
    for change in changes {
      var changed = change.base ?? base
      let known = if let other = change.base { try await key(try film(other)) } else { usual }
      change.change(&changed)
      let isChanged = try await key(try film(changed)) != known
      #expect(isChanged == (change.effect == .frames), "\(change.name)")
    }
  }

  @Test("all fields of a title are in the key of a chunk")
  func titles() async throws {
    var title = FilmTitle("Some <b>words</b> in a row")
    title.size = 0.3
    title.start = .seconds(0.5)
    title.end = .seconds(2.5)
    title.enter = junction("dissolve")
    title.pieces = .word
    title.keyframes = path(to: 0.8)
    try await check(
      title,
      [
        .init("text") { $0.text = "Other words" }, .init("at") { $0.place = .top },
        .init("size") { $0.size = 0.2 }, .init("font") { $0.font = "Sans Bold" },
        .init("color") { $0.color = .black }, .init("outline") { $0.outline = .black },
        .init("shadow") { $0.shadow = .black }, .init("box") { $0.box = .black },
        .init("by") { $0.pieces = .letter }, .init("stagger") { $0.stagger = .each(0.1) },
        .init("shrink") { $0.shrinks = true }, .init("markup") { $0.isMarkup = true },
        .init("start") { $0.start = .seconds(0.6) }, .init("end") { $0.end = .seconds(2.4) },
        .init("fade") { $0.fade = 0.6 }, .init("enter") { $0.enter = junction("push") },
        .init("exit") { $0.exit = junction("push") }, .init("within") { $0.within = .box },
        .init("path") { $0.keyframes = path(to: 0.7) }, .init("around") { $0.turnsAlongPath = true },
      ]
    ) { title in
      var film = try film(black)
      film.titles = [title]
      return film
    }
  }

  @Test("the fields of an overlay that affect its pictures are in the key of a chunk")
  func overlays() async throws {
    var overlay = FilmOverlay(path: try await video("a.mp4", "testsrc2"))
    let other = try await video("b.mp4", "testsrc")
    overlay.x = 0.5
    overlay.start = .seconds(0.5)
    // The exit begins in the chunk.
    overlay.end = .seconds(2.2)
    overlay.enter = junction("dissolve")
    overlay.keyframes = path(to: 0.8)
    try await check(
      overlay,
      [
        .init("src") { $0.source = .file(path: other) }, .init("at") { $0.place = .bottom },
        .init("x") { $0.x = 0.6 }, .init("y") { $0.y = 0.6 }, .init("anchor") { $0.anchor = .left },
        .init("size") { $0.size = 0.4 }, .init("height") { $0.height = 0.6 },
        .init("margin") { $0.margin = 0.2 }, .init("opacity") { $0.opacity = 0.5 },
        .init("shape") { $0.shape = .circle }, .init("border") { $0.border = OverlayBorder(width: 0.1) },
        .init("shadow") { $0.shadow = .black }, .init("in") { $0.sourceStart = .seconds(0.5) },
        .init("out") { $0.sourceEnd = .seconds(1) }, .init("speed") { $0.speed = "0.5" },
        .init("loop") { $0.loops = true }, .init("filter") { $0.filter = "invert()" },
        .init("blend") { $0.blend = .screen },
        .init("crop") { $0.crop = .init(x: 0.1, y: 0.1, width: 0.5, height: 0.5) },
        .init("track", .sound) { $0.track = "2" }, .init("volume", .sound) { $0.volume = -6 },
        .init("start") { $0.start = .seconds(0.6) }, .init("end") { $0.end = .seconds(2.4) },
        .init("fade") { $0.fade = 0.6 }, .init("enter") { $0.enter = junction("push") },
        .init("exit") { $0.exit = junction("push") }, .init("within") { $0.within = .box },
        .init("path") { $0.keyframes = path(to: 0.7) }, .init("around") { $0.turnsAlongPath = true },
      ]
    ) { overlay in
      var film = try film(black)
      film.overlays = [overlay]
      return film
    }
  }

  @Test("a chunk's key includes the margin of a keyframe")
  func margin() async throws {
    var overlay = FilmOverlay(.color(.white))
    overlay.place = .center
    overlay.keyframes = [LayerKeyframe(at: .seconds(0.5), place: .topLeft)]
    var film = try film(black)
    film.overlays = [overlay]
    let usual = try await key(film)
    film.overlays[0].margin = 0.2
    let changed = try await key(film)
    #expect(changed != usual)
  }

  @Test("a height that only crops an overlay's picture is in the key of a chunk")
  func height() async throws {
    var film = try film(black)
    film.overlays = [FilmOverlay(.snapshot(Snapshot(width: 64, height: 48) { _, _ in .white }))]
    let usual = try await key(film)
    // The overlay is 0.2 of 192 pixels wide, which are 38. By its picture's shape it is 29 of 108 pixels high.
    film.overlays[0].height = 29.0 / 108
    let changed = try await key(film)
    #expect(changed != usual)
  }

  @Test("the key of a chunk includes the pictures on both sides of a sequence's loop point")
  func loop() async throws {
    func write(_ number: Int, _ color: RGBAColor) throws {
      try media.write(Snapshot(width: 64, height: 48) { _, _ in color }, to: "loop\(number).png")
    }
    for number in 0..<10 { try write(number, .white) }
    var film = try film(black)
    film.overlays = [FilmOverlay(path: media.file("loop%d.png"))]
    // Pictures 5 to 9, then 0 and 1.
    let usual = try await key(film, of: 5..<12)
    try write(0, .black)
    let changed = try await key(film, of: 5..<12)
    #expect(changed != usual)
  }

  @Test("all fields of captions are in the key of a chunk")
  func captions() async throws {
    var captions = FilmCaptions(path: try transcript("one.json"))
    let other = try transcript("other.json", last: "seven")
    captions.letters = 8
    captions.enter = junction("dissolve")
    try await check(
      captions,
      [
        .init("src") { $0.source = .file(path: other) },
        .init("style") { $0 = FilmCaptions($0.source, style: .loud) }, .init("words") { $0.words = .grow },
        .init("font") { $0.font = "Sans" }, .init("size") { $0.size = 0.08 },
        .init("color") { $0.color = .black }, .init("spoken") { $0.spoken = .black },
        .init("said") { $0.said = .black }, .init("scale") { $0.scale = 1.5 },
        .init("outline") { $0.outline = nil }, .init("shadow") { $0.shadow = .black },
        .init("box") { $0.box = .black }, .init("mark") { $0.mark = .black }, .init("at") { $0.place = .top },
        .init("margin") { $0.margin = 0.2 }, .init("letters") { $0.letters = 32 },
        .init("lines") { $0.lines = 1 }, .init("pause") { $0.pause = 0.3 },
        .init("upper") { $0.isUppercase = true }, .init("enter") { $0.enter = junction("push") },
        .init("exit") { $0.exit = junction("push") }, .init("within") { $0.within = .box },
      ]
    ) { captions in
      var film = try film(black)
      film.captions = captions
      return film
    }
  }

  @Test("all fields of a progress bar are in the key of a chunk")
  func progress() async throws {
    try await check(
      FilmProgress(),
      [
        .init("at") { $0.edge = .top }, .init("height") { $0.height = 0.1 },
        .init("color") { $0.color = .black }, .init("background") { $0.background = .black },
        .init("of") { $0.scope = .clips },
      ]
    ) { progress in
      var film = FilmRequest(items: [FilmItem(black), FilmItem(black)])
      film.output = try self.film(black).output
      film.progress = progress
      return film
    }
  }

  @Test("all fields of a device are in the key of a chunk")
  func device() async throws {
    try await check(
      FilmDevice(.iphone),
      [
        .init("kind") { $0.kind = .android }, .init("background") { $0.background = .black },
        .init("to") { $0.gradientEnd = .black }, .init("margin") { $0.margin = 0.2 },
        .init("shadow") { $0.shadow = 0 }, .init("bezel") { $0.bezel = .white },
        .init("ratio") { $0.ratio = .init(width: 9, height: 19.5) },
      ]
    ) { device in
      var film = try film(black)
      film.device = device
      return film
    }
  }

  @Test("the place of a chunk in a progress bar is in the chunk's key")
  func progressPlace() async throws {
    var film = try film(black)
    film.progress = FilmProgress()
    let (first, second) = (try await key(film, of: 0..<10), try await key(film, of: 10..<20))
    #expect(first != second)
    film.progress = nil
    let bare = (try await key(film, of: 0..<10), try await key(film, of: 10..<20))
    #expect(bare.0 != first)
  }

  @Test("the fields of a clip that affect its pictures are in the key of a chunk")
  func clips() async throws {
    let clip = FilmClip(.file(path: try await video("a.mp4", "testsrc2")))
    let other = try await video("b.mp4", "testsrc")
    var slow = clip
    slow.speed = "0.5"
    var still = FilmClip(
      .file(path: try media.write(Snapshot(width: 64, height: 48) { _, _ in .white }, to: "a.png")))
    still.duration = .seconds(3)
    for number in 0..<30 {
      try media.write(Snapshot(width: 64, height: 48) { _, _ in .white }, to: "s\(number).png")
    }
    let sequence = FilmClip(.file(path: media.file("s%d.png")))
    let tone = FilmClip(.file(path: try media.wave("tone.wav", seconds: 3) { _ in 0.1 }))
    let words = FilmCaptions(path: try transcript("one.json"))
    let five = try FrameRate(5)
    try await check(
      clip,
      [
        .init("src") { $0.source = .file(path: other) }, .init("in") { $0.start = .seconds(0.5) },
        .init("out") { $0.end = .seconds(2.5) }, .init("duration", in: still) { $0.duration = .seconds(2.5) },
        .init("each", in: still) { $0.duration = .seconds(2.5) }, .init("fit") { $0.fit = .stretch },
        .init("filter") { $0.filter = "invert()" }, .init("motion", in: still) { $0.motion = .auto },
        .init("volume", .sound) { $0.volume = -6 }, .init("rotate") { $0.rotation = 90 },
        .init("crop") { $0.crop = .init(x: 0.1, y: 0.1, width: 0.5, height: 0.5) },
        .init("reverse") { $0.isReversed = true }, .init("boomerang") { $0.isBoomerang = true },
        .init("freeze") { $0.freeze = .init(at: .seconds(0.5), for: .seconds(0.5)) },
        .init("speed") { $0.speed = "0.5" }, .init("title") { $0.titles = [FilmTitle("Title")] },
        .init("captions") { $0.captions = words },
        .init("over", in: tone) { $0.over = .color(.white) }, .init("track", .sound) { $0.track = "2" },
        .init("subtitles", .nothing) { $0.subtitles = "2" },
        .init("chapter", .nothing) { $0.chapter = "One" },
        .init("fps", in: sequence) { $0.frameRate = five },
        .init("frames", in: slow) { $0.slowMotion = .repeat },
      ]
    ) { clip in
      var film = try film(clip)
      // The subtitles are decoded only for the change that selects a track.
      film.carriesSubtitles = clip.subtitles != nil
      return film
    }
  }
}
