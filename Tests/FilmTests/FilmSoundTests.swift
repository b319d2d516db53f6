import Foundation
import Segue
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueSystem

/// What is heard in a film: which sample, how loud, and how long it is waited for.
@Suite("Sound of films", .serialized, .needs("ffmpeg", "ffprobe")) struct FilmSoundTests {
  private let media: Media

  init() throws { media = try Media() }

  private func film(
    _ clip: FilmClip, rate: FrameRate? = nil, channels: SoundLayout? = nil
  ) async throws -> FilmReport {
    var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
    (request.output.frameRate, request.channels) = (rate, channels)
    request.output.overwrites = true
    return try await FilmJob(request).run()
  }

  @Test(
    "more than two channels are mixed down as ffmpeg's own -ac 2 does, normalised",
    arguments: ["5.1", "quad", "7.1"])
  func mixedDown(layout: String) async throws {
    let count = ["5.1": 6, "quad": 4, "7.1": 8][layout] ?? 2
    // A tone of its own in each channel, near full scale: weights that sum to more than 1 would be clipped.
    let tones = (0..<count).map { "0.9*sin(2*PI*\(200 + 70 * $0)*t)" }.joined(separator: "|")
    let clip = try await media.make(
      "clip.mov",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=1", "-f", "lavfi", "-i",
        "aevalsrc='\(tones)':s=48000:d=1:c=\(layout)", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a",
        "pcm_s16le",
      ])
    let report = try await film(FilmClip(.file(path: clip)), channels: .stereo)
    try await media.make("mixed.wav", ["-i", clip, "-map", "0:a", "-ac", "2", "-c:a", "pcm_s16le"])
    for channel in 0..<2 {
      let (ours, theirs) = (
        try await media.sound("film.mkv", channel: channel),
        try await media.sound("mixed.wav", channel: channel)
      )
      #expect(ours.count == 48_000 && theirs.count == 48_000)
      let worst = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 1
      #expect(worst <= 2 / 32_768, "\(layout), channel \(channel): \(worst)")
      #expect(ours.allSatisfy { abs($0) < 0.97 })
    }
    let note = "clip.mov: its \(count) channels of sound (\(layout)) are mixed down to stereo"
    #expect(report.warnings.contains { $0.hasSuffix(note) })
  }

  /// The frequency that is heard in the film around `time`, in hertz, by its zero crossings; 0 in silence.
  private func tone(at time: Double, in samples: [Float]) -> Int {
    let part = samples[
      min(samples.count, Int(time * 48_000))..<min(samples.count, Int((time + 0.2) * 48_000))]
    return zip(part, part.dropFirst()).count { $0 < 0 && $1 >= 0 } * 5
  }

  /// Parts of a transport stream of 2 s, each with a tone of its own and sound in one of `formats`, which are channels, rate and
  /// codec: with times that go on, and with times that begin again as of files put together by cat.
  private func transportStreams(_ formats: [(Int, Int, String)]) async throws -> (whole: String, cat: String)
  {
    var (whole, cat): ([UInt8], [UInt8]) = ([], [])
    for (index, (channels, rate, codec)) in formats.enumerated() {
      let part = [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=2", "-f", "lavfi", "-i",
        "sine=f=\(440 + 220 * index):d=2:r=\(rate)", "-af", channels == 6 ? "pan=5.1|FL=c0|FR=c0" : "anull",
        "-ac", "\(channels)", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", codec, "-muxdelay", "0",
        "-muxpreload", "0",
      ]
      try await media.make("part.ts", part + ["-output_ts_offset", "\(10 + 2 * index)"])
      whole += try #require(media.bytes("part.ts"))
      try await media.make("part.ts", part)
      cat += try #require(media.bytes("part.ts"))
    }
    try media.write(whole, to: "whole.ts")
    try media.write(cat, to: "cat.ts")
    return (media.file("whole.ts"), media.file("cat.ts"))
  }

  /// The film's sound of a picture of `seconds` under which `song` plays.
  private func music(_ song: String, seconds: Double) async throws -> [Float] {
    var request = FilmRequest(
      clips: [FilmClip(.color(.black))], junctions: [], output: media.file("film.mkv"))
    request.music = [FilmMusic(path: song)]
    (request.output.overwrites, request.pictureDuration, request.music[0].fadeOut) = (true, seconds, 0)
    request.music[0].loops = false
    try await FilmJob(request).run()
    return try await media.sound("film.mkv")
  }

  /// The film's sound of four seconds of black over which the video at `path` is shown and heard.
  private func overlay(_ path: String) async throws -> [Float] {
    var request = FilmRequest(
      clips: [FilmClip(.color(.black))], junctions: [], output: media.file("film.mkv"))
    var overlay = FilmOverlay(path: path)
    overlay.volume = 0
    (request.overlays, request.output.size) = ([overlay], .exact(ImageSize(width: 64, height: 48)))
    (request.output.overwrites, request.pictureDuration) = (true, 4)
    try await FilmJob(request).run()
    return try await media.sound("film.mkv")
  }

  @Test(
    "sound whose rate or channels change within a stream is heard as it lies",
    arguments: [
      ((2, 48_000, "ac3"), (6, 48_000, "ac3")), ((6, 48_000, "ac3"), (2, 48_000, "ac3")),
      ((2, 44_100, "aac"), (2, 48_000, "aac")),
      ((2, 48_000, "mp2"), (1, 48_000, "mp2")),
    ])
  func changingFormat(first: (Int, Int, String), second: (Int, Int, String)) async throws {
    let (whole, cat) = try await transportStreams([first, second])
    func check(_ samples: [Float], from start: Double, _ name: String) {
      // Tones of 440 and 660 Hz; around the change the codecs' own silence.
      for time in [1.0, 1.5, 2.4, 3.0, 3.5] where time > start {
        let (heard, wanted) = (tone(at: time - start, in: samples), time < 2 ? 440 : 660)
        #expect(abs(heard - wanted) <= 5, "\(name) \(first), from \(start), at \(time): \(heard)")
      }
    }
    for path in [whole, cat] {
      var clip = FilmClip(.file(path: path))
      for start in [0, 1.2] {
        clip.start = .seconds(start)
        _ = try await film(clip, channels: .stereo)
        check(try await media.sound("film.mkv"), from: start, path)
      }
      check(try await music(path, seconds: 4), from: 0, "music \(path)")
      check(try await overlay(path), from: 0, "overlay \(path)")
    }
  }

  @Test(
    "bare sound whose rate changes, which has no times, is heard without gaps", arguments: ["aac", "mp3"])
  func changingBareSound(codec: String) async throws {
    var bytes: [UInt8] = []
    for rate in [44_100, 48_000] {
      let tone = "sine=f=\(rate == 44_100 ? 440 : 660):d=2:r=\(rate)"
      _ = try await media.make(
        "part." + codec, ["-f", "lavfi", "-i", tone] + (codec == "mp3" ? ["-write_xing", "0"] : []))
      bytes += try #require(media.bytes("part." + codec))
    }
    try media.write(bytes, to: "song." + codec)
    let samples = try await music(media.file("song." + codec), seconds: 4)
    for time in stride(from: 0.2, to: 3.7, by: 0.25) where abs(time - 1.95) > 0.3 {
      let (heard, wanted) = (tone(at: time, in: samples), time < 2 ? 440 : 660)
      #expect(abs(heard - wanted) <= 5, "\(codec) at \(time): \(heard)")
    }
  }

  @Test(
    "channels without a layout are heard alike on both sides, with a warning",
    arguments: [10, 12])
  func withoutLayout(count: Int) async throws {
    let values = (0..<count).map { $0 == 3 ? "0.5" : "0" }.joined(separator: "|")
    let clip = try await media.make(
      "clip.mkv",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=1", "-f", "lavfi", "-i",
        "aevalsrc='\(values)':s=48000:d=1",
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "pcm_s16le",
      ])
    let report = try await film(FilmClip(.file(path: clip)))
    for channel in 0..<2 {
      let samples = try await media.sound("film.mkv", channel: channel)
      #expect(samples.count == 48_000)
      #expect(samples[12_000..<36_000].allSatisfy { abs($0 - 0.5 / Float(count)) < 2 / 32_768 })
    }
    #expect(report.warnings.contains { $0.contains("its \(count) channels of sound do not say") })
  }

  @Test(
    "channels without a layout have the usual one of their number, and the one that could be the bass is heard",
    arguments: [3, 6, 8])
  func guessedLayout(count: Int) async throws {
    let bass = count == 3 ? 2 : 3
    for heard in [bass, 0] {
      let values = (0..<count).map { $0 == heard ? "0.4" : "0" }.joined(separator: "|")
      try await media.make(
        "song.wav",
        [
          "-f", "lavfi", "-i",
          "aevalsrc='\(values)':s=48000:d=1:c=\(["", "", "", "2.1", "", "", "5.1", "", "7.1"][count])",
          "-c:a", "pcm_s16le",
        ])
      // Plain PCM of so many channels, without the mask that says which they are.
      var bytes = try #require(media.bytes("song.wav"))
      let start = try #require(bytes.indices.first { bytes[$0...].starts(with: "fmt ".utf8) }) + 8
      bytes.replaceSubrange(start..<(start + 2), with: [1, 0])
      bytes.replaceSubrange((start + 20)..<(start + 24), with: [0, 0, 0, 0])
      try media.write(bytes, to: "song.wav")
      _ = try await music(media.file("song.wav"), seconds: 1)
      for channel in 0..<2 {
        let samples = try await media.sound("film.mkv", channel: channel)
        let isLoud = samples[12_000..<36_000].allSatisfy { $0 > 0.03 }
        #expect(
          isLoud == (heard == bass || channel == 0),
          "\(count), channel \(heard) in \(channel): \(samples[24_000])")
      }
    }
  }

  @Test("the default track of sound is heard, else the first", arguments: [(1, 880), (0, 440), (-1, 440)])
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
    _ = try await film(FilmClip(.file(path: clip)))
    #expect(abs(tone(at: 0.4, in: try await media.sound("film.mkv")) - expected) <= 5)
  }

  @Test(
    "of a transport stream with several programs the pictures that are shown have their own sound",
    arguments: [0, 1])
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
    _ = try await film(FilmClip(.file(path: clip)))
    #expect(abs(tone(at: 0.4, in: try await media.sound("film.mkv")) - 440 * (larger + 1)) <= 5)
  }

  /// A clip with three sound tracks of one channel, tones of 440, 880 and 1320 Hz.
  private func threeTracks(_ name: String = "clip.mkv", languages: [String] = ["eng", "ger"]) async throws
    -> String
  {
    let tags = languages.enumerated().flatMap { ["-metadata:s:a:\($0)", "language=\($1)"] }
    let tones = [440, 880, 1320].flatMap { ["-f", "lavfi", "-i", "sine=\($0):d=1"] }
    return try await media.make(
      name,
      ["-f", "lavfi", "-i", "color=s=64x48:r=25:d=1"] + tones
        + [
          "-map", "0", "-map", "1", "-map", "2", "-map", "3", "-pix_fmt", "yuv420p", "-c:v", "libx264",
          "-c:a",
        ]
        + [name.hasSuffix("mov") ? "pcm_s16le" : "flac"] + tags)
  }

  @Test(
    "a track is chosen by its number or its language, two as left and right",
    arguments: [
      ("2", [880, 880]), ("deu", [880, 880]), ("ger", [880, 880]), ("de", [880, 880]), ("en", [440, 440]),
      ("3", [1320, 1320]), ("3+1", [1320, 440]), (nil, [440, 440]),
    ])
  func chosenTrack(track: String?, tones: [Int]) async throws {
    var clip = FilmClip(.file(path: try await threeTracks()))
    clip.track = track
    for start in [0, 0.3] {
      clip.start = .seconds(start)
      let report = try await film(clip)
      let places = ["2": "2", "deu": "2", "ger": "2", "de": "2", "3": "3", "3+1": "3+1"]
      #expect(report.clips[0].track == track.map { places[$0] ?? "1" } ?? "1")
      for channel in 0..<2 {
        let heard = tone(at: 0.3, in: try await media.sound("film.mkv", channel: channel))
        #expect(abs(heard - tones[channel]) <= 5, "\(track ?? "none") from \(start): \(heard)")
      }
    }
    // Music likewise.
    var music = FilmMusic(path: media.file("clip.mkv"))
    music.track = track
    var request = FilmRequest(
      clips: [FilmClip(.color(.black))], junctions: [], output: media.file("film.mkv"))
    (request.music, request.output.overwrites, request.pictureDuration) = ([music], true, 0.9)
    try await FilmJob(request).run()
    #expect(abs(tone(at: 0.2, in: try await media.sound("film.mkv", channel: 1)) - tones[1]) <= 5)
  }

  @Test("a track that is not there is an error that names those that are, and a pair of no subtitles")
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

  @Test("two tracks of one channel, as cameras have them, are named, unless one of them is asked for")
  func monoTracks() async throws {
    func warnings(_ clip: FilmClip) async throws -> [String] {
      let request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
      return try await FilmJob(request).plan().warnings
    }
    var clip = FilmClip(.file(path: try await threeTracks("clip.mov", languages: [])))
    let said = try await warnings(clip)
    #expect(said.contains { $0.contains("its 3 sound tracks have one channel each, and track 1 is heard") })
    #expect(!said.contains { $0.contains("further sound tracks") })
    clip.track = "1+2"
    #expect(!(try await warnings(clip).contains { $0.contains("one channel each") }))
    clip = FilmClip(.file(path: try await threeTracks()))
    #expect(try await warnings(clip).contains { $0.contains("further sound tracks (ger) of") })
  }

  @Test("the language of the sound goes along", arguments: ["mp4", "mov", "mkv", "webm"])
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

  @Test("sound that is shorter than a loudness needs is called short, and silence quiet")
  func shortLoudness() async throws {
    for (seconds, level, words) in [(0.32, 0.5, "shorter than the 0.4 s"), (0.8, 0.0, "too quiet")] {
      let clip = try await media.make(
        "clip.mov",
        [
          "-f", "lavfi", "-i", "color=s=64x48:r=25:d=\(seconds)", "-f", "lavfi", "-i",
          "aevalsrc='\(level)*sin(6283*t)':s=48000:d=\(seconds)", "-pix_fmt", "yuv420p", "-c:v", "libx264",
          "-c:a", "pcm_s16le",
        ])
      var request = FilmRequest(
        clips: [FilmClip(.file(path: clip))], junctions: [], output: media.file("film.mkv"))
      (request.loudness, request.output.overwrites) = (-14, true)
      let warnings = try await FilmJob(request).run().warnings
      #expect(warnings.contains { $0.hasPrefix("the film's sound is \(words)") }, "\(warnings)")
    }
  }

  @Test("mute silences the clips and nothing else, and what is asked of a sound that is not there is named")
  func mute() async throws {
    let picture = ["-f", "lavfi", "-i", "color=s=64x48:r=25:d=1"]
    let h264 = ["-pix_fmt", "yuv420p", "-c:v", "libx264"]
    let clip = try await media.make(
      "clip.mov", picture + ["-f", "lavfi", "-i", "sine=f=300:d=1"] + h264 + ["-c:a", "pcm_s16le"])
    let silent = try await media.make("silent.mov", picture + h264)
    let song = try await media.make("song.wav", ["-f", "lavfi", "-i", "sine=f=900:d=2"])
    func sound(_ path: String, isMute: Bool) async throws -> [Float] {
      var request = FilmRequest(
        clips: [FilmClip(.file(path: path))], junctions: [], output: media.file("film.mkv"))
      (request.output.overwrites, request.isMute) = (true, isMute)
      request.music = [FilmMusic(path: song)]
      let report = try await FilmJob(request).run()
      #expect(report.clips[0].audio == (path == clip && !isMute))
      return try await media.sound("film.mkv")
    }
    let (muted, music) = (try await sound(clip, isMute: true), try await sound(silent, isMute: false))
    #expect(muted == music && music.count == 48_000 && (music.max() ?? 0) > 0.05)
    #expect(try await sound(clip, isMute: false) != music)
    var request = FilmRequest(clips: [FilmClip(.file(path: clip))], junctions: [], output: "")
    (request.isMute, request.loudness, request.audioCodec) = (true, -14, "flac")
    let plan = try await FilmJob(request).plan()
    #expect(
      plan.sound == nil
        && plan.warnings.suffix(2) == [
          "audioCodec has no effect, since the film has no sound",
          "loudness has no effect, since the film has no sound",
        ], "\(plan.warnings)")
  }

  @Test(
    "the sound goes over earlier or later than the pictures, at cuts and transitions, into what the files have there",
    arguments: ["+cut,sound=-0.4", "+cut,sound=0.4", "+dissolve:0.4,sound=-0.4", "+dissolve:0.4,sound=300ms"])
  func offsetSound(junction: String) async throws {
    // A level of its own in each of the clips; the second's falls before its IN.
    for (name, level) in [("a.mov", "0.25"), ("b.mov", "if(lt(t,1),0.75,0.5)")] {
      try await media.make(
        name,
        [
          "-f", "lavfi", "-i", "color=s=64x48:r=25:d=3", "-f", "lavfi", "-i",
          "aevalsrc='\(level)':s=48000:d=3",
          "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "pcm_s16le",
        ])
    }
    let words = [media.file("a.mov") + "@0-1.6", junction, media.file("b.mov") + "@1-2.6"]
    let arguments = try FilmArguments(words) {
      media.bytes(String($0.split(separator: "/").last ?? "")) != nil
    }
    var request = FilmRequest(
      clips: arguments.clips, junctions: arguments.junctions, output: media.file("film.mkv"))
    request.junctions[0].sound = .linear
    let offset = request.junctions[0].soundOffset
    let report = try await FilmJob(request).run()
    let sound = try await media.sound("film.mkv")
    let length = junction.hasPrefix("+cut") ? 3.2 : 2.8
    #expect(sound.count == Int((length * 48_000).rounded()) && report.film.seconds == length)
    // The middle of the way over is that of the pictures', moved.
    let middle = (junction.hasPrefix("+cut") ? 1.6 : 1.4) + offset
    let half = junction.hasPrefix("+cut") ? 0.006 : 0.201
    func level(_ seconds: Double) -> Float { sound[Int(seconds * 48_000)] }
    #expect(abs(level(0.1) - 0.25) < 0.002 && abs(level(middle - half) - 0.25) < 0.002)
    // Of b what lies before its IN, as far as the sound comes earlier.
    let isEarly = offset < 0
    #expect(abs(level(middle + half) - (isEarly && half < 0.1 ? 0.75 : 0.5)) < 0.002 || isEarly && half > 0.1)
    #expect(abs(level(middle + max(half, -offset) + 0.21) - 0.5) < 0.002)
    #expect(abs(level(length - 0.1) - 0.5) < 0.002)
    // A timeline has it as a track of its own, and back it comes.
    let timeline = try FilmOTIO.export(await FilmPlan(request), folder: "")
    let back = try FilmOTIO.parse(timeline.json, name: "t", folder: "")
    #expect(back.junctions[0].soundOffset == offset && !back.notes.contains { $0.contains("audio track") })
    let text = try JSONValue(parsing: timeline.json)
    let track = try #require(text["tracks"]?["children"]?.list?.last)
    #expect(track["kind"]?.text == "Audio")
    let clips = (track["children"]?.list ?? []).filter { $0["OTIO_SCHEMA"]?.text == "Clip.1" }
    let frames = clips.map { $0["source_range"]?["duration"]?["value"]?.number ?? 0 }
    let starts = clips.map { $0["source_range"]?["start_time"]?["value"]?.number ?? 0 }
    let into = junction.hasPrefix("+cut") ? 0.0 : 5
    #expect(
      abs(frames[0] - (40 - into + offset * 25)) <= 0.5 && abs(starts[1] - (25 + into + offset * 25)) <= 0.5
    )
  }

  @Test("sound that would go over beyond the clips beside it is an error that says how far it may")
  func farOffset() async throws {
    let clip = try await media.make(
      "clip.mov",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=1", "-f", "lavfi", "-i", "sine=d=1", "-pix_fmt", "yuv420p",
        "-c:v", "libx264", "-c:a", "pcm_s16le",
      ])
    for offset in [-1.5, 1.5] {
      var junction = FilmJunction.cut
      junction.soundOffset = offset
      let request = FilmRequest(
        clips: [FilmClip(.file(path: clip)), FilmClip(.file(path: clip))], junctions: [junction], output: "")
      let error = await #expect(throws: FilmError.self) { try await FilmPlan(request) }
      #expect("\(error.map { "\($0)" } ?? "")".contains("-1 to 1 s"), "\(error.map { "\($0)" } ?? "")")
    }
    let json =
      #"{"segue": 1, "clips": [{"src": "a"}, {"transition": "cut", "sound": -0.5}, {"src": "b"}, {"transition": "slide", "sound": "linear"}, {"src": "c"}]}"#
    let film = try FilmFile.parse(Array(json.utf8), name: "f", folder: "")
    #expect(film.junctions.map(\.soundOffset) == [-0.5, 0] && film.junctions[1].sound == .linear)
  }

  @Test("one file by two names crosses linearly, as by one")
  func oneFile() async throws {
    let clip = try await media.make(
      "level.mov",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=2", "-f", "lavfi", "-i", "aevalsrc='0.5':s=48000:d=2",
        "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "pcm_s16le",
      ])
    try FileManager.default.createSymbolicLink(
      atPath: media.file("other.mov"), withDestinationPath: clip)
    var (first, second) = (FilmClip(.file(path: clip)), FilmClip(.file(path: media.file("other.mov"))))
    (first.end, second.start) = (.seconds(1.5), .seconds(0.5))
    let request = FilmRequest(
      clips: [first, second], junctions: [FilmJunction(duration: .seconds(1))], output: media.file("film.mkv")
    )
    try await FilmJob(request).run()
    let sound = try await media.sound("film.mkv")
    // Half a second of the first, one of both, half a second of the second.
    #expect(sound.count == 96_000 && sound.allSatisfy { abs($0 - 0.5) < 0.001 })
  }

  @Test("a film whose sound passes -1 dBTP says by how much, and one below says nothing")
  func tooLoud() async throws {
    let clip = try await media.make(
      "clip.mov",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=1", "-f", "lavfi", "-i",
        "aevalsrc='0.7*sin(2*PI*997*t)':s=48000:d=1", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a",
        "pcm_s16le",
      ])
    var part = FilmClip(.file(path: clip))
    #expect(try await film(part).warnings.filter { $0.contains("dBTP") } == [])
    // 20 log 0.7 = -3.1 dB.
    part.volume = 6
    let warning = try #require(try await film(part).warnings.first { $0.contains("dBTP") })
    #expect(warning.hasPrefix("the true peak of the film's sound is 2.9 dBTP, 3.9 dB above -1"), "\(warning)")
  }

  @Test(
    "a clip's sound begins at its IN to the sample, whatever the film's frames are",
    arguments: ["mov", "mkv", "ts"])
  func exactIn(container: String) async throws {
    // A step of sound at 2 s.
    let codec = container == "ts" ? "s302m" : "pcm_s16le"
    let clip = try await media.make(
      "clip." + container,
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=30:d=4", "-f", "lavfi", "-i",
        "aevalsrc='0.5*gte(n,96000)|0.5*gte(n,96000)':s=48000:d=4", "-pix_fmt", "yuv420p", "-c:v", "libx264",
        "-c:a", codec, "-strict", "-2",
      ])
    var part = FilmClip(.file(path: clip))
    for (start, onset) in [(1.5, 24_000), (1.49, 24_480), (1.9, 4800), (0.02, 95_040)] {
      part.start = .seconds(start)
      _ = try await film(part, rate: try FrameRate(30_000, per: 1001))
      let found = try await media.sound("film.mkv").firstIndex { $0 > 0.25 }
      // Matroska has its packets' times in milliseconds: half of one is all that it tells.
      let tolerance = container == "mkv" ? 24 : 0
      #expect(found.map { abs($0 - onset) <= tolerance } == true, "IN \(start): \(found ?? -1)")
    }
  }

  @Test("sound of which many packets are lost is heard as far as there is any, with a warning")
  func manyLost() async throws {
    let path = try await media.make(
      "whole.ts",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=3", "-f", "lavfi", "-i",
        "anoisesrc=r=48000:d=3:a=0.5:seed=1",
      ]
        + ["-c:v", "mpeg2video", "-c:a", "mp2", "-ac", "2", "-b:a", "192k", "-f", "mpegts"])
    // Of the sound's stream every fourth of the packets of 188 bytes, after the first sixty.
    let whole = try #require(media.bytes("whole.ts"))
    var (kept, count): ([UInt8], Int) = ([], 0)
    for start in stride(from: 0, to: whole.count, by: 188) {
      if Int(whole[start + 1] & 31) << 8 | Int(whole[start + 2]) == 0x101 {
        count += 1
        if count > 60, count.isMultiple(of: 4) { continue }
      }
      kept += whole[start..<start + 188]
    }
    try media.write(kept, to: "whole.ts")
    var request = FilmRequest(items: [FilmItem(FilmClip(.file(path: path)))])
    (request.output.path, request.audioCodec) = (media.file("o.mkv"), "pcm")
    let report = try await FilmJob(request).run()
    #expect(report.warnings.contains { $0.contains("its sound") && $0.contains("so there is silence") })
    let sound = try await media.sound("o.mkv")
    #expect(abs(sound.count - 144_000) < 4800)
    #expect(sound[4800..<14_400].contains { abs($0) > 0.1 })
  }

  @Test("where packets of a clip's sound are missing there is silence, and what follows stays in its place")
  func missingPackets() async throws {
    // A beep of 30 ms at each second; packets of 21.3 ms between them are lost.
    try await media.make(
      "whole.mp4",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=30:d=6", "-f", "lavfi", "-i",
        "aevalsrc='if(lt(mod(t,1),0.03),0.8*sin(6283*t),0)':d=6:s=48000", "-pix_fmt", "yuv420p", "-c:v",
        "libx264",
        "-c:a", "aac",
      ])
    let lost = [70, 120, 164, 165, 210].map { "eq(n\\,\($0))" }.joined(separator: "+")
    for name in ["lost.mp4", "lost.mkv"] {
      let path = try await media.make(
        name, ["-i", media.file("whole.mp4"), "-c", "copy", "-bsf:a", "noise=drop='\(lost)'"])
      _ = try await film(FilmClip(.file(path: path)))
      let samples = try await media.sound("film.mkv")
      for second in 1..<6 {
        let around = (second * 48_000 - 24_000)..<min(samples.count, second * 48_000 + 24_000)
        let onset = around.first { abs(samples[$0]) > 0.2 } ?? 0
        #expect(abs(onset - second * 48_000) < 240, "\(name), \(second) s: \(onset)")
      }
    }
  }

  @Test("sound that begins late in a file that is read from its beginning is found without keeping the rest")
  func lateSound() async throws {
    let path = try await media.make(
      "short.mov", ["-f", "lavfi", "-i", "sine=d=1", "-c:a", "pcm_s16le"])
    var info = try await ClipProbe().info(of: path)
    info.leap = 20
    let file = info
    // More samples than there is memory to address; the file has ended long before.
    let samples = try await onThread(named: "segue.test") {
      let decoding = try #require(SoundDecoding(file, from: 1e9, isStrict: false))
      let decoder = try SoundDecoder(decoding)
      defer { decoder.close() }
      var buffer = [Float](repeating: 0, count: 16)
      return try buffer.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
    }
    #expect(samples == 0)
  }

  @Test("a decoder that has to read everything before its start may take as long as that is")
  func lateStart() async throws {
    let part = ["-f", "lavfi", "-i", "color=s=64x48:r=25:d=2", "-c:v", "mpeg2video"]
    try await media.make("part.ts", part)
    let bytes = try #require(media.bytes("part.ts"))
    try media.write((0..<4).flatMap { _ in bytes }, to: "whole.ts")
    var clip = FilmClip(.file(path: media.file("whole.ts")))
    clip.start = .seconds(4)
    let plan = try await FilmPlan(
      FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv")))
    #expect(plan.part(0, in: 0..<10)?.decoding.stallLimit == .seconds(34))
  }
}

