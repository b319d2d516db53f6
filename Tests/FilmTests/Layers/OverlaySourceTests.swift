import Foundation
import SegueFilms
import SegueImaging
import SegueSystem
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueRun

/// Trims, speeds and loops of overlays, and films as overlays.
@Suite("Sources of overlays", .serialized, .needs("ffmpeg")) struct OverlaySourceTests {
  let media: Media
  private let size = ImageSize(width: 64, height: 36)

  init() throws { media = try Media() }

  /// A second of video, and a tone in the first tenth of each half. Frame n has the level 20 + 20n.
  func video() async throws -> String {
    try await media.make(
      "v.mov",
      [
        "-f", "lavfi", "-i",
        "color=s=64x36:r=10:d=1,format=yuv420p,geq=lum='16+(20+20*N)*219/255':cb=128:cr=128", "-f", "lavfi",
        "-i",
        "aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t,0.5),0.1)':s=48000:d=1", "-color_range", "tv", "-colorspace",
        "bt709",
        "-c:v", "libx264", "-qp", "0", "-c:a", "pcm_s16le",
      ])
  }

  /// The pictures of the video as a sequence, which no process decodes.
  func pictures() throws -> String {
    for number in 0..<10 { try media.write(grey(UInt8(20 + 20 * number)), to: "v\(number).png") }
    return media.file("v%d.png")
  }

  private func grey(_ level: UInt8) -> Snapshot {
    Snapshot(PixelBuffer(size: size, color: RGBAColor(red: level, green: level, blue: level)))
  }

  /// A second with the video's tone, without its pictures.
  private func tone() throws -> String {
    try media.heard("tone.mov", rate: 10, seconds: 1) { time in
      time.truncatingRemainder(dividingBy: 0.5) < 0.1 ? 0.5 * sin(2 * .pi * 1000 * time) : 0
    }
  }

  /// Three seconds of black, covered by `overlay`.
  func film(_ overlay: FilmOverlay) throws -> FilmRequest {
    var clip = FilmClip(.color(.black))
    clip.duration = .seconds(3)
    var film = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
    (film.output.size, film.output.codec) = (.exact(size), .ffv1)
    film.output.frameRate = try FrameRate(10)
    film.output.overwrites = true
    film.drawing.backend = .cpu
    var overlay = overlay
    (overlay.size, overlay.margin) = (1, 0)
    film.overlays = [overlay]
    return film
  }

  /// The grey level of each frame.
  func levels(_ film: FilmRequest) async throws -> [Int] {
    let bytes = try await media.frames(of: film, as: "gray")
    let (middle, all) = (18 * 64 + 32, 64 * 36)
    return stride(from: middle, to: bytes.count, by: all).map { Int(bytes[$0]) }
  }

  func expect(
    _ found: [Int], _ wanted: [Int], at location: SourceLocation = #_sourceLocation
  ) {
    let whole = wanted + [Int](repeating: 0, count: 30 - wanted.count)
    #expect(
      found.count == 30 && zip(found, whole).allSatisfy { abs($0 - $1) <= 3 }, "\(found), but \(whole)",
      sourceLocation: location)
  }

  @Test("a trimmed video may loop and change its speed")
  func parts() async throws {
    var overlay = FilmOverlay(path: try await video())
    (overlay.sourceStart, overlay.sourceEnd) = (.seconds(0.2), .frames(6))
    expect(try await levels(film(overlay)), [60, 80, 100, 120])
    overlay.end = .seconds(2)
    let ended = try await FilmJob(film(overlay)).plan().warnings
    #expect(
      ended.contains { $0.hasSuffix("v.mov runs out of frames, so it disappears at 0.4 s") },
      "\(ended)")
    overlay.end = nil
    overlay.loops = true
    if Tier.current == .full {
      expect(try await levels(film(overlay)), (0..<30).map { 60 + 20 * ($0 % 4) })
    }
    overlay.source = .file(path: try pictures())
    overlay.speed = "2"
    expect(try await levels(film(overlay)), (0..<30).map { 60 + 40 * ($0 % 2) })
    (overlay.loops, overlay.speed) = (false, "0.5")
    (overlay.sourceStart, overlay.sourceEnd) = (nil, .seconds(0.5))
    // A frame between two source frames is their mean.
    expect(try await levels(film(overlay)), [20, 30, 40, 50, 60, 70, 80, 90, 100, 100])
    overlay.speed = "0.5+p"
    let ramp = try await levels(film(overlay)).filter { $0 > 3 }
    #expect(ramp == ramp.sorted() && ramp.count == 5 && abs((ramp.first ?? 0) - 20) <= 3, "\(ramp)")
    overlay.source = .file(path: media.file("v.mov"))
    (overlay.loops, overlay.speed, overlay.sourceStart, overlay.sourceEnd) = (nil, nil, .seconds(2), nil)
    let late = await #expect(throws: FilmError.self) { try await FilmPlan(self.film(overlay)) }
    #expect(late?.description.contains("the clip is only 1 s long") == true, "\(late?.description ?? "")")
    (overlay.sourceStart, overlay.speed) = (nil, "30")
    let fast = #expect(throws: FilmError.self) { try self.film(overlay).check() }
    #expect(fast?.description.contains("0.05 to 20") == true, "\(fast?.description ?? "")")
  }

  @Test("an animation that does not loop ends with its last frame")
  func animation() async throws {
    let path = try media.webP("a.webp", [(grey(255), 200), (grey(250), 200)])
    var overlay = FilmOverlay(path: path)
    if Tier.current == .full {
      #expect(try await levels(film(overlay)).allSatisfy { $0 > 240 })
    }
    overlay.loops = false
    let once = try await levels(film(overlay))
    #expect(once.map { $0 > 240 } == (0..<30).map { $0 < 4 }, "\(once)")
  }

  /// 250 frames at 25 frames/s under `overlay`.
  private func longFilm(_ overlay: FilmOverlay) throws -> FilmRequest {
    var film = try film(overlay)
    film.output.frameRate = try FrameRate(25)
    film.items[0].clip.duration = .seconds(10)
    return film
  }

  @Test(
    "a loop of a fractional number of frames restarts at its exact time",
    arguments: cases(["a.webp"], full: ["a.gif", "a.apng", "v.mov", "inner.json"]))
  func exactPeriod(name: String) async throws {
    // Half a second, or 12.5 frames, in five levels.
    var overlay = FilmOverlay(path: media.file(name))
    switch name {
    case "a.webp":
      _ = try media.webP(name, (0..<5).map { (grey(UInt8(20 + 20 * $0)), 100) })
    case "v.mov":
      _ = try await video()
      (overlay.sourceEnd, overlay.loops) = (.seconds(0.5), true)
    case "inner.json":
      _ = try await video()
      _ = try write(
        name,
        #"{"segue": 1, "film": {"size": "32x18", "fps": 10}, "clips": [{"src": "v.mov", "out": 0.5}]}"#)
      overlay.loops = true
    default:
      try await media.make(
        name, ["-f", "lavfi", "-i", "color=s=64x36:r=10:d=0.5,format=gray,geq=lum='20+20*N'"])
    }
    let levels = try await levels(longFilm(overlay))
    let starts = [0] + levels.indices.dropFirst().filter { levels[$0] < levels[$0 - 1] - 40 }
    #expect(levels.count == 250 && starts == (0..<20).map { ($0 * 25 + 1) / 2 }, "\(starts)")
  }

  @Test("sound stays in sync if a loop is not a whole number of frames")
  func exactSoundPeriod() async throws {
    var overlay = FilmOverlay(path: try tone())
    (overlay.volume, overlay.loops, overlay.sourceEnd) = (0, true, .seconds(0.5))
    let sound = try await media.samples(of: longFilm(overlay))
    // The tone is in the first tenth of each half second. A loop restarts up to half a frame from
    // its time.
    for pass in 0..<20 {
      func level(_ start: Double, _ end: Double) -> Float {
        let time = 0.5 * Double(pass)
        return sound[Int((time + start) * 48000)..<Int((time + end) * 48000)].map(abs).max() ?? 0
      }
      #expect(level(0.03, 0.07) > 0.4 && level(0.13, 0.47) < 0.01, "\(pass)")
    }
  }

  @Test("a trimmed overlay's sound loops with its pictures")
  func sound() async throws {
    var overlay = FilmOverlay(path: try tone())
    (overlay.volume, overlay.loops, overlay.sourceStart, overlay.sourceEnd) = (
      0, true, .seconds(0.4), .seconds(0.8)
    )
    // The tone is from 0.1 to 0.2 s of each loop of 0.4 s.
    let sound = try await media.samples(of: film(overlay))
    func level(_ samples: [Float], _ start: Double, _ end: Double) -> Double {
      let part = samples[Int(start * 48000)..<Int(end * 48000)]
      return (part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(part.count)).squareRoot()
    }
    for pass in 0..<7 {
      let start = 0.4 * Double(pass)
      #expect(abs(level(sound, start + 0.11, start + 0.19) - 0.5 / 2.0.squareRoot()) < 0.01, "\(pass)")
      #expect(
        level(sound, start + 0.01, start + 0.09) < 0.001 && level(sound, start + 0.21, start + 0.39) < 0.001)
    }
    (overlay.loops, overlay.sourceStart, overlay.sourceEnd, overlay.speed) = (nil, nil, nil, "0.5")
    if Tier.current == .full {
      let slow = try await media.samples(of: film(overlay))
      #expect(level(slow, 1.03, 1.17) > 0.3 && level(slow, 0.3, 0.9) < 0.01)
      #expect(level(slow, 2.1, 2.9) < 0.001)
    }
    overlay.speed = "0.5+p"
    let changing = try await FilmPlan(film(overlay))
    #expect(!changing.hasSound && changing.notices.contains { $0.sentence.contains("its sound is left out") })
  }

  @Test(
    "a film as an overlay plays at the overlay's volume"
  )
  func nestedSound() async throws {
    _ = try tone()
    try media.wave("song.wav", seconds: 0.2) { 0.1 * sin(2 * .pi * 3000 * $0) }
    let path = try write(
      "inner.json",
      """
      {"segue": 1, "film": {"size": "32x18", "fps": 10, "loudness": -20, "color": "hlg"},
       "clips": ["tone.mov", {"transition": "cut"}, {"src": "color:red", "duration": 1}],
       "music": [{"src": "song.wav", "start": 1.5, "end": 1.7, "fadeOut": 0, "duck": {"by": 0}}]}
      """)
    var overlay = FilmOverlay(path: path)
    (overlay.volume, overlay.sourceStart, overlay.start) = (-6, .seconds(0.5), .seconds(1))
    func level(_ samples: [Float], _ start: Double, _ end: Double) -> Double {
      let part = samples[Int(start * 48000)..<Int(end * 48000)]
      return (part.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(part.count)).squareRoot()
    }
    let report = try await FilmJob(film(overlay)).plan()
    let sound = try await media.samples(of: film(overlay))
    #expect(sound.count == (3 * 48000 as Int))
    // The nested film's tone of 0.5 to 0.6 s has half the level, and its music is 1 s later.
    let half = 0.5012
    #expect(abs(level(sound, 1.01, 1.09) - 0.5 * half / 2.0.squareRoot()) < 0.01)
    #expect(abs(level(sound, 2.01, 2.19) - 0.1 * half / 2.0.squareRoot()) < 0.002)
    for (start, end) in [(0, 0.99), (1.11, 1.99), (2.21, 3)] {
      #expect(level(sound, start, end) < 0.001, "\(start)")
    }
    for words in ["loudness has no effect in a film that is an overlay", "color has no effect"] {
      #expect(report.warnings.contains { $0.contains(words) }, "\(report.warnings)")
    }
    (overlay.start, overlay.sourceEnd, overlay.loops) = (.seconds(0), .seconds(1), true)
    if Tier.current == .full {
      let again = try await media.samples(of: film(overlay))
      for pass in 0..<6 {
        let start = 0.5 * Double(pass)
        #expect(
          level(again, start + 0.01, start + 0.09) > 0.15
            && level(again, start + 0.11, start + 0.49) < 0.001)
      }
    }
    overlay.speed = "2"
    let fast = try await FilmPlan(film(overlay))
    #expect(
      !fast.hasSound && fast.notices.contains { $0.sentence.contains("its speed is not 1") },
      "\(fast.notices)")
    (overlay.speed, overlay.volume) = (nil, nil)
    #expect(try await !FilmPlan(film(overlay)).hasSound)
  }

  @Test("an overlay may choose one of two sound tracks")
  func track() async throws {
    let path = try await media.make(
      "two.mkv",
      [
        "-f", "lavfi", "-i", "color=s=64x36:r=10:d=1", "-f", "lavfi", "-i", "anullsrc=r=48000:cl=mono:d=1",
        "-f", "lavfi",
        "-i", "aevalsrc=0.5:s=48000:d=1", "-map", "0", "-map", "1", "-map", "2", "-t", "1", "-c:v", "ffv1",
        "-c:a",
        "pcm_s16le", "-metadata:s:a:1", "language=deu",
      ])
    var overlay = FilmOverlay(path: path)
    overlay.volume = 0
    let tracks: [(String?, Double)] = [("deu", 0.5), (nil, 0.0), ("2", 0.5)]
    for (track, level) in cases(1, of: tracks) {
      overlay.track = track
      let sample = try await media.samples(of: film(overlay))[24_000]
      #expect(abs(Double(sample) - level) < 0.001, "\(track ?? "none")")
    }
    overlay.track = "3"
    await #expect(throws: SystemError.self) { try await FilmPlan(self.film(overlay)) }
  }

  @Test("settings without effect cause warnings")
  func idle() async throws {
    var overlay = FilmOverlay(.color(.white))
    (overlay.anchor, overlay.speed, overlay.loops, overlay.volume) = (.top, "2", true, 0)
    (overlay.sourceStart, overlay.track) = (.seconds(1), "2")
    (overlay.shape, overlay.height) = (.circle, 0.5)
    let warnings = try await FilmPlan(film(overlay)).notices.messages
    for name in ["anchor", "in", "speed", "loop", "volume", "height"] {
      #expect(warnings.contains { $0.contains(": \(name) has no effect, since it") }, "\(name): \(warnings)")
    }
  }

  @Test("frame ranges and chunks of a film with overlays equal the whole film")
  func chunks() async throws {
    var overlay = FilmOverlay(path: try pictures())
    (overlay.loops, overlay.speed, overlay.shape, overlay.shadow) = (true, "0.7", .rounded(0.2), .black)
    (overlay.border, overlay.filter) = (OverlayBorder(width: 0.05), "brightness(0.2*p)")
    var film = try film(overlay)
    film.items[0].clip.duration = .seconds(14)
    let whole = try await media.frames(of: film, as: "yuv420p")
    film.frames = 100...139
    let part = try await media.frames(of: film, as: "yuv420p")
    #expect(part == Array(whole.suffix(40 * 64 * 36 * 3 / 2)))
    film.frames = nil
    if Tier.current == .full {
      film.chunks = FilmChunks(folder: media.file("kept"), version: "1")
      let chunks = try await FilmJob(film).run().chunks
      #expect(chunks?.count == 2 && chunks?.rendered == 2)
      #expect(try await media.decode("film.mkv", as: "yuv420p", isPassed: true) == whole)
      #expect(try await FilmJob(film).run().chunks?.rendered == 0)
    }
    let changes: [(inout FilmOverlay) -> Void] = [
      { $0.shape = .circle }, { $0.shadow = .white }, { $0.border?.width = 0.1 }, { $0.blend = .screen },
      { $0.filter = "brightness(0.3*p)" }, { $0.speed = "0.8" },
      { ($0.shape, $0.height) = (nil, 0.5) }, { $0.x = 0.2 },
    ]
    var before = try await media.chunks(of: film)
    for change in changes {
      change(&film.overlays[0])
      let after = try await media.chunks(of: film)
      #expect(zip(before, after).allSatisfy { $0 != $1 }, "\(film.overlays[0].settings)")
      before = after
    }
  }
}
