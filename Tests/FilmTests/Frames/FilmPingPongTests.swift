import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm

/// Films that play forwards and then backwards.
@Suite("Films that play backwards", .serialized) struct FilmPingPongTests {
  private let media: Media
  private let rate: FrameRate

  init() throws {
    media = try Media()
    rate = try FrameRate(10)
  }

  /// A moving picture, a sequence of 20 frames and a colour, with a title, an overlay, a progress bar and a filter. The
  /// film has 10 + 20 + 6 − 10 frames.
  private func request(to output: String = "film.webp") throws -> FilmRequest {
    let picture = Snapshot(width: 64, height: 48) { x, y in
      RGBAColor(red: UInt8(4 * x), green: UInt8(5 * y), blue: 0)
    }
    var still = FilmClip(.file(path: try media.write(picture, to: "still.png")))
    still.duration = .frames(10)
    still.motion = .auto
    var color = FilmClip(.color(.white))
    color.duration = .frames(6)
    var request = FilmRequest(
      clips: [still, try media.sequence("s"), color], junctions: [.standard, .standard],
      output: media.file(output))
    request.defaults = FilmJunction(transition: "push", duration: .seconds(0.5))
    request.titles = [FilmTitle("A")]
    request.overlays = [FilmOverlay(path: media.file("still.png"))]
    request.progress = FilmProgress()
    request.filter = "saturation(p)"
    request.output.frameRate = rate
    request.output.overwrites = true
    request.drawing.backend = .cpu
    return request
  }

  @Test("backward playback omits both end frames if the output repeats")
  func frames() async throws {
    var request = try request()
    let there = try await media.pictures(of: request)
    #expect(there.count == 26)
    request.isPingPong = true
    let back = Array(there.reversed())
    #expect(try await media.pictures(of: request) == there + back[1..<25])
    request.output.plays = 1
    #expect(try await media.pictures(of: request) == there + back[1...])
    let report = try await FilmJob(request).plan()
    #expect(report.film.frames == 51 && report.film.turn == 26)
    request.output.path = media.file("film.mp4")
    request.output.plays = nil
    #expect(try await FilmPlan(request).timeline.frameCount == 51)
  }

  @Test("a frame range before, across or after the turn equals the same range of the whole film")
  func parts() async throws {
    var request = try request()
    request.isPingPong = true
    let whole = try await media.pictures(of: request)
    for part in [2...9, 20...30, 28...49, 26...26] {
      request.frames = part
      #expect(try await media.pictures(of: request) == Array(whole[part]), "\(part)")
    }
  }

  @Test("backward playback shows the frames before the last one, in descending order")
  func legs() throws {
    typealias Leg = FilmTimeline.Leg
    var timeline = try FilmTimeline(rate: rate, lengths: [10], overlaps: [])
    #expect(timeline.legs(0..<10) == [Leg(frames: 0..<10)])
    try timeline.playBackwards(again: true)
    #expect(timeline.frameCount == 18 && timeline.forwardCount == 10)
    #expect(timeline.legs(0..<18) == [Leg(frames: 0..<10), Leg(frames: 1..<9, isBackwards: true)])
    #expect(timeline.legs(10..<11) == [Leg(frames: 8..<9, isBackwards: true)])
    #expect(timeline.legs(9..<12) == [Leg(frames: 9..<10), Leg(frames: 7..<9, isBackwards: true)])
    #expect(timeline.legs(3..<5) == [Leg(frames: 3..<5)])
    #expect(timeline.sampleCount == 18 * 4800)
    try timeline.playBackwards(again: false)
    #expect(timeline.legs(10..<19) == [Leg(frames: 0..<9, isBackwards: true)])
    var single = try FilmTimeline(rate: rate, lengths: [1], overlaps: [])
    try single.playBackwards(again: true)
    #expect(single.frameCount == 1)
    var long = try FilmTimeline(rate: rate, lengths: [500_000], overlaps: [])
    #expect(throws: FilmError.tooLong(seconds: 99_999.9)) { try long.playBackwards(again: false) }
  }

  @Test("a chunk's key has the direction of its frames")
  func chunks() async throws {
    var request = try request(to: "film.mkv")
    let forwards = try await ResolvedFilm(FilmPlan(request))
    request.isPingPong = true
    let both = try await ResolvedFilm(FilmPlan(request))
    func lines(_ film: ResolvedFilm, _ frames: Range<Int>) throws -> [String] {
      try ChunkFingerprint(film, [], encoder: []).lines(frames)
    }
    let there = try lines(forwards, 3..<9)
    #expect(try lines(both, 3..<9) == there)
    // Four lines are the film's and the number of frames.
    let back = Array(there[..<4]) + ["backwards"] + Array(there[4...])
    #expect(try lines(both, 42..<48) == back)
    let chunks = both.plan.timeline.chunks
    #expect(chunks.last?.upperBound == 51)
  }

  @Test("ping-pong rejects sound, moving overlays, a cycle and copying")
  func conflicts() async throws {
    let size = ImageSize(width: 16, height: 16)
    let path = try media.facts("heard.mp4", size: size, rate: 10, seconds: 3, sounds: 1)
    var request = FilmRequest(
      clips: [FilmClip(.file(path: path))], junctions: [], output: media.file("film.mp4"))
    request.isPingPong = true
    let heard = await #expect(throws: UsageError.self) { try await FilmPlan(request) }
    #expect(heard == .conflict(.heard(.pingPong, clip: path)))
    request.isMute = true
    #expect(try await FilmPlan(request).timeline.frameCount == 59)
    request.overlays = [FilmOverlay(path: path)]
    let moving = await #expect(throws: UsageError.self) { try await FilmPlan(request) }
    #expect(moving == .conflict(.moving(.pingPong, overlay: path)))
    request.cycles = true
    #expect(throws: UsageError.conflict(.excludes(.cycle, .pingPong))) { try request.checkConflicts() }
    request.cycles = false
    request.copies = true
    #expect(throws: UsageError.conflict(.excludes(.pingPong, .copy))) { try request.checkConflicts() }
  }
}
