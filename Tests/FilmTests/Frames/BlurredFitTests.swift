import Foundation
import SegueCPU
import SegueImaging
import SegueRendering
import TestSupport
import Testing

import SegueFilms
import SegueSystem

@testable import SegueFilm
@testable import SegueRun

/// Pictures and clips over a blurred, darkened copy.
@Suite("Blurred background", .serialized) struct BlurredFitTests {
  private let size = ImageSize(width: 240, height: 240)

  /// The share of a unit step that remains at `x` after a Gaussian of `sigma`.
  private func step(_ x: Double, sigma: Double) -> Double { 0.5 * (1 + erf(x / (sigma * 2.0.squareRoot()))) }

  /// The level at column `x` of a picture of 2:1. It is dark on the left and light on the right.
  private func level(_ x: Int, width: Int) -> UInt8 { x < width / 2 ? 40 : 200 }

  /// Checks a row of greens in the border and a row within the picture.
  private func expect(border: [Int], inside: [Int], tolerance: Double) {
    let sigma = Double(size.width) * Recipe.blurredFitSigma
    for (x, found) in border.enumerated() {
      let wanted = 0.75 * (40 + 160 * step(Double(x) + 0.5 - Double(size.width) / 2, sigma: sigma))
      #expect(abs(Double(found) - wanted) <= tolerance, "column \(x): \(found), not \(wanted)")
    }
    let half = size.width / 2
    #expect(inside[..<(half - 4)].allSatisfy { abs($0 - 40) <= 2 }, "\(inside)")
    #expect(inside[(half + 4)...].allSatisfy { abs($0 - 200) <= 2 }, "\(inside)")
  }

  @Test("the border is a blurred enlargement of the picture at 75 % brightness")
  func picture() {
    let picture = Snapshot(width: 480, height: 240) { x, _ in
      let level = level(x, width: 480)
      return RGBAColor(red: level, green: level, blue: level)
    }
    let frame = picture.filling(size, fit: .blur)
    #expect(frame.size == size && frame.isOpaque)
    for y in [0, 30, 59, 180, 239] {
      expect(
        border: (0..<240).map { Int(frame[$0, y].green) },
        inside: (0..<240).map { Int(frame[$0, 120].green) },
        tolerance: 4)
    }
    // The edge is sharp: rows 60 to 179 are the picture itself.
    let contained = picture.fitted(to: size, fit: .contain)
    for y in 60..<180 { #expect((0..<240).allSatisfy { frame[$0, y] == contained[$0, y] }) }
  }

  @Test("a picture with the frame's aspect ratio has no border")
  func borderless() {
    let square = Snapshot(width: 120, height: 120) { x, y in
      RGBAColor(red: UInt8(x), green: UInt8(y), blue: 9)
    }
    let frame = square.filling(size, fit: .blur)
    let plain = square.fitted(to: size, fit: .stretch)
    #expect(frame.rgba == plain.rgba && square.filling(square.size, fit: .blur) === square)
    let clear = Snapshot(width: 120, height: 60) { _, _ in .transparent }.filling(size, fit: .blur)
    #expect(clear.rgba.allSatisfy { $0 == 0 })
  }

  @Test("a cancelled renderer finishes a picture that it has begun")
  func stopped() {
    let stop = DrawingCancellation()
    stop.request()
    let picture = Snapshot(width: 40, height: 20) { _, _ in .white }
    let frame = DrawingCancellation.$current.withValue(stop) {
      picture.filling(ImageSize(width: 20, height: 20), fit: .blur)
    }
    #expect(frame[10, 0] == RGBAColor(red: 191, green: 191, blue: 191) && frame[10, 10] == .white)
  }

  /// Renders a lossless film of a grey clip, and returns the levels of its frames.
  private func film(_ media: Media, _ change: (inout FilmRequest) -> Void) async throws -> [[UInt8]] {
    var request = FilmRequest(
      clips: [FilmClip(.file(path: media.file("clip.mov")))], junctions: [], output: media.file("film.y4m"))
    request.output.size = .exact(size)
    request.output.overwrites = true
    change(&request)
    try await FilmJob(request).run()
    return try await media.decode("film.y4m", as: "gray", isPassed: true).frames(of: size.area)
  }

  private func makeClip(_ media: Media) async throws {
    try await media.make(
      "clip.mov",
      [
        "-f", "lavfi", "-i", "color=c=0x282828:s=480x240:r=10:d=0.5", "-vf",
        "drawbox=x=240:w=240:h=240:c=0xc8c8c8:t=fill,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p",
        "-color_range", "tv", "-colorspace", "bt709", "-c:v", "libx264", "-qp", "0",
      ])
  }

  @Test("a clip has the same border as a picture", .needs("ffmpeg"))
  func clip() async throws {
    let media = try Media()
    try await makeClip(media)
    for isOwn in cases([false], full: [true]) {
      let frames = try await film(media) { request in
        if isOwn { request.items[0].clip.fit = .blur } else { request.output.fit = .blur }
      }
      #expect(frames.count == 5)
      for frame in frames {
        func row(_ y: Int) -> [Int] { frame[(y * 240)..<(y * 240 + 240)].map(Int.init) }
        for y in [0, 58, 181, 239] { expect(border: row(y), inside: row(120), tolerance: 6) }
      }
    }
    let covered = try await film(media) { request in
      (request.output.fit, request.items[0].clip.fit) = (.blur, .stretch)
    }
    #expect((38...42).contains(covered[0][0]) && (198...202).contains(covered[0][239]))
  }

  @Test("both renderers draw the border with the same bytes", .needs("ffmpeg"), .needsOpenGL)
  func renderers() async throws {
    let media = try Media()
    try await makeClip(media)
    let cpu = try await film(media) { ($0.output.fit, $0.drawing.backend) = (.blur, .cpu) }
    let gpu = try await film(media) { ($0.output.fit, $0.drawing.backend) = (.blur, .gpu) }
    #expect(cpu == gpu)
  }
}
