import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueRun

/// Films with odd sides, which outputs with RGB frames hold.
@Suite("Odd sizes of films", .serialized, .needs("ffmpeg")) struct FilmOddSizeTests {
  private let media: Media
  private let size = ImageSize(width: 63, height: 47)

  init() throws { media = try Media() }

  private func film(_ path: String, _ output: String, _ size: FrameSize? = nil) throws -> FilmRequest {
    var film = FilmRequest(
      clips: [FilmClip(.file(path: path))], junctions: [], output: media.file(output))
    film.output.size = size
    film.output.frameRate = try FrameRate(10)
    if output.hasSuffix(".raw") { film.output.format = .raw }
    film.drawing.backend = .cpu
    return film
  }

  /// A lossless clip of three frames of noise.
  private func noise(
    _ name: String, _ filter: String, _ options: [String], codec: [String] = ["-c:v", "ffv1"]
  ) async throws -> String {
    let input = "nullsrc=s=\(size):r=10:d=0.3,geq=\(filter)"
    return try await media.make(name, ["-f", "lavfi", "-i", input] + codec + options)
  }

  private static let pattern = "lum='16+mod(7*X+13*Y+31*N,220)':cb=128:cr=128"
  private static let tags = ["-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range", "tv"]

  @Test("a clip of an odd size passes into RGBA frames unchanged")
  func unchanged() async throws {
    let color = "r='random(1)*255':g='random(2)*255':b='random(3)*255'"
    let codec = ["-c:v", "libx264rgb", "-qp", "0"]
    let path = try await noise("rgb.mp4", color, ["-pix_fmt", "bgr0"], codec: codec)
    try await FilmJob(film(path, "o.raw")).run()
    let found = try await media.decode("o.raw", as: "rgb24", isPassed: true)
    let wanted = try await media.decode("rgb.mp4", as: "rgb24", isPassed: true)
    #expect(wanted.count == size.area * 3 * 3)
    #expect(found == wanted)
  }

  @Test("a grey 4:2:0 clip of an odd size keeps its luma")
  func subsampled() async throws {
    let path = try await noise("gray.mkv", Self.pattern, Self.tags)
    try await FilmJob(film(path, "o.raw")).run()
    try expectPattern(try await media.decode("o.raw", as: "rgb24", isPassed: true), size)
  }

  @Test("a wide-gamut 4:2:0 clip of an odd size is converted", arguments: ["o.raw", "o.y4m"])
  func wide(name: String) async throws {
    let tags = ["-color_primaries", "bt2020", "-color_trc", "bt709", "-colorspace", "bt2020nc"]
    let path = try await noise(
      "wide.mkv", Self.pattern, ["-pix_fmt", "yuv420p", "-color_range", "tv"] + tags)
    let report = try await FilmJob(film(path, name)).run()
    let found = try await media.decode(name, as: "rgb24", isPassed: true)
    try expectPattern(found, ImageSize(width: report.film.width, height: report.film.height))
  }

  /// Expects three frames of `pattern` in `found`, RGB values of frames of `size`.
  private func expectPattern(_ found: [UInt8], _ size: ImageSize) throws {
    try #require(found.count == size.area * 3 * 3)
    for index in found.indices {
      let (frame, pixel) = (index / 3 / size.area, index / 3 % size.area)
      let luma = (7 * (pixel % size.width) + 13 * (pixel / size.width) + 31 * frame) % 220
      // Limited range has 219 steps.
      let wanted = (Double(luma) * 255 / 219).rounded()
      guard abs(Double(found[index]) - min(255, wanted)) <= 2 else {
        Issue.record("\(found[index]) instead of \(wanted) at \(pixel) in frame \(frame)")
        return
      }
    }
  }

  private static let outputs = ["o.apng", "o.gif", "o.webp", "frames/"]
  private static let fits = [Fit.cover, .contain, .blur, .stretch]
  /// All pairs. The first four have each output and each fit once.
  private static let pairs: [(output: String, fit: Fit)] = fits.indices.flatMap { turn in
    outputs.indices.map { (outputs[$0], fits[($0 + turn) % fits.count]) }
  }

  @Test("a requested odd size is the size of the frames", arguments: cases(4, of: pairs))
  func requested(name: String, fit: Fit) async throws {
    let pixels = ["-c:v", "libx264", "-qp", "0", "-pix_fmt", "yuv420p"]
    var path = try await media.make(
      "even.mp4", ["-f", "lavfi", "-i", "testsrc=s=80x48:r=10:d=0.3"] + pixels)
    if name != "o.apng", Tier.current != .full {
      // Only the APNG is made from a video. The other outputs are made from PNG pictures.
      for number in 0..<3 {
        let picture = Snapshot(width: 80, height: 48) { x, y in
          RGBAColor(red: UInt8(3 * x), green: UInt8(5 * y), blue: UInt8(80 * number))
        }
        try media.write(picture, to: "even\(number).png")
      }
      path = media.file("even%d.png")
    }
    var film = try film(path, name, .exact(size))
    film.output.fit = fit
    film.output.overwrites = true
    let report = try await FilmJob(film).run()
    #expect(report.film.width == 63 && report.film.height == 47)
    if name == "o.webp" { return }
    let found = try await media.decode(
      name == "frames/" ? "frames/frame-%05d.png" : name, as: "rgb24", isPassed: true)
    #expect(found.count == size.area * 3 * 3)
  }

  @Test("4:2:0 video of an odd size is cropped to even sides")
  func video() async throws {
    let path = try await noise("gray.mkv", Self.pattern, Self.tags)
    let report = try await FilmJob(film(path, "o.y4m")).run()
    #expect(
      report.warnings.contains("\(path) is 63x47, cropped to 62x46, since 4:2:0 video needs even sides"))
    let (width, height) = (62, 46)
    let frames = try await media.decode("o.y4m", as: "yuv420p").frames(of: width * height * 3 / 2)
    #expect(frames.count == 3)
    for (number, frame) in frames.enumerated() {
      let wanted = (0..<width * height).map { index -> Int in
        let (x, y) = (index % width, index / width)
        return 16 + (7 * x + 13 * y + 31 * number) % 220
      }
      #expect(frame.prefix(width * height).map(Int.init) == wanted)
    }
  }

  @Test("an odd size of 4:2:0 video or HDR frames is an error", arguments: ["o.mp4", "frames/"])
  func refused(name: String) async throws {
    let path = try media.write(Snapshot(PixelBuffer(size: size, color: .white)), to: "p.png")
    var film = try film(path, name, .exact(size))
    if name == "frames/" {
      film.output.color = .pq
      film.output.depth = .sixteen
    }
    let error = await #expect(throws: MediaError.self) { _ = try await FilmPlan(film) }
    #expect(error?.property == "size")
    guard case .oddSides(size, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
