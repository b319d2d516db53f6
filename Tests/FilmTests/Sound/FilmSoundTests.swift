import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueSystem

/// Sound of films: samples, levels and decoder time limits.
@Suite("Sound of films", .serialized, .needs("ffmpeg", "ffprobe")) struct FilmSoundTests {
  let media: Media

  init() throws { media = try Media() }

  /// A film of `clip`, as `film.wav`.
  func request(_ clip: FilmClip, rate: FrameRate? = nil, channels: SoundLayout? = nil) -> FilmRequest {
    var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.wav"))
    (request.output.frameRate, request.channels) = (rate, channels)
    request.output.overwrites = true
    return request
  }

  func film(_ clip: FilmClip, channels: SoundLayout? = nil) async throws -> FilmReport {
    try await FilmJob(request(clip, channels: channels)).run()
  }

  /// The frequency around `time` in hertz, by zero crossings; 0 in silence.
  func tone(at time: Double, in samples: [Float]) -> Int {
    let part = samples[
      min(samples.count, Int(time * 48_000))..<min(samples.count, Int((time + 0.2) * 48_000))]
    return zip(part, part.dropFirst()).count { $0 < 0 && $1 >= 0 } * 5
  }

  @Test("the loudness of sound below 0.4 s is unknown")
  func shortLoudness() async throws {
    for (seconds, level, words) in [(0.32, 0.5, "shorter than the 0.4 s"), (0.8, 0.0, "too quiet")] {
      let clip = try media.wave("clip.wav", seconds: seconds, channels: 2) { level * sin(6283 * $0) }
      var request = FilmRequest(
        clips: [FilmClip(.file(path: clip))], junctions: [], output: media.file("film.wav"))
      (request.loudness, request.output.overwrites) = (-14, true)
      let warnings = try await FilmJob(request).run().warnings
      #expect(warnings.contains { $0.hasPrefix("the film's sound is \(words)") }, "\(warnings)")
    }
  }

  @Test("mute silences clips but not music")
  func mute() async throws {
    let clip = try media.heard("clip.mov", seconds: 1) { 0.125 * sin(2 * .pi * 300 * $0) }
    let song = try media.wave("song.wav", seconds: 2) { 0.125 * sin(2 * .pi * 900 * $0) }
    let (loud, silent) = (FilmClip(.file(path: clip)), FilmClip(.color(.black)))
    func sound(_ clip: FilmClip, isMute: Bool) async throws -> [Float] {
      var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.wav"))
      (request.isMute, request.pictureDuration) = (isMute, 1)
      request.music = [FilmMusic(path: song)]
      let report = try await FilmJob(request).plan()
      #expect(report.clips[0].audio == (clip == loud && !isMute))
      return try await media.samples(of: request)
    }
    let (muted, music) = (try await sound(loud, isMute: true), try await sound(silent, isMute: false))
    #expect(muted == music && music.count == 48_000 && (music.max() ?? 0) > 0.05)
    if Tier.current == .full { #expect(try await sound(loud, isMute: false) != music) }
    var request = FilmRequest(clips: [FilmClip(.file(path: clip))], junctions: [], output: "")
    (request.isMute, request.loudness, request.audioCodec) = (true, -14, "flac")
    let plan = try await FilmJob(request).plan()
    #expect(
      plan.audio == nil
        && plan.warnings.suffix(2) == [
          "audioCodec has no effect, since the film has no sound",
          "loudness has no effect, since the film has no sound",
        ], "\(plan.warnings)")
  }

  @Test(
    "a sound offset makes a J-cut or an L-cut",
    arguments: cases(
      ["+cut,sound=-0.4", "+dissolve:0.4,sound=300ms"],
      full: ["+cut,sound=0.4", "+dissolve:0.4,sound=-0.4"]))
  func offsetSound(junction: String) async throws {
    // A different level in each clip. The second clip's falls before its IN.
    _ = try media.heard("a.mov", seconds: 3) { _ in 0.25 }
    _ = try media.heard("b.mov", seconds: 3) { $0 < 1 ? 0.75 : 0.5 }
    let words = [media.file("a.mov") + "@0-1.6", junction, media.file("b.mov") + "@1-2.6"]
    let arguments = try FilmArguments(words) {
      media.bytes(String($0.split(separator: "/").last ?? "")) != nil
    }
    var request = FilmRequest(items: arguments.items, output: OutputRequest(media.file("film.wav")))
    request.items[1].junction?.sound = .linear
    let offset = request.junctions[0].soundOffset
    let report = try await FilmJob(request).plan()
    let sound = try await media.samples(of: request)
    let length = junction.hasPrefix("+cut") ? 3.2 : 2.8
    #expect(sound.count == Int((length * 48_000).rounded()) && report.film.seconds == length)
    // The centre of the crossfade is that of the pictures' overlap plus the offset.
    let middle = (junction.hasPrefix("+cut") ? 1.6 : 1.4) + offset
    let half = junction.hasPrefix("+cut") ? 0.006 : 0.201
    func level(_ seconds: Double) -> Float { sound[Int(seconds * 48_000)] }
    #expect(abs(level(0.1) - 0.25) < 0.002 && abs(level(middle - half) - 0.25) < 0.002)
    // Earlier sound is from before the second clip's IN.
    let isEarly = offset < 0
    #expect(abs(level(middle + half) - (isEarly && half < 0.1 ? 0.75 : 0.5)) < 0.002 || isEarly && half > 0.1)
    #expect(abs(level(middle + max(half, -offset) + 0.21) - 0.5) < 0.002)
    #expect(abs(level(length - 0.1) - 0.5) < 0.002)
    // A timeline stores the offset as an audio track and restores it.
    let timeline = try FilmOTIO.export(await FilmPlan(request), folder: "")
    let back = try FilmOTIO.parse(timeline.json, name: "t", folder: "")
    #expect(
      back.junctions[0].soundOffset == offset
        && !back.notices.contains { $0.sentence.contains("audio track") })
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

  @Test(
    "a sound offset is shortened to the available sound",
    arguments: cases(["mov"], full: ["mkv"]))
  func missingSound(container: String) async throws {
    for (name, level) in [("a", 0.25), ("b", 0.75)] {
      if container == "mov" {
        _ = try media.heard("\(name).mov", seconds: 2) { _ in level }
        continue
      }
      try await media.make(
        "\(name).\(container)",
        [
          "-f", "lavfi", "-i", "color=s=64x48:r=25:d=2", "-f", "lavfi", "-i",
          "aevalsrc='\(level)':s=48000:d=2", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-c:a", "pcm_s16le",
        ])
    }
    let picture = try media.write(Snapshot(width: 64, height: 48) { _, _ in .black }, to: "p.png")
    func request(_ first: String, _ junction: String, _ second: String) throws -> FilmRequest {
      let last = second.isEmpty ? picture : media.file("b.\(container)") + second
      let words = [media.file("a.\(container)") + first, junction, last]
      let arguments = try FilmArguments(words) {
        media.bytes(String($0.split(separator: "/").last ?? "")) != nil
      }
      return FilmRequest(items: arguments.items, output: OutputRequest(media.file("film.wav")))
    }
    let cases = [
      ("@0-2", "+cut,sound=-0.5", "@0-2", 0), ("@0-2", "+cut,sound=0.5", "@0-2", 0),
      ("@0-1.8", "+cut,sound=0.5", "@0-2", 0.2), ("@0-2", "+cut,sound=-0.5", "@0.2-2", -0.2),
      ("@0-2", "+dissolve:0.4,sound=-0.5", "@0.2-2", -0.2),
      ("@0-2", "+cut,sound=-0.5", "@0.2-2,speed=0.5", -0.4),
      ("@0-2", "+cut,sound=-0.5", "@0.5-2", -0.5), ("@0-1.48", "+cut,sound=0.5", "@0-2", 0.5),
      ("@0-2", "+cut,sound=-0.5", "", 0), ("@0-2", "+cut,sound=-0.5", "@0.5-2,reverse=true", 0),
    ]
    for (first, junction, second, seconds) in cases {
      let plan = try await FilmPlan(request(first, junction, second))
      let offset = try #require(plan.clips[1].junction).soundOffset
      #expect(abs(offset - seconds) < 0.001, "\(first) \(junction) \(second): \(offset)")
      let length = seconds == 0 ? "0" : "\(abs(seconds))"
      let said = plan.notices.messages.filter { $0.contains("the sound changes \(length) s") }
      #expect(said.count == (abs(seconds) == 0.5 ? 0 : 1), "\(plan.notices)")
      let text = plan.report(hasSound: true).text
      #expect(text.contains(", sound=\(seconds)") == (seconds != 0), "\(text)")
    }
    for (first, junction, second, seconds) in cases[..<(Tier.current == .full ? 4 : 1)] {
      let sound = try await media.samples(of: request(first, junction, second))
      let change = Int(((first == "@0-2" ? 2 : 1.8) + seconds) * 48_000)
      #expect(sound[480..<change - 480].allSatisfy { abs($0 - 0.25) < 0.002 })
      #expect(sound[(change + 480)...].dropLast(480).allSatisfy { abs($0 - 0.75) < 0.002 })
    }
  }

  @Test("an offset beyond the neighbouring clips is an error")
  func farOffset() async throws {
    let clip = try media.heard("clip.mov", seconds: 1) { _ in 0.1 }
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

  @Test("two parts of one file crossfade linearly, even if one is named by a link")
  func oneFile() async throws {
    let clip = try media.wave("level.wav", seconds: 2, channels: 2) { _ in 0.5 }
    try FileManager.default.createSymbolicLink(
      atPath: media.file("other.wav"), withDestinationPath: clip)
    var (first, second) = (FilmClip(.file(path: clip)), FilmClip(.file(path: media.file("other.wav"))))
    (first.end, second.start) = (.seconds(1.5), .seconds(0.5))
    let request = FilmRequest(
      clips: [first, second], junctions: [FilmJunction(duration: .seconds(1))], output: media.file("film.wav")
    )
    let sound = try await media.samples(of: request)
    // The film has half a second of the first part, one second of both, and half a second of the second.
    #expect(sound.count == 96_000 && sound.allSatisfy { abs($0 - 0.5) < 0.001 })
  }

  @Test("a true peak above -1 dBTP causes a warning")
  func tooLoud() async throws {
    let clip = try media.wave("clip.wav", seconds: 1, channels: 2) { 0.7 * sin(2 * .pi * 997 * $0) }
    var part = FilmClip(.file(path: clip))
    #expect(try await film(part).warnings.filter { $0.contains("dBTP") } == [])
    // 20 log 0.7 = -3.1 dB.
    part.volume = 6
    let warning = try #require(try await film(part).warnings.first { $0.contains("dBTP") })
    #expect(warning.hasPrefix("the true peak of the film's sound is 2.9 dBTP, 3.9 dB above -1"), "\(warning)")
  }

  @Test(
    "a clip's sound begins at the exact sample of its IN at every frame rate",
    arguments: cases(["ts"], full: ["mov", "mkv"]))
  func exactIn(container: String) async throws {
    // A step in the sound at 2 s.
    let codec = container == "ts" ? "s302m" : "pcm_s16le"
    let clip = try await media.make(
      "clip." + container,
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=30:d=4", "-f", "lavfi", "-i",
        "aevalsrc='0.5*gte(n,96000)|0.5*gte(n,96000)':s=48000:d=4", "-pix_fmt", "yuv420p", "-c:v", "libx264",
        "-c:a", codec, "-strict", "-2",
      ])
    var part = FilmClip(.file(path: clip))
    for (start, onset) in cases(
      [(1.49, 24_480), (0.02, 95_040)], full: [(1.5, 24_000), (1.9, 4800)])
    {
      part.start = .seconds(start)
      let request = request(part, rate: try FrameRate(30_000, per: 1001))
      let found = try await media.samples(of: request).firstIndex { $0 > 0.25 }
      // Matroska's packet times are in milliseconds, so the accuracy is half a millisecond.
      let tolerance = container == "mkv" ? 24 : 0
      #expect(found.map { abs($0 - onset) <= tolerance } == true, "IN \(start): \(found ?? -1)")
    }
  }

  @Test("sound with many lost packets is decoded with a warning", .full)
  func manyLost() async throws {
    let path = try await media.make(
      "whole.ts",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=25:d=3", "-f", "lavfi", "-i",
        "anoisesrc=r=48000:d=3:a=0.5:seed=1",
      ]
        + ["-c:v", "mpeg2video", "-c:a", "mp2", "-ac", "2", "-b:a", "192k", "-f", "mpegts"])
    // Removes every fourth 188-byte packet of the sound after the first sixty.
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
    request.output.path = media.file("o.wav")
    let report = try await FilmJob(request).run()
    #expect(
      report.warnings.contains {
        $0.contains("within its sound are missing") || $0.contains("s shorter than its pictures")
      })
    let sound = try await media.sound("o.wav")
    #expect(abs(sound.count - 144_000) < 4800)
    #expect(sound[4800..<14_400].contains { abs($0) > 0.1 })
  }

  @Test("missing sound packets are silent")
  func missingPackets() async throws {
    // A beep of 30 ms at each second. Packets of 21.3 ms between the beeps are lost.
    try await media.make(
      "whole.mp4",
      [
        "-f", "lavfi", "-i", "color=s=64x48:r=30:d=6", "-f", "lavfi", "-i",
        "aevalsrc='if(lt(mod(t,1),0.03),0.8*sin(6283*t),0)':d=6:s=48000", "-pix_fmt", "yuv420p", "-c:v",
        "libx264",
        "-c:a", "aac",
      ])
    let lost = [70, 120, 164, 165, 210].map { "eq(n\\,\($0))" }.joined(separator: "+")
    for name in cases(["lost.mp4"], full: ["lost.mkv"]) {
      let path = try await media.make(
        name, ["-i", media.file("whole.mp4"), "-c", "copy", "-bsf:a", "noise=drop='\(lost)'"])
      let samples = try await media.samples(of: request(FilmClip(.file(path: path))))
      for second in 1..<6 {
        let around = (second * 48_000 - 24_000)..<min(samples.count, second * 48_000 + 24_000)
        let onset = around.first { abs(samples[$0]) > 0.2 } ?? 0
        #expect(abs(onset - second * 48_000) < 240, "\(name), \(second) s: \(onset)")
      }
    }
  }

  @Test("the beginning of late sound is found without storing samples")
  func lateSound() async throws {
    let path = try media.wave("short.wav", seconds: 1) { 0.125 * sin(2 * .pi * 440 * $0) }
    var info = WaveSource.info(path, channels: 1)
    info.discontinuity = 20
    let file = info
    // More samples than memory can hold; the file has ended long before.
    let samples = try await onThread(named: "segue.test") {
      let decoding = try #require(SoundDecoding(file, from: 1e9, isStrict: false))
      let decoder = try SoundDecoder(decoding)
      defer { decoder.close() }
      var buffer = [Float](repeating: 0, count: 16)
      return try buffer.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
    }
    #expect(samples == 0)
  }

  @Test("a decoder that reads from the beginning has a longer time limit")
  func lateStart() async throws {
    // Four parts of two seconds, whose timestamps restart.
    let size = ImageSize(width: 64, height: 48)
    let path = try media.facts("whole.ts", size: size, rate: 25, seconds: 8) { info in
      (info.container, info.discontinuity) = ("mpegts", 2)
    }
    var clip = FilmClip(.file(path: path))
    clip.start = .seconds(4)
    let plan = try await FilmPlan(
      FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv")))
    #expect(plan.part(of: plan.clips[0], in: 0..<10)?.decoding.stallLimit == .seconds(34))
  }
}
