import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Files whose header does not state the video stream, the orientation, the fields or the sizes of
/// its pictures.
@Suite("Pictures without header data", .serialized, .needs("ffmpeg", "ffprobe"))
struct ClipPictureTests: CopiedFilms {
  let media: Media

  init() throws { media = try Media() }

  static let bt709 = ["-colorspace", "bt709", "-color_range", "tv"]
  private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"] + bt709

  /// The luma of each frame of a film of `clips`, and its report.
  func film(
    _ clips: [FilmClip], _ change: (inout FilmRequest) throws -> Void = { _ in }
  ) async throws -> (frames: [[UInt8]], report: FilmReport) {
    var request = FilmRequest(
      clips: clips, junctions: clips.dropFirst().map { _ in .cut }, output: media.file("film.y4m"))
    request.output.overwrites = true
    try change(&request)
    let report = try await FilmJob(request).run()
    let luma = try await media.grays("film.y4m", area: report.film.width * report.film.height)
    return (luma, report)
  }

  func clip(_ name: String) -> FilmClip { FilmClip(.file(path: media.file(name))) }

  // MARK: Orientation

  /// Display matrices: a name, and the four numbers of the linear part.
  private static let matrices: [(name: String, numbers: [Int])] = [
    ("transversed", [0, -1, -1, 0]), ("upright", [1, 0, 0, 1]), ("mirrored", [-1, 0, 0, 1]),
    ("turned half", [-1, 0, 0, -1]), ("upside down", [1, 0, 0, -1]), ("transposed", [0, 1, 1, 0]),
    ("turned right", [0, 1, -1, 0]), ("turned left", [0, -1, 1, 0]),
  ]

  /// Writes the display matrix of the first track of an MP4.
  private func writeMatrix(_ numbers: [Int], from source: String, to name: String) throws {
    var bytes = try #require(media.bytes(source))
    let mark = try #require(bytes.firstRange(of: Array("tkhd".utf8)))
    let (a, b, c, d) = (numbers[0], numbers[1], numbers[2], numbers[3])
    let x = (a < 0 ? 96 : 0) + (c < 0 ? 64 : 0)
    let y = (b < 0 ? 96 : 0) + (d < 0 ? 64 : 0)
    let matrix = [a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 1 << 30]
    let start = mark.upperBound + 40
    bytes.replaceSubrange(
      start..<start + 36,
      with: matrix.flatMap { number in withUnsafeBytes(of: Int32(number).bigEndian) { Array($0) } })
    try media.write(bytes, to: name)
  }

  @Test(
    "drawn frames are stored with the rotation or mirroring of copied frames",
    arguments: cases(1, of: matrices))
  func mirrored(name: String, numbers: [Int]) async throws {
    for (letter, source) in [("a", "testsrc2"), ("b", "mandelbrot")] {
      _ = try await clip("\(letter)0.mp4", source, seconds: 1, ["-c:v", "libx264", "-g", "10"])
      try writeMatrix(numbers, from: "\(letter)0.mp4", to: "\(letter).mp4")
    }
    let clips = [clip("a.mp4"), clip("b.mp4")]
    let overlap = [FilmJunction(duration: .frames(6))]
    let copied = try await film(clips, overlap, "copy.mp4") { $0.isMute = true }
    try await check(copied, "copy.mp4", seeks: false)
    let plain = FilmRequest(clips: clips, junctions: overlap, output: media.file("plain.mp4"))
    let (a, b) = (
      try await media.decode("copy.mp4", as: "gray"), try await media.frames(of: plain, as: "gray")
    )
    try #require(a.count == b.count && a.count == (54 * 96 * 64 as Int))
    for frame in [10, 27, 45] {
      let place = frame * 6144..<(frame + 1) * 6144
      let error = zip(a[place], b[place]).map { abs(Int($0) - Int($1)) }.reduce(0, +)
      #expect(error < 5 * 6144, "frame \(frame): mean error \(Double(error) / 6144)")
    }
    // A turned or mirrored clip beside an upright clip is encoded.
    guard [[-1, 0, 0, 1], [0, -1, -1, 0], [0, 1, -1, 0]].contains(numbers) else { return }
    let among = try await report([clip("a0.mp4"), clip("b.mp4")], [.cut], "among.mp4")
    #expect(among.clips[0].copied?.isEmpty == false && among.clips[1].copied?.isEmpty == true)
    let isMirrored = numbers[0] * numbers[3] - numbers[1] * numbers[2] < 0
    let reason = "its \(isMirrored ? "mirroring" : "rotation") differs from the film's"
    #expect(among.clips[1].encoded?.contains(reason) == true, "\(among.clips[1].encoded ?? "")")
  }

