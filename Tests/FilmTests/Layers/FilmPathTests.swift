import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

import SegueFilms

@testable import SegueFilm

/// Layers and pictures that move along keyframes.
@Suite("Paths") struct FilmPathTests {
  private typealias Layers = FilmLayerTests

  /// Black, 64×36, 10 frames/s, with a white picture of 16×4 pixels that moves along `keyframes`
  /// from the centre.
  private static func film(_ media: Media, _ keyframes: [LayerKeyframe], around: Bool = false) async throws
    -> FilmRequest
  {
    let white = try Layers.picture(ImageSize(width: 16, height: 4)) { _, _ in [255, 255, 255, 255] }
    if media.bytes("white.png") == nil {
      try media.write(try await white.encoded(as: .png), to: "white.png")
    }
    var overlay = FilmOverlay(path: media.file("white.png"))
    (overlay.place, overlay.size, overlay.margin) = (.center, 0.25, 0.125)
    (overlay.keyframes, overlay.turnsAlongPath) = (keyframes, around)
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(3)
    var film = FilmRequest(items: [FilmItem(clip)])
    film.output.size = .exact(Layers.size)
    film.output.frameRate = try FrameRate(10)
    film.drawing.backend = .cpu
    film.overlays = [overlay]
    return film
  }

  private static func keyframe(
    _ time: FilmClip.Position, _ timing: TimingCurve = .linear, _ set: (inout LayerKeyframe) -> Void
  ) -> LayerKeyframe {
    var keyframe = LayerKeyframe(at: time)
    keyframe.timing = timing
    set(&keyframe)
    return keyframe
  }

  /// The bright columns and rows.
  private static func ink(_ pixels: [UInt8]?) throws -> (x: ClosedRange<Int>, y: ClosedRange<Int>) {
    let pixels = try #require(pixels)
    let bright = (0..<64 * 36).filter { pixels[$0 * 4] > 128 }
    let (xs, ys) = (bright.map { $0 % 64 }, bright.map { $0 / 64 })
    return (
      try #require(xs.min())...(try #require(xs.max())), try #require(ys.min())...(try #require(ys.max()))
    )
  }

  @Test("a layer's centre passes its keyframes at their times")
  func places() async throws {
    let media = try Media()
    let film = try await Self.film(
      media,
      [
        Self.keyframe(.seconds(0)) { ($0.x, $0.y) = (0.25, 0.25) },
        Self.keyframe(.frames(10), .easeInOut) { ($0.x, $0.y) = (0.75, 0.75) },
        Self.keyframe(.seconds(-1)) { $0.place = .bottomLeft },
      ])
    let frames = try await Layers.frames(film, [0, 5, 10, 20, 29])
    // The centre is at 16, 9; 32, 18; 48, 27. A margin of 8 pixels remains at the left and at the
    // bottom.
    for (index, x, y) in [
      (0, 8...23, 7...10), (5, 24...39, 16...19), (10, 40...55, 25...28), (20, 8...23, 24...27),
      (29, 8...23, 24...27),
    ] {
      let ink = try Self.ink(frames[index])
      #expect(ink.x == x && ink.y == y, "\(index): \(ink)")
    }
    let late = [
      Self.keyframe(.seconds(1)) { $0.x = 0 }, Self.keyframe(.frames(10)) { $0.x = 1 },
    ]
    let request = try await Self.film(media, late)
    let error = await #expect(throws: FilmError.self) { try await FilmPlan(request).checkedReport() }
    #expect(error?.description.contains("overlays[0].path[1].time is 1 s of the film") == true)
  }

  @Test(
    "a layer is scaled, rotated and faded about its centre")
  func looks() async throws {
    let media = try Media()
    let plain = try await Layers.frames(try await Self.film(media, []), [5])
    let idle = try await Self.film(media, [Self.keyframe(.seconds(1)) { $0.scale = 1 }])
    #expect(try await Layers.frames(idle, [5]) == plain)
    let marks = [
      Self.keyframe(.seconds(0)) { ($0.scale, $0.rotation) = (1, 0) },
      Self.keyframe(.seconds(1), .steps(1)) { ($0.scale, $0.rotation, $0.opacity) = (2, 90, 1) },
      Self.keyframe(.seconds(2)) { ($0.scale, $0.rotation, $0.opacity) = (1, 0, 0.5) },
    ]
    let frames = try await Layers.frames(try await Self.film(media, marks), [0, 10, 20])
    #expect(try Self.ink(frames[0]).x == 24...39)
    let turned = try Self.ink(frames[10])
    #expect(turned.x == 28...35 && turned.y == 2...33)
    // Half of white is 128. At the first keyframe the layer is at rest.
    #expect(abs(Int(try #require(frames[20])[(18 * 64 + 32) * 4]) - 128) <= 2)
    #expect(try #require(frames[0])[(18 * 64 + 32) * 4] > 250)
    // The layer moves straight down and stays upright, also before and after its keyframes.
    let down = [
      Self.keyframe(.seconds(1)) { $0.y = 0.25 }, Self.keyframe(.seconds(2)) { $0.y = 0.75 },
    ]
    let around = try await Layers.frames(try await Self.film(media, down, around: true), [5, 15, 25])
    for (index, y) in [(5, 9), (15, 18), (25, 27)] {
      let ink = try Self.ink(around[index])
      #expect(ink.x == 30...33 && ink.y == (y - 8)...(y + 7), "\(index): \(ink)")
    }
  }

