import Foundation
import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Transitions that use the handles beyond IN and OUT and keep the film's length.
@Suite("Handles", .serialized, .needs("ffmpeg")) struct FilmHandleTests {
  private let media: Media

  init() throws { media = try Media() }

  /// A clip of 50 frames at 25 frames/s with constant sound. Frame n has the luma `first` + n.
  private func clip(_ name: String, first: Int) async throws -> FilmClip {
    FilmClip(
      .file(
        path: try await media.make(
          name,
          [
            "-f", "lavfi", "-i",
            "color=black:s=16x16:r=25:d=2,format=yuv420p,geq=lum='\(first)+N':cb=128:cr=128", "-f", "lavfi",
            "-i", "aevalsrc='0.5*sin(2*PI*1000*t)':s=48000:d=2", "-colorspace", "bt709", "-color_range", "tv",
            "-c:v", "libx264", "-qp", "0", "-c:a", "pcm_f32le",
          ])))
  }

  /// A film whose junction shows the first clip in its first half and the second in the other.
  private func request(_ clips: [FilmClip], frames: Int, _ output: String) throws -> FilmRequest {
    var request = FilmRequest(
      clips: clips, junctions: clips.dropFirst().map { _ in .standard }, output: media.file(output))
    request.defaults = FilmJunction(
      transition: "dissolve", duration: .frames(frames), timing: try TimingCurve(parsing: "steps(2)"),
      overlap: .handles)
    request.output.overwrites = true
    request.drawing.backend = .cpu
    return request
  }

  private func lumas(_ name: String) async throws -> [Int] {
    let luma = try await media.decode(name, as: "yuv420p", isPassed: true)
    return stride(from: 0, to: luma.count, by: 384).map { Int(luma[$0]) }
  }

  @Test(
    "half of an overlap is after OUT and half is before IN")
  func handles() async throws {
    var (a, b) = (try await clip("a.mov", first: 20), try await clip("b.mov", first: 120))
    (a.start, a.end) = (.frames(5), .frames(25))
    (b.start, b.end) = (.frames(10), .frames(30))
    let request = try request([a, b], frames: 7, "film.y4m")
    let report = try await FilmJob(request).run()
    #expect(report.film.frames == 40 && report.junctions[0].start == 17 && report.junctions[0].frames == 7)
    #expect(report.junctions[0].held == nil)
    // Four frames after OUT, three before IN.
    #expect(report.clips[0].end == 24 && report.clips[1].start == 17)
    #expect(abs(report.clips[0].out - 29 / 25.0) < 1e-9 && abs(report.clips[1].in - 7 / 25.0) < 1e-9)
    let shown = try await lumas("film.y4m")
    #expect(shown[..<18].elementsEqual((0..<18).map { 25 + $0 }))
    #expect(shown[23...].elementsEqual((23..<40).map { 120 + 10 + $0 - 20 }))
    // Both clips play during the overlap, and a frame at a half is their mean.
    let (middle, mean) = (shown[20], Double(25 + 20 + 130) / 2)
    #expect(abs(Double(middle) - mean) <= 1.5, "\(shown)")
    var short = request
    short.defaults.overlap = .clips
    #expect(try await FilmPlan(short).timeline.frameCount == 33)
  }

  @Test("the last or first frame is held if a handle is missing")
  func held() async throws {
    var (a, b) = (try await clip("a.mov", first: 20), try await clip("b.mov", first: 120))
    a.start = .frames(30)
    (b.start, b.end) = (.frames(2), .frames(22))
    var request = try request([a, b], frames: 10, "film.y4m")
    let report = try await FilmJob(request).run()
    // 20 frames each. The first file ends at its OUT; the second has 2 of the 5 frames before its
    // IN.
    #expect(report.film.frames == 40 && report.junctions[0].held == 8)
    let shown = try await lumas("film.y4m")
    #expect(shown[..<16].elementsEqual((0..<16).map { 50 + $0 }))
    #expect(shown[25...].elementsEqual((25..<40).map { 122 + $0 - 20 }))
    let plan = try await FilmPlan(request)
    let first = try #require(plan.part(of: plan.clips[0], in: 0..<40))
    #expect(try #require(first.picks).map(\.index) == Array(0..<20) + [19, 19, 19, 19, 19])
    let second = try #require(plan.part(of: plan.clips[1], in: 0..<40))
    #expect(try #require(second.picks).map(\.index) == [0, 0, 0] + Array(0..<22))
    // A part of the film decodes from before its start, and shows the same frames.
    let half = try #require(plan.part(of: plan.clips[1], in: 20..<40))
    let places = try #require(half.picks).map { half.decoding.start.value * 25 + Double($0.index) }
    #expect(zip(places, (2..<22).map(Double.init)).allSatisfy { abs($0 - $1) < 1e-6 })
    // Held frames are silent: the first tone ends at frame 20, the second begins at frame 18.
    request.output.path = media.file("film.wav")
    for index in request.items.indices {
      let path = try media.heard("\(index).mov", seconds: 2) { 0.5 * sin(2 * .pi * 1000 * $0) }
      request.items[index].clip.source = .file(path: path)
    }
    request.items[1].clip.volume = -120
    let sound = try await media.samples(of: request)
    #expect(sound[(20 * 1920 + 10)...].allSatisfy { abs($0) < 1e-3 })
    #expect(sound[(19 * 1920)..<(20 * 1920 - 480)].map(abs).max() ?? 0 > 0.2)
  }

  @Test("pictures and colours have handles of any length")
  func stills() async throws {
    var still = FilmClip(.color(.white))
    still.duration = .frames(10)
    let plan = try await FilmPlan(try request([still, still, still], frames: 8, "film.y4m"))
    #expect(plan.timeline.frameCount == 30 && plan.timeline.overlaps == [6..<14, 16..<24])
    #expect(plan.report(hasSound: false).junctions.allSatisfy { $0.held == nil })
  }

  @Test("an overlap that is too long is an error with the longest possible length")
  func room() throws {
    let rate = try FrameRate(25)
    let timeline = try FilmTimeline(
      rate: rate, lengths: [10, 10, 10], overlaps: [10, 10], handles: [true, true])
    #expect(timeline.frameCount == 30 && timeline.clips == [0..<15, 5..<25, 15..<30])
    #expect(timeline.lead(ofClip: 1) == 5 && timeline.trail(ofClip: 1) == 5 && timeline.trail(ofClip: 2) == 0)
    #expect(
      throws: FilmError.overlapsTooLong(
        source: "input 2", clip: 1, of: 3, length: 10, before: 12, after: 12, longestBefore: 10,
        longestAfter: 11,
        rate: rate)
    ) {
      try FilmTimeline(rate: rate, lengths: [20, 10, 20], overlaps: [12, 12], handles: [true, true])
    }
  }

  @Test("a film file sets handles for all junctions or for one")
  func file() throws {
    let json = """
      {"segue": 1, "defaults": {"transition": {"name": "iris", "overlap": "handles"}},
       "clips": [{"src": "color:red"}, {"src": "color:red"}, {"transition": "slide", "overlap": "clips"}, {"src": "color:red"}]}
      """
    let film = try FilmFile.parse(Array(json.utf8), name: "f", folder: "")
    #expect(film.notices.isEmpty && film.junctions.map { film.resolved($0).overlap } == [.handles, .clips])
  }
}
