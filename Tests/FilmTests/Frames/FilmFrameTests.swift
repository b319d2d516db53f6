import SegueFilms
import SegueImaging
import SegueMath
import SegueMotion
import TestSupport
import Testing

@testable import SegueFilm

/// The default size and frame rate of a film.
@Suite("Default size and frame rate", .serialized, .needs("ffmpeg")) struct FilmFrameTests {
  private let media: Media

  init() throws { media = try Media() }

  private func clip(_ name: String, _ source: String, _ arguments: [String] = []) async throws -> FilmClip {
    FilmClip(.file(path: try await media.make(name, ["-f", "lavfi", "-i", source] + arguments)))
  }

  private func plan(_ clips: [FilmClip], output: String = "film.mp4") async throws -> FilmPlan {
    try await FilmPlan(
      FilmRequest(
        clips: clips, junctions: clips.dropFirst().map { _ in .cut }, output: media.file(output)))
  }

  @Test("videos take precedence over animations and pictures for the size and rate")
  func firstVideo() async throws {
    let picture = FilmClip(
      .file(path: try media.write(Snapshot(width: 40, height: 60) { _, _ in .black }, to: "p.png")))
    let square = ImageSize(width: 50, height: 50)
    let animation = FilmClip(
      .file(path: try media.facts("a.apng", size: square, rate: 10, seconds: 1) { $0.container = "apng" }))
    let wide = ImageSize(width: 80, height: 48)
    let video = FilmClip(.file(path: try media.facts("v.mp4", size: wide, rate: 50, seconds: 1)))
    let all = try await plan([picture, animation, video])
    #expect(all.size == ImageSize(width: 80, height: 48) && all.rate.description == "50/1")
    let still = try await plan([picture, animation])
    #expect(still.size == ImageSize(width: 40, height: 60) && still.rate.description == "12/1")
  }

  @Test(
    "an animation's rate is rounded to a standard rate",
    arguments: cases([("181/12", 15)], full: [("22", 24), ("40", 50), ("10", 12)]))
  func animation(rate: String, usual: Int) async throws {
    let animation = try await clip("a.gif", "testsrc=s=32x32:r=\(rate):d=2")
    #expect(try await plan([animation]).rate == (try FrameRate(usual)))
  }

  @Test("a film as a GIF is 800 pixels wide at 25 frames/s by default")
  func gif() async throws {
    let size = ImageSize(width: 1280, height: 720)
    let path =
      try await Tier.current == .full
      ? media.make("v.mp4", ["-f", "lavfi", "-i", "color=s=1280x720:r=30:d=0.4", "-c:v", "libx264"])
      : media.facts("v.mp4", size: size, rate: 30, seconds: Ratio(2, 5))
    var request = FilmRequest(
      clips: [FilmClip(.file(path: path))], junctions: [], output: media.file("film.gif"))
    let report = try await FilmJob(request).plan()
    #expect(report.film.frames == 10 && report.film.fps == "25/1")
    #expect(
      report.warnings.contains {
        $0.hasSuffix("v.mp4 is 1280x720, scaled down to 800x450; size 1280x720 keeps its size")
      }, "\(report.warnings)")
    if Tier.current == .full {
      try await FilmJob(request).run()
      let facts = try await FFmpeg.probe(media.file("film.gif"))
      let found = ["width", "height", "r_frame_rate", "nb_read_frames"].map { facts[$0] }
      #expect(found == ["800", "450", "25/1", "10"])
    }
    request.output.size = .width(320)
    request.output.frameRate = try FrameRate(12)
    let requested = try await FilmPlan(request)
    #expect(requested.size == ImageSize(width: 320, height: 180) && requested.rate.description == "12/1")
  }

  @Test("a video above the size that players support is scaled down by default")
  func large() async throws {
    let size = ImageSize(width: 5120, height: 2880)
    let video = FilmClip(.file(path: try media.facts("v.mp4", size: size, rate: 10, seconds: 1)))
    let bounded = try await plan([video])
    #expect(bounded.size == ImageSize(width: 3840, height: 2160))
    let notice = try #require(bounded.notices.first { $0.property == "size" })
    #expect(notice.kind == .note && notice.place == "clips[0]")
    #expect(notice.sentence.contains("v.mp4 is 5120x2880, scaled down to 3840x2160"))
  }

  @Test("an overlap of no frames is a cut")
  func cuts() async throws {
    let clips = [FilmClip(.color(.black)), FilmClip(.color(.white)), FilmClip(.color(.black))]
    var request = FilmRequest(
      clips: clips, junctions: [.standard, .standard], output: media.file("film.mp4"))
    request.defaults.transition = "cut"
    let named = try await FilmPlan(request).report(hasSound: false)
    #expect(named.junctions.map(\.transition) == ["cut", "cut"] && named.film.frames == 360)
    request.defaults.transition = "slide"
    request.defaults.duration = .seconds(0)
    request.items[2].junction?.duration = .frames(6)
    let short = try await FilmPlan(request).report(hasSound: false)
    #expect(short.junctions.map(\.transition) == ["cut", "slide"] && short.film.frames == 354)
  }

  @Test("a motion's rectangle is widened to the frame's aspect ratio")
  func widened() throws {
    let motion = PictureMotion.path(
      from: .init(x: 0, y: 0, width: 0.5, height: 0.25), to: .init(x: 0.7, y: 0.2, width: 0.2, height: 0.8),
      timing: .linear)
    let parts = try [0, 0.5, 1].map { try #require(motion.part(at: $0, index: 0)) }
    for part in parts {
      #expect(abs(part.width - part.height) < 1e-9)
      #expect(part.x >= 0 && part.y >= 0 && part.x + part.width <= 1 && part.y + part.height <= 1 + 1e-9)
    }
    // The centre moves only to stay in the picture. A part about (0.25, 0.125) would begin above it,
    // and one about (0.8, 0.6) would end beside it.
    #expect(parts[0] == .init(x: 0, y: 0, width: 0.5, height: 0.5))
    #expect(abs(parts[2].x - 0.2) < 1e-9 && abs(parts[2].y - 0.2) < 1e-9 && abs(parts[2].width - 0.8) < 1e-9)
  }
}