  @Test("a moving layer's frames do not depend on the first frame drawn")
  func chunks() async throws {
    let media = try Media()
    let marks = [
      Self.keyframe(.seconds(0), .spring(dampingRatio: 0.4)) { $0.x = 0.2 },
      Self.keyframe(.seconds(2)) { ($0.x, $0.rotation) = (0.8, 30) },
    ]
    let plan = try await FilmPlan(try await Self.film(media, marks))
    func lines(_ film: FilmRequest, _ frames: Range<Int>) async throws -> [String] {
      try ChunkFingerprint(await ResolvedFilm(FilmPlan(film)), [], encoder: []).lines(frames)
    }
    var film = plan.request
    let known = try await lines(film, 0..<20)
    film.overlays[0].keyframes[1].x = 0.7
    #expect(try await lines(film, 0..<20) != known)
    film.overlays[0].keyframes[1].x = 0.8
    #expect(try await lines(film, 0..<20) == known)
    film.overlays[0].turnsAlongPath = true
    #expect(try await lines(film, 0..<20) != known)
    // Each frame is drawn in a film that begins with it.
    let whole = try await Layers.frames(plan.request, Array(0..<30))
    for index in [3, 11, 25] {
      #expect(try await Layers.frames(plan.request, [index])[index] == whole[index])
    }
  }

  @Test("a frame without further motion is not drawn again")
  func rest() async throws {
    let media = try Media()
    let marks = [
      Self.keyframe(.seconds(0), .spring(dampingRatio: 0.4)) { $0.x = 0.2 },
      Self.keyframe(.seconds(1)) { $0.x = 0.8 },
    ]
    let frames = FilmFrames(try await ResolvedFilm(FilmPlan(Self.film(media, marks))), frames: 0..<30)
    defer { _ = frames.close() }
    let drawn = try (0..<30).filter { _ in if case .again = try frames.next() { false } else { true } }
    #expect(drawn == Array(0...10))
  }

  @Test("a picture's motion may have more than two keyframes")
  func motion() async throws {
    let parts = [
      PictureMotion.Part.whole, .init(x: 0.5, y: 0.5, width: 0.5, height: 0.5),
      .init(x: 0, y: 0, width: 0.25, height: 0.25),
    ]
    func film(_ motion: PictureMotion) throws -> FilmRequest {
      var film = try Layers.film()
      film.items[0].clip.motion = motion
      return film
    }
    let motion = PictureMotion.keyframes(
      zip([FilmClip.Position.seconds(0), .frames(10), .seconds(-1)], parts).map { .init(at: $0, part: $1) })
    let frames = try await Layers.frames(try film(motion), [0, 10, 15, 20, 29])
    for (index, part) in zip([0, 10, 20], parts) {
      let still = PictureMotion.keyframes([
        .init(at: .seconds(0), part: part), .init(at: .seconds(1), part: parts[2]),
      ])
      // The still motion ends in the same part as the other, so both enlarge the picture by the same factor.
      #expect(try await Layers.frames(try film(still), [0])[0] == frames[index], "\(index)")
    }
    #expect(frames[29] == frames[20] && frames[15] != frames[20])
    // Half-way between the second and the third part, at ease-in-out's middle.
    let plan = try await FilmPlan(try film(motion))
    let motionTrack = try #require(try plan.motionTrack(of: plan.clips[0]))
    let middle = motionTrack.part(at: 15)
    #expect(abs(middle.x - 0.25) < 1e-9 && abs(middle.width - 0.375) < 1e-9)
    let late = try film(
      .keyframes([.init(at: .frames(20), part: .whole), .init(at: .seconds(-1), part: .whole)]))
    let error = await #expect(throws: FilmError.self) { try await FilmPlan(late).checkedReport() }
    #expect(error?.description.hasPrefix("clips[0].motion.path[1].time is 2 s") == true)
  }
}
