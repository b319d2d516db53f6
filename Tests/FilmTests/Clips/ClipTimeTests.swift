import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia

/// Clips with bad timestamps. Each picture is a lighter grey than the previous picture, so that a frame
/// shows its number.
@Suite("Bad timestamps", .serialized, .needs("ffmpeg")) struct ClipTimeTests {
  private let media: Media

  init() throws { media = try Media() }

  private static let tags = [
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
  ]
  /// Encoder arguments with B-frames.
  private static let h264 = ["-c:v", "libx264", "-crf", "4", "-bf", "3", "-g", "15"] + tags
  private static let mpeg4 = ["-c:v", "mpeg4", "-bf", "2", "-q:v", "1"] + tags
  private static let hevc =
    [
      "-c:v", "libx265", "-x265-params",
      "log-level=error:pools=1:open-gop=1:keyint=20:scenecut=0:bframes=4:crf=4",
    ]
    + tags
  private static let tone = ["-f", "lavfi", "-i", "sine=f=500:r=48000:d=2"]

  /// A clip of 60 pictures, encoded with `arguments`.
  private func clip(_ name: String, _ arguments: [String], sound: [String] = [], filter: String = "")
    async throws
  {
    let grey = "nullsrc=s=96x64:r=30:d=2,format=yuv420p,geq=lum='20+3*N':cb=128:cr=128" + filter
    try await media.make(
      name,
      ["-f", "lavfi", "-i", grey] + (sound.isEmpty ? [] : Self.tone) + ["-fps_mode", "passthrough"]
        + arguments
        + sound)
  }

  /// The picture number of each frame in `name`, or −1.
  private func numbers(_ name: String) async throws -> [Int] {
    let bytes = try await media.decode(name, as: "gray", isPassed: true)
    return bytes.frames(of: 96 * 64).map { frame in
      let number = (Double(frame[32 * 96 + 48]) * 219 / 255 - 4) / 3
      return abs(number - number.rounded()) < 0.4 ? Int(number.rounded()) : -1
    }
  }

  /// A film of `name`: copied, or video only and not encoded.
  private func film(
    _ name: String, copies: Bool = false,
    _ change: (inout FilmClip) -> Void = { _ in }
  ) async throws -> (report: FilmReport, numbers: [Int]) {
    var clip = FilmClip(.file(path: media.file(name)))
    change(&clip)
    let output = copies ? "film.mp4" : "film.y4m"
    var request = FilmRequest(clips: [clip], junctions: [], output: media.file(output))
    (request.copies, request.isMute, request.output.overwrites) = (copies, !copies, true)
    if copies { request.output.quality = .value(4) }
    return (try await FilmJob(request).run(), try await numbers(output))
  }

  private static let codecs: [[String]] = [
    h264, ["-c:v", "mpeg4", "-bf", "2", "-q:v", "1", "-vtag", "XVID"] + tags,
    ["-c:v", "mpeg2video", "-bf", "2", "-q:v", "1"] + tags,
    ["-c:v", "libx264", "-crf", "4", "-bf", "0"] + tags,
  ]

  @Test(
    "an AVI without presentation times shows each picture once, in order",
    arguments: cases(1, of: codecs))
  func avi(codec: [String]) async throws {
    try await clip("a.avi", codec, sound: ["-c:a", "mp2"])
    #expect(try await film("a.avi").numbers == Array(0..<60))
    guard Tier.current == .full else { return }
    let part = try await film("a.avi") { ($0.start, $0.end) = (.seconds(1), .seconds(1.5)) }
    #expect(part.numbers == Array(30..<45))
  }

  @Test(
    "an ASF without presentation times shows each picture once, in order",
    arguments: cases([mpeg4], full: [h264]))
  func asf(codec: [String]) async throws {
    try await clip("a.asf", codec, sound: ["-c:a", "wmav2"])
    let made = try await film("a.asf")
    #expect(made.numbers == Array(0..<60))
    if Tier.current == .full {
      let part = try await film("a.asf") { ($0.start, $0.end) = (.seconds(1), .seconds(1.5)) }
      #expect(part.numbers == Array(30..<45))
      let copied = try await film("a.asf", copies: true)
      #expect(copied.report.film.copiedFrames == 0 && copied.numbers == Array(0..<60))
    }
    // The decoder's first picture is in sync with the sound.
    let info = try await ClipProbe().info(of: media.file("a.asf"))
    #expect((0.03..<0.09).contains(info.video?.startTime ?? 0), "\(info.video?.startTime ?? 0)")
  }

  @Test(
    "concatenated program streams are one clip",
    arguments: cases(["a.mpg"], full: ["a.vob"]))
  func joinedPrograms(name: String) async throws {
    try await clip(
      name, ["-c:v", "mpeg2video", "-bf", "2", "-q:v", "1"] + Self.tags, sound: ["-c:a", "mp2"])
    let part = try #require(media.bytes(name))
    try media.write(part + part, to: "both-" + name)
    let numbers = try await film("both-" + name).numbers
    #expect(numbers == Array(0..<60) + Array(0..<60), "\(numbers)")
    guard Tier.current == .full else { return }
    // Truncations at which the last picture shown is not the last one decoded.
    try await media.make("cut-" + name, ["-t", "0.6", "-i", media.file(name), "-c", "copy"])
    let cut = try #require(media.bytes("cut-" + name))
    try media.write(cut + cut, to: "both-" + name)
    let (once, twice) = (try await film("cut-" + name).numbers, try await film("both-" + name).numbers)
    #expect(once.count >= 18 && twice == once + once, "\(once) \(twice)")
  }

  @Test(
    "a last picture with a duration of one tick is shown",
    arguments: cases(["mp4"], full: ["mov", "mkv"]))
  func shortLast(container: String) async throws {
    try await clip(
      "a.mp4",
      ["-c:v", "libx264", "-crf", "4", "-bf", "0", "-g", "15", "-video_track_timescale", "240"]
        + ["-enc_time_base", "1/240"] + Self.tags,
      filter: ",settb=1/240,setpts='N*8+mod(N*N*3,5)'")
    try await media.make(
      "short." + container,
      ["-i", media.file("a.mp4"), "-c", "copy", "-bsf:v", "setts=duration=if(eq(N\\,59)\\,1\\,DURATION)"])
    for copies in container == "mkv" || Tier.current != .full ? [false] : [false, true] {
      let made = try await film("short." + container, copies: copies)
      #expect(made.report.film.fps == "30/1" && made.numbers.last == 59, "\(made.numbers)")
    }
  }

  @Test("an AVI with empty chunks keeps its duration")
  func emptyChunks() async throws {
    try await clip("a.mp4", Self.h264, sound: ["-c:a", "aac"])
    try await media.make("a.avi", ["-i", media.file("a.mp4"), "-c:v", "copy", "-c:a", "pcm_s16le"])
    let made = try await film("a.avi")
    #expect(made.numbers == Array(0..<60))
    #expect(made.report.film.fps == "30/1" && made.report.warnings.isEmpty, "\(made.report.warnings)")
  }

  @Test(
    "a file without presentation times is copied unless it has B-frames",
    arguments: cases(["a.h264"], full: ["a.avi", "a.hevc"]))
  func copiedOrder(name: String) async throws {
    try await clip(name, name == "a.hevc" ? Self.hevc : Self.h264)
    let made = try await film(name, copies: true)
    #expect(made.numbers == Array(0..<60))
    #expect(made.report.film.copiedFrames == 0)
    #expect(made.report.clips[0].encoded?.contains("does not store the presentation order") == true)
    guard Tier.current == .full, name != "a.hevc" else { return }
    try await clip("plain-" + name, ["-c:v", "libx264", "-crf", "4", "-bf", "0", "-g", "15"] + Self.tags)
    let plain = try await film("plain-" + name, copies: true)
    #expect(plain.numbers == Array(0..<60) && plain.report.film.copiedFrames == 60)
  }

  @Test(
    "a recording that begins between keyframes has the same pictures if it is copied or encoded",
    arguments: cases([(h264, 7)], full: [(hevc, 7), (hevc, 20)]))
  func cutRecording(codec: [String], first: Int) async throws {
    try await clip("whole.ts", codec, sound: ["-c:a", "mp2"])
    try await media.make(
      "cut.ts",
      [
        "-i", media.file("whole.ts"), "-c", "copy", "-copyts", "-copyinkf", "-bsf:v",
        "noise=drop='lt(n\\,\(first))'",
      ])
    let (plain, copied) = (try await film("cut.ts"), try await film("cut.ts", copies: true))
    #expect((copied.report.film.copiedFrames ?? 0) >= 20)
    #expect(plain.numbers.suffix(20) == Array(40..<60)[...])
    #expect(copied.numbers == plain.numbers)
  }

  @Test("a Matroska duration tag may be the duration or the end of a track")
  func taggedLength() async throws {
    try await clip("end.mkv", Self.h264, sound: ["-c:a", "aac"])
    var bytes = try #require(media.bytes("end.mkv"))
    let end = Array("00:00:02.021000000".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: end) })
    bytes.replaceSubrange(place..<place + end.count, with: Array("00:00:02.000000000".utf8))
    try media.write(bytes, to: "length.mkv")
    for name in cases(["length.mkv"], full: ["end.mkv"]) {
      #expect(try await film(name).numbers == Array(0..<60), "\(name)")
      guard Tier.current == .full else { continue }
      #expect(try await film(name, copies: true).numbers == Array(0..<60), "\(name)")
    }
  }

  @Test(
    "a variable-rate clip keeps every picture in each container",
    arguments: cases(
      ["setpts='if(lt(N,20),N/30,if(lt(N,40),20/30+(N-20)/24,1.5+(N-40)/15))/TB'"],
      full: ["setpts='PTS+if(gte(N,30),0.7/TB,0)'"]))
  func varyingRate(times: String) async throws {
    try await clip(
      "a.mp4", Self.h264 + ["-enc_time_base", "1/90000"], sound: ["-c:a", "aac"],
      filter: ",settb=1/90000,\(times)")
    try await media.make("a.mkv", ["-i", media.file("a.mp4"), "-c", "copy"])
    for name in times.contains("N/30") ? ["a.mkv"] : ["a.mp4", "a.mkv"] {
      let made = try await film(name)
      #expect(made.report.film.fps == "30/1", "\(name)")
      #expect(Set(made.numbers) == Set(0..<60) && made.numbers == made.numbers.sorted(), "\(name)")
      #expect(made.report.warnings.contains { $0.contains("the frame rate varies") }, "\(name)")
    }
  }

  @Test(
    "a MOV with a trimmed start has the duration of its edit list",
    arguments: cases([true], full: [false]))
  func lateAndTrimmed(hasSound: Bool) async throws {
    try await clip("a.mov", Self.h264)
    try await media.make(
      "late.mov",
      (hasSound ? Self.tone : []) + ["-itsoffset", "0.5", "-i", media.file("a.mov"), "-c:v", "copy"])
    var bytes = try #require(media.bytes("late.mov"))
    // After `elst`: version, entry count, the empty edit of 12 bytes, then the next edit's duration
    // in milliseconds.
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("elst".utf8)) }) + 24
    #expect(bytes[place..<place + 4].elementsEqual([0, 0, 0x07, 0xd0]))
    bytes.replaceSubrange(place..<place + 4, with: [0, 0, 0x03, 0xe8])
    try media.write(bytes, to: "trimmed.mov")
    for copies in cases([true], full: [false]) {
      let made = try await film("trimmed.mov", copies: copies)
      #expect(made.numbers == Array(0..<30), "\(copies)")
      #expect(!made.report.warnings.contains { $0.contains("early") })
    }
  }

  @Test("a seek never goes before the first picture if the sound begins earlier")
  func soundBeforePictures() async throws {
    let info = ClipInfo(path: "a.mkv", container: "matroska,webm", startTime: 0)
    var late = info
    late.video = ClipInfo.Video(
      codec: "h264", storedSize: .init(width: 96, height: 64), sampleAspect: .init(1, 1), rotation: 0,
      pixelFormat: "yuv420p", fieldOrder: "", colorRange: "", colorSpace: "", colorTransfer: "",
      colorPrimaries: "", chromaLocation: "", frameRate: .init(30, 1), averageRate: .init(30, 1),
      startTime: 0.5,
      hasAlphaTag: false, isStill: false)
    #expect(late.entry(at: 0.5, early: 0.25, intoStreamFrom: 0).seek == nil)
    #expect(late.entry(at: 1, early: 0.25, intoStreamFrom: 0).seek == 0.75)
    #expect(info.entry(at: 0.5, early: 0.25, intoStreamFrom: 0).seek == 0.25)
  }

  @Test(
    "laced sound of a Matroska file plays from the first picture on",
    .needs("mkvmerge"), arguments: cases([500], full: [300, 700]))
  func lacedSound(milliseconds: Int) async throws {
    try await clip("a.mp4", Self.h264, sound: ["-c:a", "aac"])
    _ = try await Program("mkvmerge").output([
      "-q", "-o", media.file("a.mkv"), "--sync", "0:\(milliseconds)", media.file("a.mp4"),
    ])
    let request = FilmRequest(
      clips: [FilmClip(.file(path: media.file("a.mkv")))], junctions: [], output: media.file("film.mkv"))
    let report = try await FilmJob(request).plan()
    #expect(report.warnings.contains { $0.contains("s before its pictures") } == (milliseconds >= 500))
    let sound = try await media.samples(of: request)
    // The tone's period is 96 samples.
    let level = sound[..<96].map(abs).max() ?? 0
    #expect(level > 0.08 && abs(level - (sound[9600..<9696].map(abs).max() ?? 0)) < 0.02)
  }

  @Test(
    "lost packets of a transport stream are concealed with warnings")
  func lostPackets() async throws {
    try await clip("whole.ts", Self.h264, sound: ["-c:a", "aac"])
    let whole = try #require(media.bytes("whole.ts"))
    func warnings(_ name: String) async throws -> [String] {
      let clip = FilmClip(.file(path: media.file(name)))
      var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
      request.output.overwrites = true
      return try await FilmJob(request).run().warnings
    }
    if Tier.current == .full { #expect(try await warnings("whole.ts").isEmpty) }
    let middle = whole.count / 188 / 2
    try media.write(Array(whole[..<(middle * 188)] + whole[((middle + 40) * 188)...]), to: "lost.ts")
    let said = try await warnings("lost.ts").joined(separator: "\n")
    #expect(said.contains("concealed"), "\(said)")
    #expect(said.contains("within its sound are missing and become silence"), "\(said)")
  }
}
