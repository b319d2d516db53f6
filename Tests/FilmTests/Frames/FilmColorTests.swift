import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueRun

/// 10-bit and HDR films, compared with the standards' formulas.
@Suite("Colours of films", .serialized, .needs("ffmpeg")) struct FilmColorTests {
  private let media: Media

  init() throws { media = try Media() }

  /// Greys by the formulas of ITU-R BT.1886, BT.2100-2 and BT.2408, with the C library's functions.
  private enum Light {
    static func hlg(_ nits: Double) -> Double {
      let scene = pow(min(1, nits / 1000), 1 / 1.2)
      return scene <= 1.0 / 12
        ? sqrt(3 * scene) : 0.17883277 * log(12 * scene - 0.28466892) + 0.55991073
    }

    static func nits(ofHLG value: Double) -> Double {
      let scene =
        value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
      return 1000 * pow(scene, 1.2)
    }

    static func pq(_ nits: Double) -> Double {
      let power = pow(nits / 10_000, 0.1593017578125)
      return pow((0.8359375 + 18.8515625 * power) / (1 + 18.6875 * power), 78.84375)
    }

    static func nits(ofPQ value: Double) -> Double {
      let power = pow(value, 1 / 78.84375)
      return 10_000 * pow(max(0, power - 0.8359375) / (18.8515625 - 18.6875 * power), 1 / 0.1593017578125)
    }

    static func nits(_ code: Int, _ color: ColorEncoding) -> Double {
      let value = Double(code - 64) / 876
      switch color {
      case .sdr: return 203 * pow(max(0, value), 2.4)
      case .hlg: return nits(ofHLG: value)
      case .pq: return nits(ofPQ: value)
      }
    }

    static func code(_ nits: Double, _ color: ColorEncoding) -> Double {
      64 + 876 * (color == .hlg ? hlg(nits) : color == .pq ? pq(nits) : pow(min(1, nits / 203), 1 / 2.4))
    }
  }

  /// A lossless clip of 30 frames at 25 frames/s. Its columns of 16 pixels have these 10-bit lumas
  /// and no chroma.
  private func clip(
    _ name: String, _ codes: [Int], _ color: ColorEncoding, height: Int = 16
  ) async throws -> String {
    let luma = codes.indices.dropLast().reversed().reduce("\(codes.last ?? 64)") {
      "if(lt(X\\,\(16 * ($1 + 1)))\\,\(codes[$1])\\,\($0))"
    }
    let tags = color.tags
    return try await media.make(
      name,
      [
        "-f", "lavfi", "-i",
        "color=black:s=\(16 * codes.count)x\(height):r=25:d=1.2,format=yuv420p10le,geq=lum='\(luma)':cb=512:cr=512",
        "-colorspace", tags.matrix, "-color_primaries", tags.primaries, "-color_trc", tags.transfer,
        "-color_range", "tv", "-c:v", "libx264", "-qp", "0",
      ])
  }

  /// The 10-bit luma at the centre of each of `count` columns, for each frame.
  private func columns(_ frames: [[UInt8]], _ count: Int) -> [[Int]] {
    frames.map { frame in
      (0..<count).map { column in
        let place = (8 * 16 * count + column * 16 + 8) * 2
        return Int(frame[place]) | Int(frame[place + 1]) << 8
      }
    }
  }

  /// The luma of the frames of `film`, without an encoder.
  private func columns(of film: FilmRequest, _ count: Int) async throws -> [[Int]] {
    columns(try await media.pictures(of: film), count)
  }

  private func request(_ first: String, _ second: String, to name: String) -> FilmRequest {
    var junction = FilmJunction()
    junction.transition = TransitionChoice(name: "dissolve")
    junction.duration = .frames(11)
    junction.timing = .linear
    var request = FilmRequest(
      clips: [FilmClip(.file(path: first)), FilmClip(.file(path: second))], junctions: [junction],
      output: media.file(name))
    request.output.codec = .ffv1
    return request
  }

  /// 0, 18 % and 100 % of white, and two highlights.
  private static let nits = [0.0, 36.5, 203, 500, 1000]

  /// The encodings of two clips. The first is the film's encoding.
  private static let encodings: [(ColorEncoding, ColorEncoding)] = [
    (.hlg, .sdr), (.pq, .hlg), (.hlg, .hlg), (.pq, .pq), (.pq, .sdr), (.hlg, .pq),
  ]

  @Test(
    "clips keep their luminance in HDR films",
    arguments: cases(1, of: encodings))
  func mixing(_ first: ColorEncoding, _ second: ColorEncoding) async throws {
    let lights = Self.nits
    let codes = { (color: ColorEncoding, nits: [Double]) in nits.map { Int(Light.code($0, color).rounded()) }
    }
    let (one, two) = (codes(first, lights), codes(second, lights.reversed()))
    let (a, b) = (try await clip("a.mov", one, first), try await clip("b.mov", two, second))
    let film = request(a, b, to: "film.mkv")
    let report = try await FilmJob(film).plan()
    #expect(report.film.color == first.rawValue && report.film.depth == 10)
    #expect(report.clips.map(\.color) == [first.rawValue, second.rawValue])
    #expect(report.clips.map(\.depth) == [10, 10])
    #expect(report.warnings.contains { $0.contains("HLG") || $0.contains("PQ") })
    let frames = try await columns(of: film, lights.count)
    #expect(frames.count == 49)
    // The first clip's unmixed frames have the decoder's bits.
    for frame in frames.prefix(19) { #expect(frame == one) }
    for (index, start) in one.enumerated() {
      let end = Light.code(min(Light.nits(two[index], second), first == .hlg ? 1000 : 10_000), first)
      #expect(abs(Double(frames[48][index]) - end) <= 1.01, "column \(index): \(frames[48][index]), \(end)")
      // Frame 24 is the middle of the overlap's eleven frames.
      let middle: Double
      if first == .hlg {
        middle = (Double(start) + end) / 2
      } else {
        let power = { (code: Double) in pow(Light.nits(ofPQ: (code - 64) / 876) / 10_000, 1 / 2.4) }
        middle = Light.code(10_000 * pow((power(Double(start)) + power(end)) / 2, 2.4), .pq)
      }
      #expect(
        abs(Double(frames[24][index]) - middle) <= 1.01, "half-way \(index): \(frames[24][index]), \(middle)")
    }
  }

  @Test("the middle of a PQ dissolve from white to black has 18.9 % of white's light", .full)
  func gamma() async throws {
    let white = try await clip("w.mov", [573, 573], .pq)
    let black = try await clip("k.mov", [64, 64], .pq)
    let middle = try await columns(of: request(white, black, to: "film.mkv"), 2)[24][0]
    let share = Light.nits(middle, .pq) / Light.nits(573, .pq)
    #expect(abs(share - pow(0.5, 2.4)) < 0.005, "\(share)")
  }

  @Test("light=linear mixes display light", arguments: cases(1, of: [ColorEncoding.hlg, .pq]))
  func linear(_ color: ColorEncoding) async throws {
    let codes = Self.nits.map { Int(Light.code($0, color).rounded()) }
    let (a, b) = (
      try await clip("a.mov", codes, color), try await clip("b.mov", codes.reversed(), color)
    )
    var request = request(a, b, to: "film.mkv")
    request.items[1].junction?.transition = TransitionChoice(name: "dissolve", texts: [("light", "linear")])
    let middle = try await columns(of: request, codes.count)[24]
    for (index, code) in middle.enumerated() {
      let other = codes[codes.count - 1 - index]
      let light = (Light.nits(codes[index], color) + Light.nits(other, color)) / 2
      #expect(abs(Double(code) - Light.code(light, color)) <= 1.01, "column \(index): \(code), \(light)")
    }
  }

  @Test("10-bit SDR keeps its levels")
  func standard() async throws {
    // Four 10-bit codes per 8-bit code.
    let codes = [401, 402, 403, 404, 405]
    let (a, b) = (
      try await clip("a.mov", codes, .sdr), try await clip("b.mov", codes.map { $0 + 6 }, .sdr)
    )
    var request = request(a, b, to: "film.mkv")
    request.output.depth = .ten
    let report = try await FilmJob(request).run()
    #expect(report.film.color == "sdr" && report.film.depth == 10)
    let bytes = try await media.decode("film.mkv", as: "yuv420p10le", isPassed: true)
    let frames = columns(bytes.frames(of: 16 * 5 * 16 * 3), 5)
    #expect(frames[0] == codes && frames[48] == codes.map { $0 + 6 })
    #expect(frames[24] == codes.map { $0 + 3 })
    request.output.depth = nil
    request.output.overwrites = true
    #expect(try await FilmJob(request).plan().film.depth == 8)
  }

  @Test(
    "pictures, colours and titles have their white at 203 cd/m²",
    arguments: cases(1, of: [ColorEncoding.pq, .hlg]))
  func white(_ color: ColorEncoding) async throws {
    var black = FilmClip(.color(.black))
    black.duration = .seconds(1.2)
    try media.write(Snapshot(width: 64, height: 16) { _, _ in .white }, to: "white.png")
    var request = FilmRequest(
      clips: [
        black, FilmClip(.color(.white)), FilmClip(.file(path: media.file("white.png"))),
      ], junctions: [FilmJunction.cut, FilmJunction.cut], output: media.file("film.mkv"))
    request.output.codec = .ffv1
    request.output.color = color
    request.output.frameRate = try FrameRate(25)
    request.output.size = .exact(ImageSize(width: 64, height: 16))
    request.pictureDuration = 0.4
    var title = FilmTitle("MMMMMM")
    (title.end, title.size, title.fade, title.box) = (.seconds(0.2), 0.7, 0, .white)
    title.place = .center
    title.shadow = nil
    request.titles = [title]
    let frames = try await columns(of: request, 4)
    let expected = Light.code(203, color)
    #expect(abs(Double(frames[33][1]) - expected) <= 0.6, "a colour: \(frames[33]), \(expected)")
    #expect(abs(Double(frames[45][1]) - expected) <= 0.6, "a picture: \(frames[45]), \(expected)")
    let brightest = frames[2].max() ?? 0
    #expect(abs(Double(brightest) - expected) <= 0.6, "a title: \(frames[2]), \(expected)")
  }

  private static let streams: [(String, VideoCodec?, String, String)] = [
    ("o.mp4", nil, "hevc", "Main 10"), ("o.webm", .vp9, "vp9", "Profile 2"),
    ("o.mov", .prores, "prores", "HQ"), ("o.mp4", .av1, "av1", "Main"),
    ("o.mp4", .h264, "h264", "High 10"),
  ]

  @Test(
    "files and streams have the standard's colour tags",
    arguments: cases(2, of: streams))
  func tags(_ name: String, _ codec: VideoCodec?, _ stream: String, _ profile: String) async throws {
    let a = try await clip("a.mov", [64, 300, 600, 721], .hlg, height: 64)
    var request = FilmRequest(clips: [FilmClip(.file(path: a))], junctions: [], output: media.file(name))
    request.output.codec = codec
    if codec == .h264 { request.output.depth = .ten }
    try await FilmJob(request).run()
    let facts = try await FFmpeg.probe(media.file(name))
    #expect(facts["codec_name"] == stream && facts["pix_fmt"]?.hasSuffix("10le") == true)
    #expect(facts["color_transfer"] == "arib-std-b67")
    #expect(facts["color_space"] == "bt2020nc" && facts["color_primaries"] == "bt2020")
    #expect(facts["profile"] == profile, "\(facts)")
    if stream == "hevc" { #expect(facts["codec_tag_string"] == "hvc1") }
  }

  /// The light level metadata of a file.
  private func levels(_ name: String) async throws -> LightLevels? {
    let probe = ClipProbe()
    return try await probe.light(of: try await probe.info(of: media.file(name)))
  }

  @Test("mastering display and light level metadata of PQ are kept")
  func lightLevels() async throws {
    let light =
      "hdr10=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=900,300"
    try await media.make(
      "pq.mp4",
      [
        "-f", "lavfi", "-i", "color=gray:s=64x64:r=25:d=0.4,format=yuv420p10le", "-c:v", "libx265",
        "-x265-params", "log-level=error:" + light, "-colorspace", "bt2020nc", "-color_primaries", "bt2020",
        "-color_trc", "smpte2084", "-color_range", "tv",
      ])
    let source = try #require(try await levels("pq.mp4"))
    #expect(source.luminance == [1000, 0.005] && source.content == [900, 300])
    let outputs: [(name: String, codec: VideoCodec?)] = [("o.mp4", nil), ("o.mkv", .av1)]
    for (name, codec) in cases(1, of: outputs) {
      var request = FilmRequest(
        clips: [FilmClip(.file(path: media.file("pq.mp4")))], junctions: [], output: media.file(name))
      request.output.codec = codec
      try await FilmJob(request).run()
      let made = try #require(try await levels(name), "\(name)")
      #expect(made.content == source.content, "\(name)")
      for (a, b) in zip(made.chromaticities + made.luminance, source.chromaticities + source.luminance) {
        #expect(abs(a - b) < 0.0002, "\(name): \(made)")
      }
    }
  }

  @Test("HDR clips are copied")
  func copying() async throws {
    for name in ["a.mov", "b.mov"] {
      try await media.make(
        name,
        [
          "-f", "lavfi", "-i", "testsrc2=s=128x96:r=25:d=3,format=yuv420p10le", "-c:v", "libx265", "-preset",
          "veryfast", "-x265-params", "log-level=error:keyint=12:open-gop=0", "-tag:v", "hvc1", "-colorspace",
          "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67", "-color_range", "tv",
        ])
    }
    var request = request(media.file("a.mov"), media.file("b.mov"), to: "film.mp4")
    request.output.codec = nil
    request.copies = true
    let isMade = Tier.current == .full
    let report: FilmReport
    if isMade {
      report = try await FilmJob(request).run()
    } else {
      report = try await FilmJob(request).plan()
    }
    #expect(report.film.color == "hlg" && report.film.depth == 10)
    #expect(report.film.frames == 139 && (report.film.copiedFrames ?? 0) > 100, "\(report)")
    #expect(report.clips[0].copied?.isEmpty == false)
    if isMade {
      let (source, film) = (
        try await media.decode("a.mov", as: "yuv420p10le").frames(of: 128 * 96 * 3),
        try await media.decode("film.mp4", as: "yuv420p10le").frames(of: 128 * 96 * 3)
      )
      #expect(film.count == 139)
      for span in report.clips[0].copied ?? [] {
        for frame in span[0]..<span[1] { #expect(film[frame] == source[frame], "frame \(frame)") }
      }
      let facts = try #require(try await ClipProbe().info(of: media.file("film.mp4")).video)
      #expect(facts.color == .hlg && facts.bits == 10)
    }
    request.output.color = .sdr
    request.output.overwrites = true
    let error = await #expect(throws: SegueError.self) { try await FilmJob(request).run() }
    #expect(
      error
        == SegueError(UsageError.conflict(.copied(.color, clip: request.clips[0].path ?? "", value: "HLG"))))
  }

  @Test("HDR is tone-mapped for an SDR output with a warning")
  func outputs() throws {
    func settled(
      _ path: String, _ source: ColorEncoding, _ change: (inout OutputRequest) -> Void = { _ in }
    ) throws -> (FrameColor, VideoCodec?, [String]) {
      var output = OutputRequest(path)
      change(&output)
      let (settled, notices) = try output.settlingColor(source, of: "a.mov", .properties)
      return (settled.frameColor, settled.codec, notices.messages)
    }
    for format in ["o.gif", "o.webp", "o.apng", "o.y4m", "o.png", "frames/"] {
      let (color, _, notes) = try settled(format, .hlg)
      #expect(color == FrameColor() && notes.count == 1, "\(format): \(notes)")
    }
    let (raw, _, rawNotes) = try settled("o.raw", .pq) { ($0.format, $0.depth) = (.raw, .sixteen) }
    #expect(raw == FrameColor(.sdr, .sixteen))
    #expect(
      rawNotes.count == 1 && rawNotes[0].contains("since raw cannot label its values as HDR"), "\(rawNotes)")
    #expect(
      try settled("o.raw", .sdr) { ($0.format, $0.color) = (.raw, .pq) }.0 == FrameColor(.pq, .sixteen))
    let (h264, _, notes) = try settled("o.mp4", .pq) { $0.codec = .h264 }
    #expect(
      h264 == FrameColor() && notes.first?.contains("unless h264 has 10 bits") == true, "\(notes)")
    #expect(try settled("o.mp4", .sdr).0 == FrameColor() && settled("o.mp4", .sdr).2.isEmpty)
    #expect(try settled("o.mp4", .sdr).1 == nil)
    #expect(try settled("o.mp4", .hlg).0 == FrameColor(.hlg, .ten) && settled("o.mp4", .hlg).1 == .hevc)
    #expect(try settled("o.webm", .pq).1 == .av1)
    #expect(try settled("o.mov", .sdr) { $0.codec = .prores }.0 == FrameColor(.sdr, .ten))
    #expect(try settled("o.png", .sdr) { $0.color = .pq }.0 == FrameColor(.pq, .sixteen))
    #expect(try settled("o.mp4", .hlg) { $0.depth = .eight }.0 == FrameColor())
    #expect(throws: UsageError.self) { try settled("o.gif", .sdr) { $0.color = .hlg } }
    #expect(throws: UsageError.self) { try settled("o.mp4", .hlg) { ($0.color, $0.depth) = (.hlg, .eight) } }
    #expect(throws: UsageError.self) { try settled("o.png", .sdr) { $0.depth = .ten } }
    #expect(throws: UsageError.self) { try settled("o.mp4", .sdr) { $0.depth = .sixteen } }
  }
}
