import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Clips whose pixel format differs from the film's. Their picture stays the same.
@Suite("Conversion of colour and geometry", .serialized, .needs("ffmpeg", "ffprobe")) struct ClipConformTests
{
  private let media: Media

  init() throws { media = try Media() }

  /// The planes of each frame of a film of one clip, and its report.
  private func film(_ clip: String) async throws -> (frames: [Planes], report: FilmReport) {
    let request = FilmRequest(
      clips: [FilmClip(.file(path: media.file(clip)))], junctions: [], output: media.file("film.y4m"))
    let report = try await FilmJob(request).run()
    let (width, height) = (report.film.width, report.film.height)
    let bytes = try await media.decode("film.y4m", as: "yuv420p")
    let frames = bytes.frames(of: width * height * 3 / 2).map {
      Planes(bytes: $0, width: width, height: height)
    }
    try #require(frames.count == report.film.frames)
    return (frames, report)
  }

  /// A film's frame: 4:2:0 in BT.709 and limited range.
  private struct Planes {
    let bytes: [UInt8]
    let width: Int
    let height: Int

    func luma(_ x: Int, _ y: Int) -> Int { Int(bytes[y * width + x]) }

    /// Luma, Cb and Cr at a pixel.
    func color(_ x: Int, _ y: Int) -> [Int] {
      let chroma = width * height + y / 2 * (width / 2) + x / 2
      return [luma(x, y), Int(bytes[chroma]), Int(bytes[chroma + width * height / 4])]
    }
  }

  /// Luma, Cb and Cr of a colour. **Source:** ITU-R BT.709-6, item 3.
  private func color(_ red: Double, _ green: Double, _ blue: Double) -> [Int] {
    let luma = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return [
      16 + luma * 219 / 255, 128 + (blue - luma) / 1.8556 * 224 / 255,
      128 + (red - luma) / 1.5748 * 224 / 255,
    ].map { Int($0.rounded()) }
  }

  private func expect(_ color: [Int], _ wanted: [Int], at location: SourceLocation = #_sourceLocation) {
    let error = zip(color, wanted).map { abs($0 - $1) }.max() ?? 255
    #expect(error <= 2, "\(color) for \(wanted)", sourceLocation: location)
  }

  /// Pixel formats, the matrix in ffmpeg's scaler and its tag, and the range.
  private static let layouts: [(layout: String, matrix: String, tag: String, range: String)] = [
    ("yuv444p", "bt601", "bt470bg", "pc"), ("yuv420p", "bt601", "", "tv"),
    ("yuv420p10le", "bt2020", "bt2020nc", "tv"), ("gbrp", "", "", ""),
    ("yuv420p", "bt709", "bt709", "tv"), ("yuv420p", "bt709", "bt709", "pc"),
    ("yuv420p", "bt601", "smpte170m", "tv"), ("yuv422p10le", "bt709", "bt709", "tv"),
  ]

  @Test(
    "a colour is the same in every pixel format, matrix and range",
    arguments: cases(3, of: layouts))
  func colors(layout: String, matrix: String, tag: String, range: String) async throws {
    let conversion = matrix.isEmpty ? "" : ",scale=out_color_matrix=\(matrix):out_range=\(range)"
    let tags = (tag.isEmpty ? [] : ["-colorspace", tag]) + (range.isEmpty ? [] : ["-color_range", range])
    let codec = layout == "gbrp" ? "libx264rgb" : "libx264"
    try await media.make(
      "clip.mp4",
      [
        "-f", "lavfi", "-i", "color=c=0xC83C1E:s=64x48:r=10:d=0.5,format=rgb24", "-vf",
        "null\(conversion),format=\(layout)",
      ] + tags + ["-c:v", codec, "-qp", "0"])
    let (frames, report) = try await film("clip.mp4")
    #expect(frames.count == 5)
    for frame in frames { expect(frame.color(32, 24), color(200, 60, 30)) }
    // An assumed matrix and a loss of bits are notes.
    let isAssumed = tag.isEmpty && layout != "gbrp"
    #expect(report.warnings.contains { $0.contains("colour matrix") } == isAssumed, "\(report.warnings)")
    let losesBits = layout.contains("10le")
    #expect(report.warnings.contains { $0.contains("10 bits per channel become 8") } == losesBits)
    #expect(report.warnings.count == (isAssumed ? 1 : 0) + (losesBits ? 1 : 0), "\(report.warnings)")
  }

  @Test("a rotated clip is shown upright")
  func turned() async throws {
    // Red on the left, blue on the right, stored rotated by 90°.
    try await media.make(
      "stored.mp4",
      [
        "-f", "lavfi", "-i",
        "color=c=red:s=64x48:r=10:d=0.5,drawbox=x=32:w=32:h=48:c=blue:t=fill,format=yuv420p",
        "-colorspace", "bt709", "-color_range", "tv", "-c:v", "libx264", "-qp", "0",
      ])
    try await media.make("turned.mp4", ["-i", "stored.mp4", "-c", "copy", "-metadata:s:v:0", "rotate=90"])
    let (frames, report) = try await film("turned.mp4")
    #expect(report.film.width == 48 && report.film.height == 64)
    let theirs = try await media.decode("turned.mp4", as: "yuv420p", isPassed: true)
    let shown = Planes(bytes: theirs, width: 48, height: 64)
    for y in [8, 56] { expect(frames[0].color(24, y), shown.color(24, y)) }
    #expect(frames[0].luma(24, 8) != frames[0].luma(24, 56))
  }

  @Test("non-square pixels are scaled to their display width")
  func anamorphic() async throws {
    try await media.make(
      "wide.mp4",
      [
        "-f", "lavfi", "-i",
        "color=c=black:s=64x48:r=10:d=0.5,drawbox=x=32:w=32:h=48:c=white:t=fill,setsar=2/1,format=yuv420p",
        "-colorspace", "bt709", "-color_range", "tv", "-c:v", "libx264", "-qp", "0",
      ])
    let (frames, report) = try await film("wide.mp4")
    #expect(report.film.width == 128 && report.film.height == 48)
    let row = (0..<128).map { frames[0].luma($0, 24) }
    #expect(row[..<60].allSatisfy { $0 <= 18 } && row[68...].allSatisfy { $0 >= 233 }, "\(row)")
  }

  @Test("an interlaced clip is deinterlaced")
  func interlaced() async throws {
    // A bar moves by 4 pixels per field, so an interlaced frame has it at two places.
    try await media.make(
      "fields.mkv",
      [
        "-f", "lavfi", "-i", "color=black:s=64x48:r=50:d=0.4", "-f", "lavfi", "-i",
        "color=white:s=8x48:r=50:d=0.4",
        "-filter_complex",
        "[0][1]overlay=x='4*mod(n,14)',tinterlace=interleave_top,setfield=tff,format=yuv420p",
        "-flags", "+ildct+ilme", "-field_order", "2", "-colorspace", "bt709", "-color_range", "tv", "-c:v",
        "ffv1",
      ])
    let info = try await ClipProbe().info(of: media.file("fields.mkv"))
    try #require(info.video?.isInterlaced == true)
    let stored = try await media.decode("fields.mkv", as: "yuv420p", isPassed: true).frames(
      of: 64 * 48 * 3 / 2)
    let (frames, _) = try await film("fields.mkv")
    func teeth(_ frame: Planes) -> Int {
      (10..<38).map { y in (0..<64).reduce(0) { $0 + abs(frame.luma($1, y) - frame.luma($1, y + 1)) } }
        .reduce(0, +)
    }
    for (frame, bytes) in zip(frames, stored).dropFirst().dropLast() {
      #expect(teeth(frame) * 8 < teeth(Planes(bytes: bytes, width: 64, height: 48)))
    }
  }

  @Test(
    "a tone-mapped grey ramp stays neutral and monotonic")
  func dynamicRange() async throws {
    try await media.make(
      "hdr.mp4",
      [
        "-f", "lavfi", "-i",
        "color=black:s=128x48:r=10:d=0.3,format=yuv420p10le,geq=lum='64+600*floor(X/8)/15':cb=512:cr=512",
        "-colorspace",
        "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "smpte2084", "-color_range", "tv", "-c:v",
        "libx264", "-qp", "0",
      ])
    let info = try await ClipProbe().info(of: media.file("hdr.mp4"))
    try #require(info.video?.isHDR == true)
    let (frames, _) = try await film("hdr.mp4")
    let steps = (0..<16).map { frames[0].color($0 * 8 + 4, 24) }
    #expect(steps[0][0] <= 17)
    for (darker, brighter) in zip(steps, steps.dropFirst()) { #expect(darker[0] <= brighter[0], "\(steps)") }
    #expect(steps[15][0] > 180 && steps[7][0] < 180, "\(steps)")
    for step in steps { #expect(abs(step[1] - 128) <= 2 && abs(step[2] - 128) <= 2, "\(step)") }
  }
}
