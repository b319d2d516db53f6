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
}
