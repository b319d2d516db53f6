import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm
@testable import SegueMedia
@testable import SegueSystem

/// Clips in every container, with and without a duration, and in animated WebP, which ffmpeg does not
/// decode.
@Suite("Clips in every container", .serialized, .needs("ffmpeg")) struct ClipContainerTests {
  private let media: Media

  init() throws { media = try Media() }

  private static let h264 = [
    "-c:v", "libx264", "-bf", "3", "-g", "25", "-colorspace", "bt709", "-color_range", "tv",
  ]
  private static let mpeg2 = ["-c:v", "mpeg2video", "-bf", "2", "-colorspace", "bt709"]

  /// File names, codecs, and whether a longer sound is beside the video.
  private static let containers: [(name: String, codec: [String], sound: [String])] = [
    ("v.flv", h264, []), ("s.nut", h264, ["-c:a", "aac"]), ("s.ts", h264, ["-c:a", "aac"]),
    ("v.ts", h264, []), ("m.ts", mpeg2, []), ("v.vob", mpeg2, []), ("s.mpg", mpeg2, ["-c:a", "mp2"]),
    ("s.flv", h264, ["-c:a", "aac"]), ("v.nut", h264, []), ("v.h264", h264, []),
    ("s.avi", mpeg2, ["-c:a", "mp2"]), ("s.mkv", h264, ["-c:a", "flac"]),
    ("s.mp4", h264, ["-c:a", "aac"]), ("v.mov", h264 + ["-video_track_timescale", "600"], []),
  ]

  @Test(
    "every frame of a clip is shown once for any stated duration",
    arguments: cases(1, of: containers))
  func everyFrame(name: String, codec: [String], sound: [String]) async throws {
    let tone = sound.isEmpty ? [] : ["-f", "lavfi", "-i", "sine=d=2.4"]
    try await media.make(
      name,
      ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2"] + tone + ["-pix_fmt", "yuv420p"] + codec + sound)
    var request = FilmRequest(
      clips: [FilmClip(.file(path: media.file(name)))], junctions: [], output: media.file("film.y4m"))
    request.isMute = true
    let report = try await FilmJob(request).run()
    #expect(report.film.frames == 50 && report.film.seconds == 2)
    let film = try await media.decode("film.y4m", as: "yuv420p", isPassed: true)
    let clip = try await media.decode(name, as: "yuv420p", isPassed: true)
    let frameSize = 64 * 48 * 3 / 2
    #expect(clip.count / frameSize == 50)
    let isEqual = film == clip
    if codec == Self.h264 { #expect(isEqual) }
  }

  @Test("sound tracks, chapters and tags that a film ignores are counted")
  func ignored() async throws {
    try media.write(Array("1\n00:00:00,000 --> 00:00:01,000\nHello\n".utf8), to: "s.srt")
    let chapters = ";FFMETADATA1\ntitle=Trip\nARTIST=me\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\n"
    try media.write(Array(chapters.utf8), to: "c.txt")
    try await media.make(
      "all.mkv",
      [
        "-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=1", "-f", "lavfi", "-i", "sine=d=1", "-i", "s.srt",
        "-i",
        "c.txt", "-map", "0", "-map", "1", "-map", "1", "-map", "1", "-map", "2", "-map_metadata", "3",
        "-c:a",
        "flac", "-c:v", "ffv1",
      ])
    let info = try await ClipProbe().info(of: media.file("all.mkv"))
    #expect(info.ignored == .init(soundTracks: 2, chapters: 1, tags: ["artist", "title"]))
    #expect(info.text?.index == 0 && info.text?.language == "")
    try await media.make("plain.mp4", ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-c:v", "mpeg4"])
    #expect(try await ClipProbe().info(of: media.file("plain.mp4")).ignored == .init())
  }

  @Test("a stated duration is used only if the packets agree")
  func claimedLength() async throws {
    let source = ["-f", "lavfi", "-i", "testsrc2=s=64x48:r=25:d=2", "-c:v", "mpeg4"]
    try await media.make("true.mkv", source)
    try await media.make("true.avi", source)
    var tagged = try #require(media.bytes("true.mkv"))
    let text = Array("00:00:02.000000000".utf8)
    let place = try #require(tagged.indices.first { tagged[$0...].starts(with: text) })
    for claim in cases(
      ["00:01:02.000000000"], full: ["00:00:00.400000000", "00:00:05.000000000"])
    {
      tagged.replaceSubrange(place..<place + text.count, with: Array(claim.utf8))
      try media.write(tagged, to: "lies.mkv")
      #expect(try await ClipProbe().info(of: media.file("lies.mkv")).video?.duration == 2, "\(claim)")
    }
    // The frame count of an AVI's stream header, 32 bytes after the stream type.
    var headed = try #require(media.bytes("true.avi"))
    let kind = try #require(headed.indices.first { headed[$0...].starts(with: Array("strh".utf8)) }) + 8
    for count in cases([100], full: [10]) {
      headed.replaceSubrange(kind + 32..<kind + 36, with: [UInt8(count), 0, 0, 0])
      try media.write(headed, to: "lies.avi")
      #expect(try await ClipProbe().info(of: media.file("lies.avi")).video?.duration == 2, "\(count)")
    }
    // The decoder finds out that a truncated file is incomplete.
    let whole = try #require(media.bytes("true.mkv"))
    try media.write(Array(whole[..<(whole.count / 3)]), to: "cut.mkv")
    #expect(try await ClipProbe().info(of: media.file("cut.mkv")).video?.duration == 2)
  }

  /// File names, codecs, and the delay of the pictures after the sound, in seconds.
  private static let clocks: [(name: String, codec: [String], late: Double)] = [
    ("s.ts", h264 + ["-c:a", "mp2"], 0.32), ("s.mpg", mpeg2 + ["-c:a", "mp2"], -0.32),
    ("s.ts", h264 + ["-c:a", "mp2"], -0.32), ("s.mpg", mpeg2 + ["-c:a", "mp2"], 0.32),
    ("s.mkv", h264 + ["-c:a", "flac"], 0.32), ("s.mov", h264 + ["-c:a", "pcm_s16le"], -0.32),
  ]

  @Test(
    "a flash and a beep stay in sync if pictures or sound begin late",
    arguments: cases(1, of: clocks))
  func inStep(name: String, codec: [String], late: Double) async throws {
    let flash = "color=c=black:s=64x48:r=25:d=16,drawbox=c=white:t=fill:enable='eq(mod(n,25),20)'"
    // Second 0.8 of the video is second 0.8 + `late` of the audio.
    let beep = "if(lt(mod(t-0.8-(\(late))+10,1),0.05),0.8*sin(2*PI*1000*t),0)"
    let offsets = late > 0 ? ["-itsoffset", "\(late)"] : []
    let soundOffsets = late < 0 ? ["-itsoffset", "\(-late)"] : []
    let path = try await media.make(
      name,
      offsets + ["-f", "lavfi", "-i", flash] + soundOffsets
        + ["-f", "lavfi", "-i", "aevalsrc='\(beep)':s=48000:d=16", "-pix_fmt", "yuv420p"]
        + ["-fps_mode", "passthrough"] + codec)
    // Parts of two seconds with a flash at their frames 20 and 45, or 10 and 35, concatenated.
    let parts: [(Double, [Int])] = cases([(0.4, [10, 35]), (13, [20, 45])], full: [(0, [20, 45])])
    let clips = parts.map { start, _ in
      var part = FilmClip(.file(path: path))
      (part.start, part.end) = (.seconds(start), .seconds(start + 2))
      return part
    }
    let flashes = parts.enumerated().flatMap { index, part in part.1.map { 50 * index + $0 } }
    let request = FilmRequest(
      clips: clips, junctions: clips.dropFirst().map { _ in .cut }, output: media.file("film.mkv"))
    #expect(try await FilmJob(request).plan().film.frames == 50 * parts.count)
    let luma = try await media.frames(of: request, as: "gray")
    let white = (0..<luma.count / (64 * 48)).filter { luma[$0 * 64 * 48 + 24 * 64 + 32] > 128 }
    #expect(white == flashes)
    let sound = try await media.samples(of: request)
    for frame in flashes {
      let onset = (frame * 1920 - 1920..<frame * 1920 + 1920).first { abs(sound[$0]) > 0.3 } ?? 0
      #expect(abs(onset - frame * 1920) <= 48, "frame \(frame): \(onset - frame * 1920) samples")
    }
  }

  @Test(
    "concatenated parts of a transport stream are one clip in sync")
  func joinedByCat() async throws {
    // The part's sound is longer than its pictures, as AAC usually is.
    try await media.make(
      "part.ts",
      [
        "-f", "lavfi", "-i", "color=c=black:s=64x48:r=25:d=2,drawbox=c=white:t=fill:enable='eq(n,20)'",
        "-f", "lavfi", "-i", "aevalsrc='if(between(t,0.8,0.85),0.8*sin(2*PI*1000*t),0)':s=48000:d=2",
        "-pix_fmt", "yuv420p",
      ] + Self.h264 + ["-c:a", "aac"])
    try await media.make(
      "late.ts", ["-i", media.file("part.ts"), "-c", "copy", "-output_ts_offset", "5000"])
    let parts = [0, 0, 0, 0, 1, 0, 0, 0].map { ["part.ts", "late.ts"][$0] }
    try media.write(parts.flatMap { media.bytes($0) ?? [] }, to: "whole.ts")
    let places: [(start: Double, flashes: [Int])] = [
      (0.0, (0..<8).map { $0 * 50 + 20 }), (9.4, [35, 85, 135]),
    ]
    for (start, flashes) in cases(1, of: places) {
      var clip = FilmClip(.file(path: media.file("whole.ts")))
      clip.start = .seconds(start)
      let request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.mkv"))
      #expect(try await FilmJob(request).plan().film.frames == 400 - Int(start * 25))
      let luma = try await media.frames(of: request, as: "gray")
      #expect((0..<luma.count / 3072).filter { luma[$0 * 3072 + 24 * 64 + 32] > 128 } == flashes)
      let sound = try await media.samples(of: request)
      for frame in flashes {
        let onset = (frame * 1920 - 1920..<frame * 1920 + 1920).first { abs(sound[$0]) > 0.3 } ?? 0
        #expect(abs(onset - frame * 1920) <= 96, "\(frame): \(onset - frame * 1920) samples")
      }
    }
  }

  private static let size = ImageSize(width: 64, height: 48)
  private static let (red, green) = (
    RGBAColor(red: 220, green: 20, blue: 20), RGBAColor(red: 20, green: 180, blue: 40)
  )
  /// A translucent blue, which is (153, 153, 255) over white.
  private static let veil = RGBAColor(red: 51, green: 51, blue: 255, alpha: 128)

  /// An animated WebP of colours with their durations in milliseconds.
  private func webP(_ name: String, _ frames: [(color: RGBAColor, milliseconds: Int)]) throws -> String {
    try media.webP(
      name, frames.map { (Snapshot(PixelBuffer(size: Self.size, color: $0.color)), $0.milliseconds) })
  }

  /// The colour at one place in each frame of a film of the clip.
  private func film(
    _ clip: FilmClip, size: ImageSize? = nil, fit: Fit = .cover, at place: (x: Int, y: Int) = (32, 24)
  )
    async throws -> (colors: [RGBAColor], report: FilmReport)
  {
    var request = FilmRequest(clips: [clip], junctions: [], output: media.file("film.y4m"))
    request.output.overwrites = true
    request.drawing.background = .white
    request.output.fit = fit
    request.output.size = size.map { .exact($0) }
    let report = try await FilmJob(request).run()
    let bytes = try await media.decode("film.y4m", as: "rgb24", isPassed: true)
    let (width, area) = (report.film.width, report.film.width * report.film.height)
    let colors = stride(from: 0, to: bytes.count, by: area * 3).map { start in
      let pixel = start + (place.y * width + place.x) * 3
      return RGBAColor(red: bytes[pixel], green: bytes[pixel + 1], blue: bytes[pixel + 2])
    }
    return (colors, report)
  }

  private func expect(
    _ colors: [RGBAColor], _ wanted: [RGBAColor], at location: SourceLocation = #_sourceLocation
  ) {
    #expect(colors.count == wanted.count, sourceLocation: location)
    for (color, want) in zip(colors, wanted) {
      let error = [(color.red, want.red), (color.green, want.green), (color.blue, want.blue)].map {
        abs(Int($0) - Int($1))
      }
      #expect((error.max() ?? 0) <= 4, "\(color) for \(want)", sourceLocation: location)
    }
  }

  @Test("an animated WebP keeps its timing and its transparency")
  func animatedWebP() async throws {
    let clip = try webP("w.webp", [(Self.red, 40), (Self.green, 120), (Self.veil, 80)])
    let veiled = RGBAColor(red: 153, green: 153, blue: 255)
    let (red, green) = (Self.red, Self.green)
    let whole = try await film(FilmClip(.file(path: clip)))
    expect(whole.colors, [red, green, green, green, veiled, veiled])
    #expect(whole.report.film.fps == "25/1" && whole.report.warnings == [])
    #expect(whole.report.film.width == 64 && whole.report.film.height == 48)
    var part = FilmClip(.file(path: clip))
    (part.start, part.end) = (.frames(3), .frames(5))
    expect(try await film(part).colors, [green, veiled])
    // A 4:3 picture fills columns 16 to 79 of a 2:1 frame; the background fills the rest.
    let wide = ImageSize(width: 96, height: 48)
    for (x, color) in cases(
      [(15, RGBAColor.white), (17, red)], full: [(78, red), (81, RGBAColor.white)])
    {
      let narrow = try await film(FilmClip(.file(path: clip)), size: wide, fit: .contain, at: (x, 24))
      expect([narrow.colors[0]], [color])
    }
  }

  @Test("zero and short frame durations of an animated WebP are read as in browsers")
  func unevenWebP() async throws {
    // An encoder cannot write 0 ms and keep the order of frames; 10 ms are treated alike.
    let clip = try webP("w.webp", [(Self.red, 10), (Self.green, 70), (Self.red, 130)])
    let content = try await MediaContent.examine(at: clip, limits: DecodingLimits())
    guard case .clip(let info) = content else { throw SystemError.cancelled }
    #expect(info.video?.duration == 0.3)
    #expect(info.video?.isVariableRate == true)
    #expect(try await ClipProbe().frameTimes(of: info, limits: DecodingLimits()) == [0, 0.1, 0.17])
  }

  @Test("a truncated or too large animated WebP is an error")
  func brokenWebP() async throws {
    let clip = try webP("w.webp", [(Self.red, 40), (Self.green, 40)])
    try media.write(try #require(media.bytes("w.webp")).dropLast(20), to: "cut.webp")
    await #expect(throws: SystemError.self) {
      _ = try await MediaContent.examine(at: media.file("cut.webp"), limits: DecodingLimits())
    }
    let tooLarge = await #expect(throws: SystemError.self) {
      _ = try await MediaContent.examine(at: clip, limits: DecodingLimits(maximumSide: 50))
    }
    #expect(tooLarge.map { "\($0)".contains("limit of 50 per side") } == true)
    let one = try webP("one.webp", [(Self.red, 40)])
    guard
      case .picture(let size, _, _, _, _, _) = try await MediaContent.examine(
        at: one, limits: DecodingLimits())
    else {
      throw SystemError.cancelled
    }
    #expect(size == Self.size)
  }
}
