import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Files whose first bytes or extension suggest another type.
@Suite("Types of inputs", .serialized, .needs("ffmpeg")) struct FilmInputKindTests {
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

  @Test("a bare Motion JPEG stream is a clip of all its pictures")
  func motionJPEG() async throws {
    // The frames of the stream are grey, each brighter than the previous frame.
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
    "a picture format without a signature is recognised by its extension",
    arguments: cases(["a.tga"], full: ["a.pam", "a.pfm"]))
  func names(name: String) async throws {
    try await media.make(
      name, ["-f", "lavfi", "-i", "color=0xc81e3c:s=32x24,format=rgb24", "-frames:v", "1"])
    let report = try await film(media.file(name))
    #expect(report.film.frames == 5 && report.film.width == 32 && report.warnings.isEmpty, "\(report)")
    let pixel = Array((media.bytes("film.raw") ?? []).prefix(3))
    #expect(zip(pixel, [200, 30, 60]).allSatisfy { abs(Int($0) - $1) <= 1 }, "\(pixel)")
    // An unknown type is rejected.
    try media.write([UInt8](repeating: 3, count: 400), to: "noise.tga")
    await #expect(throws: SegueError.self) { try await film(media.file("noise.tga")) }
  }

  @Test("a GIF is opaque unless it clears a frame")
  func opaqueGIFs() async throws {
    // Two pictures of 1x1, white and black. The second may have a transparent colour.
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
      #expect(try GIFDisposal.clearsFrames(gif(version, control: control)) == clears, "\(version) \(control)")
    }
  }

  @Test("a folder that is read as a sequence has a note about its videos")
  func folders() async throws {
    try FileManager.default.createDirectory(atPath: media.file("s"), withIntermediateDirectories: true)
    for name in ["s/1.mp4", "s/3.bmp"] {
      try await media.make(
        name,
        ["-f", "lavfi", "-i", "color=red:s=32x24:r=25", "-frames:v", name.hasSuffix("bmp") ? "1" : "5"])
    }
    try media.write(try #require(media.bytes("s/1.mp4")), to: "s/2.mov")
    let picture = Snapshot(width: 32, height: 24) { _, _ in .white }
    try media.write(picture, to: "s/4.png")
    try media.write(Array("no picture".utf8), to: "s/notes.txt")
    let report = try await film(media.file("s"))
    #expect(report.film.frames == 1)
    let warning = try #require(report.warnings.first { $0.contains("left out") })
    #expect(
      warning.contains("3 files are left out, such as 1.mp4") && warning.contains("s/* without quotes"),
      "\(warning)")
    // Without pictures the warning becomes an error. A wildcard that matches a video is an error, too.
    try FileManager.default.removeItem(atPath: media.file("s/4.png"))
    let error = await #expect(throws: SegueError.self) { try await film(media.file("s/")) }
    #expect("\(error.map { "\($0)" } ?? "")".contains("3 files are left out, such as 1.mp4"))
    try media.write(picture, to: "s/0.png")
    let mixed = await #expect(throws: SegueError.self) { try await film(media.file("s/*.[mp]*")) }
    #expect("\(mixed.map { "\($0)" } ?? "")".contains("1.mp4"))
  }

  @Test(
    "a duration or a motion of a sequence is ignored with a warning", arguments: ["s", "s/%d.png"])
  func frames(word: String) async throws {
    try FileManager.default.createDirectory(atPath: media.file("s"), withIntermediateDirectories: true)
    for index in 1...3 {
      try media.write(Snapshot(width: 32, height: 24) { _, _ in .white }, to: "s/\(index).png")
    }
    let path = media.file(word)
    for value in [FilmDefault.pictureDuration, .motion] {
      let report = try await film(path) { $0.requested[value] = "--it" }
      let expected =
        "--it has no effect: the pictures of \(path) are the frames of one clip; fps, such as fps=1, sets how many are "
        + "shown per second"
        + (word == "s" ? "; \(path)/* without quotes makes each file an input" : "")
      #expect(report.warnings == [expected], "\(report.warnings)")
    }
  }
}
