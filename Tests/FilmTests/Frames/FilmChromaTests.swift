import Foundation
import SegueFilms
import SegueImaging
import SegueSystem
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueRun

/// Films with an RGB output keep full chroma in every step.
@Suite("Chroma of films", .serialized, .needs("ffmpeg")) struct FilmChromaTests {
  private let media: Media
  private let size = ImageSize(width: 64, height: 48)
  private let white = RGBAColor.white
  private let red = RGBAColor(red: 220, green: 0, blue: 0)

  init() throws { media = try Media() }

  /// A screen with coloured one-pixel lines: every seventh column and every ninth row.
  private func screen(_ ground: RGBAColor, _ columns: RGBAColor, _ rows: RGBAColor) -> Snapshot {
    let picture = PixelBuffer(size: size, color: ground)
    for y in 0..<size.height {
      for x in 0..<size.width {
        if x % 7 == 3 { picture[x, y] = columns }
        if y % 9 == 4 { picture[x, y] = rows }
      }
    }
    return Snapshot(picture)
  }

  private var first: Snapshot { screen(white, red, RGBAColor(red: 0, green: 60, blue: 220)) }
  private var second: Snapshot {
    screen(
      RGBAColor(red: 20, green: 30, blue: 40), RGBAColor(red: 0, green: 230, blue: 90),
      RGBAColor(red: 250, green: 10, blue: 250))
  }

  private func film(_ clips: [FilmClip], _ output: String) throws -> FilmRequest {
    var film = FilmRequest(
      clips: clips, junctions: clips.dropFirst().map { _ in FilmJunction.cut }, output: media.file(output))
    film.output.size = .exact(size)
    film.output.frameRate = try FrameRate(10)
    film.output.overwrites = true
    if output.hasSuffix(".raw") { film.output.format = .raw }
    film.pictureDuration = 0.2
    film.drawing.backend = .cpu
    return film
  }

  private func plain(_ source: FilmOverlay.Source) -> FilmOverlay {
    var overlay = FilmOverlay(source)
    (overlay.size, overlay.margin, overlay.place) = (1, 0, .center)
    return overlay
  }

  /// The frames of a file in RGB.
  private func frames(_ name: String) async throws -> [[Int]] {
    let bytes = try await media.decode(name, as: "rgb24", isPassed: true)
    return bytes.frames(of: size.area * 3).map { $0.map(Int.init) }
  }

  private func rgb(_ picture: Snapshot) -> [Int] {
    (0..<size.area * 4).filter { $0 % 4 < 3 }.map { Int(picture.rgba[$0]) }
  }

  /// The largest difference of a channel.
  private func distance(_ found: [Int]?, _ wanted: [Int]) throws -> Int {
    let found = try #require(found)
    try #require(found.count == wanted.count)
    return zip(found, wanted).map { abs($0 - $1) }.max() ?? 0
  }

  /// The first screen as a clip of three frames.
  private func clip(_ name: String, _ arguments: [String]) async throws -> FilmClip {
    let pixels = media.file("screen.rgba")
    try media.write(first.rgba, to: "screen.rgba")
    let raw = ["-f", "rawvideo", "-pixel_format", "rgba", "-video_size", "\(size)", "-framerate", "10"]
    let input = raw + ["-stream_loop", "2", "-i", pixels]
    return FilmClip(.file(path: try await media.make(name, input + ["-frames:v", "3"] + arguments)))
  }

  private static let planes = "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int"
  private static let tags = ["-colorspace", "bt709", "-color_range", "tv", "-c:v", "ffv1"]

  @Test(
    "one-pixel lines keep their colours in animations and sequences",
    arguments: ["o.apng", "o.gif", "o.raw", "frames/"])
  func animations(_ name: String) async throws {
    var film = try film([FilmClip(.snapshot(first)), FilmClip(.snapshot(second))], name)
    if name == "o.gif" { film.output.dither = .none }
    try await FilmJob(film).run()
    let found = try await frames(name == "frames/" ? "frames/frame-%05d.png" : name)
    #expect(try distance(found.first, rgb(first)) == 0)
    #expect(try distance(found.last, rgb(second)) == 0)
  }

  @Test(
    "a still of a film is exact in lossless formats and close in AVIF",
    arguments: [("o.png", 0), ("o.webp", 0), ("o.avif", 3)])
  func stills(_ name: String, _ tolerance: Int) async throws {
    var film = try film([FilmClip(.snapshot(first)), FilmClip(.snapshot(second))], name)
    film.stillTime = .seconds(0.25)
    if name == "o.webp" { film.output.quality = .lossless }
    if name == "o.avif" { film.output.quality = .value(0) }
    try await FilmJob(film).run()
    #expect(try distance(try await frames(name).first, rgb(second)) <= tolerance)
  }

  private static let fullClips: [(name: String, arguments: [String], tolerance: Int)] = [
    ("h264.mp4", ["-c:v", "libx264rgb", "-qp", "0", "-preset", "ultrafast"], 0),
    (
      "full.mp4", ["-vf", planes + ",format=yuv444p"] + tags.dropLast(2) + ["-c:v", "libx264", "-qp", "0"], 2
    ),
    ("rgb.mkv", ["-pix_fmt", "bgr0", "-c:v", "ffv1"], 0),
  ]

  @Test(
    "4:4:4 clips keep their chroma",
    arguments: cases(1, of: fullClips))
  func clips(_ name: String, _ arguments: [String], _ tolerance: Int) async throws {
    let clip = try await clip(name, arguments)
    try await FilmJob(try film([clip], "o.raw")).run()
    #expect(try distance(try await frames("o.raw").first, rgb(first)) <= tolerance)
    var over = try film([FilmClip(.color(.black))], "o.raw")
    over.overlays = [plain(.file(path: media.file(name)))]
    try await FilmJob(over).run()
    #expect(try distance(try await frames("o.raw").first, rgb(first)) <= tolerance)
  }

  @Test(
    "one-pixel columns keep their colours in HDR",
    arguments: cases([(ColorEncoding.hlg, "arib-std-b67")], full: [(.pq, "smpte2084")]))
  func highRange(_ color: ColorEncoding, _ transfer: String) async throws {
    let columns = "lum=400:cb='if(mod(X,2),462,562)':cr='if(mod(X,2),562,462)'"
    let source = "color=black:s=\(size):r=10:d=0.2,format=yuv444p10le,geq=\(columns)"
    let tags = ["-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", transfer]
    let clip = FilmClip(
      .file(
        path: try await media.make(
          "wide.mp4",
          ["-f", "lavfi", "-i", source, "-c:v", "libx264", "-qp", "0", "-color_range", "tv"] + tags)))
    var film = try film([clip], "frames/")
    film.output.color = color
    try await FilmJob(film).run()
    let bytes = try await media.decode("frames/frame-%05d.png", as: "rgb48le", isPassed: true)
    let found: [Int] = stride(from: 0, to: size.area * 6, by: 2).map { index in
      Int(bytes[index]) + Int(bytes[index + 1]) << 8
    }
    // ITU-R BT.2020: Kr = 0.2627, Kb = 0.0593; luma in 64…940, chroma in 64…960.
    let (luma, chroma) = (336.0 / 876, 50.0 / 896)
    let wanted = (0..<size.area).flatMap { index -> [Int] in
      let cr = index % 2 == 1 ? chroma : -chroma
      let (red, blue) = (luma + 2 * (1 - 0.2627) * cr, luma - 2 * (1 - 0.0593) * cr)
      let green = (luma - 0.2627 * red - 0.0593 * blue) / (1 - 0.2627 - 0.0593)
      return [red, green, blue].map { Int($0 * 65535) }
    }
    #expect(try distance(found, wanted) < 300)
  }

  @Test("unchanged 4:2:0 frames are copied to 4:2:0")
  func untouched() async throws {
    let clip = try await clip("planes.mkv", ["-vf", Self.planes + ",format=yuv420p"] + Self.tags)
    let planes = try await media.decode("planes.mkv", as: "yuv420p").frames(of: size.area * 3 / 2)
    try await FilmJob(try film([clip], "o.y4m")).run()
    #expect(try await media.decode("o.y4m", as: "yuv420p").frames(of: size.area * 3 / 2) == planes)
    try await FilmJob(try film([clip], "o.raw")).run()
    let wanted = (0..<size.area).flatMap { index -> [Int] in
      let chroma = size.area + index / size.width / 2 * (size.width / 2) + index % size.width / 2
      let color = FramePlanes.color(
        luma: planes[0][index], cb: planes[0][chroma], cr: planes[0][chroma + size.area / 4])
      return [Int(color.red), Int(color.green), Int(color.blue)]
    }
    #expect(try distance(try await frames("o.raw").first, wanted) == 0)
  }

  @Test("bars around a clip have exactly the background's colour")
  func bars() async throws {
    let clip = try await clip(
      "narrow.mp4", ["-vf", "crop=32:48:0:0", "-c:v", "libx264rgb", "-qp", "0"])
    let background = RGBAColor(red: 250, green: 10, blue: 90)
    var film = try film([clip], "o.raw")
    film.output.fit = .contain
    film.drawing.background = background
    try await FilmJob(film).run()
    let picture = PixelBuffer(size: size, color: background)
    for y in 0..<size.height { for x in 0..<32 { picture[x + 16, y] = first[x, y] } }
    #expect(try distance(try await frames("o.raw").first, rgb(Snapshot(picture))) == 0)
  }

  @Test("a multiplied overlay is the product of both pictures")
  func multiplied() async throws {
    var film = try film([FilmClip(.snapshot(first))], "o.raw")
    var overlay = plain(.snapshot(second))
    overlay.blend = .multiply
    film.overlays = [overlay]
    try await FilmJob(film).run()
    let product = zip(rgb(first), rgb(second)).map { Int((Double($0 * $1) / 255).rounded()) }
    #expect(try distance(try await frames("o.raw").first, product) == 0)
  }

  @Test(
    "a red title over white mixes only red and white",
    arguments: [false, true])
  func title(isNested: Bool) async throws {
    var film = try film([FilmClip(.color(white))], "o.raw")
    if isNested {
      let nested = """
        {"segue": 1, "film": {"size": "64x48", "fps": 10}, "clips": [{"src": "color:white", "duration": 0.2}],
        "titles": [{"text": "Red", "color": "#ff0000", "size": 0.4, "at": "center", "shadow": "none", "fade": 0}]}
        """
      try media.write(Array(nested.utf8), to: "nested.json")
      film.overlays = [plain(.file(path: media.file("nested.json")))]
    } else {
      film.titles = [
        try FilmTitle(parsing: "Red,color=#ff0000,size=0.4,at=center,shadow=none,fade=0")
      ]
    }
    try await FilmJob(film).run()
    let frame = try #require(try await frames("o.raw").first)
    let pixels = stride(from: 0, to: frame.count, by: 3).map { Array(frame[$0..<$0 + 3]) }
    #expect(pixels.allSatisfy { $0[0] == 255 && $0[1] == $0[2] })
    #expect(pixels.contains([255, 0, 0]))
  }
}
