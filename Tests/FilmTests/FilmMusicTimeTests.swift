import Foundation
import Segue
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Voices and sounds at their times, and pictures as long as the music.
@Suite("Times of music", .serialized, .needs("ffmpeg")) struct FilmMusicTimeTests {
  private let media: Media

  init() throws { media = try Media() }

  private func tone(_ name: String, seconds: Double) async throws -> FilmMusic {
    FilmMusic(
      path: try await media.make(
        name,
        ["-f", "lavfi", "-i", "aevalsrc='0.5+0*t':s=48000:d=\(seconds)", "-c:a", "pcm_f32le"]))
  }

  private func request(_ count: Int) throws -> FilmRequest {
    var request = FilmRequest(
      clips: Array(repeating: FilmClip(.color(.white)), count: count),
      junctions: Array(repeating: .standard, count: count - 1), output: media.file("film.mkv"))
    request.output.size = .exact(ImageSize(width: 16, height: 16))
    request.output.frameRate = try FrameRate(25)
    request.output.overwrites = true
    return request
  }

  @Test("a sound begins and ends at its times, to the sample, heard once unless it is looped")
  func times() async throws {
    var request = try request(1)
    var (once, looped) = (try await tone("a.wav", seconds: 0.5), try await tone("a.wav", seconds: 0.5))
    (once.start, once.loops, once.fadeOut) = (.seconds(0.3), false, 0)
    (looped.start, looped.end, looped.fadeOut) = (.seconds(2), .frames(75), 0)
    request.music = [once, looped]
    _ = try await FilmJob(request).run()
    let sound = try await media.sound("film.mkv")
    func heard(_ range: Range<Int>) -> Bool { sound[range].allSatisfy { abs($0 - 0.5) < 1e-3 } }
    func silent(_ range: Range<Int>) -> Bool { sound[range].allSatisfy { abs($0) < 1e-4 } }
    #expect(silent(0..<14_400) && heard(14_400..<38_400) && silent(38_400..<96_000))
    #expect(heard(96_000..<144_000) && silent(144_000..<192_000))
  }

  @Test("the fade is at its own end")
  func fade() async throws {
    var request = try request(1)
    var music = try await tone("a.wav", seconds: 4)
    (music.start, music.end, music.fadeOut) = (.seconds(1), .seconds(3), 1)
    request.music = [music]
    _ = try await FilmJob(request).run()
    let sound = try await media.sound("film.mkv")
    // Straight down from 2 s to 3 s.
    #expect(
      abs(sound[95_990] - 0.5) < 1e-3 && abs(sound[120_000] - 0.25) < 1e-3 && abs(sound[143_990]) < 1e-3)
  }

  @Test(
    "one that lies behind the film is never heard, which is told; a file's sounds at a time are not looped")
  func never() async throws {
    var request = try request(1)
    var music = try await tone("a.wav", seconds: 1)
    music.start = .seconds(9)
    request.music = [music]
    let warnings = try await FilmPlan(request).checkedReport().warnings
    #expect(
      warnings.contains {
        $0.hasSuffix("a.wav is never heard: no part of the film lies between its start and its end")
      })
    let json =
      #"{"segue": 1, "clips": [{"src": "color:red"}], "music": [{"src": "a", "start": 1}, {"src": "b"}]}"#
    let film = try FilmFile.parse(Array(json.utf8), name: "f", folder: "")
    #expect(film.music.map(\.loops) == [false, true] && film.music[0].start == .seconds(1))
  }

  @Test("pictures share the time that makes the film as long as the music, to the frame")
  func shared() async throws {
    var request = try request(4)
    request.music = [try await tone("m.wav", seconds: 7.4)]
    request.picturesShareMusic = true
    let plan = try await FilmPlan(request)
    #expect(plan.timeline.frameCount == 185)
    let lengths = plan.timeline.clips.map(\.count)
    #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
    request.clips[1].duration = .frames(100)
    #expect(try await FilmPlan(request).timeline.clips[1].count == 100)
    #expect(try await FilmPlan(request).timeline.frameCount == 185)
    request.clips[1].duration = .seconds(60)
    await #expect(throws: FilmError.self) { try await FilmPlan(request) }
    request.music = []
    await #expect(throws: FilmError.self) { try await FilmPlan(request) }
  }
}
