import Foundation
import SegueFilms
import SegueImaging
import TestSupport
import Testing

@testable import SegueFilm

/// Copied films of many encoders. Every copied frame equals the clip's, from the beginning and after a seek
/// to each sync sample. Other programs read the film as ffmpeg does.
@Suite("Copied streams of every kind", .serialized, .needs("ffmpeg")) struct CopyMatrixTests: CopiedFilms {
  let media: Media

  init() throws { media = try Media() }

  /// A kind of encoded stream.
  struct Kind: Sendable, CustomTestStringConvertible {
    var name: String
    /// The encoder's arguments.
    var words: [String]
    /// The arguments of the neighbouring clip's encoder.
    var other: [String]
    /// Whether copying can start again after the first picture.
    var isEntered = true
    var tags = CopyMatrixTests.tags

    var testDescription: String { name }

    /// x264 with `words` for ffmpeg, and `parameters` for x264 itself.
    static func h264(_ name: String, _ words: [String], _ parameters: String = "", isEntered: Bool = true)
      -> Kind
    {
      let own = parameters.isEmpty ? [] : ["-x264-params", parameters]
      let depth = words.contains("yuv420p10le") ? ["-pix_fmt", "yuv420p10le"] : []
      return Kind(
        name: name, words: ["-c:v", "libx264"] + words + own,
        other: ["-c:v", "libx264", "-g", "12", "-bf", "1", "-preset", "veryfast"] + depth,
        isEntered: isEntered)
    }

    /// x265 with `parameters`.
    static func hevc(_ name: String, _ parameters: String, isHLG: Bool = false) -> Kind {
      let start = ["-c:v", "libx265", "-tag:v", "hvc1"] + (isHLG ? ["-pix_fmt", "yuv420p10le"] : [])
      func words(_ preset: String, _ parameters: String) -> [String] {
        start + ["-preset", preset, "-x265-params", "log-level=error:pools=1:\(parameters)"]
      }
      var kind = Kind(
        name: name, words: words("medium", parameters),
        other: words("ultrafast", "open-gop=0:keyint=12:bframes=1"))
      if isHLG {
        kind.tags = [
          "-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "arib-std-b67",
          "-color_range", "tv",
        ]
      }
      return kind
    }
  }

  private static let usualKinds: [Kind] = [
    .h264("open groups", ["-g", "15", "-bf", "3"], "open-gop=1:scenecut=0", isEntered: false),
    .hevc("10 bits of HLG", "open-gop=1:keyint=15:bframes=3:scenecut=0", isHLG: true),
  ]
  private static let fourReferences = Kind.h264(
    "four references", ["-g", "15", "-refs", "4", "-bf", "3"])
  private static let closedGroups = Kind.hevc("closed groups", "open-gop=0:keyint=15:bframes=4")

  private static let moreKinds: [Kind] = [
    .h264("no B frames", ["-g", "15", "-bf", "0"]),
    .h264("a pyramid of B frames", ["-g", "30", "-bf", "3"], "b-pyramid=normal:b-adapt=0:scenecut=0"),
    .h264("one reference", ["-g", "15", "-refs", "1", "-bf", "0"]),
    fourReferences,
    .h264("one keyframe", ["-g", "250"], "scenecut=0", isEntered: false),
    .h264("CAVLC", ["-g", "15", "-bf", "2", "-coder", "0"]),
    .h264("Baseline", ["-g", "15", "-profile:v", "baseline"]),
    .h264("slices", ["-g", "15", "-bf", "2"], "slices=4"),
    .h264("intra refresh", ["-g", "15", "-bf", "0"], "intra-refresh=1", isEntered: false),
    .h264("10 bits", ["-g", "15", "-bf", "2", "-pix_fmt", "yuv420p10le"]),
    closedGroups,
    .hevc("open groups of H.265", "open-gop=1:keyint=15:bframes=4:scenecut=0"),
    .hevc("slices of H.265", "open-gop=0:keyint=15:bframes=2:slices=2"),
  ]

  /// The clip, a dissolve to a clip of another encoder, and a cut to the first clip's end. In other
  /// tiers than `make check` the sound is not mixed, and a film whose end cannot be copied is planned.
  private func film(_ kind: Kind, _ output: String) async throws -> FilmReport {
    let a = try await clip("a.mp4", "testsrc2", tags: kind.tags, kind.words)
    let b = try await clip("b.mp4", "mandelbrot", tags: kind.tags, kind.other)
    var end = FilmClip(.file(path: a))
    end.start = .seconds(1.2)
    let clips = [FilmClip(.file(path: a)), FilmClip(.file(path: b)), end]
    let junctions = [FilmJunction(duration: .frames(12)), .cut]
    if !kind.isEntered { return try await report(clips, junctions, output) }
    return try await film(clips, junctions, output) { $0.isMute = Tier.current != .full }
  }

  @Test(
    "every copied frame equals the clip's frame",
    arguments: cases(usualKinds, full: moreKinds))
  func frames(kind: Kind) async throws {
    let report = try await film(kind, "film.mp4")
    #expect(report.film.frames == (90 + 90 - 12 + 54 as Int))
    let (first, last) = (try #require(report.clips.first?.copied), try #require(report.clips.last?.copied))
    #expect(first.first?.first == 0 && first.first?.last ?? 0 >= 70)
    #expect(last.isEmpty == !kind.isEntered, "\(report.clips[2].encoded ?? "")")
    if !kind.isEntered {
      #expect(report.clips[2].encoded?.contains("no copy can start within") == true)
      guard Tier.current == .full else { return }
    }
    try await check(report, "film.mp4", seeksEach: Tier.current == .full)
    let facts = try await facts("film.mp4")
    #expect(facts["r_frame_rate"] == "30/1" && facts["avg_frame_rate"] == "30/1")
    #expect(facts["nb_frames"] == "222" && Double(facts["duration"] ?? "") == 7.4)
  }

  /// Containers with ffmpeg's arguments before and after the input.
  private static let clocks: [(String, [String], [String])] = [
    ("mp4", ["-ss", "0.5"], []), ("mp4", [], ["-movflags", "frag_keyframe"]),
    ("mp4", [], ["-movflags", "negative_cts_offsets"]),
    ("mov", [], ["-video_track_timescale", "600"]),
    ("mp4", [], ["-video_track_timescale", "90000"]), ("mp4", [], ["-output_ts_offset", "2"]),
  ]

  @Test(
    "edit lists, negative times, other time bases and missing times are copied exactly", .full,
    arguments: clocks)
  func times(ending: String, before: [String], words: [String]) async throws {
    let a = try await clip(
      "a.mp4", "testsrc2", seconds: 2, ["-c:v", "libx264", "-g", "15", "-bf", "2"])
    let b = try await clip("b.mp4", "mandelbrot", seconds: 2, ["-c:v", "libx264", "-g", "12"])
    let own = try await media.make("own.\(ending)", before + ["-i", a, "-c", "copy"] + words)
    let report = try await film(
      [FilmClip(.file(path: b)), FilmClip(.file(path: own))], [FilmJunction(duration: .frames(12))],
      "film.mp4"
    )
    #expect(report.clips[1].copied?.isEmpty == false, "\(report.clips[1].encoded ?? "")")
    try await check(report, "film.mp4")
    for (index, packet) in try await times("film.mp4").enumerated() {
      #expect(abs(packet.time - Double(index) / 30) < 1e-5)
    }
  }

  /// Two kinds that differ in every respect.
  private static let pair = [fourReferences, closedGroups]

  @Test(
    "ffmpeg can remux a copied film", .full, arguments: pair
  )
  func remux(kind: Kind) async throws {
    let report = try await film(kind, "film.mp4")
    #expect(try await hashes("film.mp4").count == report.film.frames)
    let isH264 = kind.words.contains("libx264")
    let facts = try await facts("film.mp4")
    #expect(facts["codec_tag_string"] == (isH264 ? "avc1" : "hvc1"))
    try await checkRemuxing("film.mp4", isH264: isH264)
  }

  @Test(
    "mkvmerge remuxes a copied film with equal frames", .full, .needs("ffmpeg", "mkvmerge"),
    arguments: pair
  )
  func matroska(kind: Kind) async throws {
    _ = try await film(kind, "film.mp4")
    _ = try await Program("mkvmerge").output(["-q", "-o", media.file("again.mkv"), media.file("film.mp4")])
    let frames = try await hashes([("again.mkv", nil), ("film.mp4", nil)])
    #expect(frames[0] == frames[1] && !frames[0].isEmpty)
  }

  @Test("libde265 decodes the same frames as ffmpeg", .full, .needs("ffmpeg", "libde265-dec265"))
  func otherDecoder() async throws {
    let report = try await film(Self.closedGroups, "film.mp4")
    try await media.make("film.hevc", ["-i", media.file("film.mp4"), "-map", "0:v", "-c", "copy"])
    // With more threads libde265 gets the last picture before a change of parameter sets wrong, in
    // plain files too.
    _ = try await Program("libde265-dec265").output(
      ["-q", "-t", "1", "-o", media.file("film.yuv"), media.file("film.hevc")])
    let made = try #require(media.bytes("film.yuv"))
    #expect(made.count == report.film.frames * 96 * 64 * 3 / 2)
    #expect(try await Array(made) == media.decode("film.mp4", as: "yuv420p", isPassed: true))
  }
}
