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

  @Test("a bare stream of Motion JPEG is a clip of all its pictures")
  func motionJPEG() async throws {
    // Its frames are grey, each some levels brighter than the one before.
    let path = try await media.make(
      "a.mjpeg",
      [
        "-f", "lavfi", "-i", "color=black:s=32x24:r=25:d=1.2,format=yuvj420p,geq=lum='4*N':cb=128:cr=128",
        "-c:v", "mjpeg",
        "-q:v", "2", "-f", "mjpeg",
      ])
    let report = try await film(path)
    #expect(report.film.frames == 30 && report.film.width == 32, "\(report.film)")
    let levels = (media.bytes("film.raw") ?? []).frames(of: 32 * 24 * 4).map { Int($0[12 * 32 * 4]) }
    let expected = try await media.decode("a.mjpeg", as: "gray", isPassed: true).frames(of: 32 * 24).map {
      Int($0[12 * 32])
    }
    #expect(expected.count == 30 && Set(expected).count > 25)
    #expect(zip(levels, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(levels), not \(expected)")
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

  @Test("an opaque GIF that names no disposal is opaque, and one that is cleared is not")
  func opaqueGIFs() async throws {
    // Two pictures of 1x1, white and black; the second may have a transparent colour.
    func gif(_ version: String, control: [UInt8]) -> [UInt8] {
      let image: [UInt8] = [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2]
      return Array(version.utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255] + image + [0x4c, 1, 0]
        + control + image
        + [0x44, 1, 0, 0x3b]
    }
    let left: [UInt8] = [0x21, 0xf9, 4, 1, 10, 0, 1, 0]
    let cleared: [UInt8] = [0x21, 0xf9, 4, 0b1001, 10, 0, 1, 0]
    for (version, control, clears) in [
      ("GIF87a", left, false), ("GIF89a", left, false), ("GIF89a", [], false), ("GIF89a", cleared, true),
    ] {
      #expect(try GIFDisposal.clears(gif(version, control: control)) == clears, "\(version) \(control)")
    }
  }
}
