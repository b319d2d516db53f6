import Foundation
import SegueFilms
import SegueImaging
import SegueMath
import SegueMotion
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Slow motion, time lapse and ramps: source frames, durations and sound.
@Suite("Clip speed", .serialized, .needs("ffmpeg")) struct ClipSpeedTests {
  private let media: Media

  init() throws { media = try Media() }

  /// A clip of 100 frames at 25 frames/s with a tone of 440 Hz. Frame n has the luma 16 + 2n.
  private func numbered() async throws -> String {
    try await media.make(
      "num.mov",
      [
        "-f", "lavfi", "-i", "color=black:s=16x16:r=25:d=4,format=yuv420p,geq=lum='16+2*N':cb=128:cr=128",
        "-f", "lavfi", "-i", "aevalsrc='0.5*sin(2*PI*440*t)':s=48000:d=4", "-colorspace", "bt709",
        "-color_range", "tv", "-c:v", "libx264", "-qp", "0", "-c:a", "pcm_f32le",
      ])
  }

  /// The source frame of each frame of the film; 1.5 is the mean of frames 1 and 2.
  private func shown(_ change: (inout FilmClip) -> Void, rate: Int? = nil) async throws -> [Double] {
    var clip = FilmClip(.file(path: try await numbered()))
    change(&clip)
    var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.y4m"))
    request.output.overwrites = true
    request.output.frameRate = try rate.map { try FrameRate($0) }
    _ = try await FilmJob(request).run()
    let luma = try await media.decode("film.y4m", as: "yuv420p", isPassed: true)
    return stride(from: 0, to: luma.count, by: 384).map { (Double(luma[$0]) - 16) / 2 }
  }

  @Test(
    "slow motion uses no frame beyond OUT",
    arguments: cases(["0.3"], full: ["0.25", "keys(0:1,1:0.2)", "keys(0:0.2,1:1)"]))
  func framesBeyondOut(speed: String) async throws {
    for (first, end) in cases([(10, 20)], full: [(0, 25), (90, 100)]) {
      let frames = try await shown { clip in
        (clip.start, clip.end, clip.speed) = (.frames(first), .frames(end), speed)
      }
      #expect(
        frames.first == Double(first) && frames.max() == Double(end - 1), "\(first) to \(end): \(frames)")
      #expect(frames == frames.sorted() && frames.contains { $0 != $0.rounded() })
    }
    // A clip with handles continues beyond OUT to the end of the handle.
    let path = try await numbered()
    var clip = FilmClip(.file(path: path))
    (clip.start, clip.end, clip.speed) = (.frames(0), .frames(25), "0.25")
    var request = FilmRequest(
      clips: [clip, FilmClip(.color(.black))],
      junctions: [FilmJunction(duration: .frames(20), overlap: .handles)],
      output: media.file("film.y4m"))
    request.output.overwrites = true
    let plan = try await FilmPlan(request)
    let part = try #require(plan.part(of: plan.clips[0], in: 0..<plan.timeline.frameCount))
    let last = part.picks?.map { $0.index + ($0.share > 0 ? 1 : 0) }.max()
    #expect(last == 27)
  }

  @Test("slow motion repeats or mixes frames as requested")
  func constant() async throws {
    if Tier.current == .full {
      let repeated = try await shown {
        ($0.speed, $0.slowMotion) = ("0.5", .repeat)
      }
      let twice: [Double] = (0..<200).map { Double($0 / 2) }
      #expect(repeated == twice)
      let lapse = try await shown { $0.speed = "4" }
      #expect(lapse == Array(stride(from: 0.0, to: 100, by: 4)))
    }
    let mixed = try await shown { $0.speed = "0.5" }
    // The last frame has no successor to be mixed with.
    #expect(mixed == Array(stride(from: 0.0, through: 99, by: 0.5)) + [99])
    let part = try await shown {
      ($0.start, $0.end, $0.speed) = (.frames(10), .seconds(2.4), "2")
    }
    let everySecond = stride(from: 10.0, to: 60, by: 2)
    #expect(part == Array(everySecond))
    guard Tier.current == .full else { return }
    // The source has twice the film's frame rate, so at half speed each frame is shown once.
    let each = try await shown({ $0.speed = "0.4" }, rate: 10)
    #expect(Array(each.prefix(20)) == Array(stride(from: 0.0, to: 20, by: 1)))
  }

  @Test("a ramp's source frame is the integral of its speed")
  func ramp() async throws {
    // The speed 0.5 + p has the mean 1: position(p) = (N - 1) · (p/2 + p²/2).
    let ramp = try await shown { ($0.speed, $0.slowMotion) = ("0.5+p", .repeat) }
    #expect(ramp.count == 100)
    for (index, frame) in ramp.enumerated() {
      let p = Double(index) / 99
      let place = 99 * (p / 2 + p * p / 2)
      #expect(frame == (place + 1e-4).rounded(.down), "frame \(index): \(frame), \(place)")
    }
    guard Tier.current == .full else { return }
    // The speed falls from 1 to a fifth and rises again. Its mean is 0.6, so the clip lasts 4 s / 0.6.
    let keys = try await shown { ($0.speed, $0.slowMotion) = ("keys(0:1,0.4:0.2,1:1)", .repeat) }
    #expect(keys.count == 167)
    for (index, frame) in keys.enumerated() {
      let p = Double(index) / 166
      let area = p < 0.4 ? p - p * p : 0.24 + 0.2 * (p - 0.4) + (p - 0.4) * (p - 0.4) * 0.8 / 0.6 / 2
      #expect(frame == (166 * area + 1e-4).rounded(.down), "frame \(index): \(frame), \(166 * area)")
    }
  }

  @Test("frames of a chunk or a frame range equal the whole film's frames")
  func parts() async throws {
    var clip = FilmClip(.file(path: try await numbered()))
    clip.speed = "keys(0:1,0.4:0.2,1:1)"
    let request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.y4m"))
    let plan = try await FilmPlan(request)
    let whole = try #require(plan.part(of: plan.clips[0], in: 0..<167))
    let half = try #require(plan.part(of: plan.clips[0], in: 80..<167))
    func places(_ part: ClipPart) throws -> [Double] {
      let first = (part.decoding.start * 25).value
      return try #require(part.picks).map { first + Double($0.index) + Double($0.share) / 256 }
    }
    #expect(try places(half).elementsEqual(places(whole)[80...]) { abs($0 - $1) < 1e-6 })
    #expect(half.decoding.count < whole.decoding.count)
  }

  @Test("a constant speed keeps the sound's pitch and sync")
  func pitch() async throws {
    let speeds: [(speed: Double, seconds: Double)] = [(0.5, 8), (2, 2), (0.25, 16), (1.5, 2.68)]
    for (speed, seconds) in cases(1, of: speeds) {
      var clip = FilmClip(.file(path: try await numbered()))
      clip.speed = "\(speed)"
      var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.wav"))
      request.output.overwrites = true
      let report = try await FilmJob(request).run()
      #expect(report.warnings.filter { $0.contains("sound") } == [], "\(report.warnings)")
      let sound = try await media.sound("film.wav")
      #expect(abs(Double(sound.count) / 48_000 - seconds) < 0.001, "\(speed)")
      let middle: [Double] = sound[(sound.count / 4)..<(sound.count * 3 / 4)].map { Double($0) }
      var crossings: [Double] = []
      for place in 1..<middle.count where middle[place - 1] < 0 && middle[place] >= 0 {
        let (before, after) = (middle[place - 1], middle[place])
        crossings.append(Double(place) - 1 - before / (after - before))
      }
      let first: Double = try #require(crossings.first)
      let last: Double = try #require(crossings.last)
      let frequency = Double(crossings.count - 1) / (last - first) * 48_000
      #expect(abs(1200 * log2(frequency / 440)) < 5, "\(speed): \(frequency) Hz")
      var power = 0.0
      for sample in middle { power += sample * sample }
      let level = 10 * log10(power / Double(middle.count))
      #expect(abs(level - -9.03) < 0.5, "\(speed): \(level) dB")
      // The tone lasts until the end.
      #expect(sound.suffix(4800).map(abs).max() ?? 0 > 0.2, "\(speed)")
    }
  }

  @Test("a clip with a changing speed is silent with a warning")
  func silent() async throws {
    var clip = FilmClip(.file(path: try await numbered()))
    clip.speed = "1+p"
    let plan = try await FilmPlan(FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv")))
    let notice = try #require(plan.notices.first { $0.property == "speed" })
    #expect(notice.kind == .loss && notice.place == "clips[0]")
    #expect(notice.sentence == "its speed changes, so its sound is left out")
    let report = plan.report(hasSound: plan.hasSound)
    #expect(report.audio == nil && report.clips[0].speed == 1.5)
  }

  @Test("a timeline stores a constant speed as a time warp")
  func timeline() async throws {
    var clip = FilmClip(.file(path: try await numbered()))
    (clip.start, clip.end, clip.speed) = (.seconds(1), .seconds(3), "0.5")
    var request = FilmRequest(
      clips: [clip, clip], junctions: [FilmJunction(transition: "iris", duration: .frames(10))],
      output: media.file("cut.otio"))
    let plan = try await FilmPlan(request)
    #expect(plan.timeline.frameCount == 190)
    let losses = try FilmOTIO.write(plan, to: media.file("cut.otio"), overwrites: true)
    #expect(losses.isEmpty)
    request = try FilmRequest(file: media.file("cut.otio"))
    #expect(request.clips.map(\.speed) == ["0.5", "0.5"] && request.notices.isEmpty)
    for clip in request.clips {
      guard case .seconds(let start)? = clip.start, case .seconds(let end)? = clip.end else {
        Issue.record("\(clip)")
        continue
      }
      #expect(abs(start - 1) < 1e-9 && abs(end - 3) < 1e-9)
    }
    #expect(try await FilmPlan(request).timeline == plan.timeline)
  }

  @Test("mixed frames are the rounded, alpha-weighted mean")
  func mixed() throws {
    func frame(_ pool: ClipFramePool, _ bytes: [UInt8]) -> ClipFrame {
      let frame = pool.frame()
      frame.withUnsafeMutableBytes { $0.copyBytes(from: bytes) }
      return frame
    }
    let planes = ClipFramePool(size: ImageSize(width: 2, height: 2), format: .yuv420p)
    let (a, b): ([UInt8], [UInt8]) = ([0, 100, 255, 10, 128, 7], [255, 101, 255, 13, 0, 8])
    for share in [1, 64, 128, 255] {
      let mixed = Array(frame(planes, a).mixed(with: frame(planes, b), share: share).bytes)
      for index in a.indices {
        let exact = (Double(a[index]) * Double(256 - share) + Double(b[index]) * Double(share)) / 256
        #expect(abs(Double(mixed[index]) - exact) <= 0.5)
      }
    }
    let pixels = ClipFramePool(size: ImageSize(width: 1, height: 1), format: .rgba8)
    // A transparent pixel does not affect the colour of the mix.
    let mixed = frame(pixels, [200, 100, 50, 255]).mixed(with: frame(pixels, [0, 0, 0, 0]), share: 128)
    #expect(Array(mixed.bytes) == [200, 100, 50, 128])
  }
}
