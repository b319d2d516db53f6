import FoundationEssentials
import SegueImaging
import SegueMath
import SegueSystem

/// The used part of the JSON from `ffprobe -show_format -show_streams -show_programs`.
struct FFprobeDocument: Decodable {
  var streams: [Stream]?
  var chapters: [Chapter]?
  var format: Format?
  /// The fraction of a truncated file that exists; not from ffprobe.
  var availableFraction: Double?

  struct Chapter: Decodable {}

  var programs: [Program]?

  struct Program: Decodable { var streams: [Stream]? }

  struct Format: Decodable {
    var format_name: String?
    var start_time: String?
    var duration: String?
    var tags: [String: String]?
  }

  struct Stream: Decodable {
    var index: Int?
    var id: String?
    var codec_type: String?
    var codec_name: String?
    var codec_tag_string: String?
    var width: Int?
    var height: Int?
    var sample_aspect_ratio: String?
    var pix_fmt: String?
    var has_b_frames: Int?
    var field_order: String?
    var color_range: String?
    var color_space: String?
    var color_transfer: String?
    var color_primaries: String?
    var chroma_location: String?
    var r_frame_rate: String?
    var avg_frame_rate: String?
    var time_base: String?
    var start_pts: Int?
    var start_time: String?
    var duration_ts: Int?
    var duration: String?
    var nb_frames: String?
    var nb_read_packets: String?
    var sample_rate: String?
    var channels: Int?
    var channel_layout: String?
    var disposition: [String: Int]?
    var tags: [String: String]?
    var side_data_list: [SideData]?
  }

  struct SideData: Decodable {
    var rotation: Int?
    var displaymatrix: String?
    var side_data_type: String?
    var projection: String?
    var type: String?
    var dv_profile: Int?
  }

  private var pictures: [Stream] {
    (streams ?? []).filter { $0.codec_type == "video" && $0.disposition?["attached_pic"] != 1 }
  }

  /// The streams whose packets must be counted to know whether they contain moving pictures; empty
  /// for a single video stream.
  var undecided: [Int] {
    let isChoice = pictures.count > 1 && !ClipInfo.isPictureFile(format?.format_name ?? "")
    return isChoice ? pictures.filter { $0.isMoving == nil }.compactMap(\.index) : []
  }

  /// The video stream that players show: a moving one, else the largest, else the default one, else
  /// the first.
  /// - Parameter moving: the undecided streams with moving pictures.
  private func shown(moving: Set<Int>) -> Stream? {
    func rank(_ stream: Stream) -> [Int] {
      let isMoving = stream.isMoving ?? moving.contains(stream.index ?? 0)
      return [
        isMoving ? 1 : 0, (stream.width ?? 0) * (stream.height ?? 0), stream.disposition?["default"] ?? 0,
      ]
    }
    return pictures.reduce(nil) { best, stream in
      best.map { rank($0).lexicographicallyPrecedes(rank(stream)) } == false ? best : stream
    }
  }

  /// Whether `stream` is in the same program as `pictures`, in a file with several programs.
  private func isBeside(_ stream: Stream, _ pictures: Stream?) -> Bool {
    guard let pictures = pictures?.index, let index = stream.index else { return true }
    let all = (programs ?? []).map { ($0.streams ?? []).compactMap(\.index) }
    let mine = all.filter { $0.contains(index) }
    return mine.isEmpty || mine.contains { $0.contains(pictures) }
  }

  /// - Parameter moving: the undecided streams with more than one picture.
  func info(path: String, moving: Set<Int>) throws(SystemError) -> ClipInfo {
    let streams = streams ?? []
    let container = format?.format_name ?? ""
    let start = ClipInfo.seconds(format?.start_time) ?? 0
    let shown = shown(moving: moving)
    let sounds = streams.filter { $0.codec_type == "audio" }.enumerated().map {
      ($1, audio: $1.audio($0, containerStart: start))
    }.filter { $0.audio.channels > 0 }
    let own = sounds.filter { isBeside($0.0, shown) }
    let sound = own.first { $0.0.disposition?["default"] == 1 } ?? own.first
    let video = try shown.map { stream throws(SystemError) in
      try stream.video(path: path, container: container, containerStart: start, hasSound: sound != nil)
    }
    if video == nil, sound == nil {
      throw .badData(path: path, reason: "it contains neither pictures nor sound")
    }
    var info = ClipInfo(path: path, container: container, startTime: start, video: video, audio: sound?.audio)
    info.availableFraction = availableFraction
    if availableFraction != nil { info.video?.duration = shown?.wholeLength(video, format) }
    info.sounds = sounds.map(\.audio)
    let texts = texts
    info.text = (texts.first { $0.isDefault } ?? texts.first)?.text
    info.texts = texts.map(\.text)
    info.isPictureTrack = Self.pictureBrands.contains(format?.tags?["major_brand"] ?? "")
    info.ignored = ignored
    return info
  }

