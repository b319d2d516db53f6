import FoundationEssentials
import Glibc
import SegueImaging
import SegueSystem

/// Asks `ffprobe` what a file holds.
///
/// **Thread-safety:** a value; calls share nothing.
package struct ClipProbe: Sendable {
  /// The time limits of one question, and of reading a whole file.
  private static let (timeLimit, readingLimit) = (Duration.seconds(30), Duration.seconds(600))

  /// A probe.
  package init() {}

  /// The facts of the file at `path`.
  /// - Throws: `MediaError.unreadable` where there is no such file; `.badData` where it is neither a clip nor sound;
  ///   `.encoderMissing` without ffprobe; `.cancelled` when the task was cancelled.
  package func info(of path: String) async throws -> ClipInfo {
    try Self.checkReadable(path)
    let process = MediaProcess(name: path, file: path, timeLimit: Self.timeLimit)
    let output = try await process.run(
      "ffprobe",
      ["-v", "error"] + ClipInput.whitelists + [
        "-count_packets", "-read_intervals", "%+#2", "-show_format", "-show_streams", "-show_chapters", "-of",
        "json", "-i",
        "file:\(path)",
      ], outputLimit: 1 << 20)
    guard let document = try? JSONDecoder().decode(Document.self, from: Data(output)) else {
      throw MediaError.badData(path: path, reason: "ffprobe's description of it cannot be read")
    }
    var moving: Set<Int> = []
    for stream in document.undecided where try await packetCount(ofStream: stream, in: path) > 1 {
      moving.insert(stream)
    }
    var info = try document.info(path: path, moving: moving)
    if let video = info.video, !video.isStill { info.video = try await completed(video, of: &info) }
    return info
  }

  /// The stream with what its header leaves open, or says without being believed.
  private func completed(_ video: ClipInfo.Video, of info: inout ClipInfo) async throws -> ClipInfo.Video {
    var video = video
    if try await !isBorneOut(video, info) {
      let (packets, timesRestart) = try await packets(info.path, video)
      info.timesRestart = timesRestart
      video.duration = Self.duration(of: packets, video)
    }
    if video.fieldOrder != "progressive" {
      video.fieldOrder = try await fieldOrder(of: video, in: info.path) ?? ""
    }
    if video.mayBeSteady, try await isSteady(video, in: info.path) {
      (video.averageRate, video.hasLongEnds) = (video.frameRate, true)
    }
    return video
  }

  /// Whether a Matroska file is shorter than its segment says: what is missing is told when it is decoded.
  ///
  /// **Source:** RFC 8794, 4.4 and 5: the size of an EBML element.
  static func isCutOff(_ path: String) -> Bool {
    guard let file = InputFile.openOnDisk(path: path), let head = try? file.head(4096) else { return false }
    func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]
    guard let place = head.indices.first(where: { head[$0...].starts(with: segment) }).map({ $0 + 4 }),
      head.count >= place + 8, head[place] != 0
    else { return false }
    let width = head[place].leadingZeroBitCount + 1
    let size = number(head[place..<place + width]) & (1 << (7 * width) - 1)
    // All ones: it is not known.
    return size != 1 << (7 * width) - 1 && place + width + size > file.byteCount
  }

  /// Whether a file says how long its pictures are, and its last packets bear it out: a header may be written before the end
  /// is known, a tag may have been copied from another file. An MP4's index is what is decoded.
  private func isBorneOut(_ video: ClipInfo.Video, _ info: ClipInfo) async throws -> Bool {
    guard let duration = video.duration else { return false }
    guard ["avi", "mxf", "matroska"].contains(where: info.container.hasPrefix), !Self.isCutOff(info.path)
    else { return true }
    let (frame, end) = (1 / video.nominalRate.value, video.startTime + duration)
    let words = [
      "-read_intervals", "\(ClipInput.seconds(max(0, end - 1)))%", "-select_streams", "\(video.stream)",
      "-show_entries",
      "packet=pts_time,duration_time", "-of", "csv=p=0", "-i", "file:\(info.path)",
    ]
    let last: [Packet]
    do {
      last = Self.numbers(try await lines("ffprobe", words, info.path), 2).map { ($0[0], $0[1]) }
    } catch MediaError.badData {
      return false
    }
    let ends = last.compactMap { packet in packet.time.map { $0 + (packet.duration ?? frame) } }
    return ends.max().map { abs($0 - end) < 1.5 * frame } ?? false
  }

  /// Seconds from the first picture to the end of the last; `nil` where there is none.
  private static func duration(of packets: [Packet], _ video: ClipInfo.Video) -> Double? {
    let frame = 1 / video.nominalRate.value
    let ends = packets.compactMap { packet in packet.time.map { $0 + (packet.duration ?? frame) } }
    var length = (ends.max() ?? 0) - video.startTime
    // Where frames have no times, as in a bare stream of H.264, they follow one another.
    if ends.count < packets.count { length = max(length, packets.reduce(0) { $0 + ($1.duration ?? frame) }) }
    return length > 0 && length <= ClipInfo.latest ? length : nil
  }

  /// The time of every frame in seconds after the first, in the order in which they are shown, by reading every packet.
  /// - Throws: as `info(of:)`.
  package func frameTimes(of info: ClipInfo, limits: DecodingLimits) async throws -> [Double] {
    if let sequence = info.sequence, let rate = info.video?.nominalRate.value {
      return sequence.paths.indices.map { Double($0) / rate }
    }
    if info.isAnimatedWebP {
      return try WebPClip(path: info.path, limits: limits).times.dropLast().map { Double($0) / 1000 }
    }
    guard let video = info.video else { return [] }
    let times = try await packets(info.path, video).packets.compactMap(\.time).sorted()
    return times.map { $0 - (times.first ?? 0) }
  }

  /// A packet's time and length in seconds.
  typealias Packet = (time: Double?, duration: Double?)

  /// The packets of `video` in the file at `path`, and whether their times begin anew within.
  func packets(
    _ path: String, _ video: ClipInfo.Video
  ) async throws -> (packets: [Packet], timesRestart: Bool) {
    let words = [
      "-select_streams", "\(video.stream)", "-show_entries", "packet=pts_time,dts_time,duration_time", "-of",
      "csv=p=0", "-i", "file:\(path)",
    ]
    let numbers = Self.numbers(try await lines("ffprobe", words, path), 3)
    let packets: [Packet] = numbers.map { ($0[0], $0[2]) }
    // Pictures are decoded in another order than they are shown in, but never earlier than the one before.
    let clock = numbers.compactMap { $0[1] ?? $0[0] }
    let timesRestart = zip(clock, clock.dropFirst()).contains {
      $1 < $0 - Self.leap.back || $1 > $0 + Self.leap.ahead
    }
    guard timesRestart, let start = packets.lazy.compactMap(\.time).first else { return (packets, false) }
    return (try await continuousPackets(path, video, from: start), true)
  }

  /// The numbers of each line, as many as there ought to be; `nil` where one is missing.
  private static func numbers(_ lines: [Substring], _ count: Int) -> [[Double?]] {
    lines.map { line in
      let numbers = line.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      return numbers + [Double?](repeating: nil, count: max(0, count - numbers.count))
    }
  }

  /// Seconds by which a clock that goes back, or ahead, has begun anew.
  ///
  /// **Source:** `ts_discontinuity_process` in FFmpeg's fftools, which moves such times.
  private static let leap = (back: 0.1, ahead: 10.0)

  /// The packets of streams that were put together end to end, as of files joined by `cat`, each with times of its own:
  /// one after another, as ffmpeg decodes them.
  private func continuousPackets(
    _ path: String, _ video: ClipInfo.Video, from start: Double
  ) async throws -> [Packet] {
    let words = [
      "-i", "file:\(path)", "-map", "0:\(video.stream)", "-map", "0:a:0?", "-c", "copy", "-copyinkf", "-f",
      "framecrc",
      "pipe:1",
    ]
    var unit = 1.0
    var packets: [Packet] = []
    for line in try await lines("ffmpeg", ["-nostdin"] + words, path) {
      if line.hasPrefix("#tb 0: ") {
        let parts = line.dropFirst(7).split(separator: "/").compactMap { Double($0) }
        if parts.count == 2 { unit = parts[0] / parts[1] }
      } else if line.hasPrefix("0,") {
        // The stream, then in units: when it is decoded, when it is shown, its length.
        let numbers = line.split(separator: ",").map { Double($0.drop { $0 == " " }) }
        if numbers.count > 3 { packets.append((numbers[2].map { $0 * unit }, numbers[3].map { $0 * unit })) }
      }
    }
    let shift = start - (packets.first?.time ?? 0)
    return packets.map { ($0.time.map { $0 + shift }, $0.duration) }
  }

  func lines(_ program: String, _ words: [String], _ path: String) async throws -> [Substring] {
    let process = MediaProcess(name: path, file: path, timeLimit: Self.readingLimit)
    let output = try await process.run(
      program, ["-v", "error"] + ClipInput.whitelists + words, outputLimit: 256 << 20)
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }

  /// - Throws: `MediaError.unreadable` for what is missing, a folder, or may not be read.
  static func checkReadable(_ path: String) throws {
    func failure(_ code: Int32) -> MediaError { .unreadable(path: path, reason: SystemReason.text(code)) }
    if path.isEmpty || path.utf8.contains(0) { throw failure(ENOENT) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure(errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw failure(EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw MediaError.unreadable(path: path, reason: "a clip is read more than once, so it must be a file")
    }
    guard access(path, R_OK) == 0 else { throw failure(errno) }
    if status.st_size == 0 { throw MediaError.badData(path: path, reason: "it is empty") }
  }
}

/// The JSON of `ffprobe -show_format -show_streams`, as far as it is looked at.
private struct Document: Decodable {
  var streams: [Stream]?
  var chapters: [Chapter]?
  var format: Format?

  struct Chapter: Decodable {}

  struct Format: Decodable {
    var format_name: String?
    var start_time: String?
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
    var field_order: String?
    var color_range: String?
    var color_space: String?
    var color_transfer: String?
    var color_primaries: String?
    var chroma_location: String?
    var r_frame_rate: String?
    var avg_frame_rate: String?
    var start_time: String?
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

  /// Streams of pictures, cover art not counted.
  private var pictures: [Stream] {
    (streams ?? []).filter { $0.codec_type == "video" && $0.disposition?["attached_pic"] != 1 }
  }

  /// Streams of pictures of which only their packets tell whether they move, where there is a choice.
  var undecided: [Int] { pictures.count < 2 ? [] : pictures.filter { $0.moves == nil }.compactMap(\.index) }

  /// The stream of pictures that players show: one that moves, else the largest, else the default one, else the first.
  /// - Parameter moving: those of the undecided streams that do.
  private func shown(moving: Set<Int>) -> Stream? {
    func rank(_ stream: Stream) -> [Int] {
      let moves = stream.moves ?? moving.contains(stream.index ?? 0)
      return [moves ? 1 : 0, (stream.width ?? 0) * (stream.height ?? 0), stream.disposition?["default"] ?? 0]
    }
    return pictures.reduce(nil) { best, stream in
      best.map { rank($0).lexicographicallyPrecedes(rank(stream)) } == false ? best : stream
    }
  }

  /// - Parameter moving: those of the undecided streams that have more than one picture.
  func info(path: String, moving: Set<Int>) throws(MediaError) -> ClipInfo {
    let streams = streams ?? []
    let container = format?.format_name ?? ""
    let start = ClipInfo.seconds(format?.start_time) ?? 0
    let shown = shown(moving: moving)
    let sounds = streams.filter { $0.codec_type == "audio" }.enumerated().map {
      ($1, audio: $1.audio($0, containerStart: start))
    }.filter { $0.audio.channels > 0 }
    let sound = sounds.first { $0.0.disposition?["default"] == 1 } ?? sounds.first
    let video = try shown.map { stream throws(MediaError) in
      try stream.video(path: path, container: container, containerStart: start, hasSound: sound != nil)
    }
    if video == nil, sound == nil {
      throw .badData(path: path, reason: "it holds neither pictures nor sound")
    }
    var info = ClipInfo(path: path, container: container, startTime: start, video: video, audio: sound?.audio)
    info.sounds = sounds.map(\.audio)
    let texts = texts
    info.text = (texts.first { $0.isDefault } ?? texts.first)?.text
    info.texts = texts.map(\.text)
    info.isPictureTrack = Self.pictureBrands.contains(format?.tags?["major_brand"] ?? "")
    info.leftOut = leftOut
    return info
  }

  /// The streams of text subtitles.
  private var texts: [(text: ClipInfo.Text, isDefault: Bool)] {
    (streams ?? []).filter { $0.codec_type == "subtitle" }.enumerated().compactMap { index, stream in
      guard let codec = stream.codec_name, ClipInfo.Text.codecs.contains(codec) else { return nil }
      let language = TrackLanguage.read(stream.tags?["language"])
      return (.init(index: index, codec: codec, language: language), stream.disposition?["default"] == 1)
    }
  }

  private var leftOut: ClipInfo.LeftOut {
    let streams = streams ?? []
    return ClipInfo.LeftOut(
      soundTracks: max(0, streams.count { $0.codec_type == "audio" } - 1),
      videoTracks: max(0, pictures.count - 1),
      subtitleTracks: streams.count { $0.codec_type == "subtitle" } - (texts.isEmpty ? 0 : 1),
      data: data, chapters: chapters?.count ?? 0,
      tags: Set((format?.tags ?? [:]).keys.map { $0.lowercased() }).intersection(Self.tagsOfPeople).sorted())
  }

  /// Words for what is no picture, sound or subtitle.
  private var data: [String] {
    let streams = streams ?? []
    let all = streams.filter { $0.codec_type == "data" && !Self.helpers.contains($0.codec_tag_string ?? "") }
    let hasTimeCode = (streams.map(\.tags) + [format?.tags]).contains { tags in
      (tags ?? [:]).keys.contains { $0.lowercased() == "timecode" }
    }
    let words = all.map { stream in
      let isKnown = Self.telemetry.contains(stream.codec_tag_string ?? "") || stream.codec_name == "klv"
      return stream.codec_tag_string == "tmcd" ? "time code" : isKnown ? "telemetry" : "timed metadata"
    }
    return Set(words + (hasTimeCode ? ["time code"] : [])).sorted()
  }

  /// Tags of streams of data that belong to others: chapters' titles, and hints for sending a file.
  private static let helpers: Set<String> = ["text", "rtp ", "rtp"]

  /// Tags of what cameras write beside their pictures.
  ///
  /// **Source:** GoPro's GPMF specification; Google's Camera Motion Metadata specification; ExifTool's tables for DJI, Sony and Canon.
  private static let telemetry: Set<String> = ["gpmd", "camm", "djmd", "dbgi", "rtmd", "CTMD"]

  /// Brands of animations in the container of HEIF.
  ///
  /// **Source:** ISO/IEC 23008-12, 7.3 and annex B; AV1 Image File Format, section 6.3.
  private static let pictureBrands: Set<String> = ["avis", "msf1", "hevc", "hevx", "avcs", "jpgs"]

  /// Tags that people give; others say which program wrote the file, and when.
  private static let tagsOfPeople: Set<String> = [
    "title", "artist", "album", "album_artist", "author", "comment", "composer", "copyright", "date",
    "description",
    "genre", "keywords", "location", "performer", "show", "synopsis", "track",
  ]
}

extension Document.Stream {
  /// Whether it has more than one picture; `nil` where its header does not say so.
  fileprivate var moves: Bool? {
    if disposition?["still_image"] == 1 || disposition?["timed_thumbnails"] == 1 { return false }
    return nb_frames.flatMap { Int($0) }.map { $0 > 1 }
  }

  /// The turn that its display matrix says: a stored point (p, q) is shown at (a·p + c·q, b·p + d·q).
  ///
  /// **Source:** FFmpeg's libavutil/display.h; a matrix of other numbers turns it by another angle, and is `nil`.
  fileprivate var orientation: Orientation? {
    guard let text = side_data_list?.compactMap(\.displaymatrix).first else { return .normal }
    let rows = text.split(separator: "\n").map { line in
      line.split(separator: " ").dropFirst().compactMap { Int($0)?.signum() }
    }
    guard rows.count > 1, rows[0].count > 1, rows[1].count > 1 else { return .normal }
    return Orientation.allCases.first { $0.matrix == [rows[0][0], rows[0][1], rows[1][0], rows[1][1]] }
  }

  /// Its projection and its layout for two eyes.
  fileprivate var projection: String {
    (side_data_list ?? []).compactMap { side in
      switch side.side_data_type {
      case "Spherical Mapping": side.projection
      case "Stereo 3D": side.type == "2D" ? nil : side.type
      default: nil
      }
    }.joined(separator: ", ")
  }

  fileprivate func audio(_ index: Int, containerStart: Double) -> ClipInfo.Audio {
    ClipInfo.Audio(
      index: index, codec: codec_name ?? "unknown", sampleRate: sample_rate.flatMap { Int($0) } ?? 0,
      channels: channels ?? 0, layout: known(channel_layout), language: TrackLanguage.read(tags?["language"]),
      startTime: ClipInfo.seconds(start_time) ?? containerStart)
  }

  fileprivate func video(
    path: String, container: String, containerStart: Double, hasSound: Bool
  ) throws(MediaError) -> ClipInfo.Video {
    guard let width, let height, width > 0, height > 0 else {
      throw .badData(path: path, reason: "the size of its pictures cannot be determined")
    }
    let size = ImageSize(width: width, height: height)
    let start = ClipInfo.seconds(start_time) ?? containerStart
    let rate = r_frame_rate.flatMap { ClipInfo.Ratio($0) } ?? avg_frame_rate.flatMap { ClipInfo.Ratio($0) }
    let frames = nb_frames.flatMap { Int($0) }
    let packets = nb_read_packets.flatMap { Int($0) } ?? 2
    let isAnimation = ["gif", "apng"].contains(container)
    let isStill =
      container.hasSuffix("_pipe") || container == "image2" || container == "ico"
      || isAnimation && packets < 2 || !isAnimation && frames == 1 && !hasSound
    let video = ClipInfo.Video(
      codec: codec_name ?? "unknown", storedSize: size,
      sampleAspect: sample_aspect_ratio.flatMap { ClipInfo.Ratio($0) } ?? ClipInfo.Ratio(1, 1),
      rotation: side_data_list?.compactMap(\.rotation).first ?? 0, orientation: orientation,
      projection: projection, stream: index ?? 0, track: id.flatMap { Int($0.dropFirst(2), radix: 16) },
      pixelFormat: pix_fmt ?? "",
      fieldOrder: known(field_order), colorRange: known(color_range), colorSpace: known(color_space),
      colorTransfer: known(color_transfer), colorPrimaries: known(color_primaries),
      chromaLocation: known(chroma_location), frameRate: rate ?? ClipInfo.Ratio(25, 1),
      averageRate: avg_frame_rate.flatMap { ClipInfo.Ratio($0) } ?? rate ?? ClipInfo.Ratio(25, 1),
      startTime: start, duration: length(start: start, container),
      hasAlphaTag: (tags?["alpha_mode"] ?? tags?["ALPHA_MODE"]) == "1",
      dolbyVisionProfile: side_data_list?.compactMap(\.dv_profile).first, isStill: isStill)
    if video.dolbyVisionProfile == 5 {
      throw .badData(
        path: path,
        reason: "Dolby Vision profile 5 has colours that only its own decoder knows; convert it first")
    }
    return video
  }

  /// Seconds from the first picture to the end of the last as the container says it; `nil` where it does not. In those
  /// without an index ffprobe guesses it, and a whole file's length is that of its longest stream.
  private func length(start: Double, _ container: String) -> Double? {
    if ["mov,", "avi", "mxf", "yuv4mpegpipe"].contains(where: container.hasPrefix),
      let seconds = ClipInfo.seconds(duration), seconds > 0
    {
      return seconds
    }
    // Matroska says when the stream ends.
    if let end = ClipInfo.seconds(tags?["DURATION"] ?? tags?["DURATION-eng"]), end > start {
      return end - start
    }
    return nil
  }

  private func known(_ word: String?) -> String { word == "unknown" || word == nil ? "" : word ?? "" }
}
