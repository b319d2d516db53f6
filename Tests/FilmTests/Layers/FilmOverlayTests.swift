import Foundation
import SegueImaging
import SegueMedia
import SegueMotion
import SegueRendering
import TestSupport
import Testing

import SegueFilms
import SegueRun
import SegueSystem

@testable import SegueFilm
@testable import SegueRun

/// Pictures, animations and videos over a film.
@Suite("Overlays", .serialized, .needs("ffmpeg")) struct FilmOverlayTests {
  private let media: Media
  private let size = ImageSize(width: 200, height: 100)

  init() throws { media = try Media() }

  /// Three seconds of black at 10 frames/s, lossless.
  private func request(_ output: String = "film.mkv") throws -> FilmRequest {
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(1.5)
    var request = FilmRequest(
      clips: [clip, clip], junctions: [FilmJunction(transition: "push", duration: .frames(6))],
      output: media.file(output))
    request.output.size = .exact(size)
    if output.hasSuffix("mkv") { request.output.codec = .ffv1 }
    request.output.frameRate = try FrameRate(10)
    request.output.overwrites = true
    return request
  }

  /// The green of a pixel in each frame; in a Y4M file of a grey film, its level.
  private func greens(_ x: Int, _ y: Int, _ name: String = "film.mkv") async throws -> [Int] {
    if name.hasSuffix("y4m") {
      let levels = try await media.decode(name, as: "gray", isPassed: true)
      return stride(from: y * 200 + x, to: levels.count, by: 200 * 100).map { Int(levels[$0]) }
    }
    let bytes = try await media.decode(name, as: "rgb24", isPassed: true)
    return stride(from: (y * 200 + x) * 3 + 1, to: bytes.count, by: 200 * 100 * 3).map { Int(bytes[$0]) }
  }

  private func picture(_ name: String, _ color: RGBAColor, width: Int = 40) throws -> FilmOverlay {
    let picture = Snapshot(width: width, height: width / 2) { _, _ in color }
    return FilmOverlay(path: try media.write(picture, to: name))
  }

  /// An animation of two white and two black pictures.
  private func blinkingGIF() async throws -> String {
    try await media.make(
      "a.gif",
      ["-f", "lavfi", "-i", "color=c=black:s=64x64:r=10:d=0.4,drawbox=c=white:t=fill:enable='lt(n,2)'"])
  }

  @Test(
    "an SVG is drawn at its displayed size")
  func drawing() async throws {
    // A point of 8 by 4 would be a gradient if it were enlarged.
    let text =
      ##"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"><rect width="8" height="4" fill="#000"/>"##
      + ##"<rect x="4" width="4" height="4" fill="#0f0"/></svg>"##
    try media.write(Array(text.utf8), to: "logo.svg")
    func row(_ request: FilmRequest, _ y: Int) async throws -> [Int] {
      _ = try await FilmJob(request).run()
      let bytes = try await media.decode("film.y4m", as: "rgb24", isPassed: true)
      return (0..<200).map { Int(bytes[(y * 200 + $0) * 3 + 1]) }
    }
    var request = try request("film.y4m")
    var overlay = FilmOverlay(path: media.file("logo.svg"))
    (overlay.place, overlay.size, overlay.margin, overlay.fade) = (.topLeft, 0.5, 0, 0)
    request.overlays = [overlay]
    let over = try await row(request, 24)
    // Two pixels share a chroma sample.
    #expect(over[0..<49].allSatisfy { $0 < 3 } && over[51..<99].allSatisfy { $0 > 250 })
    #expect(over[101...].allSatisfy { $0 < 3 })
    for (crop, edge) in [(nil, 100), (PictureMotion.Part(x: 0.25, y: 0.25, width: 0.5, height: 0.5), 100)] {
      var clip = FilmClip(.file(path: media.file("logo.svg")))
      (clip.duration, clip.crop) = (.seconds(0.2), crop)
      (request.overlays, request.items) = ([], [FilmItem(clip)])
      let all = try await row(request, 50)
      // The width of an encoded edge; an enlarged point would be 25 columns wide.
      #expect(
        all[..<(edge - 4)].allSatisfy { $0 < 10 } && all[(edge + 4)...].allSatisfy { $0 > 244 }, "\(all)")
    }
  }

  @Test(
    "an overlay is drawn only in its frames and at its position"
  )
  func place() async throws {
    var request = try request("film.y4m")
    var overlay = try picture("half.png", RGBAColor(red: 255, green: 255, blue: 255, alpha: 128))
    (overlay.place, overlay.size, overlay.margin) = (.bottomRight, 0.25, 0.05)
    (overlay.start, overlay.end) = (.seconds(0.5), .seconds(-0.4))
    request.overlays = [overlay]
    let report = try await FilmJob(request).run()
    #expect(report.film.frames == 24 && report.overlays?.map { [$0.start, $0.end] } == [[5, 20]])
    // 50 by 25 pixels, 10 from the edges: columns 140 to 189, rows 65 to 89.
    for (x, y) in [(142, 67), (187, 87), (165, 77)] {
      let found = try await greens(x, y, "film.y4m")
      #expect(
        found.enumerated().allSatisfy { (5..<20).contains($0) ? abs($1 - 128) <= 2 : $1 <= 1 }, "\(found)")
    }
    for (x, y) in [(138, 77), (191, 77), (165, 63), (165, 91)] {
      let found = try await greens(x, y, "film.y4m")
      #expect(found.allSatisfy { $0 <= 2 }, "\(x), \(y): \(found)")
    }
    request.overlays[0].opacity = 0.5
    try await FilmJob(request).run()
    #expect(abs(try await greens(165, 77, "film.y4m")[10] - 64) <= 2)
  }

  private static let places: [(FilmTitle.Place, Double)] = [
    (.bottomRight, 0.0275), (.center, 0.03), (.topLeft, 0.045), (.right, 0.0525),
  ]

  @Test(
    "an overlay's edges are aligned to chroma samples at every position",
    arguments: cases(1, of: places))
  func edges(_ place: FilmTitle.Place, _ margin: Double) async throws {
    let red = RGBAColor(red: 255, green: 0, blue: 0)
    let picture = try media.write(Snapshot(width: 40, height: 20) { _, _ in red }, to: "p.png")
    let video = try await media.make(
      "v.mp4",
      [
        "-f", "lavfi", "-i", "color=red:s=40x20:r=10:d=0.2,format=rgb24", "-vf",
        "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-colorspace", "bt709", "-color_range",
        "tv", "-c:v", "libx264", "-qp", "0",
      ])
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(0.1)
    for path in [picture, video] {
      var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.y4m"))
      request.output.size = .exact(ImageSize(width: 160, height: 90))
      request.output.frameRate = try FrameRate(10)
      request.output.overwrites = true
      var overlay = FilmOverlay(path: path)
      (overlay.place, overlay.size, overlay.margin) = (place, 0.25, margin)
      request.overlays = [overlay]
      try await FilmJob(request).run()
      let planes = try await media.decode("film.y4m", as: "yuv420p", isPassed: true)
      // BT.709: red is 63, 102, 240; black is 16, 128, 128.
      let luma = planes[..<14400]
      let (cb, cr) = (planes[14400..<18000], planes[18000..<21600])
      #expect(luma.count { abs(Int($0) - 63) <= 1 } == 800 && luma.count { $0 == 16 } == 13600)
      #expect(cb.count { abs(Int($0) - 102) <= 1 } == 200 && cb.count { $0 == 128 } == 3400, "\(path)")
      #expect(cr.count { $0 >= 239 } == 200 && cr.count { $0 == 128 } == 3400, "\(path)")
    }
  }

  @Test(
    "an unscaled overlay is copied value for value",
    arguments: [(FilmTitle.Place.topLeft, 0.045, 8, 8), (.bottomRight, 0.0325, 114, 64)])
  func unscaled(_ place: FilmTitle.Place, _ margin: Double, _ left: Int, _ top: Int) async throws {
    var random = SplitMix64(39)
    let greys = (0..<800).map { _ in UInt8.random(in: 0...255, using: &random) }
    let picture = Snapshot(width: 40, height: 20) { x, y in
      let grey = greys[y * 40 + x]
      return RGBAColor(red: grey, green: grey, blue: grey)
    }
    try media.write(PNGEncoder().encode(picture), to: "p.png")
    let wanted = greys.map { PixelArithmetic.luma(RGBAColor(red: $0, green: $0, blue: $0)) }
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(0.1)
    for source in [FilmOverlay.Source.file(path: media.file("p.png")), .snapshot(picture)] {
      var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.y4m"))
      request.output.size = .exact(ImageSize(width: 160, height: 90))
      request.output.frameRate = try FrameRate(10)
      (request.output.overwrites, request.drawing.backend) = (true, .cpu)
      var overlay = FilmOverlay(source)
      (overlay.place, overlay.size, overlay.margin) = (place, 0.25, margin)
      request.overlays = [overlay]
      try await FilmJob(request).run()
      let planes = try await media.decode("film.y4m", as: "yuv420p", isPassed: true)
      try #require(planes.count == 21_600)
      let found = (top..<top + 20).flatMap { (row: Int) -> ArraySlice<UInt8> in
        let start = row * 160 + left
        return planes[start..<start + 40]
      }
      #expect(found == wanted)
      // Other pixels are black, and grey has neutral chroma.
      let own = wanted.count { $0 == 16 }
      #expect(planes[..<14400].count { $0 == 16 } == 13600 + own)
      #expect(planes[14400...].allSatisfy { abs(Int($0) - 128) <= 1 })
    }
  }

  @Test("overlays fade like titles")
  func fade() async throws {
    var request = try request("film.y4m")
    let grey = RGBAColor(red: 64, green: 64, blue: 64)
    var (below, above) = (try picture("a.png", .white), try picture("b.png", grey))
    (below.fade, below.end) = (0.3, .seconds(1))
    (above.start, above.size, above.place) = (.seconds(1.2), 1, .center)
    below.place = .center
    request.overlays = [below, above]
    try await FilmJob(request).run()
    let found = try await greens(100, 50, "film.y4m")
    let wanted = [64, 128, 191, 255, 255, 255, 255, 191, 128, 64, 0, 0] + [Int](repeating: 64, count: 12)
    #expect(zip(found, wanted).allSatisfy { abs($0 - $1) <= 3 } && found.count == 24, "\(found)")
    request.overlays = [above, below].map {
      var overlay = $0
      (overlay.start, overlay.end, overlay.fade) = (.seconds(0), nil, 0)
      return overlay
    }
    try await FilmJob(request).run()
    #expect(try await greens(100, 50, "film.y4m").allSatisfy { $0 >= 252 })
  }

  @Test(
    "an animation loops for the overlay's duration", .full)
  func moving() async throws {
    // Frame n of the video is 40 + 10n. The animation alternates.
    let levels = "geq=lum='16+(40+10*N)*219/255':cb=128:cr=128"
    let video = try await media.make(
      "v.mkv",
      [
        "-f", "lavfi", "-i", "color=s=64x64:r=10:d=0.9,format=yuv420p,\(levels)", "-color_range", "tv",
        "-colorspace", "bt709", "-c:v", "ffv1",
      ])
    let animation = try await blinkingGIF()
    var request = try request("film.y4m")
    var (first, second) = (FilmOverlay(path: video), FilmOverlay(path: animation))
    (first.place, first.start, first.end) = (.left, .seconds(0.3), .seconds(2))
    second.place = .right
    request.overlays = [first, second]
    let report = try await FilmJob(request).run()
    #expect(
      report.warnings.contains {
        $0.hasSuffix("v.mkv runs out of frames, so it disappears at 1.2 s")
      },
      "\(report.warnings)")
    let shown = try await greens(26, 50, "film.y4m")
    let wanted = (0..<24).map { (3..<12).contains($0) ? 40 + 10 * ($0 - 3) : 0 }
    #expect(zip(shown, wanted).allSatisfy { abs($0 - $1) <= 3 }, "\(shown)")
    let blinking = try await greens(174, 50, "film.y4m")
    #expect(blinking.enumerated().allSatisfy { abs($1 - ($0 % 4 < 2 ? 255 : 0)) <= 6 }, "\(blinking)")
    (request.output.path, request.output.codec) = (media.file("film.mkv"), .ffv1)
    // The second chunk begins during both, at the end of the overlap, 7 s.
    for index in 0...1 { request.items[index].clip.duration = .seconds(7) }
    (request.overlays[0].start, request.overlays[0].end) = (.seconds(6.5), nil)
    try await FilmJob(request).run()
    let whole = try await media.decode("film.mkv", as: "rgb24", isPassed: true)
    request.chunks = FilmChunks(folder: media.file("kept"), version: "1")
    let chunks = try await FilmJob(request).run().chunks
    #expect(chunks?.count == 2 && chunks?.rendered == 2)
    #expect(try await media.decode("film.mkv", as: "rgb24", isPassed: true) == whole)
    request.overlays[0].opacity = 0.9
    #expect(try await FilmJob(request).run().chunks?.rendered == 2)
    request.overlays[0].start = .seconds(7)
    #expect(try await FilmJob(request).run().chunks?.rendered == 2)
    request.overlays[0].opacity = 0.8
    #expect(try await FilmJob(request).run().chunks?.rendered == 1)
  }

  @Test("a changed picture of an image sequence changes the chunk of its overlay")
  func sequence() async throws {
    for index in 1...3 { _ = try picture("s\(index).png", .white) }
    var request = try request()
    var overlay = FilmOverlay(path: media.file("s%d.png"))
    overlay.place = .center
    request.overlays = [overlay]
    #expect(request.inputFiles == (1...3).map { media.file("s\($0).png") })
    let chunks = try await media.chunks(of: request)
    #expect(try await media.chunks(of: request) == chunks && chunks.count == 1)
    _ = try picture("s2.png", .black)
    #expect(try await media.chunks(of: request) != chunks)
    _ = try await media.frames(of: request, as: "gray")
    #expect(try await greens(100, 50, "frames.y4m").prefix(6) == [255, 0, 255, 255, 0, 255])
    try FileManager.default.removeItem(atPath: media.file("s2.png"))
    let gap = try await FilmJob(request).plan()
    #expect(
      gap.warnings.contains {
        $0.contains("1 picture is missing between the first and the last, starting with number 2")
      },
      "\(gap.warnings)")
  }

  @Test("chunks distinguish pictures in memory of different sizes")
  func picturesInMemory() async throws {
    func chunks(_ width: Int, _ height: Int) async throws -> [[String]] {
      let bytes = (0..<width * height).flatMap { index -> [UInt8] in [UInt8(index % 251), 0, 0, 255] }
      var clip = FilmClip(.snapshot(try Snapshot(width: width, height: height, rgba: bytes)))
      clip.duration = .seconds(1)
      var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
      request.output.size = .exact(size)
      return try await media.chunks(of: request)
    }
    #expect(try await chunks(40, 20) == chunks(40, 20))
    #expect(try await chunks(20, 40) != chunks(40, 20))
  }

  @Test("an overlay is silent unless it has a volume")
  func sound() async throws {
    let path = try media.heard("tone.mov", rate: 10, seconds: 1) { 0.5 * sin(2 * .pi * 1000 * $0) }
    var request = try request()
    var overlay = FilmOverlay(path: path)
    (overlay.start, overlay.volume, overlay.fade) = (.seconds(0.5), -6, 0.2)
    request.overlays = [overlay]
    let sound = try await media.samples(of: request)
    #expect(sound.count == (24 * 4800 as Int))
    func level(_ range: Range<Int>) -> Double {
      let power = sound[range].reduce(0.0) { $0 + Double($1) * Double($1) } / Double(range.count)
      return 20 * log10(max(power.squareRoot(), 1e-9) * 2.0.squareRoot())
    }
    #expect(level(0..<23_990) < -80 && level(72_100..<115_200) < -80)
    // 0.5 is −6.02 dB, the volume −6 dB more. At the middle of the fade the level is 6.02 dB lower.
    #expect(abs(level(38_400..<57_600) + 12.02) < 0.2, "\(level(38_400..<57_600))")
    #expect(abs(level(28_560..<29_040) + 18.04) < 0.4, "\(level(28_560..<29_040))")
    request.overlays[0].volume = nil
    #expect(try await FilmJob(request).plan().audio == nil)
  }

  @Test("a film may have two hundred overlays")
  func bounds() async throws {
    let logo = try picture("logo.png", .white, width: 8)
    var request = try request("film.y4m")
    request.overlays = (0..<200).map { index in
      var overlay = logo
      (overlay.size, overlay.place, overlay.margin) = (0.04, .topLeft, 0)
      overlay.start = .frames(index % 24)
      return overlay
    }
    #expect(try await FilmJob(request).run().overlays?.count == 200)
    #expect(try await greens(3, 1, "film.y4m").allSatisfy { $0 >= 252 })
    request.overlays = [FilmOverlay(path: media.file("none.png"))]
    await #expect(throws: SystemError.self) { try await FilmPlan(request) }
    let shades = [RGBAColor.white, .black].map { Snapshot(PixelBuffer(size: size, color: $0)) }
    let animation = try media.webP("a.webp", shades.map { ($0, 200) })
    request.overlays = Array(repeating: FilmOverlay(path: animation), count: 17)
    let error = await #expect(throws: FilmError.self) { try await FilmPlan(request) }
    #expect(error?.description.contains("17 videos and animations at once") == true)
  }

  @Test("an existing file's exact name takes precedence over settings")
  func parsing() throws {
    let overlay = try FilmOverlay(
      parsing: "lo,go.png,at=left,size=0.5,margin=0,opacity=0.4,start=2,end=-1,fade=0.2,volume=50%"
    ) { _ in false }
    #expect(
      overlay.path == "lo,go.png" && overlay.place == .left && overlay.size == 0.5 && overlay.margin == 0)
    #expect(overlay.opacity == 0.4 && overlay.start == .seconds(2) && overlay.end == .seconds(-1))
    #expect(overlay.fade == 0.2 && abs((overlay.volume ?? 0) + 6.02) < 0.01)
    #expect(try FilmOverlay(parsing: "a,at=top", exists: { _ in true }).path == "a,at=top")
    let error = #expect(throws: FilmError.self) { try FilmOverlay(parsing: "a,volume=-6") { _ in false } }
    #expect(error?.description.contains("-6dB") == true, "\(error?.description ?? "")")
    for (word, words) in [
      ("a.png,sise=0.3", "in place of “sise”"), ("a.png,size=0.3,0.4", "in place of “0.4”"),
      ("a.png,at=top,at=left", "“at” once"),
    ] {
      let error = #expect(throws: FilmError.self) { try FilmOverlay(parsing: word) { $0 == "a.png" } }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
    let named = try FilmOverlay(parsing: "a,b.png, at='left'") { ["a,b.png", "a"].contains($0) }
    #expect(named.path == "a,b.png" && named.place == .left)
  }
}