  private var texts: [(text: ClipInfo.Text, isDefault: Bool)] {
    (streams ?? []).filter { $0.codec_type == "subtitle" }.enumerated().compactMap { index, stream in
      guard let codec = stream.codec_name, ClipInfo.Text.codecs.contains(codec) else { return nil }
      let language = TrackLanguage.read(stream.tags?["language"])
      return (.init(index: index, codec: codec, language: language), stream.disposition?["default"] == 1)
    }
  }

  private var ignored: ClipInfo.IgnoredStreams {
    let streams = streams ?? []
    return ClipInfo.IgnoredStreams(
      soundTracks: max(0, streams.count { $0.codec_type == "audio" } - 1),
      videoTracks: max(0, pictures.count - 1),
      subtitleTracks: streams.count { $0.codec_type == "subtitle" } - (texts.isEmpty ? 0 : 1),
      data: data, chapters: chapters?.count ?? 0,
      tags: Set((format?.tags ?? [:]).keys.map { $0.lowercased() }).intersection(Self.userTags).sorted())
  }

  private var data: [String] {
    let streams = streams ?? []
    let all = streams.filter {
      $0.codec_type == "data" && !Self.auxiliaryTags.contains($0.codec_tag_string ?? "")
    }
    let hasTimeCode = (streams.map(\.tags) + [format?.tags]).contains { tags in
      (tags ?? [:]).keys.contains { $0.lowercased() == "timecode" }
    }
    let words = all.map { stream in
      let isKnown = Self.telemetry.contains(stream.codec_tag_string ?? "") || stream.codec_name == "klv"
      return stream.codec_tag_string == "tmcd" ? "time code" : isKnown ? "telemetry" : "timed metadata"
    }
    return Set(words + (hasTimeCode ? ["time code"] : [])).sorted()
  }

  /// Tags of auxiliary data streams: chapter titles and streaming hints.
  private static let auxiliaryTags: Set<String> = ["text", "rtp ", "rtp"]

  /// Tags of camera telemetry.
  ///
  /// **Source:** GoPro's GPMF specification; Google's Camera Motion Metadata specification;
  /// ExifTool's tables for DJI, Sony and Canon.
  private static let telemetry: Set<String> = ["gpmd", "camm", "djmd", "dbgi", "rtmd", "CTMD"]

  /// Brands of animations in HEIF containers.
  ///
  /// **Source:** ISO/IEC 23008-12, 7.3 and annex B; AV1 Image File Format, section 6.3.
  private static let pictureBrands: Set<String> = ["avis", "msf1", "hevc", "hevx", "avcs", "jpgs"]

  /// Tags set by people; other tags name the writing program and time.
  private static let userTags: Set<String> = [
    "title", "artist", "album", "album_artist", "author", "comment", "composer", "copyright", "date",
    "description", "genre", "keywords", "location", "performer", "show", "synopsis", "track",
  ]
}

extension FFprobeDocument.Stream {
  /// Whether the stream has more than one picture; `nil` if the header does not state it.
  var isMoving: Bool? {
    if disposition?["still_image"] == 1 || disposition?["timed_thumbnails"] == 1 { return false }
    return nb_frames.flatMap { Int($0) }.map { $0 > 1 }
  }

  /// The orientation in the display matrix: a stored point (p, q) is shown at (a·p + c·q, b·p +
  /// d·q). `nil` for a rotation that is not a multiple of 90°.
  ///
  /// **Source:** FFmpeg's libavutil/display.h.
  var orientation: Orientation? {
    guard let text = side_data_list?.compactMap(\.displaymatrix).first else { return .normal }
    let rows = text.split(separator: "\n").map { line in
      line.split(separator: " ").dropFirst().compactMap { Int($0)?.signum() }
    }
    guard rows.count > 1, rows[0].count > 1, rows[1].count > 1 else { return .normal }
    return Orientation.allCases.first { $0.matrix == [rows[0][0], rows[0][1], rows[1][0], rows[1][1]] }
  }

