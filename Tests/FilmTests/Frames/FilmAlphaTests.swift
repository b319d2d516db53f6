import Foundation
import SegueImaging
import SegueMotion
import TestSupport
import Testing

import SegueFilms
import SegueRun

@testable import SegueFilm
@testable import SegueMedia

/// Films of transparent pictures and clips.
@Suite("Transparent films", .serialized, .needs("ffmpeg")) struct FilmAlphaTests {
  private let media: Media
  private let size = ImageSize(width: 64, height: 48)

  init() throws { media = try Media() }

  /// Opaque red on the left, half-transparent at the upper right, transparent at the lower right.
  private func picture(_ name: String) throws -> String {
    let picture = Snapshot(width: 64, height: 48) { x, y in
      RGBAColor(red: 200, green: 30, blue: 60, alpha: x < 32 ? 255 : y < 24 ? 128 : 0)
    }
    return try media.write(picture, to: name)
  }

  private func request(_ clips: [FilmClip], _ output: String) throws -> FilmRequest {
    var request = FilmRequest(
      clips: clips, junctions: clips.dropFirst().map { _ in FilmJunction.cut },
      output: media.file(output))
    request.output.size = .exact(size)
    request.output.frameRate = try FrameRate(10)
    request.output.overwrites = true
    request.pictureDuration = 0.2
    return request
  }

  /// Red and alpha at the left, the upper right and the lower right of a frame.
  private func pixels(_ frame: [UInt8]) -> [[Int]] {
    [(8, 8), (48, 8), (48, 40)].map { x, y in
      let start = (y * 64 + x) * 4
      return [Int(frame[start]), Int(frame[start + 3])]
    }
  }

  /// The frames of a file in RGBA; the first of an animated PNG.
  private func frames(_ name: String, decoder: [String] = []) async throws -> [[UInt8]] {
    if name.hasSuffix("apng") {
      return [try await ImageDecoder().decode(path: media.file(name)).snapshot.rgba]
    }
    if name.hasSuffix("png") { return [try await media.decode(name, as: "rgba")] }
    return try await FFmpeg.decode(
      decoder + ["-i", media.file(name), "-fps_mode", "passthrough"], as: "rgba"
    ).frames(of: 64 * 48 * 4)
  }

  /// Whether the pixels equal the picture's, to a few levels.
  private func isKept(_ pixels: [[Int]], half: Int = 128) -> Bool {
    abs(pixels[0][0] - 200) <= 4 && pixels[0][1] >= 254 && abs(pixels[1][1] - half) <= 2 && pixels[2][1] <= 1
  }

  private static let formats: [(name: String, codec: VideoCodec?, decoder: [String])] = [
    ("o.webm", nil, ["-c:v", "libvpx-vp9"]), ("o.gif", nil, []), ("o.apng", nil, []), ("o.png", nil, []),
    ("frames/", nil, []), ("o.mov", .prores, []), ("o.mkv", .ffv1, []),
  ]

  @Test(
    "transparency is kept in every format with alpha",
    arguments: cases(5, of: formats))
  func pictures(_ name: String, _ codec: VideoCodec?, _ decoder: [String]) async throws {
    let path = try picture("a.png")
    var request = try request([FilmClip(.file(path: path)), FilmClip(.color(.black))], name)
    request.output.codec = codec
    if name == "o.png" { request.stillTime = .seconds(0.1) }
    let report = try await FilmJob(request).run()
    let file = name == "frames/" ? "frames/frame-00000.png" : name
    // GIF has one-bit alpha.
    let found = pixels(try await frames(file, decoder: decoder)[0])
    #expect(isKept(found, half: name == "o.gif" ? 255 : 128), "\(found)")
    #expect(!report.warnings.contains { $0.contains("transparency") }, "\(report.warnings)")
    guard Tier.current == .full else { return }
    request.drawing.background = .white
    try await FilmJob(request).run()
    #expect(pixels(try await frames(file, decoder: decoder)[0]).allSatisfy { $0[1] == 255 })
  }

  @Test("transparency is kept in each frame of an animated WebP")
  func animatedWebP() async throws {
    let path = try picture("a.png")
    try await FilmJob(try request([FilmClip(.file(path: path)), FilmClip(.color(.black))], "o.webp")).run()
    let clip = try WebPClip(path: media.file("o.webp"), limits: DecodingLimits())
    let first = try #require(try clip.next(skipping: 0))
    let last = try #require(try clip.next(skipping: clip.count - 2))
    #expect(first[48, 40].alpha == 0 && abs(Int(first[48, 8].alpha) - 128) <= 2 && first[8, 8].alpha == 255)
    #expect(last[48, 40].alpha == 255)
  }

  @Test(
    "a clip keeps its alpha",
    arguments: cases(
      [("a.webm", ["-c:v", "libvpx-vp9", "-pix_fmt", "yuva420p"])],
      full: [("a.mov", ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"])]))
  func clips(_ name: String, _ codec: [String]) async throws {
    let picture = try picture("a.png")
    let clip = try await media.make(name, ["-loop", "1", "-i", picture, "-t", "0.3", "-r", "10"] + codec)
    let narrow = try await media.make(
      "n.mp4", ["-f", "lavfi", "-i", "color=white:s=32x48:r=10:d=0.3", "-pix_fmt", "yuv420p"])
    var request = try request([FilmClip(.file(path: clip)), FilmClip(.file(path: narrow))], "o.webm")
    request.output.fit = .contain
    let chunkings: [FilmChunks?] = [FilmChunks(folder: media.file("kept"), version: "1"), nil]
    for chunks in cases(1, of: chunkings) {
      request.chunks = chunks
      try await FilmJob(request).run()
      let frames = try await frames("o.webm", decoder: ["-c:v", "libvpx-vp9"])
      let first = pixels(frames[1])
      #expect(isKept(first), "\(first)")
      // The narrow clip covers columns 16 to 47.
      let row = frames[4][(20 * 64 * 4)..<(21 * 64 * 4)]
      let alphas = stride(from: row.startIndex + 3, to: row.endIndex, by: 4).map { row[$0] }
      #expect(alphas[..<15].allSatisfy { $0 <= 2 } && alphas[17..<47].allSatisfy { $0 >= 253 }, "\(alphas)")
    }
  }

  @Test("formats without alpha cause a warning")
  func opaque() async throws {
    let path = try picture("a.png")
    let report = try await FilmJob(try request([FilmClip(.file(path: path))], "o.mp4")).plan()
    let words = "mp4 keeps no transparency, so transparent parts of \(path) become black; background sets"
    #expect(report.warnings.contains { $0.hasPrefix(words) }, "\(report.warnings)")
    let gif = try await media.make("t.gif", ["-f", "lavfi", "-i", "color=white:s=64x36:r=10:d=0.4"])
    let plain = try await FilmJob(try request([FilmClip(.file(path: gif))], "o.mp4")).plan()
    #expect(!plain.warnings.contains { $0.contains("transparency") }, "\(plain.warnings)")
    try await FilmJob(try request([FilmClip(.file(path: gif))], "o.webm")).run()
    #expect(try await FFmpeg.probe(media.file("o.webm"))["ALPHA_MODE"] == nil)
    var see = try request([FilmClip(.file(path: gif))], "o.mp4")
    see.drawing.background = .transparent
    #expect(throws: SegueError.self) { try FilmJob(see) }
  }

  @Test("a half-transparent background is composited once")
  func halfBackground() async throws {
    let path = try picture("a.png")
    var request = try request([FilmClip(.file(path: path))], "o.raw")
    request.output.format = .raw
    request.drawing.background = RGBAColor(red: 0, green: 0, blue: 0, alpha: 128)
    request.filter = "saturation(0.5)"
    request.titles = [FilmTitle("·")]
    try await FilmJob(request).run()
    let found = pixels(try #require(media.bytes("o.raw")))
    #expect(abs(found[2][1] - 128) <= 1 && found[0][1] == 255, "\(found)")
  }
}
