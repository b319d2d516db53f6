import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueSystem

/// The choice of a sound track, and its notes.
extension FilmSoundTests {
  @Test(
    "the default sound track is used if a file has one",
    arguments: cases([(1, 880)], full: [(0, 440), (-1, 440)]))
  func defaultTrack(place: Int, tone expected: Int) async throws {
    let marks = (0..<2).flatMap { ["-disposition:a:\($0)", $0 == place ? "default" : "0"] }
    let clip = try await media.make(
      "clip.mkv",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=1", "-f", "lavfi", "-i", "sine=440:d=1", "-f", "lavfi",
        "-i",
        "sine=880:d=1", "-map", "0", "-map", "1", "-map", "2", "-pix_fmt", "yuv420p", "-c:v", "libx264",
        "-c:a",
        "flac", "-default_mode", "passthrough",
      ] + marks)
    let samples = try await media.samples(of: request(FilmClip(.file(path: clip))))
    #expect(abs(tone(at: 0.4, in: samples) - expected) <= 5)
  }

  @Test(
    "the sound of a transport stream belongs to the program of the pictures",
    arguments: cases([1], full: [0]))
  func programs(larger: Int) async throws {
    let sources = (0..<2).flatMap { index in
      [
        "-f", "lavfi", "-i", "color=s=\(index == larger ? "96x64" : "64x48"):r=25:d=1", "-f", "lavfi", "-i",
        "sine=\(440 * (index + 1)):d=1",
      ]
    }
    let maps = (0..<4).flatMap { ["-map", "\($0)"] }
    let programs = ["title=one:st=0:st=1", "title=two:st=2:st=3"].flatMap { ["-program", $0] }
    let clip = try await media.make(
      "two.ts", sources + maps + ["-c:v", "mpeg2video", "-c:a", "mp2"] + programs)
    let samples = try await media.samples(of: request(FilmClip(.file(path: clip))))
    #expect(abs(tone(at: 0.4, in: samples) - 440 * (larger + 1)) <= 5)
  }

  /// A clip with three mono sound tracks: tones of 440, 880 and 1320 Hz, the first two with a language.
  private func threeTracks() async throws -> String {
    let tags = ["eng", "ger"].enumerated().flatMap { ["-metadata:s:a:\($0)", "language=\($1)"] }
    let tones = [440, 880, 1320].flatMap { ["-f", "lavfi", "-i", "sine=\($0):d=1"] }
    let maps = (0..<4).flatMap { ["-map", "\($0)"] }
    return try await media.make(
      "clip.mkv",
      ["-f", "lavfi", "-i", "color=s=64x48:r=25:d=1"] + tones + maps
        + ["-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "flac"] + tags)
  }

  private static let choices: [(track: String?, tones: [Int])] = [
    ("deu", [880, 880]), ("3+1", [1320, 440]), ("2", [880, 880]), ("ger", [880, 880]),
    ("de", [880, 880]), ("en", [440, 440]), ("3", [1320, 1320]), (nil, [440, 440]),
  ]

  @Test(
    "a sound track is chosen by number or language",
    arguments: cases(2, of: choices))
  func chosenTrack(track: String?, tones: [Int]) async throws {
    var clip = FilmClip(.file(path: try await threeTracks()))
    clip.track = track
    for start in cases([0.3], full: [0]) {
      clip.start = .seconds(start)
      let film = self.request(clip)
      let report = try await FilmJob(film).plan()
      let sound = try await media.channels(of: film)
      let places = ["2": "2", "deu": "2", "ger": "2", "de": "2", "3": "3", "3+1": "3+1"]
      #expect(report.clips[0].track == track.map { places[$0] ?? "1" } ?? "1")
      for channel in 0..<2 {
        let heard = tone(at: 0.3, in: sound[channel])
        #expect(abs(heard - tones[channel]) <= 5, "\(track ?? "none") from \(start): \(heard)")
      }
    }
    // Music has the same choice.
    var music = FilmMusic(path: media.file("clip.mkv"))
    music.track = track
    var request = FilmRequest(
      clips: [FilmClip(.color(.black))], junctions: [], output: media.file("film.wav"))
    (request.music, request.pictureDuration) = ([music], 0.9)
    let heard = try await media.samples(of: request, channel: 1)
    #expect(abs(tone(at: 0.2, in: heard) - tones[1]) <= 5)
  }

  @Test("the error for a missing sound track lists the existing tracks")
  func missingTrack() async throws {
    var clip = FilmClip(.file(path: try await threeTracks()))
    for track in ["4", "fra", "1+4"] {
      clip.track = track
      let error = await #expect(throws: SegueError.self) { try await film(clip) }
      #expect(
        "\(error.map { "\($0)" } ?? "")".hasSuffix("it has no sound track \(track); it has 1 eng, 2 ger, 3"))
    }
    clip.track = "x+1"
    await #expect(throws: SegueError.self) { try await film(clip) }
    (clip.track, clip.subtitles) = (nil, "1+2")
    await #expect(throws: SegueError.self) { try await film(clip) }
    clip.subtitles = "1"
    let error = await #expect(throws: SegueError.self) { try await film(clip) }
    #expect("\(error.map { "\($0)" } ?? "")".hasSuffix("it has no text subtitle track 1; it has none"))
  }

  @Test("several mono tracks cause a note unless one is chosen")
  func monoTracks() async throws {
    func warnings(_ clip: FilmClip) async throws -> [String] {
      let request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
      return try await FilmJob(request).plan().warnings
    }
    let size = ImageSize(width: 64, height: 48)
    var clip = FilmClip(.file(path: try media.facts("clip.mov", size: size, rate: 25, seconds: 1, sounds: 3)))
    let said = try await warnings(clip)
    #expect(said.contains { $0.contains("its 3 sound tracks have one channel each, and track 1 is heard") })
    #expect(!said.contains { $0.contains("further sound tracks") })
    clip.track = "1+2"
    #expect(!(try await warnings(clip).contains { $0.contains("one channel each") }))
    clip = FilmClip(.file(path: try await threeTracks()))
    #expect(try await warnings(clip).contains { $0.contains("further sound tracks (ger) of") })
  }

  @Test(
    "the language of the sound is kept",
    arguments: cases(["mp4"], full: ["mov", "mkv", "webm"]))
  func language(of format: String) async throws {
    var clip = FilmClip(.file(path: try await threeTracks()))
    clip.track = "2"
    for copies in [false, true] where !copies || format != "webm" {
      var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film." + format))
      (request.output.overwrites, request.copies) = (true, copies)
      let report = try await FilmJob(request).run()
      #expect(report.clips[0].language == "ger")
      let found = try await Program("ffprobe").output([
        "-v", "error", "-select_streams", "a", "-show_entries", "stream_tags=language", "-of", "csv=p=0",
        media.file("film." + format),
      ])
      #expect(String(decoding: found, as: UTF8.self) == "ger\n", "\(format), copied \(copies)")
    }
  }
}
