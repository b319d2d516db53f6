import FoundationEssentials
import SegueMath
import SegueSystem

/// Properties of the video stream that its packets or its first decoded pictures show.
extension ClipProbe {
  /// The number of counted packets, enough to distinguish one picture from several.
  private static let fewPackets = 2
  /// The number of decoded pictures that are searched for a field order.
  private static let fewPictures = 8
  /// The number of packets per sampled position in the check of the stated frame rate.
  static let sampleLength = 100
  /// The number of packets that suffices for every H.264 and HEVC decoder to output a picture.
  private static let maximumReordering = 20

  /// The number of packets in a stream of the file at `path`, at most ``fewPackets``.
  func packetCount(ofStream stream: Int, in path: String) async throws -> Int {
    try await rows("packet=stream_index", ofStream: stream, in: path, intervals: "%+#\(Self.fewPackets)")
      .count
  }

  /// The field order flagged by the first pictures of `video`; `nil` if they are progressive or
  /// have no flag.
  func fieldOrder(of video: ClipInfo.Video, in path: String) async throws -> String? {
    guard ClipInfo.Video.flaggedCodecs.contains(video.codec) else {
      return video.isInterlaced ? video.fieldOrder : nil
    }
    let rows = try await rows(
      "frame=interlaced_frame,top_field_first", ofStream: video.stream, in: path,
      intervals: "%+#\(Self.fewPictures)")
    return rows.first { $0.hasPrefix("1,") }.map { $0.dropFirst(2).hasPrefix("1") ? "tt" : "bb" }
  }

  /// The timestamp of the first packet of `video` in the file at `path`, in seconds after the
  /// video's start time; `nil` without packets. It is not 0 if the recording begins with
  /// undecodable pictures, or if the first packet is not the first in presentation order.
  package func firstTime(of video: ClipInfo.Video, in path: String) async throws -> Ratio? {
    let rows = try await rows("packet=pts", ofStream: video.stream, in: path, intervals: "%+#1")
    let first = rows.first?.split(separator: ",").first
    return ClipInfo.seconds(first.flatMap { Int($0) }, video.tick).map { $0 - video.startTime }
  }

  /// Determines the timing of AVI, ASF and raw MPEG video, which have decoding timestamps only. The
  /// decoder's delay is determined, and an AVI's average rate, which counts empty chunks. An AVI's
  /// sound is in step with decoding times, an ASF's with presentation times.
  func settleTimes(of video: inout ClipInfo.Video, _ info: ClipInfo) async throws {
    if video.averageRate.value > video.frameRate.value { video.averageRate = video.frameRate }
    guard video.reorders else { return }
    let rows = try await rows(
      "packet=dts:frame=best_effort_timestamp", ofStream: video.stream, in: info.path,
      intervals: "%+#\(Self.maximumReordering)", format: "csv"
    ).map { $0.split(separator: ",") }
    func time(_ kind: Substring, _ index: Int = 0) -> Ratio? {
      let numbers = rows.filter { $0.first == kind && $0.count > 1 }.dropFirst(index)
      return ClipInfo.seconds(numbers.first.flatMap { Int($0[1]) }, video.tick)
    }
    // An MPEG video decoder outputs the first picture with the second packet, sometimes with the
    // first packet's time.
    let first = info.container == "mpegvideo" ? time("packet", 1) : time("frame")
    let shown = max(video.startTime, first ?? 0)
    if info.container == "avi" {
      video.decodingDelay = shown - video.startTime
    } else {
      (video.decodingLead, video.startTime) = (shown - (time("packet") ?? shown), shown)
    }
  }

  /// Determines the rate of a Matroska video from the times of all pictures. ffprobe reports the
  /// average if the file states no rate. Pictures may also deviate from a stated rate.
  func settleRate(of video: inout ClipInfo.Video, in path: String, sample: [Packet]) async throws {
    guard video.frameRate == video.averageRate else { return }
    let isStated = video.frameRate.isUsual
    if isStated, !Self.isBesideRate(video, sample) { return }
    let times = try await times(of: video, in: path)
    if video.settleEvenRate(times) { return }
    if isStated, let first = times.first, let last = times.last, last > first {
      video.averageRate = Ratio(times.count - 1) / (last - first)
    }
    let grid = Self.gridRate(of: times.map(\.value))
    guard !isStated, let grid, abs(grid / video.averageRate.value - 1) > 0.005 else { return }
    video.frameRate = .init(Int(limiting: (grid * 1000).rounded()), 1000)
  }

  /// Whether pictures of `sample` deviate from the rate of `video`, as in soft telecine.
  private static func isBesideRate(_ video: ClipInfo.Video, _ sample: [Packet]) -> Bool {
    let times = sample.compactMap(\.time).sorted()
    let steps = zip(times, times.dropFirst()).map { (($1 - $0) * video.frameRate).value }
    return steps.count { abs($0 - $0.rounded()) > 0.25 } > sampleLength / 10
  }

  /// The rate of the shortest steps between the ascending `times`, in frames per second. A
  /// container may round the times to milliseconds.
  package static func gridRate(of times: [Double]) -> Double? {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 > 0 }.sorted()
    guard let short = steps.dropFirst(steps.count / 10).first else { return nil }
    let alike = steps.filter { $0 > 0.8 * short && $0 < 1.2 * short }
    let (rate, span) = (Double(alike.count) / alike.reduce(0, +), alike.reduce(0, +))
    return abs(rate / rate.rounded() - 1) < 0.0005 + 0.001 / span ? rate.rounded() : rate
  }
}

extension Ratio {
  /// Whether the ratio is a common rate of cameras, screens or time lapses, and not an average.
  fileprivate var isUsual: Bool {
    [10, 12, 12.5, 15, 20, 23.976, 24, 25, 29.97, 30, 48, 50, 59.94, 60, 90, 100, 119.88, 120, 144, 240]
      .contains { abs(value / $0 - 1) < 0.001 }
  }
}
