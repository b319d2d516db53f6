import Foundation
import SegueFilms
import SegueImaging
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Voices and overlays that duck the music.
@Suite("Voices", .serialized, .needs("ffmpeg")) struct FilmSpeechTests {
  private let media: Media

  init() throws { media = try Media() }

  /// A film of 5 s with music, a 300 Hz sine of amplitude 0.25, that voices lower by 20 dB.
  private func request() throws -> FilmRequest {
    var request = FilmRequest(
      clips: [FilmClip(.color(.white))], junctions: [], output: media.file("film.wav"))
    request.output.size = .exact(ImageSize(width: 64, height: 36))
    request.output.frameRate = try FrameRate(25)
    request.pictureDuration = 5
    let path = try media.wave("music.wav", seconds: 1) { 0.25 * sin(2 * .pi * 300 * $0) }
    request.music = [FilmMusic(.file(path: path), duck: -20, fadeOut: 0)]
    return request
  }

  /// A second of 900 Hz with an amplitude of 0.5.
  private func voice() throws -> String {
    try media.wave("voice.wav", seconds: 1) { 0.5 * sin(2 * .pi * 900 * $0) }
  }

  /// The amplitudes of music and voice in a tenth of a second, which is whole periods of both.
  private func amplitudes(_ sound: [Float], at second: Double) -> (music: Double, voice: Double) {
    let first = Int(second * 48_000)
    func amplitude(_ frequency: Double) -> Double {
      var real = 0.0
      var imaginary = 0.0
      for index in 0..<4800 {
        let angle = 2 * Double.pi * frequency * Double(index) / 48_000
        real += Double(sound[first + index]) * cos(angle)
        imaginary += Double(sound[first + index]) * sin(angle)
      }
      return (real * real + imaginary * imaginary).squareRoot() / 2400
    }
    return (amplitude(300), amplitude(900))
  }

  /// Checks that a voice from 1.5 s to 2.5 s lowers the music until 1.1 s later.
  private func expectLowered(_ request: FilmRequest) async throws {
    let sound = try await media.samples(of: request)
    for (second, music, voice) in [(0.5, 0.25, 0.0), (1.6, 0.025, 0.5), (2.3, 0.025, 0.5), (4.5, 0.25, 0.0)] {
      let found = amplitudes(sound, at: second)
      #expect(abs(found.music - music) < 0.002 && abs(found.voice - voice) < 0.002, "\(second) s: \(found)")
    }
  }

  @Test("a voice ducks the music while it plays")
  func lowers() async throws {
    var request = try request()
    var voice = FilmMusic.voice
    voice.path = try self.voice()
    voice.start = .seconds(1.5)
    request.voices = [voice]
    try await expectLowered(request)
  }

  @Test("the sound of an overlaid clip or film lowers the music", arguments: ["over.mov", "over.json"])
  func overlay(name: String) async throws {
    _ = try media.heard("over.mov", seconds: 1) { 0.5 * sin(2 * .pi * 900 * $0) }
    try media.write(Array(#"{"segue": 1, "clips": ["over.mov"]}"#.utf8), to: "over.json")
    var request = try request()
    var overlay = FilmOverlay(path: media.file(name))
    overlay.start = .seconds(1.5)
    overlay.volume = 0
    request.overlays = [overlay]
    try await expectLowered(request)
  }

  @Test("a voice after the film's end is reported")
  func warnings() async throws {
    var request = try request()
    var voice = FilmMusic.voice
    voice.path = try self.voice()
    voice.start = .seconds(9)
    voice.duck = -6
    request.voices = [voice]
    let warnings = try await FilmPlan(request).checkedReport().warnings
    #expect(warnings.contains("\(voice.path): duck has no effect, since a voice is not lowered"))
    #expect(
      warnings.contains(
        "\(voice.path) is never heard: no part of the film is between its start and its end"))
  }

  @Test("a voice accepts the settings of music")
  func keys() throws {
    let typed = try FilmMusic(parsing: "a.wav,start=2,volume=-3dB", over: .voice) { _ in false }
    #expect(typed.start == .seconds(2) && typed.volume == -3)
    #expect(!typed.loops && typed.fadeOut == 0)
    let json =
      #"{"segue": 1, "clips": ["a.png"], "music": ["m", "n"], "voice": ["a", {"src": "b", "start": 2}]}"#
    let film = try FilmFile.parse(Array(json.utf8), name: "f", folder: "")
    #expect(film.music.map(\.path) == ["m", "n"])
    #expect(film.music.map(\.start) == [nil, nil])
    #expect(film.voices.map(\.path) == ["a", "b"])
    #expect(film.voices.map(\.start) == [nil, .seconds(2)])
    #expect(film.voices.map(\.loops) == [false, false])
    #expect(film.inputFiles.contains("b"))
  }
}
