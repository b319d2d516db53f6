import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// SDR clips whose primaries or matrix differ from the film's, compared with the standards'
/// formulas.
@Suite("Colours of clips", .serialized, .needs("ffmpeg")) struct ClipColorTests: CopiedFilms {
  let media: Media
  private static let color = [90.0, 150.0, 100.0]

  init() throws { media = try Media() }

  /// The matrices from BT.2020 and Display P3 primaries to BT.709. **Source:** BT.2087; for P3 the
  /// chromaticities of SMPTE RP 431 with a white of D65.
  private static let narrowing = [
    "bt2020": [[1.6605, -0.5877, -0.0728], [-0.1246, 1.1330, -0.0084], [-0.0182, -0.1006, 1.1187]],
    "smpte432": [[1.2249, -0.2249, 0], [-0.0420, 1.0420, 0], [-0.0197, -0.0786, 1.0983]],
    "bt709": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  ]

  /// The RGB in BT.709 of `color` in `primaries`, on a display of gamma 2.4.
  private static func narrowed(_ primaries: String) throws -> [Double] {
    let light = color.map { pow($0 / 255, 2.4) }
    return try #require(narrowing[primaries]).map { row in
      255 * pow(min(1, max(0, zip(row, light).reduce(0) { $0 + $1.0 * $1.1 })), 1 / 2.4)
    }
  }

  /// A clip of one colour, 96x64, at 10 frames/s.
  private func clip(
    _ name: String, _ primaries: String, matrix: String, zimg: String, layout: String,
    codec: [String] = ["-c:v", "ffv1"]
  ) async throws -> String {
    try await media.make(
      name,
      [
        "-f", "lavfi", "-i", "color=0x5a9664:s=96x64:r=10:d=2,format=gbrp,zscale=\(zimg),format=\(layout)",
        "-color_primaries", primaries, "-color_trc", "bt709", "-colorspace", matrix, "-color_range", "tv",
      ] + codec)
  }

  /// The RGB at the centre of each frame of a BT.709 film in RGB.
  private func pixels(_ request: FilmRequest) async throws -> [[Int]] {
    var request = request
    (request.output.format, request.output.overwrites) = (.raw, true)
    try await FilmJob(request).run()
    let bytes = media.bytes("film.raw") ?? []
    return bytes.frames(of: 96 * 64 * 4).map { frame in
      (0..<3).map { Int(frame[(32 * 96 + 48) * 4 + $0]) }
    }
  }

  /// Primaries and matrices, their names in ffmpeg's zscale, and pixel formats.
  private static let matrices: [(primaries: String, matrix: String, zimg: String, layout: String)] = [
    ("smpte432", "bt709", "m=709:r=limited", "yuva444p"),
    ("bt2020", "bt2020nc", "m=2020_ncl:r=limited", "yuv420p10le"),
    ("smpte432", "bt709", "m=709:r=limited", "yuv420p"),
    ("bt709", "ycgco", "m=ycgco:r=limited", "yuv444p"),
    (
      "bt2020", "bt2020c", "tin=709:t=2020_10:p=2020:pin=2020:m=2020_cl:r=limited", "yuv444p10le"
    ),
  ]

  @Test(
    "every decoder converts wide-gamut primaries and YCgCo",
    arguments: cases(1, of: matrices))
  func primaries(primaries: String, matrix: String, zimg: String, layout: String) async throws {
    let path = try await clip("a.mkv", primaries, matrix: matrix, zimg: zimg, layout: layout)
    let expected = try Self.narrowed(primaries)
    func check(_ found: [Int]?) {
      let worst = zip(found ?? [], expected).map { abs(Double($0) - $1) }.max() ?? 255
      #expect(worst <= 3, "\(found ?? []), not \(expected)")
    }
    let request = FilmRequest(
      clips: [FilmClip(.file(path: path))], junctions: [], output: media.file("film.raw"))
    let frames = try await pixels(request)
    #expect(frames.count == 20)
    check(frames.first)
    var layered = FilmRequest(
      clips: [FilmClip(.color(.black))], junctions: [], output: media.file("film.raw"))
    layered.output.size = .exact(ImageSize(width: 96, height: 64))
    (layered.pictureDuration, layered.overlays) = (0.2, [FilmOverlay(path: path)])
    (layered.overlays[0].place, layered.overlays[0].size, layered.overlays[0].margin) = (.center, 1, 0)
    check(try await pixels(layered).first)
    let picture = try await ImageDecoder().decode(path: path).snapshot[48, 32]
    check([picture.red, picture.green, picture.blue].map(Int.init))
    let clips = request.clips.map { RequestedClip(clip: $0) }
    let notices = InputNotices(
      request: request, clips: try await FilmInputs.look(at: clips, of: request), rate: try FrameRate(10)
    ).apartFromSize
    #expect(
      notices.contains { $0.sentence.contains("(\(primaries)) are mapped to those of bt709") }
        == (primaries != "bt709"))
  }

  @Test(
    "a copied film keeps its primaries",
    arguments: cases(["smpte432"], full: ["bt2020"]))
  func copied(primaries: String) async throws {
    let matrix = primaries == "bt2020" ? "bt2020nc" : "bt709"
    let zimg = "m=\(primaries == "bt2020" ? "2020_ncl" : "709"):r=limited"
    let x264 = ["-c:v", "libx264", "-qp", "8", "-g", "5"]
    // A colour within BT.709's gamut.
    let paths = try await ["a.mp4", "b.mp4"].asyncMap { name in
      try await media.make(
        name,
        [
          "-f", "lavfi", "-i", "color=0x80786e:s=96x64:r=10:d=2,format=gbrp,zscale=\(zimg),format=yuv420p",
          "-color_primaries", primaries, "-color_trc", "bt709", "-colorspace", matrix, "-color_range", "tv",
        ] + x264)
    }
    let report = try await film(
      paths.map { FilmClip(.file(path: $0)) }, [FilmJunction(duration: .frames(5))], "film.mp4")
    let copied = report.film.copiedFrames ?? 0
    #expect(copied > 10 && copied < 35, "\(copied) of \(report.film.frames)")
    let facts = try await FFmpeg.probe(media.file("film.mp4"))
    #expect(facts["color_primaries"] == primaries && facts["color_space"] == matrix)
    let size = 96 * 64 * 3 / 2
    let source = try await media.decode("a.mp4", as: "yuv420p", isPassed: true).frames(of: size)[0]
    let frames = try await media.decode("film.mp4", as: "yuv420p", isPassed: true).frames(of: size)
    #expect(frames.count == 35)
    for (index, frame) in frames.enumerated() {
      let worst = zip(frame, source).map { abs(Int($0) - Int($1)) }.max() ?? 255
      #expect(worst <= 2, "frame \(index): \(worst)")
    }
  }
}

extension Array {
  /// `map` with an asynchronous body, one element at a time.
  fileprivate func asyncMap<Result>(_ body: (Element) async throws -> Result) async throws -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await body(element)) }
    return results
  }
}
