import Segue
import SegueImaging
import SegueMedia
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm

/// Single frames of a film, as the preview page shows them.
@Suite("Frames of a preview", .serialized, .needs("ffmpeg")) struct FilmViewerTests {
  private let media: Media

  init() throws { media = try Media() }

  @Test("frames drawn in any order equal those of the rendered film")
  func frames() async throws {
    let first = try await media.clip("a.mov", "testsrc2", tone: 500)
    let last = try media.sequence("b")
    var picture = FilmClip(.color(RGBAColor(red: 200, green: 100, blue: 50)))
    picture.duration = .frames(14)
    var request = FilmRequest(
      clips: [first, picture, last],
      junctions: [FilmJunction(transition: "iris", duration: .frames(6)), .standard],
      output: media.file("film.raw"))
    request.titles = [FilmTitle("Title")]
    request.output.format = .raw
    request.output.overwrites = true
    request.drawing.backend = .cpu
    var draft = try await FilmDraft(request)
    if Tier.current == .full { try await check(draft, request) }
    #expect(draft.plan.shownTitles.map(\.plan.frames) == [0..<draft.plan.timeline.frameCount])
    // Changes the transition and its length.
    request.junctions[0] = FilmJunction(transition: "push", duration: .frames(5))
    try await draft.change(to: request)
    try await check(draft, request)
    // An invalid edit leaves the draft unchanged.
    let count = draft.plan.timeline.frameCount
    var tooLong = request
    tooLong.junctions[0].duration = .seconds(9)
    await #expect(throws: FilmError.self) { try await draft.change(to: tooLong) }
    #expect(draft.plan.timeline.frameCount == count)
  }

  private func check(_ draft: FilmDraft, _ request: FilmRequest) async throws {
    _ = try await FilmJob(request).run()
    let all = try #require(media.bytes("film.raw"))
    let count = draft.plan.timeline.frameCount
    let size = 64 * 48 * 4
    #expect(all.count == count * size)
    try await onThread(named: "test") {
      let viewer = try FilmViewer(draft.plan)
      let jumps = cases([17, 17, 16, 0], full: [3, 2, 40 % count, count - 1, 0, 5])
      for index in Array(0..<count) + jumps {
        let frame = try viewer.frame(index)
        #expect(Array(frame.bytes) == Array(all[(index * size)..<((index + 1) * size)]), "frame \(index)")
        frame.release()
      }
      viewer.close()
    }
  }
}
