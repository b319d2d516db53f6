import FoundationEssentials
import SegueSystem

/// What only reading a file's packets or decoding its first pictures tells of the stream that is shown.
extension ClipProbe {
  /// Packets of a stream that are enough to know whether it moves, and pictures that are asked whether they hold fields.
  private static let (fewPackets, fewPictures) = (2, 8)

  /// The number of packets in a stream of the file at `path`, ``fewPackets`` at most.
  /// - Throws: as `info(of:)`.
  func packetCount(ofStream stream: Int, in path: String) async throws -> Int {
    let words = [
      "-select_streams", "\(stream)", "-read_intervals", "%+#\(Self.fewPackets)", "-show_entries",
      "packet=stream_index", "-of", "csv=p=0", "-i", "file:\(path)",
    ]
    return try await lines("ffprobe", words, path).count
  }

  /// The field order of `video`, as its first pictures say it themselves; `nil` where they do not hold fields, or cannot say
  /// so.
  /// - Throws: as `info(of:)`.
  func fieldOrder(of video: ClipInfo.Video, in path: String) async throws -> String? {
    guard ClipInfo.Video.flaggedCodecs.contains(video.codec) else {
      return video.isInterlaced ? video.fieldOrder : nil
    }
    let words = [
      "-select_streams", "\(video.stream)", "-read_intervals", "%+#\(Self.fewPictures)", "-show_entries",
      "frame=interlaced_frame,top_field_first", "-of", "csv=p=0", "-i", "file:\(path)",
    ]
    let interlaced = try await lines("ffprobe", words, path).first { $0.hasPrefix("1,") }
    return interlaced.map { $0.dropFirst(2).hasPrefix("1") ? "tt" : "bb" }
  }

  /// Whether pictures of the file at `path` follow one another at the rate of `video`, but for its first and its last, which
  /// may be shown for longer: as those of a fragmented MP4, whose first picture waits for the sound.
  /// - Throws: as `info(of:)`.
  func isSteady(_ video: ClipInfo.Video, in path: String) async throws -> Bool {
    let times = try await packets(path, video).packets.compactMap(\.time).sorted()
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.dropFirst().dropLast()
    return !steps.isEmpty && steps.allSatisfy { abs($0 * video.frameRate.value - 1) < 0.1 }
  }
}
