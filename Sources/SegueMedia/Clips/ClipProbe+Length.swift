import SegueMath
import SegueSystem

/// Checks the duration that a file states against its last packets.
extension ClipProbe {
  static let packetEntries = "packet=pts,dts,duration,flags"

  /// The lines of all packets except those that an edit list hides.
  static func withoutDiscarded(_ lines: [Substring]) -> [Substring] {
    lines.filter { !($0.split(separator: ",").last ?? "").contains("D") }
  }

  /// The packet of `video` from its ticks: presentation time, decoding time, duration. With
  /// decoding times only, sorted decoding times serve as presentation times.
  static func packet(_ numbers: [Int?], _ video: ClipInfo.Video) -> Packet {
    let times = numbers.map { ClipInfo.seconds($0, video.tick) }
    if video.decodingLead > 0 { return (times[1].map { $0 + video.decodingLead }, times[2]) }
    return (times[0] ?? (video.decodingDelay > 0 ? times[1] : nil), times[2])
  }

  /// The stated duration of the video if its last packets confirm it, else `nil`. A header may be
  /// written before the end is known, and a tag may be copied from another file. The stated value
  /// is a length from the first picture or an end time from 0. In Matroska, mkvmerge writes a
  /// length, ffmpeg an end time.
  /// - Parameter sample: the ``samplePackets(of:in:)`` of a Matroska video; `nil` reads the last packets.
  func confirmedLength(
    _ video: ClipInfo.Video, _ info: ClipInfo, sample: [Packet]?
  ) async throws -> Ratio? {
    guard let duration = video.duration else { return nil }
    // The index of an MP4 states decoding durations; reordering or edits change the presentation
    // end.
    let hasIndex = info.container.hasPrefix("mov,")
    let isMoved = hasIndex && (video.isVariableRate || video.startTime > 0)
    // Missing data of a truncated file is reported by the decoder.
    if info.availableFraction != nil { return duration }
    guard isMoved || ["avi", "mxf", "matroska"].contains(where: info.container.hasPrefix) else {
      return duration
    }
    let last: [Packet]
    if let sample {
      last = sample
    } else {
      last = try await lastPackets(video, info, from: Self.lastSecond(of: video, duration))
    }
    let frame = 1 / video.nominalRate
    // ffprobe derives the picture durations of a Matroska file from the average rate.
    let isDerived = video.isVariableRate && !hasIndex
    let ends = last.compactMap { packet in
      packet.time.map { $0 + (isDerived ? 1 / video.frameRate : packet.duration ?? frame) }
    }
    guard let end = ends.max(), let lastTime = last.compactMap(\.time).max() else {
      return hasIndex ? duration : nil
    }
    let seen = end - video.startTime
    let claims = [duration, duration + (hasIndex ? -video.startTime : video.startTime)]
    func error(_ claim: Ratio) -> Ratio { max(claim - seen, seen - claim) }
    let claim = claims.min { error($0) < error($1) } ?? duration
    let isConfirmed = error(claim) < 1.5 * frame
    let lastStart = lastTime - video.startTime
    if !hasIndex, !isConfirmed || !video.isVariableRate { return isConfirmed ? claim : nil }
    return video.end(stated: isConfirmed ? claim : duration, lastStart: lastStart)
  }

  /// The packets of `video` from about `start` seconds on; empty if ffmpeg cannot seek there.
  private func lastPackets(
    _ video: ClipInfo.Video, _ info: ClipInfo, from start: Ratio
  ) async throws -> [Packet] {
    do {
      return try await packets(of: video, in: info.path, intervals: ["\(ClipInput.seconds(start))%"])
    } catch SystemError.badData {
      return []
    }
  }

  /// The beginning of the last second of a video with the stated `duration`.
  private static func lastSecond(of video: ClipInfo.Video, _ duration: Ratio) -> Ratio {
    max(0, video.startTime + duration - 1)
  }

  private func packets(
    of video: ClipInfo.Video, in path: String, intervals: [String]
  ) async throws -> [Packet] {
    let rows = try await rows(
      Self.packetEntries, ofStream: video.stream, in: path, intervals: intervals.joined(separator: ","))
    return Self.numbers(Self.withoutDiscarded(rows), 3).map { Self.packet($0, video) }
  }

  /// Packets at the beginning, in the middle and in the last second of `video`. If the file states
  /// no duration or is not seekable, only packets at the beginning are returned.
  func samplePackets(of video: ClipInfo.Video, in path: String) async throws -> [Packet] {
    let first = "%+#\(Self.sampleLength)"
    if let duration = video.duration {
      let last = Self.lastSecond(of: video, duration)
      let intervals = [
        first, ClipInput.seconds(duration / 2) + first, ClipInput.seconds(last) + "%",
      ]
      do {
        return try await packets(of: video, in: path, intervals: intervals)
      } catch SystemError.badData {}
    }
    return try await packets(of: video, in: path, intervals: [first])
  }
}
