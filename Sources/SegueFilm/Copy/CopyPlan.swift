import SegueBitstream
import SegueMedia

/// The copied parts of a film, and the encoded parts between them.
struct CopyPlan: Sendable {
  enum Segment: Sendable {
    case copied(Copied)
    case encoded(Range<Int>)
  }

  /// Copied pictures in decoding order.
  struct Copied: Sendable {
    var source: CopySource
    /// Rewrites the source's parameter set numbers to the film's.
    var rewriter: UnitRewriter
    var frames: Range<Int>
    var pictures: [Picture]
  }

  /// A copied picture: its sample, its presentation tick, and whether it is a random access point.
  struct Picture: Sendable {
    var sample: MovieTrack.Sample
    var tick: Int
    var isSync: Bool
  }

  /// The copied and encoded parts of a clip.
  struct Clip: Sendable {
    var copied: [Range<Int>] = []
    /// The reasons why frames outside of the overlaps are encoded.
    var reasons: [String] = []
  }

  let target: CopyTarget
  /// The parts of the film in order.
  private(set) var segments: [Segment]
  let table: ParameterSetTable
  /// The film's ticks per second.
  let timescale: Int
  /// The constraints of the encoded frames between copied frames.
  let constraints: StreamConstraints

  private var copied: [Copied] {
    segments.compactMap { if case .copied(let copied) = $0 { copied } else { nil } }
  }

  var copiedCount: Int { copied.reduce(0) { $0 + $1.pictures.count } }

  /// The number of pictures in the film. A film frame without a copied picture shows the previous
  /// picture.
  var pictureCount: Int { copiedCount + encodedFrames.reduce(0) { $0 + $1.count } }

  var encodedFrames: [Range<Int>] {
    segments.compactMap { if case .encoded(let frames) = $0 { frames } else { nil } }
  }

  /// Splits encoded parts into equal chunks of at most `maximum` frames. The result is the same on every
  /// machine.
  func inChunks(of maximum: Int) -> CopyPlan {
    var plan = self
    plan.segments = segments.flatMap { segment -> [Segment] in
      guard case .encoded(let frames) = segment else { return [segment] }
      let count = (frames.count + maximum - 1) / maximum
      let borders = (0...count).map { frames.lowerBound + frames.count * $0 / count }
      return zip(borders, borders.dropFirst()).map { .encoded($0..<$1) }
    }
    return plan
  }

  var copiedFrames: [Range<Int>] { copied.map(\.frames) }

  /// The sources of the copied pictures, each once.
  var sources: [CopySource] {
    copied.map(\.source).reduce(into: []) { sources, source in
      if !sources.contains(where: { $0 === source }) { sources.append(source) }
    }
  }
}

extension FilmPlan {
  /// The target of copying.
  /// - Throws: `CopyObstacle` if the first video cannot be copied.
  func copyTarget() throws(CopyObstacle) -> CopyTarget {
    guard let first = firstVideo else { throw CopyObstacle(reason: "there is no video") }
    // ffmpeg stores the orientation only in MP4 and MOV.
    if CopyTarget.standard(of: first) != nil, (request.output.knownFormat ?? .mp4).facts.movie == nil,
      first.orientation != .normal
    {
      let turn = first.isMirrored ? "mirrored" : "rotated"
      throw CopyObstacle(reason: "the first video is \(turn), which an MKV cannot store")
    }
    return try CopyTarget(first, size: size, color)
  }

  /// The film frames that show only `clip`: no overlap, none of `covers`, and neither the film's opening
  /// nor its closing.
  func untouchedFrames(of clip: ResolvedClip, covers: [Range<Int>]) -> [Range<Int>] {
    var frames = clip.frames
    if let before = clip.junction?.frames {
      frames = max(frames.lowerBound, before.upperBound)..<frames.upperBound
    }
    if let after = clips.junction(after: clip)?.frames, !after.isEmpty {
      frames = frames.lowerBound..<max(frames.lowerBound, after.lowerBound)
    }
    return (covers + [timeline.opening, timeline.closing]).reduce(frames.isEmpty ? [] : [frames]) {
      left, over in
      left.flatMap { $0.without(over) }
    }
  }
}

extension Range<Int> {
  func without(_ other: Range<Int>) -> [Range<Int>] {
    let other = other.clamped(to: self)
    if other.isEmpty { return [self] }
    return [lowerBound..<other.lowerBound, other.upperBound..<upperBound].filter { !$0.isEmpty }
  }
}
