import SegueMath
import SegueSystem

/// The length that a file says of its pictures, held against its last packets.
extension ClipProbe {
  /// What is asked of a packet.
  static let packetEntries = "packet=pts,dts,duration,flags"

  /// The lines of those packets that are shown: an edit list may leave some out.
  static func shown(_ lines: [Substring]) -> [Substring] {
    lines.filter { !($0.split(separator: ",").last ?? "").contains("D") }
  }

  /// The packet of `video` with these numbers of ticks: when it is shown, when it is decoded, for how long. Where there are times of
  /// decoding alone, these are in rising order those of showing.
  static func packet(_ numbers: [Int?], _ video: ClipInfo.Video) -> Packet {
    let times = numbers.map { ClipInfo.seconds($0, video.tick) }
    if video.decodingLead > 0 { return (times[1].map { $0 + video.decodingLead }, times[2]) }
    return (times[0] ?? (video.decodingDelay > 0 ? times[1] : nil), times[2])
  }

  /// The length that a file says of its pictures, as its last packets bear it out; `nil` where they do not: a header may be
  /// written before the end is known, a tag may have been copied from another file. What is said counts from the first picture
  /// or from the beginning of the clock: of Matroska's writers ffmpeg says an end, mkvmerge a length.
  /// - Throws: as `info(of:)`.
  func confirmedLength(_ video: ClipInfo.Video, _ info: ClipInfo) async throws -> Ratio? {
    guard let duration = video.duration else { return nil }
    // What is decoded is an MP4's index, but its end is another where pictures or edits move it.
    let hasIndex = info.container.hasPrefix("mov,")
    let isMoved = hasIndex && (video.isVariableRate || video.startTime > 0)
    // What a file that was cut off lacks is told when it is decoded.
    if info.presentShare != nil { return duration }
    guard isMoved || ["avi", "mxf", "matroska"].contains(where: info.container.hasPrefix) else {
      return duration
    }
    let last = try await lastPackets(video, info, from: video.startTime + duration - 1)
    let frame = 1 / video.nominalRate
    // ffprobe makes up the lengths of a Matroska file's pictures from their average.
    let isMadeUp = video.isVariableRate && !hasIndex
    let ends = last.compactMap { packet in
      packet.time.map { $0 + (isMadeUp ? 1 / video.frameRate : packet.duration ?? frame) }
    }
    guard let end = ends.max(), let lastTime = last.compactMap(\.time).max() else {
      return hasIndex ? duration : nil
    }
    let seen = end - video.startTime
    let claims = [duration, duration + (hasIndex ? -video.startTime : video.startTime)]
    func error(_ claim: Ratio) -> Ratio { max(claim - seen, seen - claim) }
    let claim = claims.min { error($0) < error($1) } ?? duration
    let isBorneOut = error(claim) < 1.5 * frame
    let lastStart = lastTime - video.startTime
    if !hasIndex, !isBorneOut || !video.isVariableRate { return isBorneOut ? claim : nil }
    return video.end(stated: isBorneOut ? claim : duration, lastStart: lastStart)
  }

  /// The packets of `video` from `start` seconds on, or from a little earlier; none where the file cannot be entered there.
  private func lastPackets(
    _ video: ClipInfo.Video, _ info: ClipInfo, from start: Ratio
  ) async throws -> [Packet] {
    let words = [
      "-read_intervals", "\(ClipInput.seconds(max(0, start)))%", "-select_streams", "\(video.stream)",
      "-show_entries", Self.packetEntries, "-of", "csv=p=0", "-i", "file:\(info.path)",
    ]
    do {
      return Self.numbers(Self.shown(try await lines("ffprobe", words, info.path)), 3).map {
        Self.packet($0, video)
      }
    } catch MediaError.badData {
      return []
    }
  }
}
