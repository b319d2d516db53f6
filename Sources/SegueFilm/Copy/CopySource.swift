import SegueBitstream
import SegueMath
import SegueMedia
import SegueSystem

/// The reason why a part of a clip is not copied, as a clause that follows the clip's name.
struct CopyObstacle: Error, Hashable {
  let reason: String
}

/// The coded pictures of a clip, read from its index without decoding.
final class CopySource: Sendable {
  let configuration: CodecConfiguration
  let facts: [SequenceFacts]
  /// The ticks per second of the timestamps.
  let timescale: Int
  /// The pictures in decoding order. Times count from the first shown picture; earlier pictures are not
  /// shown.
  let samples: [MovieTrack.Sample]
  /// The boxes of the sample entry for colour and projection, verbatim.
  let entryBoxes: [[UInt8]]
  /// The boxes of the track for projection, verbatim.
  let trackBoxes: [[UInt8]]
  let reader: SampleReader

  private static let keptBoxes: Set<String> = ["colr", "mdcv", "clli", "st3d", "sv3d"]

  /// Reads the index of a clip. Files other than MP4 and MOV, and fragmented files, are first remuxed to an
  /// MP4.
  /// - Throws: `CopyObstacle`, `SystemError`.
  static func open(_ info: ClipInfo, _ video: ClipInfo.Video) async throws -> CopySource {
    if info.container.hasPrefix("mov,") {
      do {
        return try CopySource(path: info.path, track: video.track)
      } catch BitstreamError.unsupported {
        // The file is remuxed below.
      }
    }
    let folder = try WorkFolder(beside: nil)
    // The open file stays readable after its removal.
    defer { folder.remove() }
    let path = folder.file("clip.mp4")
    try await ClipRemux.run(info, video, to: path)
    return try CopySource(
      path: path, isPlain: true, firstTime: try await ClipProbe().firstTime(of: video, in: info.path))
  }

  /// Reads the index of the MP4 or MOV at `path`, which stays open.
  /// - Parameters:
  ///   - track: the number of the video track; `nil` for the first video track.
  ///   - isPlain: whether the file has been remuxed already.
  ///   - firstTime: the first sample's time in seconds after the clip's start; `nil` if a picture is shown
  ///     at the start.
  /// - Throws: `CopyObstacle`, `BitstreamError.unsupported`, `SystemError`.
  init(path: String, track number: Int? = nil, isPlain: Bool = false, firstTime: Ratio? = nil) throws {
    let source = try FileBytes(path: path).source
    do {
      let file = try MovieFile(source)
      guard let track = file.tracks.first(where: { $0.handler == "vide" && $0.number == number ?? $0.number })
      else {
        throw CopyObstacle(reason: "its index has no video track")
      }
      guard track.entryCount == 1, let configuration = try track.configuration() else {
        throw CopyObstacle(reason: "its index does not have exactly one H.264 or HEVC header")
      }
      let edits = track.edits.filter { $0.mediaTime >= 0 }
      guard edits.count <= 1, edits.allSatisfy({ $0.rate == 0x10000 }) else {
        throw CopyObstacle(reason: "its edit list has several entries")
      }
      self.configuration = configuration
      facts = try configuration.facts()
      timescale = track.timescale
      reader = SampleReader(source, configuration)
      entryBoxes = try track.entryBoxes().filter { Self.keptBoxes.contains($0.type) }.map(\.bytes)
      trackBoxes = try track.projectionBoxes()
      let shift = edits.first?.mediaTime ?? 0
      let all = try track.samples()
      let beginning = firstTime.flatMap { time in
        all.first.map { $0.time - (time * Ratio(track.timescale)).rounded }
      }
      let first = beginning ?? all.lazy.map(\.time).filter { $0 >= shift }.min() ?? 0
      samples = all.map { sample in
        var moved = sample
        moved.time -= first
        return moved
      }
    } catch let error as BitstreamError {
      if case .unsupported = error, !isPlain { throw error }
      throw CopyObstacle(reason: error.obstacle)
    }
    guard facts.allSatisfy(\.isProgressive) else { throw CopyObstacle(reason: "it may be interlaced") }
  }
}

extension ParameterSetTable {
  /// Adds the parameter sets of `source` and returns the rewriter of its pictures.
  mutating func rewriter(for source: CopySource) throws(BitstreamError) -> UnitRewriter {
    UnitRewriter(standard, numbers: try admit(source.configuration.sets))
  }
}

extension BitstreamError {
  var obstacle: String {
    switch self {
    case .truncated, .malformed: "its index cannot be read"
    case .unsupported(let what): "it has \(what)"
    }
  }
}

extension FileBytes {
  var source: ByteSource { ByteSource(count: count) { [self] in try bytes(at: $0, count: $1) } }
}
