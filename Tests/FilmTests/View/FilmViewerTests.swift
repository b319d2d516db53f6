import SegueFilms
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
    var request = try await media.mixedFilm("film.raw")
    request.output.format = .raw
    var draft = try await FilmDraft(request)
    if Tier.current == .full { try await check(draft, request) }
    #expect(draft.plan.titles.compactMap(\.plan?.frames) == [0..<draft.plan.timeline.frameCount])
    // Changes the transition and its length.
    request.items[1].junction = FilmJunction(transition: "push", duration: .frames(5))
    try await draft.change(to: request)
    try await check(draft, request)
    // An invalid edit leaves the draft unchanged.
    let count = draft.plan.timeline.frameCount
    var tooLong = request
    tooLong.items[1].junction?.duration = .seconds(9)
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
