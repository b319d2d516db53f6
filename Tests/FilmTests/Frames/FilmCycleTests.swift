import SegueFilmFiles
import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import SegueSystem
import TestSupport
import Testing

@testable import SegueFilm

/// Films whose last transition leads to their first frame.
@Suite("Cycles", .serialized) struct FilmCycleTests {
  private let media: Media
  private let rate: FrameRate

  init() throws {
    media = try Media()
    rate = try FrameRate(10)
  }

  private func request(_ clips: [FilmClip], overlap: Int, to output: String = "cycle.webp") -> FilmRequest {
    var request = FilmRequest(
      clips: clips, junctions: clips.dropFirst().map { _ in .standard }, output: media.file(output))
    request.defaults = FilmJunction(
      transition: "dissolve", duration: .seconds(Double(overlap) / 10), timing: .linear)
    request.output.frameRate = rate
    request.output.overwrites = true
    request.drawing.backend = .cpu
    request.cycles = true
    return request
  }

  /// Five screens of 32x24 with their files.
  private func makeScreens() throws -> [(picture: Snapshot, clip: FilmClip)] {
    try (0..<5).map { number in
      let picture = Snapshot(width: 32, height: 24) { x, y in
        RGBAColor(red: UInt8(8 * x), green: UInt8(10 * y), blue: UInt8(50 * number))
      }
      return (picture, FilmClip(.file(path: try media.write(picture, to: "\(number).png"))))
    }
  }

  /// The largest difference of a byte of two frames.
  private func step(_ first: [UInt8], _ second: [UInt8]) -> Int {
    zip(first, second).map { abs(Int($0) - Int($1)) }.max() ?? 0
  }

  @Test("a loop of five screens in lossless WebP has no seam")
  func screens() async throws {
    let screens = try makeScreens()
    var request = request(screens.map(\.clip), overlap: 6)
    request.pictureHold = 0.5
    request.output.quality = .lossless
    let report = try await FilmJob(request).run()
    #expect(report.film.frames == 55)
    var player = FilmRequest(
      clips: [FilmClip(.file(path: media.file("cycle.webp")))], junctions: [], output: media.file("x.webp"))
    player.output.frameRate = rate
    let frames = try await media.pictures(of: player)
    try #require(frames.count == 55)
    for (number, screen) in screens.enumerated() {
      // The last frame of the previous transition and the first frame of the next one are also the screen.
      for frame in -1...5 {
        #expect(frames[(11 * number + frame + 55) % 55] == screen.picture.rgba, "\(number) \(frame)")
      }
      // A linear dissolve of six frames mixes a fifth at its second frame.
      let next = screens[(number + 1) % 5].picture.rgba
      let mixed = zip(screen.picture.rgba, next).map { (from, to) -> Int in (4 * Int(from) + Int(to)) / 5 }
      let second = frames[11 * number + 6].map { Int($0) }
      #expect(zip(second, mixed).allSatisfy { (0...1).contains($0 - $1) })
    }
    let steps = zip(frames, frames.dropFirst()).map(step)
    #expect(step(frames[54], frames[0]) <= steps.max() ?? 0)
  }

