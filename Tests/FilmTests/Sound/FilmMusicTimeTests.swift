import Foundation
import SegueFilms
import SegueImaging
import SegueMath
import SegueMotion
import SegueRun
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Times of voices and sounds, and pictures that share the music's length.
@Suite("Times of music", .serialized, .needs("ffmpeg")) struct FilmMusicTimeTests {
  private let media: Media

  init() throws { media = try Media() }

  private func tone(_ name: String, seconds: Double) throws -> FilmMusic {
    FilmMusic(path: try media.wave(name, seconds: seconds) { _ in 0.5 })
  }

  private func request(_ count: Int, output: String = "film.wav") throws -> FilmRequest {
    var request = FilmRequest(
      clips: Array(repeating: FilmClip(.color(.white)), count: count),
      junctions: Array(repeating: .standard, count: count - 1), output: media.file(output))
    request.output.size = .exact(ImageSize(width: 16, height: 16))
    request.output.frameRate = try FrameRate(25)
    return request
  }

  @Test("music with a start time plays once unless it is looped")
  func times() async throws {
    var request = try request(1)
    let tone = try tone("a.wav", seconds: 0.5)
    var (once, looped) = (tone, tone)
    (once.start, once.loops, once.fadeOut) = (.seconds(0.3), false, 0)
    (looped.start, looped.end, looped.fadeOut) = (.seconds(2), .frames(75), 0)
    request.music = [once, looped]
    let sound = try await media.samples(of: request)
    func heard(_ range: Range<Int>) -> Bool { sound[range].allSatisfy { abs($0 - 0.5) < 1e-3 } }
    func silent(_ range: Range<Int>) -> Bool { sound[range].allSatisfy { abs($0) < 1e-4 } }
    #expect(silent(0..<14_400) && heard(14_400..<38_400) && silent(38_400..<96_000))
    #expect(heard(96_000..<144_000) && silent(144_000..<192_000))
  }

  @Test("music from a video plays from its first sample if the pictures begin later")
  func beforePictures() async throws {
    var music = FilmMusic(
      path: try media.heard("late.mov", seconds: 1.5, picturesFrom: Ratio(1, 2)) { $0 < 0.5 ? 0.25 : 0.75 })
    (music.loops, music.fadeOut) = (false, 0)
    var request = try request(1)
    request.music = [music]
    let sound = try await media.samples(of: request)
    #expect(sound[..<23_900].allSatisfy { abs($0 - 0.25) < 1e-3 })
    #expect(sound[24_100..<71_900].allSatisfy { abs($0 - 0.75) < 1e-3 } && abs(sound[72_100]) < 1e-3)
  }

  @Test("music fades out at its own end")
  func fade() async throws {
    var request = try request(1)
    var music = try tone("a.wav", seconds: 4)
    (music.start, music.end, music.fadeOut) = (.seconds(1), .seconds(3), 1)
    request.music = [music]
    let sound = try await media.samples(of: request)
    // A linear fade from 2 s to 3 s.
    #expect(
      abs(sound[95_990] - 0.5) < 1e-3 && abs(sound[120_000] - 0.25) < 1e-3 && abs(sound[143_990]) < 1e-3)
  }

  @Test(
    "a sound after the film's end causes a warning")
  func never() async throws {
    var request = try request(1)
    var music = try tone("a.wav", seconds: 1)
    music.start = .seconds(9)
    request.music = [music]
    let warnings = try await FilmPlan(request).checkedReport().warnings
    #expect(
      warnings.contains {
        $0.hasSuffix("a.wav is never heard: no part of the film is between its start and its end")
      })
    let json =
      #"{"segue": 1, "clips": [{"src": "color:red"}], "music": [{"src": "a", "start": 1}, {"src": "b"}]}"#
    let film = try FilmFile.parse(Array(json.utf8), name: "f", folder: "")
    #expect(film.music.map(\.loops) == [false, true] && film.music[0].start == .seconds(1))
  }

  @Test(
    "the samples of music without a duration are counted",
    arguments: cases(["loud.mp3"], full: ["quiet.mp3", "loud.aac", "quiet.ac3"]))
  func countedLength(name: String) async throws {
    // Half noise, half silence: the bit rate varies, so file size over bit rate would be wrong.
    let order = name.hasPrefix("loud") ? "[0][1]" : "[1][0]"
    let song = try await media.make(
      name,
      [
        "-f", "lavfi", "-i", "anoisesrc=a=0.3:d=4:r=48000:seed=1", "-f", "lavfi", "-i",
        "anullsrc=r=48000:cl=mono:d=4", "-filter_complex", "\(order)concat=v=0:a=1",
      ] + (name.hasSuffix("mp3") ? ["-q:a", "2", "-write_xing", "0", "-id3v2_version", "0"] : []))
    let samples = try await media.sound(name, channels: 1).count
    var request = try request(3)
    (request.music, request.picturesShareMusic) = ([FilmMusic(path: song)], true)
    for index in 1...2 { request.items[index].junction = .cut }
    let frames = try await FilmPlan(request).timeline.frameCount
    let (shown, heard) = (Double(frames) / 25, Double(samples) / 48_000)
    #expect(abs(shown - heard) <= 0.04, "\(name): \(frames) \(samples)")
    // The music begins at an in point of 3 s, 1 s after the start of the film.
    (request.music[0].sourceStart, request.music[0].start) = (3, .seconds(1))
    #expect(try await FilmPlan(request).timeline.frameCount == frames - 50)
    request.music[0].end = .seconds(2)
    #expect(try await FilmPlan(request).timeline.frameCount == 50)
    request.music[0].sourceStart = 60
    await #expect(throws: SystemError.self) { try await FilmPlan(request) }
  }

  @Test(
    "music begins and loops at its in point",
    arguments: cases(["mp3"], full: ["wav", "aac"]))
  func inPoint(format: String) async throws {
    // 300 Hz, then 900 Hz from 1 s on.
    let song = try await media.make(
      "song." + format,
      ["-f", "lavfi", "-i", "aevalsrc='0.5*sin(2*PI*if(lt(t,1),300,900)*t)':s=48000:d=2"])
    var request = try request(1)
    request.pictureDuration = 3
    request.music = [
      try FilmMusic(parsing: song + ",in=0.5,fade=0,volume=50%,duck=-3") { $0 == song }
    ]
    #expect(request.music[0].sourceStart == 0.5 && request.music[0].duck == -3 && request.music[0].loops)
    let sound = try await media.samples(of: request)
    func tone(_ time: Double) -> Int {
      let part = sound[Int(time * 48_000)..<Int((time + 0.1) * 48_000)]
      return zip(part, part.dropFirst()).count { $0 < 0 && $1 >= 0 } * 10
    }
    // The loop is 1.5 s less a crossfade of 20 ms. A lossy codec adds up to 50 ms of silence.
    for (time, wanted) in [(0.2, 300), (0.65, 900), (1.2, 900), (1.75, 300), (2.3, 900)] {
      #expect(abs(tone(time) - wanted) <= 20, "\(format) at \(time): \(tone(time))")
    }
    #expect(abs((sound[0..<20_000].max() ?? 0) - 0.25) < 0.02)
  }

  @Test("an argument of music is read unless a setting is misspelt")
  func words() throws {
    let music = try FilmMusic(parsing: "a,b.mp3,start=1:02,end=75f,in=2.5,fade=1,loop=true,track=deu") {
      $0 == "a,b.mp3"
    }
    #expect(music.path == "a,b.mp3" && music.start == .seconds(62) && music.end == .frames(75))
    #expect(music.sourceStart == 2.5 && music.fadeOut == 1 && music.loops && music.track == "deu")
    #expect(try !FilmMusic(parsing: "a.mp3,start=1") { _ in false }.loops)
    for word in ["a.mp3,fad=1", "a.mp3,in=75f", "a.mp3,duck=3", "a.mp3,volume=0.5", "a.mp3,track=+"] {
      #expect(throws: FilmError.self) { try FilmMusic(parsing: word) { _ in false } }
    }
    let json =
      #"{"segue": 1, "clips": [{"src": "color:red"}], "music": [{"src": "a", "in": "1:02", "track": 2}]}"#
    let film = try FilmFile.parse(Array(json.utf8), name: "f", folder: "")
    #expect(film.music[0].sourceStart == 62 && film.music[0].track == "2")
  }

  @Test("pictures of 1 s shorten their default transitions", arguments: [false, true])
  func shortPictures(isEnd: Bool) async throws {
    var request = try request(5, output: "film.mkv")
    request.pictureDuration = 1
    if isEnd { request.opening = .standard }
    let plan = try await FilmPlan(request)
    // Two overlaps of 20 frames in 25 become 12 each. With an opening the first clip has two,
    // otherwise one.
    #expect(plan.timeline.overlaps.map(\.count) == [12, 12, 12, 12])
    #expect(plan.timeline.opening.count == (isEnd ? 12 : 0))
    let said = plan.notices.messages.filter { $0.contains("shortened") }
    #expect(
      said == [
        "\(isEnd ? 5 : 4) transitions of 20 frames are shortened to fit their clips, the shortest to 12"
      ])
    let changes: [(inout FilmRequest) -> Void] = [
      { $0.defaults.duration = .seconds(1.2) }, { $0.items[3].junction?.duration = .seconds(1.2) },
    ]
    for change in changes {
      var given = request
      change(&given)
      let error = await #expect(throws: FilmError.self) { try await FilmPlan(given) }
      #expect("\(error.map { "\($0)" } ?? "")".contains("the longest that fit"))
    }
  }

  @Test("pictures over short music get shorter transitions")
  func shortMusic() async throws {
    var request = try request(10)
    request.music = [try tone("m.wav", seconds: 4)]
    request.picturesShareMusic = true
    let plan = try await FilmPlan(request)
    #expect(plan.timeline.frameCount == 100)
    #expect(plan.timeline.overlaps.allSatisfy { (1..<20).contains($0.count) })
  }

  @Test("pictures fill the music's length to the frame")
  func shared() async throws {
    var request = try request(4)
    request.music = [try tone("m.wav", seconds: 7.4)]
    request.picturesShareMusic = true
    let plan = try await FilmPlan(request)
    #expect(plan.timeline.frameCount == 185)
    let lengths = plan.timeline.clips.map(\.count)
    #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1)
    request.items[1].clip.duration = .frames(100)
    #expect(try await FilmPlan(request).timeline.clips[1].count == 100)
    #expect(try await FilmPlan(request).timeline.frameCount == 185)
    request.items[1].clip.duration = .seconds(60)
    await #expect(throws: FilmError.self) { try await FilmPlan(request) }
    request.music = []
    await #expect(throws: FilmError.self) { try await FilmPlan(request) }
  }
}
