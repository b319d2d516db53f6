import SegueFilmFiles
import SegueMotion
import SegueRun
import Testing

@testable import SegueFilm

/// Pictures that are shown alone for a time, to which their transitions are added.
@Suite("Held pictures") struct FilmHoldTests {
  private let rate: FrameRate

  init() throws { rate = try FrameRate(10) }

  /// The number of frames that show each of `count` clips alone.
  private func alone(_ timeline: FilmTimeline, _ count: Int) -> [Int] {
    let segments = (0..<timeline.frameCount).map { timeline.segment(ofFrame: $0) }
    return (0..<count).map { clip in segments.count { $0 == .hold(clip: clip) } }
  }

  @Test("a held picture is shown alone for its hold between overlaps")
  func alone() throws {
    for handles in [[false, false], [true, true], [true, false]] {
      let timeline = try FilmTimeline(
        rate: rate, lengths: [10, 20, 30], overlaps: [8, 5], opening: 4, closing: 3, handles: handles,
        standing: [true, true, true])
      #expect(timeline.frameCount == 80)
      #expect(alone(timeline, 3) == [10, 20, 30])
    }
    let mixed = try FilmTimeline(
      rate: rate, lengths: [10, 20, 30], overlaps: [8, 5], standing: [true, false, true])
    #expect(mixed.clips == [0..<18, 10..<30, 25..<60] && alone(mixed, 3) == [10, 7, 30])
  }

  @Test("an overlap shortened by a short neighbour does not change a picture's hold")
  func limited() throws {
    let timeline = try FilmTimeline(
      rate: rate, lengths: [10, 6, 10], overlaps: [8, 8], standing: [true, false, true],
      flexible: [false, true, true, false])
    #expect(timeline.overlaps.map(\.count) == [3, 3] && alone(timeline, 3) == [10, 0, 10])
    #expect(throws: FilmError.self) {
      try FilmTimeline(rate: rate, lengths: [10, 6, 10], overlaps: [8, 8], standing: [true, false, true])
    }
  }

  @Test("pictures and colours without a duration are held")
  func film() async throws {
    var own = FilmClip(.color(.white))
    own.duration = .seconds(3)
    let still = FilmClip(.color(.black))
    var request = FilmRequest(clips: [still, own, still], junctions: [.standard, .standard], output: "")
    request.output.frameRate = rate
    request.pictureHold = 1.5
    request.defaults.duration = .seconds(0.4)
    let plan = try await FilmPlan(request)
    #expect(plan.timeline.clips == [0..<19, 15..<45, 41..<60])
    let clips = plan.report(hasSound: false).clips
    #expect(clips.map(\.out) == [1.9, 3, 1.9] && clips.map { $0.in } == [0, 0, 0])
    request.picturesShareMusic = true
    #expect(throws: FilmError.self) { try request.check() }
  }

  @Test("a film file with both a hold and a duration of pictures is an error")
  func file() throws {
    func film(_ defaults: String) throws -> FilmRequest {
      try FilmFile.film(
        in: #"{"segue": 1, "clips": ["color:red"], "defaults": \#(defaults)}"#, path: "f")
    }
    #expect(try film(#"{"hold": 1.5}"#).pictureHold == 1.5)
    for defaults in [#"{"hold": 1.5, "picture": 2}"#, #"{"hold": -1}"#, #"{"hold": "x"}"#] {
      #expect(throws: FilmError.self) { try film(defaults) }
    }
  }
}
