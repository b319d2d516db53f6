import SegueBitstream
import SegueImaging
import SegueMedia

/// The parts of a film that are copied, and those between that are encoded.
struct CopyPlan: Sendable {
  /// A part of the film.
  enum Segment: Sendable {
    /// Pictures of a clip.
    case copied(Copied)
    /// Frames that are encoded.
    case encoded(Range<Int>)
  }

  /// Pictures that are copied, in decoding order.
  struct Copied: Sendable {
    var source: CopySource
    /// The source's parameter sets in the film.
    var rewriter: UnitRewriter
    var frames: Range<Int>
    var pictures: [Picture]
  }

  /// A picture that is copied: its sample, the film's tick at which it is shown, and whether a player may begin with it.
  struct Picture: Sendable {
    var sample: MovieTrack.Sample
    var tick: Int
    var isSync: Bool
  }

  /// The fate of a clip.
  struct Clip: Sendable {
    /// Frames of the film that are copied.
    var copied: [Range<Int>] = []
    /// Why anything but its overlaps is encoded.
    var reasons: [String] = []
  }

  /// The properties of the film's pictures.
  let target: CopyTarget
  /// Parts of the film in order; none where nothing is copied.
  private(set) var segments: [Segment]
  /// The fate of each clip.
  let clips: [Clip]
  /// The parameter sets of all that is copied.
  let table: ParameterSetTable
  /// Ticks a second of the film.
  let timescale: Int
  /// The encoding of frames between.
  let encoding: SpanEncoding
  /// Warnings, a sentence each.
  let warnings: [String]

  /// The number of copied pictures.
  var copiedCount: Int {
    segments.reduce(0) { count, segment in
      if case .copied(let copied) = segment { count + copied.pictures.count } else { count }
    }
  }

  /// The frames that are encoded.
  var encodedFrames: [Range<Int>] {
    segments.compactMap { if case .encoded(let frames) = $0 { frames } else { nil } }
  }

  /// The same with what is encoded in parts of at most `most` frames, as even as can be, whoever makes them: they are
  /// the same on every machine.
  func inChunks(of most: Int) -> CopyPlan {
    var plan = self
    plan.segments = segments.flatMap { segment -> [Segment] in
      guard case .encoded(let frames) = segment else { return [segment] }
      let count = (frames.count + most - 1) / most
      let borders = (0...count).map { frames.lowerBound + frames.count * $0 / count }
      return zip(borders, borders.dropFirst()).map { .encoded($0..<$1) }
    }
    return plan
  }

  /// The film's frames that copied pictures show.
  var copiedFrames: [Range<Int>] {
    segments.compactMap { if case .copied(let copied) = $0 { copied.frames } else { nil } }
  }

  /// The sources of all that is copied, each once.
  var sources: [CopySource] {
    var sources: [CopySource] = []
    for case .copied(let copied) in segments where !sources.contains(where: { $0 === copied.source }) {
      sources.append(copied.source)
    }
    return sources
  }
}

extension FilmPlan {
  /// The first video.
  var firstVideo: ClipInfo.Video? {
    for case .video(let info, let video, _, _) in clips.map(\.content) where !info.isAnimation {
      return video
    }
    return nil
  }

  /// The first video, if what it is made of can be copied.
  var copyTarget: CopyTarget? {
    guard let firstVideo, !losesTurn(of: firstVideo) else { return nil }
    return CopyTarget(firstVideo, size: size, color)
  }

  /// The projection of the first video of `contents`, which a film that copies it keeps; empty where it is encoded.
  static func copiedProjection(
    _ request: FilmRequest, _ contents: [FilmInputs.Content], size: ImageSize
  ) -> String {
    for case .video(let info, let video) in contents where request.copies && !info.isAnimation {
      return CopyTarget(video, size: size, request.output.frameColor)?.video.projection ?? ""
    }
    return ""
  }

  /// Whether the film's container cannot say that the pictures of `video` are turned or mirrored: ffmpeg writes that
  /// into MP4 and MOV only.
  func losesTurn(of video: ClipInfo.Video) -> Bool {
    (request.output.knownFormat ?? .mp4).facts.movie == nil && video.orientation != .normal
  }

  /// The film's frames that clip `index` shows alone: without one of `covers` over them, and not at the film's ends where
  /// they come out of the background.
  func untouchedFrames(_ index: Int, covers: [Range<Int>]) -> [Range<Int>] {
    var frames = timeline.clips[index]
    if index > 0 {
      frames = max(frames.lowerBound, timeline.overlaps[index - 1].upperBound)..<frames.upperBound
    }
    if index < timeline.overlaps.count, !timeline.overlaps[index].isEmpty {
      frames = frames.lowerBound..<max(frames.lowerBound, timeline.overlaps[index].lowerBound)
    }
    return (covers + [timeline.opening, timeline.closing]).reduce(frames.isEmpty ? [] : [frames]) {
      left, over in
      left.flatMap { $0.without(over) }
    }
  }
}

extension Range<Int> {
  /// The rest of it without `other`.
  func without(_ other: Range<Int>) -> [Range<Int>] {
    let other = other.clamped(to: self)
    if other.isEmpty { return [self] }
    return [lowerBound..<other.lowerBound, other.upperBound..<upperBound].filter { !$0.isEmpty }
  }
}