  @Test("a cycle of one video begins after the frames that its last transition shows")
  func video() async throws {
    let frames = try await media.pictures(of: request([media.sequence("s")], overlap: 4))
    // The blue of frame n of the sequence is 12 n. The last four frames mix frames 16 to 19 with frames 0 to 3.
    let alone = (4..<16).map { 12 * Double($0) }
    let blues = alone + [0.0, 1, 2, 3].map { 12 * (16 + $0) - 192 * $0 / 3 }
    #expect(frames.count == 16)
    for (frame, blue) in zip(frames, blues) { #expect(abs(Double(frame[2]) - blue) <= 1, "\(blue)") }
  }

  @Test("a frame range of a cycle equals the same range of the whole film")
  func part() async throws {
    let screens = try makeScreens()
    var request = request(screens.prefix(3).map(\.clip) + [try media.sequence("s")], overlap: 5)
    request.pictureHold = 0.7
    request.motion = .auto
    request.items[0].clip.motion = .auto
    let whole = try await media.pictures(of: request)
    // The film has three held pictures, the sequence, and the two transitions outside of the sequence.
    #expect(whole.count == 51)
    for part in [0...3, 20...40, whole.count - 6...whole.count - 1] {
      request.frames = part
      #expect(try await media.pictures(of: request) == Array(whole[part]))
    }
    let timeline = try await FilmPlan(request).timeline
    #expect(timeline.chunks.reduce(0) { $0 + $1.count } == whole.count)
  }

  @Test("a cycle's last transition shows the first clip's frames before the film's first frame")
  func timeline() throws {
    let timeline = try FilmTimeline(rate: rate, lengths: [10, 20, 30], overlaps: [4, 5, 6])
    #expect(timeline.isCycle && timeline.frameCount == 45)
    #expect(timeline.clips == [-6..<4, 0..<20, 15..<45, 39..<49])
    #expect(timeline.overlaps == [0..<4, 15..<20, 39..<45])
    #expect(timeline.segment(ofFrame: 38) == .hold(clip: 2))
    #expect((39..<45).allSatisfy { timeline.segment(ofFrame: $0) == .overlap(outgoing: 2) })
    #expect(timeline.middle(ofClip: 0) == -3..<2 && timeline.middle(ofClip: 3) == 42..<47)
    #expect(timeline.visible(ofClip: 0) == 0..<4 && timeline.visible(ofClip: 3) == 39..<45)
    let handles = try FilmTimeline(
      rate: rate, lengths: [10, 10], overlaps: [4, 4], handles: [true, true])
    #expect(handles.frameCount == 20 && handles.clips == [-4..<10, 6..<20, 16..<30])
    #expect((0..<3).allSatisfy { handles.lead(ofClip: $0) == 2 && handles.trail(ofClip: $0) == 2 })
  }

  @Test("a short first clip also shortens a cycle's last transition")
  func room() throws {
    let short = try FilmTimeline(
      rate: rate, lengths: [6, 20], overlaps: [8, 8], flexible: [false, true, true])
    #expect(short.overlaps.map(\.count) == [3, 3] && short.frameCount == 20)
    let error = #expect(throws: FilmError.self) {
      try FilmTimeline(rate: rate, lengths: [6, 20], overlaps: [4, 4])
    }
    #expect(error?.edges == [.transition, .transition])
    let single = try FilmTimeline(rate: rate, lengths: [20], overlaps: [6])
    #expect(single.frameCount == 14 && single.clips == [-6..<14, 8..<28])
  }

  @Test("the plan lists the transition from a cycle's last clip to its first")
  func plan() async throws {
    let stills = ["red", "lime", "blue"].map { FilmClip(.color(RGBAColor($0) ?? .black)) }
    var request = request(stills, overlap: 10, to: "cycle.mp4")
    request.defaults.transition = "slide,iris"
    request.marksChapters = true
    var plan = try await FilmPlan(request)
    var report = plan.report(hasSound: false)
    #expect(report.junctions.map(\.transition) == ["slide", "iris", "slide"] && report.closing == nil)
    #expect(report.clips.map { [$0.start, $0.end] } == [[0, 30], [20, 60], [50, 90], [80, 90]])
    #expect(report.clips.map { $0.in } == [1, 0, 0, 0] && report.clips.map(\.out) == [4, 4, 4, 1])
    #expect(plan.chapters.map(\.frames) == [0..<20, 20..<50, 50..<90])
    request.closing = FilmJunction(transition: "wipe", duration: .frames(20))
    plan = try await FilmPlan(request)
    report = plan.report(hasSound: false)
    #expect(report.junctions.map(\.transition) == ["slide", "iris", "wipe"] && report.film.frames == 80)
    let losses = FilmOTIO.losses(of: plan).messages
    #expect(losses.contains("the timeline leaves out the transition back to the first clip"))
    let text = String(decoding: try FilmOTIO.export(plan, folder: "").json, as: UTF8.self)
    #expect(text.ranges(of: "Clip.1").count == 3 && text.ranges(of: "Transition.1").count == 2)
  }

  @Test("a title of the first clip begins with the film")
  func title() async throws {
    var first = FilmClip(.color(.white))
    first.titles = [FilmTitle("A")]
    let plan = try await FilmPlan(request([first, FilmClip(.color(.black))], overlap: 10))
    // The clip is alone from frame 0 to frame 20; its title ends in the middle of the next transition.
    #expect(plan.titles.compactMap(\.plan?.frames) == [0..<25])
  }

  @Test("a cycle rejects clips with sound, an opening and copied frames")
  func conflicts() async throws {
    let size = ImageSize(width: 16, height: 16)
    let heard = FilmClip(
      .file(path: try media.facts("heard.mp4", size: size, rate: 10, seconds: 3, sounds: 1)))
    var request = request([heard, FilmClip(.color(.black))], overlap: 5, to: "cycle.mp4")
    let error = await #expect(throws: UsageError.self) { try await FilmPlan(request) }
    #expect(error == .conflict(.heard(.cycle, clip: media.file("heard.mp4"))))
    request.isMute = true
    #expect(try await FilmPlan(request).timeline.frameCount == 60)
    request.copies = true
    #expect(throws: UsageError.conflict(.excludes(.cycle, .copy))) { try request.checkConflicts() }
    request.copies = false
    request.opening = .standard
    #expect(throws: UsageError.conflict(.excludes(.cycle, .opening))) { try request.checkConflicts() }
  }
}
