import FoundationEssentials
import Glibc
import SegueImaging
import SegueMath
import SegueSystem

/// Reads the properties of media files with `ffprobe`. Results are cached until the file changes,
/// because the films of a batch use the same clips.
///
/// **Thread-safety:** calls share the cache. Two simultaneous calls for one file may both run
/// ffprobe.
package struct ClipProbe: Sendable {
  /// The time limits of one query and of reading a whole file.
  private static let (timeLimit, readingLimit) = (Duration.seconds(30), Duration.seconds(600))

  /// The probed properties by file and extension. The extension decides between similar formats.
  static let cache = FileCache<String, ClipInfo>()

  package init() {}

  /// The properties of the file at `path`.
  /// - Throws: `SystemError.unreadable` if the file does not exist; `.badData` if it is neither a
  ///   clip nor sound; `.programMissing` without ffprobe; `.cancelled` if the task was cancelled.
  package func info(of path: String) async throws -> ClipInfo {
    try Self.checkReadable(path)
    let entry = Self.cache.entry(path, OutputPath.fileExtension(of: path))
    if var info = entry?.value {
      info.path = path
      return info
    }
    let info = try await ask(about: path)
    entry?.value = info
    return info
  }

  private func ask(about path: String) async throws -> ClipInfo {
    let process = MediaProcess(name: path, file: path, timeLimit: Self.timeLimit)
    let output = try await process.run(
      "ffprobe",
      ["-v", "error"] + ClipInput.whitelists + [
        "-count_packets", "-read_intervals", "%+#2", "-show_format", "-show_streams", "-show_programs",
        "-show_chapters", "-of",
        "json", "-i",
        "file:\(path)",
      ], outputLimit: 1 << 20)
    guard var document = try? JSONDecoder().decode(FFprobeDocument.self, from: Data(output)) else {
      throw SystemError.badData(path: path, reason: "the output of ffprobe cannot be read")
    }
    document.availableFraction = DeclaredSize.availableFraction(path)
    var moving: Set<Int> = []
    for stream in document.undecided where try await packetCount(ofStream: stream, in: path) > 1 {
      moving.insert(stream)
    }
    var info = try document.info(path: path, moving: moving)
    if let video = info.video, let crop = ContainerCrop(info, video) {
      info.video?.visible = crop.visible
      info.video?.sampleAspect = crop.sampleAspect ?? video.sampleAspect
    }
    info.hasEditRates = info.container.hasPrefix("mov,") && MovieEdits.haveRates(path)
    if let video = info.video, !video.isStill { info.video = try await completed(video, of: &info) }
    if info.container == "apng", var video = info.video, let head = PNGChunks.head(ofFile: path),
      let colors = try? StillDecoder(format: .png, limits: DecodingLimits(), name: path).colors(head)
    {
      video.isOpaque = !video.hasAlpha
      video.profile = colors.profile
      video.headerColors = colors.header
      info.video = video
    }
    return info
  }

  /// Adds the properties that the header omits or states unreliably.
  private func completed(_ video: ClipInfo.Video, of info: inout ClipInfo) async throws -> ClipInfo.Video {
    var video = video
    if ["avi", "asf", "mpegvideo"].contains(info.container) { try await settleTimes(of: &video, info) }
    var sample: [Packet]?
    if info.container.hasPrefix("matroska") {
      let packets = try await samplePackets(of: video, in: info.path)
      try await settleRate(of: &video, in: info.path, sample: packets)
      sample = packets
    }
    if let length = try await confirmedLength(video, info, sample: sample) {
      video.duration = length
      if video.hasNearlyConstantRate { video.settleEvenRate(try await times(of: video, in: info.path)) }
    } else {
      let packets: [Packet]
      (packets, info.discontinuity) = try await self.packets(info.path, video)
      info.countedBytes = InputFile.openOnDisk(path: info.path)?.byteCount
      video.duration = Self.duration(of: packets, video, statesLengths: info.isAnimation)
      let times = packets.compactMap(\.time).sorted()
      // A program stream has timestamps for some pictures only; the others follow at the frame
      // rate.
      video.settleEvenRate(
        times.count == packets.count
          ? times : packets.reduce(into: [0]) { $0.append($0[$0.count - 1] + ($1.duration ?? 0)) }.dropLast())
    }
    if video.fieldOrder != "progressive" {
      video.fieldOrder = try await fieldOrder(of: video, in: info.path) ?? ""
    }
    return video
  }

  /// Seconds from the first picture to the end of the last; `nil` without packets.
  /// - Parameter statesLengths: whether the file states each picture's duration. Otherwise ffprobe
  ///   derives the durations.
  private static func duration(
    of packets: [Packet], _ video: ClipInfo.Video, statesLengths: Bool
  ) -> Ratio? {
    let frame = 1 / video.nominalRate
    let ends = packets.compactMap { packet in packet.time.map { $0 + (packet.duration ?? frame) } }
    let last = packets.compactMap(\.time).max() ?? 0
    let minimum = video.isVariableRate && !statesLengths ? last + video.shortestFrame : 0
    var length = max(ends.max() ?? 0, minimum) - video.startTime
    // Pictures without timestamps, as in raw H.264, are consecutive.
    if ends.count < packets.count { length = max(length, packets.reduce(0) { $0 + ($1.duration ?? frame) }) }
    return length > 0 && length <= ClipInfo.latest ? length : nil
  }

  /// The time of every frame in seconds after the first, in presentation order, from all packets.
  package func frameTimes(of info: ClipInfo, limits: DecodingLimits) async throws -> [Ratio] {
    if let sequence = info.sequence, let rate = info.video?.nominalRate {
      return sequence.paths.indices.map { Ratio($0) / rate }
    }
    if info.isAnimatedWebP {
      return try WebPClip(path: info.path, limits: limits).times.dropLast().map { Ratio($0, 1000) }
    }
    guard let video = info.video else { return [] }
    let times = try await times(of: video, in: info.path)
    return times.map { $0 - (times.first ?? 0) }
  }

  typealias Packet = (time: Ratio?, duration: Ratio?)

  /// The packets of `video` in the file at `path`, and their smallest timestamp discontinuity, if
  /// any.
  func packets(
    _ path: String, _ video: ClipInfo.Video
  ) async throws -> (packets: [Packet], discontinuity: Ratio?) {
    let rows = try await rows(Self.packetEntries, ofStream: video.stream, in: path)
    let numbers = Self.numbers(Self.withoutDiscarded(rows), 3)
    let packets = numbers.map { Self.packet($0, video) }
    // Decoding order may differ from presentation order, but decoding times never decrease.
    let clock = numbers.compactMap { $0[1] ?? $0[0] }
    guard let discontinuity = Self.smallestDiscontinuity(clock, video.tick),
      let start = packets.lazy.compactMap(\.time).first
    else { return (packets, nil) }
    return (
      try await continuousPackets(path, video, from: start, discontinuity: discontinuity), discontinuity
    )
  }

  /// The first `count` numbers of each line; a missing number is `nil`.
  static func numbers(_ lines: [Substring], _ count: Int) -> [[Int?]] {
    lines.map { line in
      let numbers = line.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
      return numbers + [Int?](repeating: nil, count: max(0, count - numbers.count))
    }
  }

  /// The smallest discontinuity, in seconds, of the tick times `clock`; `nil` if it is continuous.
  static func smallestDiscontinuity(_ clock: [Int], _ tick: Ratio) -> Ratio? {
    zip(clock, clock.dropFirst()).map { (Ratio($1) - Ratio($0)) * tick }
      .filter { $0 < -discontinuity.back || $0 > discontinuity.ahead }.map { max($0, -$0) }.min()
  }

  /// The minimum steps back and ahead that mark a restarted clock, in seconds.
  ///
  /// **Source:** `ts_discontinuity_process` in FFmpeg's fftools, which shifts such times.
  private static let discontinuity: (back: Ratio, ahead: Ratio) = (0.1, 10)

  /// The packets of concatenated streams, each with its own timestamps, on one continuous clock as
  /// in ffmpeg.
  private func continuousPackets(
    _ path: String, _ video: ClipInfo.Video, from start: Ratio, discontinuity: Ratio
  ) async throws -> [Packet] {
    let words =
      ClipInfo.restarting(by: discontinuity) + [
        "-i", "file:\(path)", "-map", "0:\(video.stream)", "-map", "0:a:0?", "-c", "copy", "-copyinkf", "-f",
        "framecrc", "pipe:1",
      ]
    var unit: Ratio = 1
    var packets: [Packet] = []
    // Packets of a program stream may have decoding times only. The delay of the last packet equals
    // that of the first.
    var (delay, end): (Ratio?, Ratio?) = (nil, nil)
    for line in try await lines("ffmpeg", ["-nostdin"] + words, path) {
      if line.hasPrefix("#tb 0: ") {
        unit = Ratio(line.dropFirst(7)) ?? unit
      } else if line.hasPrefix("0,") {
        // The stream index, then in ticks: decoding time, presentation time, duration.
        let numbers = line.split(separator: ",").compactMap { Int($0.drop { $0 == " " }) }
        guard numbers.count > 3 else { continue }
        let isTimed = numbers[2] > -1_000_000_000_000_000
        let (decoded, presented) = (Ratio(numbers[1]), Ratio(numbers[2]))
        if isTimed, delay == nil { delay = max(0, presented - decoded) }
        let late = decoded + (delay ?? 0)
        if !isTimed || end != nil { end = late * unit }
        packets.append(((isTimed ? presented : late) * unit, Ratio(numbers[3]) * unit))
      }
    }
    if let end, let last = packets.last { packets[packets.count - 1].time = max(end, last.time ?? end) }
    let shift = start - (packets.first?.time ?? 0)
    return packets.map { ($0.time.map { $0 + shift }, $0.duration) }
  }

  /// The times of all pictures of `video` in the file at `path`, ascending.
  func times(of video: ClipInfo.Video, in path: String) async throws -> [Ratio] {
    try await packets(path, video).packets.compactMap(\.time).sorted()
  }

  /// The rows that ffprobe prints for `entries` of a stream.
  /// - Parameter intervals: the parts of the file to read, in ffprobe's terms; `nil` reads all of it.
  func rows(
    _ entries: String, ofStream stream: Int, in path: String, intervals: String? = nil,
    format: String = "csv=p=0"
  ) async throws -> [Substring] {
    let words =
      ["-select_streams", "\(stream)"] + (intervals.map { ["-read_intervals", $0] } ?? [])
      + ["-show_entries", entries, "-of", format, "-i", "file:\(path)"]
    return try await lines("ffprobe", words, path)
  }

  func lines(_ program: String, _ words: [String], _ path: String) async throws -> [Substring] {
    let process = MediaProcess(name: path, file: path, timeLimit: Self.readingLimit)
    let output = try await process.run(
      program, ["-v", "error"] + ClipInput.whitelists + words, outputLimit: 256 << 20)
    return String(decoding: output, as: UTF8.self).split(separator: "\n")
  }

  static func checkReadable(_ path: String) throws {
    func failure(_ code: Int32) -> SystemError { .unopened(path, code) }
    if path.isEmpty || path.utf8.contains(0) { throw failure(ENOENT) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw failure(errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw failure(EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw SystemError.unreadable(path: path, reason: "a clip is read more than once, so it must be a file")
    }
    guard access(path, R_OK) == 0 else { throw failure(errno) }
    if status.st_size == 0 { throw SystemError.badData(path: path, reason: "it is empty") }
  }
}
