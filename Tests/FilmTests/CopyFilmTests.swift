import Foundation
import Segue
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm

/// Films that are copied where nothing is drawn, decoded again by ffmpeg.
@Suite("Copied films", .serialized, .needs("ffmpeg")) struct CopyFilmTests {
  private let media: Media
  private static let tags = [
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
  ]

  /// Two B frames between others, a keyframe every half second.
  private static let steady = [
    "-c:v", "libx264", "-g", "15", "-bf", "2", "-b_strategy", "0", "-x264-params",
    "b-pyramid=none:scenecut=0",
  ]

  init() throws { media = try Media() }

  /// A clip of 96x64 at 30 frames a second.
  private func clip(_ name: String, _ source: String, seconds: Int = 3, _ arguments: [String]) async throws
    -> String
  {
    try await media.make(
      name,
      ["-f", "lavfi", "-i", "\(source)=s=96x64:r=30", "-f", "lavfi", "-i", "sine=f=500:r=48000"] + Self.tags
        + ["-t", "\(seconds)", "-pix_fmt", "yuv420p", "-c:a", "aac"] + arguments)
  }

  private func film(
    _ clips: [FilmClip], _ junctions: [FilmJunction], _ output: String,
    _ change: (inout FilmRequest) -> Void = { _ in }
  ) async throws -> FilmReport {
    var request = FilmRequest(clips: clips, junctions: junctions, output: media.file(output))
    request.copies = true
    change(&request)
    return try await FilmJob(request).run()
  }

  /// The hash of every frame that a decoder gives, which makes an error of any damage.
  private func hashes(_ name: String, from seconds: Double? = nil) async throws -> [String] {
    let seek = seconds.map { ["-ss", "\($0)"] } ?? []
    let words =
      ["-xerror", "-err_detect", "explode"] + seek + ["-i", name, "-map", "0:v", "-autoscale", "0"]
    let text = try await FFmpeg.run(
      words + ["-fps_mode", "passthrough", "-f", "framemd5", "pipe:1"],
      in: media.file(""))
    return String(decoding: text, as: UTF8.self).split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: " ").last.map(String.init) }
  }

  /// When packets are shown, in seconds, and which of them a player may begin with.
  private func times(_ name: String) async throws -> [(time: Double, isSync: Bool)] {
    let text = try await Program("ffprobe").output([
      "-v", "error", "-select_streams", "v:0", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0",
      media.file(name),
    ])
    return String(decoding: text, as: UTF8.self).split(separator: "\n").compactMap { line in
      let words = line.split(separator: ",")
      return Double(words[0]).map { ($0, words[1].contains("K")) }
    }.sorted { $0.time < $1.time }
  }

  /// Each copied frame is its clip's, also after a seek to where a player may begin.
  private func check(_ report: FilmReport, _ name: String, seeks: Bool = true) async throws {
    let made = try await hashes(name)
    #expect(made.count == report.film.frames)
    var copied = 0
    for clip in report.clips where clip.copied?.isEmpty == false {
      let own = try await hashes(clip.source)
      let first = Int((clip.in * 30).rounded())
      for range in clip.copied ?? [] {
        for frame in range[0]..<range[1] {
          #expect(made[frame] == own[first + frame - clip.start], "\(name), frame \(frame)")
          copied += 1
        }
      }
    }
    #expect(copied == report.film.copiedFrames && copied > 0)
    guard seeks else { return }
    let entries = try await times(name).enumerated().filter { $0.element.isSync }
    for (index, packet) in entries.enumerated().filter({ $0.offset % 4 == 1 }).map(\.element) {
      #expect(
        try await hashes(name, from: max(0, packet.time - 0.002)) == Array(made[index...]),
        "seek to \(packet.time)")
    }
  }

  @Test("H.264: what nothing is drawn over is the clips' own, with two encoders' sets of one number")
  func h264() async throws {
    let a = try await clip("a.mp4", "testsrc2", Self.steady)
    let b = try await clip(
      "b.mp4", "mandelbrot", ["-c:v", "libx264", "-g", "20", "-refs", "4", "-bf", "2", "-coder", "0"])
    var second = FilmClip(.file(path: b))
    second.start = .seconds(0.5)
    let report = try await film(
      [FilmClip(.file(path: a)), second, FilmClip(.file(path: a))],
      [FilmJunction(duration: .frames(12)), .cut], "film.mp4")
    #expect(report.film.frames == 90 + 75 - 12 + 90)
    // Frames 76 and 77 refer to 78, which is drawn over; the second is copied from its next group on, all of the third.
    #expect(report.clips[0].copied == [[0, 76]])
    #expect(report.clips[0].encoded?.contains("frames 76-78") == true)
    #expect(report.clips[1].copied == [[103, 153]])
    #expect(report.clips[2].copied == [[153, 243]])
    #expect(report.clips[1].encoded?.contains("frames 90-103") == true)
    try await check(report, "film.mp4")
    let facts = try await FFmpeg.probe(media.file("film.mp4"))
    #expect(
      facts["codec_tag_string"] == "avc1" && facts["r_frame_rate"] == "30/1"
        && facts["avg_frame_rate"] == "30/1")
    #expect(facts["nb_frames"] == "243" && Double(facts["duration"] ?? "") == 8.1)
    let sound = try await media.sound("film.mp4")
    #expect(sound.count >= 243 * 1600 && sound.count < 243 * 1600 + 1024)
    let bytes = try #require(media.bytes("film.mp4"))
    let text = String(decoding: bytes.prefix(4096), as: UTF8.self)
    #expect(text.contains("moov"), "the index lies in front")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: media.file("")).sorted() == [
        "a.mp4", "b.mp4", "film.mp4",
      ])
  }

  @Test("H.265: closed groups, and open ones from the picture on that needs nothing from before")
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
    let facts = try await FFmpeg.probe(media.file("film.mp4"))
    #expect(facts["codec_tag_string"] == "hvc1" && facts["avg_frame_rate"] == "30/1")
  }

  @Test("a phone's times survive to the tick, also where frames are missing; no frame is lost at a seam")
  func variableRate() async throws {
    let phone = try await media.make(
      "phone.mp4",
      [
        "-f", "lavfi", "-i", "testsrc2=s=96x64:r=30:d=3", "-vf",
        "select='not(eq(n,40))',settb=1/600,setpts='PTS+floor(5*random(1))'", "-enc_time_base", "1:600",
      ] + Self.tags + [
        "-fps_mode", "passthrough", "-video_track_timescale", "600", "-pix_fmt", "yuv420p", "-c:v", "libx264",
        "-g",
        "15", "-bf", "0",
      ])
    let steady = try await clip("steady.mp4", "mandelbrot", ["-c:v", "libx264", "-g", "15"])
    let report = try await film(
      [FilmClip(.file(path: steady)), FilmClip(.file(path: phone))], [FilmJunction(duration: .frames(10))],
      "film.mov")
    let range = try #require(report.clips[1].copied?.first)
    let (made, own) = (try await hashes("film.mov"), try await hashes("phone.mp4"))
    let (film, source) = (try await times("film.mov"), try await times("phone.mp4"))
    #expect(made.count == report.film.frames - 1)
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

  @Test("portrait clips stay as they are stored, and what is drawn between is stored turned as they are")
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
    // The overlap, drawn and turned twice, is the same picture.
    let frame = copied.junctions[0].start + 6
    let place = frame * 64 * 96..<(frame + 1) * 64 * 96
    let error = zip(a[place], b[place]).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    #expect(error < 4 * 64 * 96, "mean error \(Double(error) / 6144)")
  }

  @Test(
    "into Matroska, from Matroska and transport streams, whose times are rounded: still on the film's frames")
  func containers() async throws {
    let a = try await clip("a.mp4", "testsrc2", ["-c:v", "libx264", "-g", "15", "-bf", "2"])
    try await media.make("a.mkv", ["-i", a, "-c", "copy"])
    try await media.make("a.ts", ["-i", a, "-c", "copy"])
    let clips = ["a.mkv", "a.ts", "a.mp4"].map { FilmClip(.file(path: media.file($0))) }
    for name in ["film.mp4", "film.mkv"] {
      let report = try await film(clips, [FilmJunction(duration: .frames(12)), .cut], name)
      #expect(report.clips.allSatisfy { $0.copied?.isEmpty == false })
      try await check(report, name, seeks: name == "film.mp4")
    }
    let facts = try await FFmpeg.probe(media.file("film.mp4"))
    #expect(facts["r_frame_rate"] == "30/1" && facts["avg_frame_rate"] == "30/1")
    let times = try await times("film.mp4")
    for (index, packet) in times.enumerated() { #expect(abs(packet.time - Double(index) / 30) < 1e-5) }
  }

  @Test("titles, filters, other sizes and colours are encoded, and the report says why")
  func reasons() async throws {
    let a = try await clip("a.mp4", "testsrc2", ["-c:v", "libx264", "-g", "15"])
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
    let report = try await film(clips, Array(repeating: .cut, count: 4), "film.mp4") {
      var title = FilmTitle("Title")
      (title.start, title.end) = (.frames(20), .frames(40))
      $0.titles = [title]
      $0.pictureDuration = 0.5
    }
    #expect(report.clips[0].copied?.count == 2)
    #expect(report.clips[0].encoded?.contains("a title lies over frames 20-40") == true)
    #expect(report.clips[1].encoded == "its size is not the film's")
    #expect(report.clips[2].encoded == "its rate is not the film's")
    #expect(report.clips[3].encoded == "it has a filter")
    #expect(report.clips[4].encoded == "it is a colour")
    #expect(report.clips[1...].allSatisfy { $0.copied == [] })
    try await check(report, "film.mp4", seeks: false)
    let none = try await film([filtered], [], "none.mp4")
    #expect(none.film.copiedFrames == 0)
    #expect(none.warnings.contains { $0.hasPrefix("nothing is copied: ") })
  }

  @Test("a clip that is cut off fails as without copying, and leaves nothing")
  func damage() async throws {
    let a = try await clip(
      "a.mp4", "testsrc2", seconds: 4, ["-c:v", "libx264", "-g", "15", "-movflags", "+faststart"])
    let bytes = try #require(media.bytes("a.mp4"))
    try media.write(Array(bytes.prefix(bytes.count / 2)), to: "cut.mp4")
    await #expect(throws: (any Error).self) {
      try await film(
        [FilmClip(.file(path: media.file("cut.mp4"))), FilmClip(.file(path: a))], [.cut], "film.mp4")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: media.file("")).sorted() == ["a.mp4", "cut.mp4"])
  }
}