  // MARK: Choice of the video stream

  @Test(
    "a moving stream is preferred to a thumbnail",
    arguments: cases(["mp4"], full: ["mov", "mkv", "ts"]))
  func thumbnail(ending: String) async throws {
    try await media.make(
      "v.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30:d=1", "-f", "lavfi", "-i", "sine=d=1", "-g", "10", "-c:a",
        "aac",
      ]
        + Self.h264)
    // The thumbnail is the larger picture. A transport stream has no attached picture; its first
    // video is smaller.
    let small = ending == "ts" ? "testsrc2=s=48x32:r=30:d=1" : "smptebars=s=192x128:r=30:d=1"
    let codec = ending == "ts" ? Self.h264 : ["-frames:v", "1", "-c:v", "mjpeg", "-pix_fmt", "yuvj420p"]
    try await media.make(ending == "ts" ? "t.ts" : "t.jpg", ["-f", "lavfi", "-i", small] + codec)
    try await media.make(
      "drone.\(ending)",
      ["-i", ending == "ts" ? "t.ts" : "t.jpg", "-i", "v.mp4", "-map", "0", "-map", "1", "-c", "copy"])
    let own = try await media.grays("v.mp4", area: 96 * 64)
    let (frames, report) = try await film([clip("drone.\(ending)")])
    #expect(report.film.width == 96 && report.film.height == 64 && frames == own)
    #expect(report.warnings.contains { $0.contains("further video tracks") })
    guard ending != "ts" else { return }
    let copied = try await film([clip("drone.\(ending)")], [], "copy.mp4")
    #expect(copied.film.copiedFrames == 30, "\(copied.warnings)")
    #expect(try await media.grays("copy.mp4", area: 96 * 64) == own)
    guard Tier.current == .full else { return }
    let over = try await film([FilmClip(.color(.black))]) { request in
      request.overlays = [FilmOverlay(path: media.file("drone.\(ending)"))]
      (request.output.size, request.pictureDuration) = (.exact(ImageSize(width: 480, height: 320)), 1)
    }
    #expect(over.report.overlays?.first.map { $0.end - $0.start } == 30)
    #expect(over.frames[5] != over.frames[20])
  }

  // MARK: Rates

  @Test(
    "a fragmented MP4 whose first picture lasts longer than the others keeps every picture",
    arguments: cases([(60, 1.0)], full: [(30, 4.0), (25, 0.6)]))
  func fragmented(rate: Int, seconds: Double) async throws {
    try await media.make(
      "f.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate):d=\(seconds)", "-f", "lavfi", "-i",
        "sine=d=\(seconds)", "-g",
        "30", "-c:a", "aac", "-movflags", "+frag_keyframe+empty_moov+default_base_moof",
      ] + Self.h264)
    let count = Int(seconds * Double(rate))
    let (frames, report) = try await film([clip("f.mp4")])
    #expect(report.film.fps == "\(rate)/1" && (count...count + 2).contains(frames.count))
    #expect(!report.warnings.contains { $0.contains("varies") }, "\(report.warnings)")
    let own = try await media.grays("f.mp4", area: 3072)
    #expect(own.count == count && own.allSatisfy(frames.contains))
  }

  /// A video of 64x48 with `rate` pictures a second.
  private func video(_ name: String, rate: String, seconds: Double) async throws {
    try await media.make(
      name, ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=\(rate):d=\(seconds)"] + Self.h264)
  }

  @Test(
    "a clip below 10 frames/s does not set the film's rate",
    arguments: cases(["slides"], full: ["1/5", "1", "75/64", "5"]))
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
    _ = try media.facts("camera.mp4", size: ImageSize(width: 64, height: 48), rate: 24, seconds: 2)
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
    #expect(note.contains("the film has 24/1 frames/s like ") && note.contains("camera.mp4; "))
    #expect(try await plan(["slow.mp4"]).film.fps == "30/1")
    #expect(try await plan(["camera.mp4", "slow.mp4"]).warnings.allSatisfy { !$0.contains("too few") })
    let requested = try await plan(["slow.mp4", "camera.mp4"]) { $0.output.frameRate = try FrameRate(25) }
    #expect(requested.film.fps == "25/1" && requested.warnings.allSatisfy { !$0.contains("too few") })
    let error = await #expect(throws: (any Error).self) {
      _ = try await plan(["slow.mp4", "camera.mp4"]) { $0.output.frameRate = try FrameRate(1, per: 5) }
    }
    #expect(error.map { "\($0)" }?.contains("1/5 frames/s") == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test(
    "a recording with skipped frames is read at its full rate or at half of it",
    arguments: cases(
      [(60, "(mod(n,5)-1)*(mod(n,5)-3)", 60), (60, "mod(n,2)*mod(n,7)", 30)],
      full: [(50, "mod(n,3)", 50)]))
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

  @Test("an animated AVIF beside a video sets neither size nor rate")
  func movingAVIF() async throws {
    try await media.make(
      "a.avif",
      [
        "-f", "lavfi", "-i", "testsrc2=s=48x32:r=8:d=1", "-c:v", "libaom-av1", "-cpu-used", "8", "-pix_fmt",
        "yuv420p",
      ])
    _ = try media.facts("v.mp4", size: ImageSize(width: 64, height: 48), rate: 24, seconds: 2)
    func plan(_ clips: [FilmClip]) async throws -> FilmReport {
      try await FilmJob(
        FilmRequest(
          clips: clips, junctions: clips.dropFirst().map { _ in .cut }, output: media.file("o.mp4"))
      ).plan()
    }
    let both = try await plan([clip("a.avif"), clip("v.mp4")])
    #expect(both.film.width == 64 && both.film.fps == "24/1" && both.film.frames == 72)
    #expect(try await plan([clip("a.avif")]).film.fps == "12/1")
  }

  // MARK: Changes of time and size within a stream

  @Test(
    "concatenated short transport streams have their total duration",
    arguments: cases([0.6], full: [0.4, 1]))
  func shortParts(seconds: Double) async throws {
    for bFrames in cases(["3"], full: ["0"]) {
      try await media.make(
        "p.ts",
        [
          "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=\(seconds)", "-f", "lavfi", "-i", "sine=d=\(seconds)",
          "-c:a",
          "mp2",
        ] + Self.h264 + ["-preset", "medium", "-bf", bFrames, "-g", "50"])
      let part = try #require(media.bytes("p.ts"))
      try media.write(part + part + part, to: "whole.ts")
      let own = try await media.grays("p.ts", area: 3072)
      let (frames, _) = try await film([clip("whole.ts")])
      // Each part's sound is longer than its pictures, so a picture may be repeated at a seam.
      func changes(_ frames: [[UInt8]]) -> [[UInt8]] {
        frames.indices.filter { $0 == 0 || frames[$0] != frames[$0 - 1] }.map { frames[$0] }
      }
      let isWhole = changes(frames) == changes(own + own + own)
      #expect(isWhole && (3 * own.count...3 * own.count + 2).contains(frames.count), "\(bFrames) B frames")
    }
  }

  @Test(
    "a clip whose size changes is fitted at each size",
    arguments: cases(
      [(Fit.contain, "ts")],
      full: [
        (Fit.cover, "webm"), (Fit.contain, "webm"), (Fit.cover, "ts"), (Fit.stretch, "ts"),
        (Fit.stretch, "webm"),
        (Fit.blur, "ts"), (Fit.blur, "webm"),
      ]))
  func changingSize(fit: Fit, ending: String) async throws {
    // White on the left, grey on the right; first wide, then tall.
    let sizes = [(96, 48), (48, 96)]
    for (index, size) in sizes.enumerated() {
      let codec =
        ending == "ts"
        ? Self.h264 + ["-qp", "2", "-output_ts_offset", "\(Double(index) * 0.8)"]
        : ["-c:v", "libvpx", "-b:v", "2M"]
      try await media.make(
        "p\(index).\(ending)",
        [
          "-f", "lavfi", "-i",
          "color=white:s=\(size.0)x\(size.1):r=25:d=0.8,drawbox=x=iw/2:w=iw/2:h=ih:c=gray:t=fill,format=yuv420p",
        ] + codec + Self.bt709)
    }
    if ending == "ts" {
      try media.write((media.bytes("p0.ts") ?? []) + (media.bytes("p1.ts") ?? []), to: "s.ts")
    } else {
      try media.write(Array("file p0.webm\nfile p1.webm\n".utf8), to: "l.txt")
      try await media.make("s.webm", ["-f", "concat", "-i", "l.txt", "-c", "copy"])
    }
    for start in cases([0.0], full: [1.2]) {
      var part = clip("s.\(ending)")
      part.start = .seconds(start)
      let (frames, report) = try await film([part]) { request in
        (request.output.size, request.output.fit) = (.exact(ImageSize(width: 96, height: 96)), fit)
        request.drawing.background = .black
      }
      try #require(frames.count == 40 - Int(start * 25), "\(report.film.frames)")
      for (index, frame) in frames.enumerated() {
        let time: Double = start + Double(index) / 25
        let isWide = time < 0.79
        let side = fit == .contain ? 0 : 255
        let (level, edge) = (frame[48 * 96 + 44], isWide ? frame[8 * 96 + 20] : frame[48 * 96 + 8])
        #expect(level > 225 && (frame[48 * 96 + 52]) < 145, "frame \(index): \(level)")
        switch fit {
        case .stretch: #expect(edge > 225, "frame \(index): \(edge)")
        case .cover: #expect(edge > 225, "frame \(index): \(edge)")
        case .contain: #expect(Int(edge) <= side + 2, "frame \(index): \(edge)")
        case .blur: #expect(edge > 140, "frame \(index): \(edge)")
        }
        // The edge between the colours is the picture's centre, and the fit sets its width.
        let half = [.contain, .blur].contains(fit) && !isWide ? 24 : 48
        #expect(frame[48 * 96 + 48 - half + 4] > 225, "frame \(index)")
      }
    }
  }

  /// Encoders, and the aspect ratios of the first and the second half.
  private static let changingShapes: [(codec: [String], aspects: (String, String))] = [
    (mpeg2, ("1", "2")), (mpeg2, ("2", "1")), (["-c:v", "libx264"], ("1", "2")),
    (["-c:v", "libx264"], ("2", "1")),
  ]
  private static let mpeg2 = ["-c:v", "mpeg2video", "-q:v", "2", "-bf", "0"]

  @Test(
    "a change of pixel aspect ratio within a clip is applied",
    arguments: cases(1, of: changingShapes))
  func changingAspect(codec: [String], aspects: (String, String)) async throws {
    // The stored 64x48 is 4:3, or 8:3 with pixels of 2:1, or 16:9 in MPEG-2.
    for (index, aspect) in [aspects.0, aspects.1].enumerated() {
      let shape = codec.contains("libx264") ? "setsar=\(aspect)" : "setdar=\(aspect == "1" ? "4/3" : "16/9")"
      try await media.make(
        "q\(index).ts",
        ["-f", "lavfi", "-i", "color=white:s=64x48:r=25:d=0.8,\(shape),format=yuv420p"] + codec
          + ["-output_ts_offset", "\(Double(index) * 0.8)"] + Self.bt709)
    }
    try media.write((media.bytes("q0.ts") ?? []) + (media.bytes("q1.ts") ?? []), to: "q.ts")
    for start in cases([0.0], full: [1.2]) {
      var part = clip("q.ts")
      part.start = .seconds(start)
      let (frames, report) = try await film([part]) { request in
        (request.output.size, request.output.fit) = (.exact(ImageSize(width: 96, height: 96)), .contain)
        request.drawing.background = .black
      }
      try #require((38...40).contains(frames.count + Int(start * 25)), "\(report.film.frames)")
      // One or two pictures may be lost at the seam.
      for (index, frame) in frames.enumerated() where abs(start + Double(index) / 25 - 0.8) > 0.1 {
        let isWide = (start + Double(index) / 25 < 0.8 ? aspects.0 : aspects.1) == "2"
        // A picture of 4:3 covers 72 of 96 rows, 16:9 covers 54 and 8:3 covers 36.
        #expect(
          frame[40 * 96 + 20] > 225 && (frame[17 * 96 + 20] < 20) == isWide, "frame \(index) from \(start)")
      }
    }
  }
}