@Suite("True peaks") struct TruePeakTests {
  /// What a sine of an amplitude comes to, which fades in and out, given in blocks of `block` samples.
  private func excess(_ amplitude: Double, turn: Double, phase: Double, block: Int) -> Double? {
    var detector = TruePeakDetector()
    let samples = (0..<4800).flatMap { index -> [Float] in
      let fade = Double(min(index, 4799 - index, 200)) / 200
      return [0, Float(fade * amplitude * sin(2 * .pi * (Double(index) * turn + phase)))]
    }
    for start in stride(from: 0, to: samples.count, by: block * 2) {
      detector.add(Array(samples[start..<min(samples.count, start + block * 2)]))
    }
    detector.finish()
    return detector.excess
  }

  @Test("a sine's peak is its amplitude, wherever its samples lie", arguments: [4800, 480, 7])
  func sine(block: Int) throws {
    // A quarter of the sample rate an eighth of a turn late: every sample is 3 dB below the peak.
    for (turn, phase) in [(0.25, 0.125), (997.0 / 48_000, 0), (0.125, 0.0625), (0.3, 0.1)] {
      for amplitude in [1.0, 1.4, 0.95] {
        let found = try #require(excess(amplitude, turn: turn, phase: phase, block: block))
        #expect(abs(found - (20 * log10(amplitude) + 1)) < 0.02, "\(turn) \(amplitude): \(found)")
      }
      #expect(excess(0.85, turn: turn, phase: phase, block: block) == nil)
    }
  }
}
