import Foundation
import Segue
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Files whose kind is not what their first bytes, or their names, make one think.
@Suite("Kinds of inputs", .serialized, .needs("ffmpeg")) struct FilmInputKindTests {
  private let media: Media

  init() throws { media = try Media() }

  private func film(_ path: String, _ change: (inout FilmRequest) -> Void = { _ in }) async throws
    -> FilmReport
  {
    var request = FilmRequest(
      clips: [FilmClip(.file(path: path))], junctions: [], output: media.file("film.raw"))
    (request.output.format, request.output.overwrites, request.pictureDuration) = (.raw, true, 0.2)
    request.output.frameRate = try FrameRate(25)
    change(&request)
    return try await FilmJob(request).run()
  }

  @Test(
    "pictures that are known by their names alone are inputs of a film",
    arguments: ["a.tga", "a.pam", "a.pfm"])
  func names(name: String) async throws {
    try await media.make(
      name, ["-f", "lavfi", "-i", "color=0xc81e3c:s=32x24,format=rgb24", "-frames:v", "1"])
    let report = try await film(media.file(name))
    #expect(report.film.frames == 5 && report.film.width == 32 && report.warnings.isEmpty, "\(report)")
    let pixel = Array((media.bytes("film.raw") ?? []).prefix(3))
    #expect(zip(pixel, [200, 30, 60]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(pixel)")
    // What is neither is still refused.
    try media.write([UInt8](repeating: 3, count: 400), to: "noise.tga")
    await #expect(throws: SegueError.self) { try await film(media.file("noise.tga")) }
  }
}
