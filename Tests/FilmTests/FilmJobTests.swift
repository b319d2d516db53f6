import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm

/// Films that are rendered, and decoded again by ffmpeg.
@Suite("Film jobs", .serialized, .needs("ffmpeg")) struct FilmJobTests {
  private let media: Media

  init() throws { media = try Media() }

  /// A second of black and silence with a flash on frame 15 and a beep at the same time.
  private func flash() async throws -> String {
    try await media.make(
      "flash.mov",
      [
        "-f", "lavfi", "-i",
        "color=c=black:s=64x48:r=30:d=1,drawbox=c=white:t=fill:enable='eq(n,15)',format=yuv420p", "-f",
        "lavfi", "-i", "aevalsrc='if(between(t,0.5,0.55),0.8*sin(2*PI*1000*(t-0.5)),0)':s=48000:d=1",
        "-color_range", "tv", "-colorspace", "bt709", "-c:v", "libx264", "-qp", "0", "-c:a", "pcm_s16le",
      ])
  }

  @Test("the flashes and beeps of many clips are in sync within 1 ms", .full)
  func inStep() async throws {
    let clip = try await flash()
    let count = 30
    let clips = (0..<count).map { _ in FilmClip(.file(path: clip)) }
    let junctions = (1..<count).map { index in
      index % 3 == 0 ? FilmJunction.cut : FilmJunction(duration: .frames(6))
    }
    let overlapCount = (1..<count).count { $0 % 3 != 0 }
    let request = FilmRequest(clips: clips, junctions: junctions, output: media.file("film.mkv"))
    let report = try await FilmJob(request).plan()
    #expect(report.film.frames == count * 30 - overlapCount * 6)
    let luma = try await media.frames(of: request, as: "gray")
    let brightness = stride(from: 0, to: luma.count, by: 64 * 48).map { Int(luma[$0 + 64 * 24 + 32]) }
    #expect(brightness.count == report.film.frames)
    let flashes = brightness.indices.filter { brightness[$0] > 128 }
    #expect(flashes == report.clips.map { $0.start + 15 })
    let sound = try await media.samples(of: request)
    #expect(sound.count == report.film.frames * 1600)
    for frame in flashes {
      let expected = frame * 1600
      let onset = try #require((expected - 480..<expected + 480).first { abs(sound[$0]) > 0.02 })
      #expect(abs(onset - expected) <= 48, "frame \(frame)")
    }
  }

  @Test("frames outside of an overlap are the clips' frames, bit for bit")
  func exactFrames() async throws {
    for (name, hue) in [("a.mp4", 0), ("b.mp4", 90)] {
      try await media.make(
        name,
        [
          "-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=2", "-vf", "hue=h=\(hue),format=yuv420p",
          "-color_range", "tv", "-colorspace", "bt709", "-c:v", "libx264", "-g", "12",
        ])
    }
    var request = FilmRequest(
      clips: ["a.mp4", "b.mp4"].map { FilmClip(.file(path: media.file($0))) },
      junctions: [FilmJunction(duration: .frames(10))],
      output: media.file("film.y4m"))
    request.items[1].clip.start = .seconds(0.52)
    try await FilmJob(request).run()
    let frameSize = 96 * 64 * 3 / 2
    func frames(_ name: String) async throws -> [[UInt8]] {
      try await media.decode(name, as: "yuv420p").frames(of: frameSize)
    }
    let (film, a, b) = (
      try await frames("film.y4m"), try await frames("a.mp4"), try await frames("b.mp4")
    )
    #expect(film.count == 77)
    #expect(Array(film[0...40]) == Array(a[0...40]))
    #expect(Array(film[49...]) == Array(b[22...]))
    // The overlap's second frame is nearly the outgoing clip's.
    let jump = zip(film[41], a[41]).map { abs(Int($0) - Int($1)) }
    #expect(jump.reduce(0, +) < frameSize * 24)
    #expect(film[45] != a[45] && film[45] != b[13 + 5])
  }

  @Test("a clip without sound is silent in a film with sound")
  func silence() async throws {
    let size = ImageSize(width: 64, height: 48)
    let silent = try media.facts("silent.mov", size: size, rate: 30, seconds: 1)
    let loud = try media.heard("loud.mov", rate: 30, seconds: 1) { 0.5 * sin(2 * .pi * 480 * $0) }
    let request = FilmRequest(
      clips: [silent, loud, silent].map { FilmClip(.file(path: $0)) }, junctions: [.cut, .cut],
      output: media.file("film.wav"))
    let report = try await FilmJob(request).plan()
    #expect(report.audio?.samples == 144_000)
    let mixed = try await media.channels(of: request)
    let (left, right) = (mixed[0], mixed[1])
    #expect(left.count == 144_000 && left == right)
    #expect(left[..<48_000].allSatisfy { $0 == 0 } && left[96_000...].allSatisfy { $0 == 0 })
    let middle = left[60_000..<84_000].map(abs).max() ?? 0
    #expect(abs(middle - 0.5) < 0.002)
    // The fade at the cut takes 5 ms, so the first values are small.
    #expect((left[48_000..<48_024].map(abs).max() ?? 1) < 0.06)
  }

  @Test("a film without sound has no audio stream")
  func pictures() async throws {
    let picture = Snapshot(width: 64, height: 48) { x, y in
      RGBAColor(red: UInt8(4 * x), green: UInt8(5 * y), blue: UInt8(x * y % 256))
    }
    var request = FilmRequest(
      clips: [FilmClip(.file(path: try media.write(picture, to: "p.png"))), FilmClip(.color(.black))],
      junctions: [.standard], output: media.file("film.mkv"))
    request.pictureDuration = 2
    request.motion = .auto
    let report = try await FilmJob(request).plan()
    #expect(report.audio == nil)
    #expect(report.film.frames == (60 + 60 - 24 as Int))
    #expect(report.film.width == 64 && report.film.height == 48)
    let luma = try await media.frames(of: request, as: "gray")
    let row = { (frame: Int) in Array(luma[(frame * 64 * 48)..<(frame * 64 * 48 + 64)]) }
    #expect(row(0) != row(30))
    #expect(luma.suffix(64 * 48).allSatisfy { $0 == luma[luma.count - 1] })
  }

  @Test("a missing font or glyph in a title causes a warning")
  func missingFont() async throws {
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(1)
    var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.y4m"))
    request.output.size = .exact(ImageSize(width: 64, height: 48))
    var (plain, foreign, unknown) = (FilmTitle("plain"), FilmTitle("foreign"), FilmTitle("a\u{10FFFD}"))
    plain.font = "DejaVu Sans Bold"
    foreign.font = "Nowhere Grotesk"
    unknown.font = "DejaVu Sans"
    request.titles = [plain, foreign, unknown]
    let warnings = try await FilmJob(request).run().warnings
    #expect(warnings.count == 2)
    #expect(
      warnings.first?.hasPrefix("font “Nowhere Grotesk” is missing, so the title “foreign” is set in ")
        == true)
    #expect(warnings.last?.hasPrefix("no font has 1 of the characters of the title “a") == true)
  }

  @Test("a title changes only its own frames and area")
  func titles() async throws {
    var clip = FilmClip(.color(RGBAColor(red: 64, green: 64, blue: 64)))
    clip.duration = .seconds(2)
    var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.y4m"))
    request.output.size = .exact(ImageSize(width: 160, height: 120))
    request.output.frameRate = try FrameRate(20)
    var title = FilmTitle("HHHH")
    (title.start, title.end, title.size, title.fade) = (.seconds(0.5), .seconds(1.5), 0.3, 0.2)
    var late = FilmTitle("late")
    late.start = .seconds(9)
    request.titles = [title, late]
    let report = try await FilmJob(request).run()
    #expect(report.warnings.contains { $0.contains("“late” is never shown") })
    let luma = try await media.decode("film.y4m", as: "gray")
    let frames = luma.frames(of: 160 * 120)
    #expect(frames.count == 40)
    let plain = frames[0][0]
    let brightest = frames.map { $0.max() ?? 0 }
    for index in 0..<40 where !(10..<30).contains(index) {
      #expect(frames[index].allSatisfy { $0 == plain }, "frame \(index)")
    }
    // The title fades in and out over four frames each.
    #expect(brightest[20] > 225)
    #expect((10..<14).allSatisfy { brightest[$0] < brightest[$0 + 1] })
    #expect(brightest[10..<20].elementsEqual(brightest[20..<30].reversed()))
    // The title is centred at the bottom.
    let lit = frames[20].indices.filter { frames[20][$0] > 200 }
    let (rows, columns) = (lit.map { $0 / 160 }, lit.map { $0 % 160 })
    #expect((rows.min() ?? 0) > 60)
    #expect(abs((columns.min() ?? 0) + (columns.max() ?? 0) - 159) <= 6)
  }

  @Test("music loops without a gap")
  func music() async throws {
    let song = try media.wave("song.wav", seconds: 1, channels: 2) { 0.5 * sin(2 * .pi * 500 * $0) }
    var request = FilmRequest(
      clips: [FilmClip(.color(.black))], junctions: [], output: media.file("film.wav"))
    request.pictureDuration = 8
    request.output.size = .exact(ImageSize(width: 64, height: 48))
    request.music = [FilmMusic(path: song)]
    let sound = try await media.samples(of: request)
    #expect(sound.count == (8 * 48_000 as Int))
    // Without a gap every 5 ms before the fade has a crest, and no step exceeds the tone's own.
    for start in stride(from: 0, to: 5 * 48_000 - 240, by: 240) {
      #expect((sound[start..<start + 240].map(abs).max() ?? 0) > 0.3, "at \(start)")
    }
    let steps = zip(sound.dropFirst(), sound).map { abs($0 - $1) }
    #expect((steps.max() ?? 1) < 0.5 * 2 * Float.pi * 500 / 48_000 * 1.3)
    #expect((sound.suffix(48).map(abs).max() ?? 1) < 0.001)
    let half = sound[(6 * 48_000 + 24_000 - 480)..<(6 * 48_000 + 24_000 + 480)].map(abs).max() ?? 0
    #expect(abs(half - 0.25) < 0.01)
  }
}
