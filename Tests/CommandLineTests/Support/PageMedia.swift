import Foundation
import SegueImaging
import TestSupport

/// The inputs of the commands on the pages: small clips, pictures and sounds. Each folder has links of the same
/// files, so they are made once, and probed once by the plans of this process.
enum PageMedia {
  /// A transcript of three words.
  static let words = #"""
    {"segments": [{"start": 0.2, "end": 1.4, "text": " The sea again", "words": [{"word": " The", "start": 0.2, "end": 0.4},
      {"word": " sea", "start": 0.4, "end": 0.9}, {"word": " again", "start": 0.9, "end": 1.4}]}]}
    """#

  private static let shared = Task {
    let place = try Workplace()
    try await make(in: place)
    return place
  }

  /// Adds `names` to `place`, or all files.
  static func link(_ names: [String]? = nil, into place: Workplace) async throws {
    let shared = try await shared.value
    for name in names ?? shared.names() {
      if place.exists(name) { try place.remove(name) }
      try FileManager.default.linkItem(atPath: shared.file(name), toPath: place.file(name))
    }
  }

  private static func make(in place: Workplace) async throws {
    for name in ["beach.mp4", "dive.mp4", "a.mp4", "b.mp4", "dive.mov"] {
      try await Clips.make(name, in: place, seconds: 10)
    }
    // No command has two names of the same file.
    let others = [
      "talk.mp4": "a.mp4", "sunset.mp4": "a.mp4", "run.mp4": "b.mp4", "screen.mp4": "beach.mp4",
      "face.mp4": "dive.mp4", "log.mov": "dive.mov", "beach.mov": "dive.mov",
    ]
    for (name, other) in others {
      try FileManager.default.linkItem(atPath: place.file(other), toPath: place.file(name))
    }
    for name in ["dune.jpg", "light.jpg", "group.jpg", "group.png", "logo.png"] {
      try await Clips.picture(name, in: place)
    }
    for index in 1...12 {
      let shot = Snapshot(width: 64, height: 48) { x, y in
        RGBAColor(red: UInt8(x * 4), green: UInt8(y * 5), blue: UInt8(index * 20))
      }
      try place.write(shot, to: String(format: "shot%04d.png", index))
    }
    for (name, samples) in [("voice.wav", 144_000), ("whoosh.wav", 24_000)] {
      let tone = (0..<samples).map { Float(0.1 * sin(Double($0 % 120) * .pi / 60)) }
      try place.share(WaveFile.bytes(tone), as: name)
    }
    for (name, seconds) in [("song.mp3", 45), ("song.flac", 3)] {
      try await FFmpeg.make(name, ["-f", "lavfi", "-i", "sine=d=\(seconds)"], in: place)
    }
    try await makeOfPhones(in: place)
    try await makeOfSeveralTracks(in: place)
    let corners = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }.joined(separator: "\n")
    try place.write("LUT_3D_SIZE 2\n" + corners + "\n", to: "log.cube")
    try place.write(words, to: "words.json")
  }

  /// Recordings in 10-bit HLG, like a phone's.
  private static func makeOfPhones(in place: Workplace) async throws {
    let words = [
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=20:d=2,format=yuv420p10le", "-f", "lavfi", "-i", "sine=d=2",
      "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error", "-tag:v", "hvc1",
      "-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67",
      "-color_range", "tv",
    ]
    let path = try await FFmpeg.make("iphone.mov", words, in: place)
    try FileManager.default.copyItem(atPath: path, toPath: place.file("pixel.mp4"))
    try FileManager.default.linkItem(atPath: path, toPath: place.file("phone.mov"))
  }

  /// A film in two languages, an interview with a microphone in each of two tracks, and talks with subtitles.
  private static func makeOfSeveralTracks(in place: Workplace) async throws {
    let tracks = ["-f", "lavfi", "-i", "testsrc=s=96x54:r=10:d=2", "-f", "lavfi", "-i", "sine=d=2"]
    for (name, tags) in [
      ("film.mkv", ["-metadata:s:a:0", "language=eng", "-metadata:s:a:1", "language=deu"]),
      ("interview.mov", []),
    ] {
      try await FFmpeg.make(
        name,
        tracks + ["-map", "0:v", "-map", "1:a", "-map", "1:a"] + tags + [
          "-pix_fmt", "yuv420p", "-colorspace", "bt709", "-color_range", "tv",
        ], in: place)
    }
    try place.write("1\n00:00:01,000 --> 00:00:03,000\nThe sea\n", to: "words.srt")
    for name in ["talk.mkv", "more.mkv"] {
      let words = [
        "-i", "talk.mp4", "-i", "words.srt", "-map", "0", "-map", "1", "-c:v", "copy", "-c:a", "flac",
      ]
      try await FFmpeg.make(name, words, in: place)
    }
  }
}
