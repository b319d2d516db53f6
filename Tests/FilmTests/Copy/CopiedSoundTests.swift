import Foundation
import SegueFilms
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueSystem

/// The sound of copied films. Its packets are copied if it is one clip's unchanged sound.
@Suite("Copied sound", .serialized, .needs("ffmpeg", "ffprobe")) struct CopiedSoundTests: CopiedFilms {
  let media: Media

  init() throws { media = try Media() }

  /// A clip of 4 s: a keyframe every fifth picture, aperiodic noise, and a beep with a flash.
  private func clip(_ name: String, _ codec: [String], rate: Int = 48_000, channels: String = "stereo")
    async throws -> String
  {
    let value = "0.2*sin(2*PI*(300+200*t)*t)+0.1*sin(2*PI*1234.5*t)"
    return try await media.make(
      name,
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30", "-f", "lavfi", "-i",
        "aevalsrc='\(value)':s=\(rate):c=mono", "-t", "4", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-g",
        "5",
        "-bf", "0",
      ] + Self.tags + ["-af", "aformat=channel_layouts=\(channels)", "-c:a"] + codec)
  }

  /// The hashes of the sound packets of two files in order, without the header packet that ffmpeg
  /// writes before AC-3.
  private func packets(_ first: String, _ second: String) async throws -> ([String], [String]) {
    let inputs = [first, second].flatMap { ["-ignore_editlist", "1", "-i", $0] }
    let text = try await FFmpeg.run(
      inputs + ["-map", "0:a", "-map", "1:a", "-c", "copy", "-f", "framemd5", "pipe:1"], in: media.file(""))
    return hashes(of: text)
  }

  /// The hashes in ffmpeg's list of the packets of two streams.
  private func hashes(of text: [UInt8]) -> ([String], [String]) {
    var hashes: [[String]] = [[], []]
    for line in String(decoding: text, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
      guard fields.count > 5, let stream = Int(fields[0]), Int(fields[4]) ?? 0 > 4 else { continue }
      hashes[stream].append(fields[5])
    }
    return (hashes[0], hashes[1])
  }

  /// The hashes of the sound packets of two files, as `packets` returns them, and the samples of the files'
  /// left channels. One ffmpeg reads all of them.
  private func sounds(_ first: String, _ second: String) async throws -> (
    packets: ([String], [String]), samples: ([Float], [Float])
  ) {
    let raw = ["-c:a", "pcm_f32le", "-f", "f32le"]
    let inputs =
      [first, second].flatMap { ["-ignore_editlist", "1", "-i", $0] } + ["-i", first, "-i", second]
    try await media.makeAll(
      inputs + ["-map", "0:a", "-map", "1:a", "-c", "copy", "-f", "framemd5", "packets.txt", "-map", "2:a"]
        + raw + ["first.f32", "-map", "3:a"] + raw + ["second.f32"])
    func samples(_ name: String) throws -> [Float] {
      let bytes = try #require(media.bytes(name))
      return bytes.withUnsafeBytes { raw in
        stride(from: 0, to: raw.count, by: 8).map { raw.loadUnaligned(fromByteOffset: $0, as: Float.self) }
      }
    }
    let text = try #require(media.bytes("packets.txt"))
    return (hashes(of: text), (try samples("first.f32"), try samples("second.f32")))
  }

  @Test(
    "copied sound begins at the exact sample of its IN",
    arguments: cases(
      [
        ("clip.mp4", "film.mov", ["aac"]), ("clip.mp4", "film.mp4", ["libopus"]),
        ("clip.mov", "film.mov", ["pcm_s24be"]),
      ],
      full: [
        ("clip.mp4", "film.mp4", ["aac"]), ("clip.mov", "film.mp4", ["aac"]),
        ("clip.mp4", "film.mp4", ["libmp3lame"]), ("clip.mp4", "film.mp4", ["ac3"]),
        ("clip.mp4", "film.mp4", ["flac", "-strict", "-2"]), ("clip.mov", "film.mov", ["pcm_s16le"]),
      ]))
  func packets(from source: String, to output: String, codec: [String]) async throws {
    let clip = FilmClip(.file(path: try await clip(source, codec)))
    var later = clip
    (later.start, later.end) = (.frames(37), .frames(97))
    for (clip, first, count) in cases([(later, 59_200, 96_000)], full: [(clip, 0, 192_000)]) {
      let report = try await film([clip], [], output) { $0.output.overwrites = true }
      #expect(report.audio?.copied == true && report.audio?.encoded == nil, "\(report.audio?.encoded ?? "")")
      #expect(report.audio?.samples == count)
      let found = try await sounds(output, source)
      let ((made, all), (sound, own)) = (found.packets, found.samples)
      #expect(!made.isEmpty)
      // A PCM packet is one sample, and ffmpeg reads many at once.
      if !codec[0].hasPrefix("pcm") {
        let start = all.firstIndex(of: made[0]) ?? all.count
        #expect(made == Array(all[start...].prefix(made.count)), "\(output) \(codec)")
        #expect(first > 0 || start == 0)
      }
      #expect(sound.count >= count - 300 && sound.count < count + 2400, "\(sound.count) of \(count)")
      // Decoders with a history have converged after 80 ms; Opus converges less closely.
      let tolerance: Float = codec[0] == "libopus" ? 0.02 : 2e-4
      let pairs = zip(sound[4800..<min(count - 4800, sound.count)], own[(first + 4800)...])
      let worst = pairs.map { abs($0 - $1) }.max() ?? 1
      #expect(worst <= tolerance, "\(source) to \(output), \(codec[0]) from \(first): \(worst)")
    }
  }

  @Test(
    "copied sound keeps its rate and its channels",
    arguments: cases([(44_100, "mono")], full: [(48_000, "5.1")]))
  func formats(rate: Int, channels: String) async throws {
    let path = try await clip("clip.mp4", ["aac"], rate: rate, channels: channels)
    let report = try await report([FilmClip(.file(path: path))], [], "film.mp4")
    let count = channels == "mono" ? 1 : 6
    #expect(report.audio?.copied == true && report.audio?.rate == rate && report.audio?.channels == count)
    #expect(report.audio?.samples == 4 * rate)
    guard Tier.current == .full else { return }
    let (made, own) = try await packets("film.mp4", "clip.mp4")
    #expect(made == own)
  }

  @Test("sound that begins after the pictures keeps its delay")
  func late() async throws {
    _ = try await clip("plain.mp4", ["aac"])
    try await media.make(
      "clip.mp4",
      [
        "-i", media.file("plain.mp4"), "-itsoffset", "0.521333333", "-i", media.file("plain.mp4"), "-map",
        "0:v",
        "-map",
        "1:a", "-c", "copy", "-t", "3",
      ])
    let report = try await film([FilmClip(.file(path: media.file("clip.mp4")))], [], "film.mp4")
    #expect(report.audio?.copied == true, "\(report.audio?.encoded ?? "")")
    let start = try await Program("ffprobe").output([
      "-v", "error", "-select_streams", "a", "-show_entries", "stream=start_time", "-of", "csv=p=0",
      media.file("film.mp4"),
    ])
    let seconds = Double(String(decoding: start, as: UTF8.self).prefix { !$0.isNewline && $0 != "," })
    #expect(abs((seconds ?? 0) - 0.5) < 1e-3)
  }

  @Test("the plan has the reason why changed sound is encoded")
  func reasons() async throws {
    let path = try await clip("clip.mp4", ["aac"])
    let (clip, path2) = (FilmClip(.file(path: path)), path)
    func reason(
      _ clips: [FilmClip], _ output: String = "film.mp4", _ change: (inout FilmRequest) -> Void = { _ in }
    ) async throws -> String? {
      var request = FilmRequest(
        clips: clips, junctions: Array(repeating: .cut, count: clips.count - 1), output: media.file(output))
      request.copies = true
      change(&request)
      let report = try await FilmJob(request).plan()
      #expect(report.audio == nil || report.audio?.copied == false, "\(String(describing: report.audio))")
      #expect(report.text.contains("sound  encoded: \(report.audio?.encoded ?? "")") || report.audio == nil)
      return report.audio?.encoded
    }
    var (loud, slow, back) = (clip, clip, clip)
    (loud.volume, slow.speed, back.isReversed) = (-3, "0.5", true)
    #expect(try await reason([clip, clip]) == "the film has several clips")
    #expect(try await reason([loud]) == "its volume is changed")
    #expect(try await reason([slow]) == "no picture is copied")
    #expect(try await reason([back]) == "no picture is copied")
    #expect(try await reason([clip]) { $0.loudness = -20 } == "its loudness is normalised")
    #expect(
      try await reason([clip]) { $0.music = [FilmMusic(path: path2)] }
        == "music, a voice or an overlay is mixed into it")
    #expect(
      try await reason([clip]) { $0.voices = [FilmMusic(path: path2)] }
        == "music, a voice or an overlay is mixed into it")
    #expect(
      try await reason([clip]) { $0.closing = FilmJunction(duration: .seconds(1)) }
        == "it fades in or out with the film")
    #expect(
      try await reason([clip]) { $0.channels = .mono } == "it has 2 channels, but the film's sound is mono")
    #expect(
      try await reason([clip], "film.mkv")
        == "only MP4 and MOV store the sample at which sound begins")
    #expect(try await reason([clip]) { $0.isMute = true } == nil)
    try await media.make("clip.mkv", ["-i", path, "-c", "copy"])
    #expect(
      try await reason([FilmClip(.file(path: media.file("clip.mkv")))])
        == "only MP4 and MOV store the sample at which it begins")
    let pcm = try await self.clip("pcm.mov", ["pcm_s16le"])
    #expect(try await reason([FilmClip(.file(path: pcm))]) == "pcm_s16le cannot be copied to mp4")
    // A title covers pictures and does not affect the sound.
    var titled = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mp4"))
    (titled.copies, titled.titles) = (true, [FilmTitle("A")])
    titled.titles[0].end = .seconds(1)
    #expect(try await FilmJob(titled).plan().audio?.copied == true)
  }

  @Test("a copied film in chunks equals the whole film")
  func chunks() async throws {
    let paths = [try await clip("a.mp4", ["aac"]), try await clip("b.mp4", ["aac"])]
    let folder = media.file("kept")
    let black = Tier.current == .full ? 25.0 : 5
    func film(_ output: String, _ share: BatchShare? = nil, in folder: String) async throws -> FilmReport {
      try await self.film(
        paths.map { FilmClip(.file(path: $0)) } + [FilmClip(.color(.black))],
        [FilmJunction(duration: .frames(12)), .cut], output
      ) {
        $0.chunks = FilmChunks(folder: folder, version: "1", share: share)
        ($0.output.overwrites, $0.pictureDuration) = (true, black)
        $0.isMute = Tier.current != .full
      }
    }
    let first = try await film("one.mp4", in: folder)
    // The overlap, and the black in chunks of at most 10 s.
    let count = Tier.current == .full ? 4 : 2
    #expect(first.chunks?.count == count && first.chunks?.rendered == count)
    #expect(first.film.copiedFrames ?? 0 > 200)
    if Tier.current == .full { try await check(first, "one.mp4", seeks: false) }
    #expect(try await film("two.mp4", in: folder).chunks?.rendered == 0)
    #expect(media.bytes("one.mp4") == media.bytes("two.mp4"))
    guard Tier.current == .full else { return }
    let other = media.file("shares")
    #expect(
      try await film("three.mp4", BatchShare(2, of: 2), in: other).chunks == .init(count: 2, rendered: 2))
    #expect(media.bytes("three.mp4") == nil)
    #expect(
      try await film("three.mp4", BatchShare(1, of: 2), in: other).chunks == .init(count: 2, rendered: 2))
    #expect(try await film("three.mp4", in: other).chunks?.rendered == 0)
    #expect(media.bytes("one.mp4") == media.bytes("three.mp4"))
    let mkv = try await film("film.mkv", in: folder)
    #expect(mkv.chunks?.rendered == 0 && mkv.film.frames == first.film.frames)
    try await check(mkv, "film.mkv", seeks: false)
    // A clip that is copied whole has no chunks.
    let whole = try await self.film([FilmClip(.file(path: paths[0]))], [], "film.mp4") {
      $0.chunks = FilmChunks(folder: media.file("empty"), version: "1")
    }
    #expect(whole.chunks == .init(count: 0, rendered: 0) && whole.audio?.copied == true)
    #expect(!FileManager.default.fileExists(atPath: media.file("empty")))
  }
}