  var projection: String {
    (side_data_list ?? []).compactMap { side in
      switch side.side_data_type {
      case "Spherical Mapping": side.projection
      case "Stereo 3D": side.type == "2D" ? nil : side.type
      default: nil
      }
    }.joined(separator: ", ")
  }

  private var tick: Ratio? { time_base.flatMap { Ratio($0) } }
  private var start: Ratio? { ClipInfo.seconds(start_pts, tick) ?? ClipInfo.seconds(start_time) }

  func audio(_ index: Int, containerStart: Ratio) -> ClipInfo.Audio {
    ClipInfo.Audio(
      index: index, codec: codec_name ?? "unknown", sampleRate: sample_rate.flatMap { Int($0) } ?? 0,
      channels: channels ?? 0, layout: known(channel_layout), language: TrackLanguage.read(tags?["language"]),
      tick: tick ?? Ratio(1, 1_000_000), startTime: start ?? containerStart)
  }

  func video(
    path: String, container: String, containerStart: Ratio, hasSound: Bool
  ) throws(SystemError) -> ClipInfo.Video {
    guard let width, let height, width > 0, height > 0 else {
      throw .badData(path: path, reason: "the size of its pictures cannot be determined")
    }
    let size = ImageSize(width: width, height: height)
    let start = start ?? containerStart
    let rate = r_frame_rate.flatMap { Ratio($0) } ?? avg_frame_rate.flatMap { Ratio($0) }
    let frames = nb_frames.flatMap { Int($0) }
    let packets = nb_read_packets.flatMap { Int($0) } ?? 2
    let isAnimation = ["gif", "apng"].contains(container)
    let isStill =
      ClipInfo.isPictureFile(container) || isAnimation && packets < 2
      || !isAnimation && frames == 1 && !hasSound
    let video = ClipInfo.Video(
      codec: codec_name ?? "unknown", storedSize: size,
      sampleAspect: sample_aspect_ratio.flatMap { Ratio($0) } ?? Ratio(1, 1),
      rotation: side_data_list?.compactMap(\.rotation).first ?? 0, orientation: orientation,
      projection: projection, stream: index ?? 0, track: id.flatMap { Int($0.dropFirst(2), radix: 16) },
      pixelFormat: pix_fmt ?? "",
      fieldOrder: known(field_order), colorRange: known(color_range), colorSpace: known(color_space),
      colorTransfer: known(color_transfer), colorPrimaries: known(color_primaries),
      chromaLocation: known(chroma_location), frameRate: rate ?? Ratio(25, 1),
      averageRate: avg_frame_rate.flatMap { Ratio($0) } ?? rate ?? Ratio(25, 1),
      tick: tick ?? Ratio(1, 1_000_000), startTime: start, duration: length(start: start, container),
      reorders: (has_b_frames ?? 0) > 0,
      hasAlphaTag: (tags?["alpha_mode"] ?? tags?["ALPHA_MODE"]) == "1",
      dolbyVisionProfile: side_data_list?.compactMap(\.dv_profile).first, isStill: isStill)
    if video.dolbyVisionProfile == 5 {
      throw .badData(
        path: path,
        reason: "Dolby Vision profile 5 needs Dolby's decoder; convert the clip first")
    }
    return video
  }

  /// Seconds from the first picture to the end of the last according to the container; `nil` if not
  /// stated. ffprobe guesses the duration for containers without an index. A file's duration is
  /// that of its longest stream.
  private func length(start: Ratio, _ container: String) -> Ratio? {
    if ["mov,", "avi", "mxf", "yuv4mpegpipe"].contains(where: container.hasPrefix),
      let seconds = ClipInfo.seconds(duration_ts, tick) ?? ClipInfo.seconds(duration), seconds > 0
    {
      return seconds
    }
    // Matroska states the end of the stream.
    if let end = ClipInfo.seconds(tags?["DURATION"] ?? tags?["DURATION-eng"]), end > start {
      return end - start
    }
    return nil
  }

  /// The stated duration of a truncated file, whose existing part cannot confirm it.
  func wholeLength(_ video: ClipInfo.Video?, _ format: FFprobeDocument.Format?) -> Ratio? {
    guard let video else { return nil }
    let frames = nb_frames.flatMap { Int($0) }.map { Ratio($0) / video.nominalRate }
    let ofFile = format?.format_name == "flv" ? ClipInfo.seconds(format?.duration) : nil
    return [video.duration, frames, ofFile].compactMap(\.self).filter { $0 <= ClipInfo.latest }.max()
  }

  private func known(_ word: String?) -> String { word == "unknown" || word == nil ? "" : word ?? "" }
}
