import SegueMotion
import Testing

@testable import SegueFilm
@testable import SeguePreview

/// The frame of a film's page.
@Suite("A film's playhead") struct FilmPlayheadTests {
  private func playhead(_ count: Int = 100) throws -> FilmPlayhead {
    FilmPlayhead(try timeline(count))
  }

  private func timeline(_ count: Int) throws -> FilmTimeline {
    let cut = FilmTimeline.Edge()
    return try FilmTimeline(
      rate: FrameRate(20), lengths: [.init(source: "clip.mp4", count: count)], edges: [cut, cut])
  }

  @Test("seeking is limited to the film's length")
  func seeks() throws {
    var playhead = try playhead()
    playhead.seek(to: 500)
    #expect(playhead.frame == 99)
    playhead.seek(to: -3)
    #expect(playhead.frame == 0)
    playhead.seek(to: 60)
    playhead.change(try timeline(50))
    #expect(playhead.frame == 49 && !playhead.isRunning)
  }

  @Test("playing after the end restarts from the first frame")
  func plays() throws {
    var playhead = try playhead()
    playhead.seek(to: 10)
    playhead.play(at: 5)
    for step in 1...4 {
      playhead.advance(to: 5 + Double(step) * 0.1)
      playhead.hasShown()
      #expect(playhead.frame == 10 + 2 * step && playhead.isRunning)
    }
    playhead.pause()
    playhead.advance(to: 20)
    #expect(playhead.frame == 18)
    playhead.seek(to: 97)
    playhead.play(at: 30)
    playhead.advance(to: 30.4)
    #expect(playhead.frame == 99 && !playhead.isRunning)
    playhead.play(at: 31)
    #expect(playhead.frame == 0 && playhead.isRunning)
  }

  @Test("a slow frame advances the film by half a second at most")
  func lags() throws {
    var playhead = try playhead()
    playhead.play(at: 0)
    playhead.advance(to: 3)
    #expect(playhead.frame == 10)
    playhead.hasShown()
    playhead.advance(to: 3.1)
    #expect(playhead.frame == 12)
  }
}
