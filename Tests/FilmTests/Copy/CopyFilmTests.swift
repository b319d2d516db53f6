import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm

@Suite("Copied films", .serialized, .needs("ffmpeg")) struct CopyFilmTests: CopiedFilms {
  let media: Media

  /// Two B-frames between reference frames, and a keyframe every half second.
  private static let steady = [
    "-c:v", "libx264", "-g", "15", "-bf", "2", "-b_strategy", "0", "-x264-params",
    "b-pyramid=none:scenecut=0",
  ]

  init() throws { media = try Media() }

  @Test("uncovered H.264 frames are copied from clips of two encoders")
  func h264() async throws {
    let a = try await clip("a.mp4", "testsrc2", Self.steady)
    let b = try await clip(
      "b.mp4", "mandelbrot", ["-c:v", "libx264", "-g", "20", "-refs", "4", "-bf", "2", "-coder", "0"])
    var second = FilmClip(.file(path: b))
    second.start = .seconds(0.5)
    let report = try await film(
      [FilmClip(.file(path: a)), second, FilmClip(.file(path: a))],
      [FilmJunction(duration: .frames(12)), .cut], "film.mp4")
    #expect(report.film.frames == (90 + 75 - 12 + 90 as Int))
    // Frames 76 and 77 refer to frame 78, which is in the overlap. The second clip is copied from
    // its next keyframe, the third whole.
    #expect(report.clips[0].copied == [[0, 76]])
    #expect(report.clips[0].encoded?.contains("frames 76-78") == true)
    #expect(report.clips[1].copied == [[103, 153]])
    #expect(report.clips[2].copied == [[153, 243]])
    #expect(report.clips[1].encoded?.contains("frames 90-103") == true)
    try await check(report, "film.mp4")
    try await checkRemuxing("film.mp4", isH264: true)
    let facts = try await facts("film.mp4")
    #expect(
      facts["codec_tag_string"] == "avc1" && facts["r_frame_rate"] == "30/1"
        && facts["avg_frame_rate"] == "30/1")
    #expect(facts["nb_frames"] == "243" && Double(facts["duration"] ?? "") == 8.1)
    let sound = try await media.sound("film.mp4")
    #expect(sound.count >= (243 * 1600 as Int) && sound.count < (243 * 1600 + 1024 as Int))
    let bytes = try #require(media.bytes("film.mp4"))
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    #expect(text.contains("moov"), "the index is not at the start")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: media.file("")).sorted() == [
        "a.mp4", "b.mp4", "film.mp4",
      ])
  }

  @Test("a recording with skipped frames is copied at its nominal rate")
  func gaps() async throws {
    let path = try await media.make(
      "gap.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30:d=6", "-vf", "select='not(between(n,60,66))'", "-vsync",
        "passthrough", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-bf", "0", "-g", "15",
      ])
    let clips = [FilmClip(.file(path: path)), FilmClip(.color(.black))]
    let report = try await self.report(clips, [.cut], "film.mp4")
    #expect(report.film.fps == "30/1" && report.clips[0].end == 180)
    #expect(report.film.copiedFrames == 173, "\(report.clips[0])")
  }

  @Test("open H.265 GOPs are copied from the first independently decodable picture", .full)
  func hevc() async throws {
    let parameters = "log-level=error:pools=1:bframes=4:keyint=20"
    let hevc = ["-c:v", "libx265", "-tag:v", "hvc1", "-preset"]
    let a = try await clip(
      "a.mp4", "testsrc2", hevc + ["veryfast", "-x265-params", parameters + ":open-gop=0"])
    let b = try await clip(
      "b.mp4", "mandelbrot", hevc + ["medium", "-x265-params", parameters + ":open-gop=1"])
    let report = try await film(
      [FilmClip(.file(path: a)), FilmClip(.file(path: b))], [FilmJunction(duration: .frames(12))], "film.mp4")
    #expect(report.clips[1].copied?.count == 1)
    try await check(report, "film.mp4")
    let facts = try await facts("film.mp4")
    #expect(facts["codec_tag_string"] == "hvc1" && facts["avg_frame_rate"] == "30/1")
    let own = try await FFmpeg.probe(media.file("a.mp4"))
    #expect(facts["level"] == own["level"])
  }

  @Test("encoded frames have the requested quality")
  func quality() async throws {
    let hevc = ["-c:v", "libx265", "-tag:v", "hvc1", "-preset", "veryfast", "-x265-params"]
    var clips: [FilmClip] = []
    for source in ["testsrc2", "mandelbrot"] {
      let words = hevc + ["log-level=error:pools=1:keyint=20:open-gop=0"]
      let path = try await clip("\(source).mp4", source, seconds: 2, words)
      clips.append(FilmClip(.file(path: path)))
    }
    let dissolve = [FilmJunction(duration: .frames(30))]
    let report = try await film(clips, dissolve, "film.mp4") {
      ($0.output.quality, $0.isMute) = (.value(4), true)
    }
    var request = FilmRequest(clips: clips, junctions: dissolve, output: media.file("plain.y4m"))
    request.isMute = true
    _ = try await FilmJob(request).run()
    let (made, plain) = (
      try await media.decode("film.mp4", as: "gray"), try await media.decode("plain.y4m", as: "gray")
    )
    for frame in report.junctions[0].start..<report.junctions[0].start + 30 {
      var squares = 0
      for pixel in frame * 96 * 64..<(frame + 1) * 96 * 64 {
        let difference = Int(made[pixel]) - Int(plain[pixel])
        squares += difference * difference
      }
      let error = Double(squares) / Double(96 * 64)
      #expect(10 * log10(255 * 255 / max(error, 1e-9)) > 45, "frame \(frame)")
    }
  }

  @Test(
    "a phone's timestamps are copied to the tick",
    arguments: cases([(90_000, 2)], full: [(600, 0)]))
  func variableRate(ticks: Int, between: Int) async throws {
    let phone = try await media.make(
      "phone.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30:d=3", "-vf",
        "select='not(eq(n,40))',settb=1/\(ticks),setpts='PTS+floor(\(ticks / 120)*random(1))'",
        "-enc_time_base", "1:\(ticks)",
      ] + Self.tags + [
        "-fps_mode", "passthrough", "-video_track_timescale", "\(ticks)", "-pix_fmt", "yuv420p", "-c:v",
        "libx264", "-g", "15", "-bf", "\(between)",
      ])
    let steady = try await clip(
      "steady.mp4", "mandelbrot", seconds: 1, ["-c:v", "libx264", "-g", "15"])
    let report = try await film(
      [FilmClip(.file(path: steady)), FilmClip(.file(path: phone))], [FilmJunction(duration: .frames(10))],
      "film.mov"
    ) { $0.isMute = true }
    let range = try #require(report.clips[1].copied?.first)
    let decoded = try await hashes([("film.mov", nil), ("phone.mp4", nil)])
    let (made, own) = (decoded[0], decoded[1])
    let (film, source) = (try await times("film.mov"), try await times("phone.mp4"))
    #expect(made.count == report.film.frames - 1)
    #expect(report.film.pictures == made.count)
    #expect(report.text.contains(" \(report.film.frames) frames (\(made.count) pictures), "))
    for index in source.indices {
      let time = source[index].time - source[0].time + Double(report.clips[1].start) / 30
      let frame = Int((time * 30).rounded())
      guard (range[0]..<range[1]).contains(frame) else { continue }
      let place = try #require(film.firstIndex { abs($0.time - time) < 1e-5 }, "no picture at \(time)")
      #expect(made[place] == own[index])
    }
    let steps = zip(film, film.dropFirst()).map { $1.time - $0.time }
    #expect(steps.count { $0 > 1.5 / 30 } == 1, "only where the phone left out a frame")
    #expect(steps.allSatisfy { $0 > 0 })
    #expect(!report.warnings.contains { $0.contains("repeated or dropped") })
  }

  @Test(
    "drawn frames are stored in the orientation of copied portrait clips",
    .full)
  func rotation() async throws {
    for (name, source) in [("a", "testsrc2"), ("b", "mandelbrot")] {
      _ = try await clip("\(name)0.mp4", source, ["-c:v", "libx264", "-g", "15"])
      try await media.make(
        "\(name).mp4", ["-i", media.file("\(name)0.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90"])
    }
    let clips = ["a.mp4", "b.mp4"].map { FilmClip(.file(path: media.file($0))) }
    let copied = try await film(clips, [FilmJunction(duration: .frames(12))], "film.mp4")
    #expect(copied.film.width == 64 && copied.film.height == 96)
    try await check(copied, "film.mp4")
    var request = FilmRequest(
      clips: clips, junctions: [FilmJunction(duration: .frames(12))], output: media.file("plain.mp4"))
    request.output.quality = .value(5)
    _ = try await FilmJob(request).run()
    let (a, b) = (
      try await media.decode("film.mp4", as: "gray"), try await media.decode("plain.mp4", as: "gray")
    )
    #expect(a.count == b.count && a.count == copied.film.frames * 64 * 96)
    // The overlap is drawn and then rotated twice, so it is the same picture.
    let frame = copied.junctions[0].start + 6
    let place = frame * 64 * 96..<(frame + 1) * 64 * 96
    let error = zip(a[place], b[place]).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(error < 4 * 64 * 96, "mean error \(Double(error) / 6144)")
  }

  @Test("rotated clips are encoded upright into Matroska")
  func turnedIntoMatroska() async throws {
    _ = try await clip("a0.mp4", "testsrc2", seconds: 1, ["-c:v", "libx264", "-g", "10"])
    try await media.make(
      "a.mp4", ["-i", media.file("a0.mp4"), "-c", "copy", "-metadata:s:v", "rotate=90"])
    let report = try await report([FilmClip(.file(path: media.file("a.mp4")))], [], "film.mkv")
    #expect(report.film.copiedFrames == 0 && report.film.width == 64)
    #expect(report.warnings.contains { $0.contains("the first video is rotated, which an MKV cannot store") })
    guard Tier.current == .full else { return }
    #expect(try await media.decode("film.mkv", as: "gray").count == report.film.frames * 64 * 96)
  }

  @Test(
    "rounded times of Matroska and transport streams are moved to the film's frames")
  func containers() async throws {
    let a = try await clip(
      "a.mp4", "testsrc2", seconds: 2, ["-c:v", "libx264", "-g", "15", "-bf", "2"])
    try await media.make("a.mkv", ["-i", a, "-c", "copy"])
    try await media.make("a.ts", ["-i", a, "-c", "copy"])
    let sources = cases(["a.mkv", "a.ts"], full: ["a.mp4"])
    let clips = sources.map { FilmClip(.file(path: media.file($0))) }
    let junctions = cases([FilmJunction(duration: .frames(12))], full: [FilmJunction.cut])
    for name in cases(["film.mp4"], full: ["film.mkv"]) {
      let report = try await film(clips, junctions, name) { $0.isMute = Tier.current != .full }
      #expect(report.clips.allSatisfy { $0.copied?.isEmpty == false })
      try await check(report, name, seeks: name == "film.mp4")
    }
    let facts = try await facts("film.mp4")
    #expect(facts["r_frame_rate"] == "30/1" && facts["avg_frame_rate"] == "30/1")
    let times = try await times("film.mp4")
    for (index, packet) in times.enumerated() { #expect(abs(packet.time - Double(index) / 30) < 1e-5) }
  }

  @Test("the report has the reasons for frames that are not copied")
  func reasons() async throws {
    let a = try await clip("a.mp4", "testsrc2", ["-c:v", "libx264", "-g", "15", "-bf", "0"])
    let other = try await media.make(
      "other.mp4",
      ["-f", "lavfi", "-i", "testsrc2=s=64x64:r=30:d=1", "-pix_fmt", "yuv420p", "-c:v", "libx264"])
    let slow = try await media.make(
      "slow.mp4",
      ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=1"] + Self.tags + [
        "-pix_fmt", "yuv420p", "-c:v", "libx264",
      ])
    var filtered = FilmClip(.file(path: a))
    filtered.filter = "sepia()"
    filtered.end = .seconds(1)
    let clips = [
      FilmClip(.file(path: a)), FilmClip(.file(path: other)), FilmClip(.file(path: slow)), filtered,
      FilmClip(.color(.black)),
    ]
    let report = try await self.report(clips, Array(repeating: .cut, count: 4), "film.mp4") {
      var title = FilmTitle("Title")
      (title.start, title.end) = (.frames(20), .frames(40))
      $0.titles = [title]
      $0.pictureDuration = 0.5
    }
    #expect(report.clips[0].copied?.count == 2)
    #expect(report.clips[0].encoded?.contains("a title covers frames 20-40") == true)
    #expect(report.clips[1].encoded == "its size differs from the film's")
    #expect(report.clips[2].encoded == "its frame rate varies or differs from the film's")
    #expect(report.clips[3].encoded == "it has a filter")
    #expect(report.clips[4].encoded == "it is a colour")
    #expect(report.clips[1...].allSatisfy { $0.copied == [] })
    if Tier.current == .full { try await check(report, "film.mp4", seeks: false) }
    let none = try await self.report([filtered], [], "none.mp4")
    #expect(none.film.copiedFrames == 0)
    #expect(none.warnings.contains { $0.hasPrefix("nothing is copied: ") })
  }

  @Test("frames beside moving overlays, titles and captions are copied")
  func layers() async throws {
    let a = try await clip("a.mp4", "testsrc2", ["-c:v", "libx264", "-g", "15", "-bf", "0"])
    try media.write(Array("1\n00:00:02,000 --> 00:00:02,500\nTwo words\n".utf8), to: "words.srt")
    var overlay = FilmOverlay(.color(.white))
    (overlay.start, overlay.end, overlay.enter) = (.frames(20), .frames(35), FilmJunction(transition: "push"))
    overlay.keyframes = [LayerKeyframe(at: .frames(20)), LayerKeyframe(at: .frames(30))]
    (overlay.keyframes[0].x, overlay.keyframes[1].x) = (0.2, 0.7)
    var title = FilmTitle("Title")
    (title.start, title.end, title.pieces) = (.frames(30), .frames(40), .letter)
    var captions = FilmCaptions(path: media.file("words.srt"), style: .loud)
    (captions.enter, captions.exit) = (FilmJunction(transition: "push"), FilmJunction(transition: "dissolve"))
    let report = try await self.report([FilmClip(.file(path: a))], [], "film.mp4") {
      ($0.overlays, $0.titles, $0.captions) = ([overlay], [title], captions)
    }
    // A GOP begins at every 15th frame. A copied span begins with a GOP and ends anywhere.
    #expect(report.clips[0].copied == [[0, 20], [45, 60], [75, 90]] && report.film.copiedFrames == 50)
    for words in [
      "an overlay covers frames 20-35", "a title covers frames 30-40",
      "a caption covers frames 60-75",
    ] {
      #expect(report.clips[0].encoded?.contains(words) == true, "\(report.clips[0].encoded ?? "")")
    }
    if Tier.current == .full { try await check(report, "film.mp4", seeks: false) }
  }

  @Test("a truncated clip fails with and without --copy")
  func damage() async throws {
    let a = try await clip(
      "a.mp4", "testsrc2", seconds: 4,
      ["-c:v", "libx264", "-g", "15", "-bf", "0", "-movflags", "+faststart"])
    let bytes = try #require(media.bytes("a.mp4"))
    try media.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.mp4")
    let error = await #expect(throws: SegueError.self) {
      try await film(
        [FilmClip(.file(path: media.file("cut.mp4"))), FilmClip(.file(path: a))], [.cut], "film.mp4"
      ) { $0.isMute = true }
    }
    guard case FilmError.endsEarly(_, _, let start, let end)? = error?.details else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(start == 0 && (1.5...2.5).contains(end))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: media.file("")).sorted() == ["a.mp4", "cut.mp4"])
  }

  @Test(
    "each frame of the film has a picture if the end of a file is missing", .full)
  func cutOff() async throws {
    let a = try await clip("a.mp4", "testsrc2", seconds: 4, Self.steady + ["-movflags", "+faststart"])
    let bytes = try #require(media.bytes("a.mp4"))
    for share in [90, 92, 94, 96, 98] {
      try media.write(Array(bytes.prefix(bytes.count * share / 100)), to: "cut.mp4")
      let report = try await film(
        [FilmClip(.file(path: media.file("cut.mp4"))), FilmClip(.file(path: a))], [.cut], "film.mp4"
      ) { $0.output.overwrites = true }
      #expect(report.film.frames == 240 && report.film.copiedFrames ?? 0 > 200)
      #expect(try await times("film.mp4").count == 240, "\(share) %")
      #expect(try await hashes("film.mp4").count == 240, "\(share) %")
    }
  }

  @Test(
    "the last picture is held if a clip is truncated at the end of its copied frames",
    arguments: cases(["mp4"], full: ["mkv", "ts"]))
  func heldEnd(_ container: String) async throws {
    let a = try await clip(
      "a.\(container)", "testsrc2", seconds: 4,
      ["-c:v", "libx264", "-g", "15", "-bf", "0"] + (container == "mp4" ? ["-movflags", "+faststart"] : []))
    let bytes = try #require(media.bytes("a.\(container)"))
    for share in cases([97], full: [92]) {
      try media.write(Array(bytes.prefix(bytes.count * share / 100)), to: "cut.\(container)")
      var frames: [Int] = []
      for copies in cases([true], full: [false]) {
        let report = try await film(
          [FilmClip(.file(path: media.file("cut.\(container)"))), FilmClip(.file(path: a))], [.cut],
          "film.mp4"
        ) { ($0.output.overwrites, $0.copies, $0.isMute) = (true, copies, true) }
        frames.append(report.film.frames)
        #expect(copies == (report.film.copiedFrames ?? 0 > 120))
        #expect(try await times("film.mp4").count == report.film.frames, "\(share) %")
      }
      #expect(Set(frames).count == 1, "\(share) %")
    }
  }

  @Test("--strict decodes the copied pictures to find damage")
  func strict() async throws {
    _ = try await clip("a.mp4", "testsrc2", seconds: 4, Self.steady)
    var bytes = try #require(media.bytes("a.mp4"))
    func made(_ name: String) async throws -> FilmReport {
      try await film(
        [FilmClip(.file(path: media.file(name))), FilmClip(.color(.black))], [.cut], "film.mp4"
      ) {
        ($0.isStrict, $0.isMute, $0.pictureDuration) = (true, true, 0.5)
      }
    }
    if Tier.current == .full {
      #expect(try await made("a.mp4").film.copiedFrames == 120)
      try FileManager.default.removeItem(atPath: media.file("film.mp4"))
    }
    // Little damage can pass unnoticed, since most bits of arithmetic coding are valid anywhere.
    for index in bytes.count / 3..<bytes.count / 3 + 4000 {
      bytes[index] = UInt8(truncatingIfNeeded: index * 37)
    }
    try media.write(bytes, to: "damaged.mp4")
    for _ in 1...(Tier.current == .full ? 5 : 1) {
      await #expect(throws: SegueError.self) { try await made("damaged.mp4") }
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: media.file("")).sorted() == [
        "a.mp4", "damaged.mp4",
      ])
  }

  @Test("options that prevent copying are rejected or reported before rendering")
  func refused() async throws {
    let a = try await clip("a.mp4", "testsrc2", Self.steady)
    for quality in [VideoQuality.lossless, .value(0)] {
      let error = await #expect(throws: SegueError.self) {
        try await film([FilmClip(.file(path: a))], [], "film.mp4") { $0.output.quality = quality }
      }
      guard case UsageError.invalidValue(.quality, _, _)? = error?.details else {
        Issue.record("\(error as Any)"); continue
      }
    }
    let named = try await report([FilmClip(.file(path: a))], [], "film.mp4") {
      $0.output.encoderArguments = ["-metadata", "title=Summer"]
    }
    #expect(named.warnings.contains { $0.contains("muxer options have no effect with") })
    // The clip's tags differ from the film's, so the clip is encoded and its gaps are filled.
    let vary = try await media.make(
      "vary.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30:d=3", "-vf", "select='not(eq(mod(n,7),3))'", "-vsync",
        "vfr",
        "-pix_fmt", "yuv420p", "-c:v", "libx264",
      ])
    let varied = try await self.report(
      [FilmClip(.file(path: a)), FilmClip(.file(path: vary))], [.cut], "varied.mp4")
    #expect(varied.clips[1].copied == [])
    #expect(varied.warnings.contains { $0.hasPrefix(vary) && $0.contains("the frame rate varies") })
  }
}
