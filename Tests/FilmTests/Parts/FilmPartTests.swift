import Foundation
import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Single frames and ranges of a film have the bytes of the whole.
@Suite("Frame ranges of films", .serialized, .needs("ffmpeg")) struct FilmPartTests {
  private let media: Media

  init() throws { media = try Media() }

  private func request(_ output: String) async throws -> FilmRequest {
    var request = try await media.mixedFilm(output)
    request.opening = FilmJunction(transition: "dissolve", duration: .frames(5))
    return request
  }

  @Test("frame ranges and stills equal the frames of the whole film")
  func bytes() async throws {
    var request = try await request("film.raw")
    request.output.format = .raw
    let whole = try await FilmJob(request).run()
    let all = try #require(media.bytes("film.raw"))
    let size = 64 * 48 * 4
    #expect(all.count == whole.film.frames * size && whole.film.part == nil)
    for range in cases([12...20], full: [0...7, 25...25]) {
      request.frames = range
      let report = try await FilmJob(request).run()
      #expect(report.film.part == [range.lowerBound, range.upperBound + 1])
      let part = try #require(media.bytes("film.raw"))
      #expect(part == Array(all[(range.lowerBound * size)..<((range.upperBound + 1) * size)]), "\(range)")
    }
    request.output.format = nil
    request.output.path = media.file("frames/f-%05d.png")
    request.frames = 16...17
    let files = try await FilmJob(request).run().outputs ?? []
    #expect(files.map { ($0 as NSString).lastPathComponent } == ["f-00016.png", "f-00017.png"])
    request.frames = nil
    request.stillTime = .seconds(1.7)
    request.output.path = media.file("still.png")
    let still = try await FilmJob(request).run()
    #expect(still.film.part == [17, 18])
    let pixels = try await media.decode("still.png", as: "rgba")
    #expect(pixels == Array(all[(17 * size)..<(18 * size)]))
    #expect(media.bytes("still.png") == media.bytes("frames/f-00017.png"))
  }

  /// Container and encoder; the frame rates of the clip and of the film; the clip's start in frames
  /// at its own rate.
  static let rates: [(name: String, encoder: [String], own: Int, film: Int, start: Int)] = [
    ("a.mp4", ["-c:v", "libx264", "-qp", "0"], 24, 30, 0),
    ("b.mp4", ["-c:v", "libx264", "-qp", "0"], 60, 50, 30),
    ("a.mkv", ["-c:v", "ffv1"], 24, 30, 24),
    ("a.mov", ["-c:v", "libx264", "-qp", "0", "-video_track_timescale", "600"], 12, 30, 4),
    ("a.avi", ["-c:v", "ffv1"], 10, 25, 0),
    ("a.ts", ["-c:v", "libx264", "-qp", "0", "-bf", "0"], 24, 30, 4),
    ("c.mp4", ["-c:v", "libx264", "-qp", "0"], 24, 25, 24),
  ]

  /// Picture k has the luma 16 + k. It is shown from film frame (k − start) · film / own on, with halves
  /// rounded up.
  @Test(
    "a clip at another rate has the same frames wherever a frame range begins",
    arguments: cases(1, of: rates))
  func otherRates(name: String, encoder: [String], own: Int, film: Int, start: Int) async throws {
    let count = own * 3
    try await media.make(
      name,
      ["-f", "lavfi", "-i", "color=black:s=64x48:r=\(own):d=3,format=yuv420p,geq=lum='16+N':cb=128:cr=128"]
        + ["-colorspace", "bt709", "-color_range", "tv", "-pix_fmt", "yuv420p"] + encoder)
    var clip = FilmClip(.file(path: media.file(name)))
    clip.start = .frames(start)
    var request = FilmRequest(clips: [clip], junctions: [], output: media.file("part.y4m"))
    request.output.overwrites = true
    request.output.frameRate = try FrameRate(film, per: 1)
    func pictures() async throws -> [Int] {
      _ = try await FilmJob(request).run()
      let bytes = try await media.decode("part.y4m", as: "yuv420p", isPassed: true)
      return bytes.frames(of: 64 * 48 * 3 / 2).map { Int($0[64 * 24 + 32]) - 16 }
    }
    let whole = try await pictures()
    #expect(whole.count == ((count - start) * film + own / 2) / own)
    let expected = whole.indices.map { frame in
      (start..<count).last { ((($0 - start) * film * 2 + own) / (own * 2)) <= frame } ?? start
    }
    // Matroska's times are whole milliseconds, so frames at a half may be rounded either way.
    if !name.hasSuffix("mkv") { #expect(whole == expected) }
    for first in cases([17], full: [20, 31, 36, 49]) where first + 3 < whole.count {
      request.frames = first...(first + 3)
      #expect(try await pictures() == Array(whole[first...(first + 3)]), "from \(first) on")
    }
  }

  @Test("the sound of a frame range equals the same range of the whole film's sound", .full)
  func sound() async throws {
    let music = try await media.make(
      "music.wav", ["-f", "lavfi", "-i", "aevalsrc='0.2*sin(2*PI*300*t)':s=48000:d=1.5", "-c:a", "pcm_f32le"])
    var request = try await request("film.mkv")
    request.music = [FilmMusic(path: music)]
    _ = try await FilmJob(request).run()
    let whole = try await media.sound("film.mkv")
    request.frames = 14...29
    let report = try await FilmJob(request).run()
    let part = try await media.sound("film.mkv")
    #expect(part.count == (16 * 4800 as Int) && report.film.frames == 40)
    let worst = zip(part, whole[(14 * 4800)..<(30 * 4800)]).map { abs($0 - $1) }.max() ?? 1
    #expect(worst <= 3 / 32_768.0, "\(worst)")
  }

  @Test("frames outside of the film are an error")
  func refused() async throws {
    var request = try await request("film.png")
    request.stillTime = .seconds(4)
    let outside = await #expect(throws: SegueError.self) { try await FilmJob(request).run() }
    guard case FilmError.value? = outside?.details else {
      Issue.record("\(String(describing: outside))")
      return
    }
    request.frames = 1...2
    #expect(throws: UsageError.self) { try request.check() }
    request.stillTime = nil
    request.output.path = media.file("film.mkv")
    request.frames = 30...40
    let error = await #expect(throws: SegueError.self) { try await FilmJob(request).run() }
    guard case UsageError.framesOutOfRange(30, 40, 40)? = error?.details else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(media.bytes("film.mkv") == nil)
  }
}
