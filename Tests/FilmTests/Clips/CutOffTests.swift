import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Files that are shorter than their stated size.
@Suite("Truncated files", .serialized, .needs("ffmpeg")) struct CutOffTests {
  private let media: Media

  init() throws { media = try Media() }

  @Test("a note announces the slow counting of a file of a gigabyte or music of half an hour")
  func counting() async throws {
    let source = ["-f", "lavfi", "-i", "color=s=64x48:r=25:d=1", "-pix_fmt", "yuv420p", "-c:v", "libx264"]
    var stream = try await ClipProbe().info(of: media.make("c.ts", source))
    #expect(stream.countedBytes == media.bytes("c.ts")?.count && stream.countingSentence == nil)
    #expect(try await ClipProbe().info(of: media.make("c.mp4", source)).countedBytes == nil)
    stream.countedBytes = 3_200_000_000
    #expect(stream.countingSentence?.contains("so all 3 GB were read") == true)
    let music = FilmMusic(path: "talk.mp3")
    #expect(music.countingNotices(seconds: 1799).isEmpty)
    #expect(
      music.countingNotices(seconds: 5400).first?.sentence.hasSuffix("so all 90 minutes were decoded") == true
    )
  }

  @Test("a pause or a change of speed in an edit list is reported")
  func edits() throws {
    func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
      number(content.count + 8, 4) + Array(type.utf8) + content
    }
    func number(_ value: Int, _ width: Int) -> [UInt8] {
      (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func has(_ edits: [(time: Int, rate: Int)], version: Int = 0) throws -> Bool {
      let width = version == 1 ? 8 : 4
      let list = edits.flatMap { number(1000, width) + number($0.time, width) + number($0.rate, 4) }
      let edts = box("edts", box("elst", [UInt8(version), 0, 0, 0] + number(edits.count, 4) + list))
      let movie = box("moov", box("mvhd", [0]) + box("trak", box("tkhd", [0]) + edts) + box("udta", []))
      try media.write(box("ftyp", Array("isom".utf8)) + box("mdat", [1, 2, 3]) + movie, to: "e.mp4")
      return MovieEdits.haveRates(media.file("e.mp4"))
    }
    for version in [0, 1] {
      #expect(try !has([(0, 0x10000)], version: version))
      // An empty edit shows nothing, so its rate does not matter.
      #expect(try !has([(-1, 0), (400, 0x10000)], version: version))
      #expect(try has([(0, 0), (0, 0x10000)], version: version))
      #expect(try has([(0, 0x10000), (400, 0x8000)], version: version))
    }
    try media.write([0, 0, 0, 9, 0x6D, 0x6F, 0x6F, 0x76, 0xFF], to: "e.mp4")
    #expect(!MovieEdits.haveRates(media.file("e.mp4")) && !MovieEdits.haveRates(media.file("none.mp4")))
    var info = ClipInfo(path: "a.mov", container: "mov,mp4", startTime: 0, video: nil, audio: nil)
    #expect(info.fileSentences.isEmpty)
    info.hasEditRates = true
    #expect(info.fileSentences.first?.hasPrefix("pauses and changes of speed") == true)
  }

  private static let cuts: [(name: String, codec: [String])] = [
    ("c.mxf", ["-c:v", "mpeg2video"] + ["-c:a", "pcm_s16le"]),
    ("c.asf", ["-c:v", "wmv2", "-c:a", "wmav2"]),
    ("c.mkv", ["-c:v", "libx264"] + ["-c:a", "aac"]),
    ("c.avi", ["-c:v", "mpeg4", "-c:a", "mp3"]), ("c.flv", ["-c:v", "libx264"] + ["-c:a", "aac"]),
    ("c.mp4", ["-c:v", "libx264"] + ["-c:a", "aac", "-movflags", "+faststart"]),
  ]

  @Test(
    "a truncated clip is reported",
    arguments: cases(2, of: cuts))
  func cutOff(name: String, codec: [String]) async throws {
    let path = try await media.make(
      name,
      ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=6", "-f", "lavfi", "-i", "sine=r=48000:d=6", "-g", "5"]
        + codec)
    #expect(DeclaredSize.availableFraction(path) == nil)
    let whole = try #require(media.bytes(name))
    try media.write(Array(whole[..<(whole.count * 6 / 10)]), to: "cut-" + name)
    let info = try await ClipProbe().info(of: media.file("cut-" + name))
    #expect(abs((info.availableFraction ?? 1) - 0.6) < 0.01)
    var request = FilmRequest(items: [FilmItem(FilmClip(.file(path: info.path)))])
    request.output.path = media.file("o.y4m")
    // ffprobe reports no duration for ASF, so the clip has its decoded length, with a warning.
    if name == "c.asf" {
      let report = try await FilmJob(request).run()
      #expect(
        report.warnings.contains {
          $0.contains("the file is truncated: it has 59 %") || $0.contains("it has 60 %")
        }, "\(report.warnings)")
      return
    }
    #expect(abs((info.video?.duration?.value ?? 0) - 6) < 0.15, "\(info.video?.duration ?? 0)")
    let error = await #expect(throws: SegueError.self) { try await FilmJob(request).run() }
    guard case FilmError.endsEarly? = error?.details else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
  }

  @Test(
    "a truncated clip is reported at any speed and in any order",
    arguments: cases([("2", false), ("1", true)], full: [("0.5", false)]))
  func cutOffPicks(speed: String, isReversed: Bool) async throws {
    try await media.make(
      "c.mkv", ["-f", "lavfi", "-i", "testsrc2=s=96x64:r=25:d=6", "-g", "5", "-c:v", "libx264"])
    let whole = try #require(media.bytes("c.mkv"))
    try media.write(Array(whole[..<(whole.count * 6 / 10)]), to: "cut.mkv")
    var clip = FilmClip(.file(path: media.file("cut.mkv")))
    clip.speed = speed
    clip.isReversed = isReversed
    var request = FilmRequest(items: [FilmItem(clip)])
    request.output.path = media.file("o.y4m")
    let error = await #expect(throws: SegueError.self) { try await FilmJob(request).run() }
    guard case SystemError.badData(_, let reason)? = error?.details else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(reason.hasPrefix("it ends 2.") && reason.contains(" s early, after "), "\(reason)")
    #expect(media.bytes("o.y4m") == nil)
  }

  @Test(
    "truncated music is reported",
    arguments: cases(["wav"], full: ["aiff"]))
  func cutOffMusic(kind: String) async throws {
    let tone = try media.wave("m.wav", seconds: 2) { 0.125 * sin(2 * .pi * 440 * $0) }
    if kind != "wav" { try await media.make("m." + kind, ["-i", tone]) }
    let whole = try #require(media.bytes("m." + kind))
    try media.write(Array(whole[..<(whole.count / 2)]), to: "cut." + kind)
    var stream = try #require(media.bytes("m.wav"))
    stream.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
    try media.write(stream, to: "stream.wav")
    for (name, isNamed) in [("m." + kind, false), ("cut." + kind, true), ("stream.wav", false)] {
      var request = FilmRequest(items: [FilmItem(FilmClip(.color(.white)))])
      request.pictureDuration = 0.5
      request.output.size = .exact(ImageSize(width: 32, height: 32))
      request.output.path = media.file("o.mkv")
      request.music = [FilmMusic(path: media.file(name))]
      let report = try await FilmJob(request).plan()
      #expect(
        report.warnings.contains { $0.contains("is truncated") } == isNamed, "\(name): \(report.warnings)")
    }
  }
}
