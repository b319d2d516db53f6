import Foundation
import Segue
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Files whose headers do not say which pictures are the film, how they stand, which fields they hold, or what sizes they have.
@Suite("Pictures that a file's header does not tell", .serialized, .needs("ffmpeg", "ffprobe"))
struct ClipPictureTests: CopiedFilms {
  let media: Media

  init() throws { media = try Media() }

  private static let bt709 = ["-colorspace", "bt709", "-color_range", "tv"]
  private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"] + bt709

  /// The luma of every frame of a film of `clips`, and its report.
  private func film(
    _ clips: [FilmClip], _ change: (inout FilmRequest) throws -> Void = { _ in }
  ) async throws -> (frames: [[UInt8]], report: FilmReport) {
    var request = FilmRequest(
      clips: clips, junctions: clips.dropFirst().map { _ in .cut }, output: media.file("film.mkv"))
    (request.output.codec, request.output.overwrites) = (.ffv1, true)
    try change(&request)
    let report = try await FilmJob(request).run()
    let luma = try await media.decode("film.mkv", as: "gray", isPassed: true)
    return (luma.frames(of: report.film.width * report.film.height), report)
  }

  private func clip(_ name: String) -> FilmClip { FilmClip(.file(path: media.file(name))) }

  // MARK: Rates

  /// A video of 64x48 with `rate` pictures a second.
  private func video(_ name: String, rate: String, seconds: Double) async throws {
    try await media.make(
      name, ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate):d=\(seconds)"] + Self.h264)
  }

  @Test(
    "slides do not decide the film's rate: the next video does, else a default",
    arguments: ["1/5", "1", "5", "slides"])
  func slides(rate: String) async throws {
    if rate == "slides" {
      try await media.make(
        "slow.mp4",
        [
          "-f", "lavfi", "-i", "testsrc2=s=64x48:r=2:d=5", "-vf", "select='eq(n,0)+eq(n,2)+eq(n,5)'",
          "-fps_mode", "vfr",
        ] + Self.h264)
    } else {
      try await video("slow.mp4", rate: rate, seconds: 10)
    }
    try await video("camera.mp4", rate: "24", seconds: 2)
    func plan(_ names: [String], _ change: (inout FilmRequest) throws -> Void = { _ in }) async throws
      -> FilmReport
    {
      var request = FilmRequest(
        clips: names.map(clip), junctions: names.dropFirst().map { _ in FilmJunction() },
        output: media.file("o.mp4"))
      try change(&request)
      return try await FilmJob(request).plan()
    }
    let both = try await plan(["slow.mp4", "camera.mp4"])
    #expect(both.film.fps == "24/1")
    let note = try #require(both.warnings.first { $0.contains("too few for a film") })
    #expect(note.contains("it is made with 24/1 frames/s as ") && note.contains("camera.mp4 has them"))
    #expect(try await plan(["slow.mp4"]).film.fps == "30/1")
    #expect(try await plan(["camera.mp4", "slow.mp4"]).warnings.allSatisfy { !$0.contains("too few") })
    let asked = try await plan(["slow.mp4", "camera.mp4"]) { $0.output.frameRate = try FrameRate(25) }
    #expect(asked.film.fps == "25/1" && asked.warnings.allSatisfy { !$0.contains("too few") })
    let error = await #expect(throws: (any Error).self) {
      _ = try await plan(["slow.mp4", "camera.mp4"]) { $0.output.frameRate = try FrameRate(1, per: 5) }
    }
    #expect(error.map { "\($0)" }?.contains("1/5 frames/s") == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test(
    "a recording that leaves pictures of its grid out makes a film on the grid, or on half of it",
    arguments: [(60, "(mod(n,5)-1)*(mod(n,5)-3)", 60), (60, "mod(n,2)*mod(n,7)", 30), (50, "mod(n,3)", 50)])
  func grid(rate: Int, kept: String, wanted: Int) async throws {
    try await media.make(
      "r.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate):d=4", "-vf", "select='\(kept)'", "-fps_mode",
        "vfr",
      ] + Self.h264)
    let info = try await ClipProbe().info(of: media.file("r.mp4"))
    try #require(info.video?.isVariableRate == true)
    let report = try await FilmJob(
      FilmRequest(clips: [clip("r.mp4")], junctions: [], output: media.file("o.mp4"))
    ).plan()
    #expect(report.film.fps == "\(wanted)/1", "\(info.video?.averageRate.value ?? 0) on average")
    #expect(report.warnings.contains { $0.contains("the frame rate varies") })
  }
}
