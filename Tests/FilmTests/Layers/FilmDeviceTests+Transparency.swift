import Segue
import SegueFields
import SegueImaging
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm

/// Transparency around a device and on its screen.
extension FilmDeviceTests {
  @Test("a transparent background around a device needs a format with alpha")
  func transparency() async throws {
    let media = try Media()
    var film = try white(60, 100, .android) { $0.background = .transparent }
    film.output.path = media.file("o.raw")
    film.output.format = .raw
    try await FilmJob(film).run()
    let frame = Frame(
      size: ImageSize(width: 76, height: 116), bytes: try #require(media.bytes("o.raw")))
    #expect(frame[0, 0] == [0, 0, 0, 0] && frame[7, 58] == [0, 200, 0, 255])
    #expect(frame[38, 58] == [255, 255, 255, 255])
    film.output.path = media.file("o.mp4")
    film.output.format = nil
    let error = #expect(throws: UsageError.self) { try FilmOutput(film) }
    #expect(
      error
        == .invalidValue(
          option: .device, value: "background=transparent",
          expected: "opaque, since this film (mp4) keeps no transparency"
        ))
    film.device.background = nil
    film.drawing.background = .transparent
    let own = #expect(throws: UsageError.self) { try FilmOutput(film) }
    #expect(
      own
        == .invalidValue(
          option: .background, value: "transparent",
          expected: "opaque, since this film (mp4) keeps no transparency"))
  }

  /// A film whose picture is transparent in its left half, around which a device is blue.
  private func halfClear() throws -> FilmRequest {
    var film = try white(60, 100, .android)
    let half = Snapshot(width: 60, height: 100) { x, _ in x < 30 ? .transparent : .white }
    film.items[0].clip.source = .snapshot(half)
    return film
  }

  @Test("transparent parts of a picture are black on the screen, with one notice")
  func clearInput() async throws {
    let film = try halfClear()
    let frame = try await first(film)
    // The screen begins at column 8.
    #expect(frame[18, 58] == [0, 0, 0, 255] && frame[58, 58] == [255, 255, 255, 255])
    #expect(frame[0, 0] == [0, 0, 200, 255])
    let notices = try await FilmPlan(film).notices.filter { $0.property == "background" }
    let sentence =
      "transparent parts of a picture in memory become black on the screen; background sets another colour"
    #expect(notices == [Notice(.loss, of: .background, sentence)])
    var bare = film
    bare.device = FilmDevice(.none)
    #expect(try await FilmPlan(bare).notices.allSatisfy { $0.property != "background" })
  }

  @Test("transparent parts of a picture show the film's background on the screen")
  func filledInput() async throws {
    var film = try halfClear()
    film.drawing.background = RGBAColor(red: 9, green: 8, blue: 7)
    let frame = try await first(film)
    #expect(frame[18, 58] == [9, 8, 7, 255] && frame[58, 58] == [255, 255, 255, 255])
    #expect(frame[0, 0] == [0, 0, 200, 255])
    #expect(try await FilmPlan(film).notices.allSatisfy { $0.property != "background" })
  }
}
