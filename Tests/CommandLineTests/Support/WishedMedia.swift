import TestSupport

/// The inputs of the common films: small and short.
enum WishedMedia {
  /// A transcript of three words.
  static let words = #"""
    {"segments": [{"start": 0.2, "end": 1.4, "text": " The sea again", "words": [{"word": " The", "start": 0.2, "end": 0.4},
      {"word": " sea", "start": 0.4, "end": 0.9}, {"word": " again", "start": 0.9, "end": 1.4}]}]}
    """#

  static func make(in place: Workplace) async throws {
    for name in ["beach.mp4", "dive.mov", "talk.mp4", "screen.mp4", "face.mp4", "run.mp4", "log.mov"] {
      try await Clips.make(name, in: place, seconds: 4)
    }
    for (index, name) in ["a.mp4", "b.mp4", "dive.mp4"].enumerated() {
      try await Clips.make(name, in: place, seconds: 8, hue: 90 * index)
    }
    for name in ["dune.jpg", "group.jpg", "light.jpg", "logo.png"] {
      try await Clips.picture(name, in: place)
    }
    try await FFmpeg.run([
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=12:d=1", "-start_number", "1", place.file("shot%04d.png"),
    ])
    try place.write("1\n00:00:01,000 --> 00:00:03,000\nThe sea\n", to: "words.srt")
    try place.write(words, to: "words.json")
    for name in ["talk.mkv", "more.mkv"] {
      let words = [
        "-i", "talk.mp4", "-i", "words.srt", "-map", "0", "-map", "1", "-c:v", "copy", "-c:a", "flac",
      ]
      try await FFmpeg.make(name, words, in: place)
    }
    // As phones record: HLG in 10 bits.
    let phone = [
      "-f", "lavfi", "-i", "testsrc2=s=64x48:r=20:d=3,format=yuv420p10le", "-c:v", "libx265", "-x265-params",
      "log-level=error:colorprim=bt2020:transfer=arib-std-b67:colormatrix=bt2020nc", "-tag:v", "hvc1",
    ]
    try await FFmpeg.make("phone.mov", phone, in: place)
    let corners = (0..<8).map { "\($0 & 1) \($0 >> 1 & 1) \($0 >> 2)" }.joined(separator: "\n")
    try place.write("LUT_3D_SIZE 2\n" + corners + "\n", to: "log.cube")
    for (name, seconds) in [("song.mp3", 6.0), ("whoosh.wav", 0.5), ("voice.wav", 2)] {
      try await FFmpeg.make(name, ["-f", "lavfi", "-i", "sine=f=300:d=\(seconds)"], in: place)
    }
    if let film = Documents.blocks("json", in: "films.md").first { try place.write(film, to: "whoosh.json") }
  }

  private typealias Documents = ToolTests.Documents
}
