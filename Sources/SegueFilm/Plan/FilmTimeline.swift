import SegueMath
import SegueMedia
import SegueMotion
import SegueRun

/// A film in whole frames: the ranges of its clips and overlaps.
///
/// Clip k+1 begins before the end of clip k, by the number of frames in their overlap. The film's
/// length is the sum of the clips' lengths minus the sum of the overlaps. An overlap with handles
/// uses frames beyond both clips' lengths and does not shorten the film. A frame belongs to at most
/// two clips. All positions are computed from frame numbers; durations are never added.
package struct FilmTimeline: Sendable, Hashable {
  package let rate: FrameRate
  /// The film frames of each clip, in order, overlaps included. In a cycle the first clip begins before
  /// frame 0. It is then also the last element, which ends after the film.
  package let clips: [Range<Int>]
  /// The film frames of each junction, one fewer than the clips. A cut is an empty range at the next clip's
  /// first frame.
  package let overlaps: [Range<Int>]
  /// Whether the last overlap leads back to the first clip.
  package let isCycle: Bool
  /// The number of frames that play forwards, before any frames that play backwards.
  package let forwardCount: Int
  /// The number of frames that then play backwards, beginning with the last frame but one.
  package internal(set) var returnCount = 0
  /// The frames of the opening transition; empty for none.
  package let opening: Range<Int>
  /// The frames of the closing transition; empty for none.
  package let closing: Range<Int>
  /// The edges before each clip and after the last clip, shortened to fit.
  private let edges: [Edge]

  package enum Segment: Sendable, Hashable {
    case hold(clip: Int)
    /// The overlap of clip `outgoing` and the next clip.
    case overlap(outgoing: Int)
    /// The transition from the background to the first clip.
    case opening
    /// The transition from the last clip to the background.
    case closing
  }

  /// Places clips of `lengths`.
  /// - Parameters:
  ///   - edges: the opening, the overlaps between the clips, and the closing. The first and the last use no
  ///     handles.
  ///   - isCycle: whether the last edge is the overlap of the last clip and the first, instead of a closing. The
  ///     first edge is then ignored.
  ///   - shortens: whether all edges may be shortened.
  /// - Throws: `FilmError.overlapsTooLong`, `.tooLong`.
  init(
    rate: FrameRate, lengths: [Length], edges: [Edge], isCycle: Bool = false, shortens: Bool = false
  ) throws(FilmError) {
    precondition(
      !lengths.isEmpty && lengths.allSatisfy { $0.count > 0 }, "each clip needs at least one frame")
    precondition(edges.count == lengths.count + 1, "each clip needs an edge on both sides")
    precondition(edges.allSatisfy { $0.count >= 0 }, "edges must have at least 0 frames")
    var edges = edges
    if isCycle {
      edges[0] = edges[lengths.count]
    } else {
      edges[0].usesHandles = false
      edges[lengths.count].usesHandles = false
    }
    if shortens { for index in edges.indices { edges[index].isFlexible = true } }
    let fitting = try Self.fitting(edges, lengths, isCycle: isCycle, rate)
    var (clips, overlaps, end): ([Range<Int>], [Range<Int>], Int) = ([], [], 0)
    for (index, length) in lengths.enumerated() {
      let start = index > 0 || isCycle ? end - fitting[index].count : 0
      if index > 0 { overlaps.append(start..<end) }
      end = start + ClipEdges(before: fitting[index], after: fitting[index + 1], length: length).count
      let seconds = rate.time(ofFrame: end)
      guard FilmBounds.seconds.contains(seconds) else { throw .tooLong(seconds: seconds) }
      clips.append(start..<end)
    }
    if isCycle {
      overlaps.append(end - fitting[lengths.count].count..<end)
      clips.append(clips[0].lowerBound + end..<clips[0].upperBound + end)
    }
    self.rate = rate
    self.edges = isCycle ? fitting + [fitting[1]] : fitting
    self.clips = clips
    self.overlaps = overlaps
    self.isCycle = isCycle
    forwardCount = end
    opening = 0..<(isCycle ? 0 : fitting[0].count)
    closing = end - (isCycle ? 0 : fitting[lengths.count].count)..<end
  }

  /// `edges`, each shortened to fit both of its clips.
  /// - Throws: `FilmError.overlapsTooLong` for the first clip that is too short for its edges. It counts the
  ///   clips of a cycle from 1, since the first of them has a previous clip, too.
  private static func fitting(
    _ edges: [Edge], _ lengths: [Length], isCycle: Bool, _ rate: FrameRate
  ) throws(FilmError) -> [Edge] {
    let clips = lengths.indices.map {
      ClipEdges(before: edges[$0], after: edges[$0 + 1], length: lengths[$0])
    }
    let limits = clips.map(\.longest)
    let fitting = edges.indices.map { index in
      var edge = edges[index]
      let (before, after) = (index > 0 ? index - 1 : limits.count - 1, index < limits.count ? index : 0)
      if index > 0 || isCycle { edge.count = min(edge.count, limits[before].after) }
      if index < limits.count || isCycle { edge.count = min(edge.count, limits[after].before) }
      return edge
    }
    guard let clip = clips.firstIndex(where: \.hasNoRoom) else { return fitting }
    let (before, after) = (edges[clip], edges[clip + 1])
    throw .overlapsTooLong(
      source: lengths[clip].source, clip: isCycle ? clip + 1 : clip,
      of: lengths.count + (isCycle ? 2 : 0), length: lengths[clip].count,
      before: before.isFlexible ? 0 : before.count, after: after.isFlexible ? 0 : after.count,
      longestBefore: fitting[clip].count, longestAfter: fitting[clip + 1].count, rate: rate)
  }

  /// The number of frames of clip `index` before its in point: its leading handle.
  package func lead(ofClip index: Int) -> Int { edges[index].lead }

  /// The number of frames of clip `index` after its out point: its trailing handle.
  package func trail(ofClip index: Int) -> Int { edges[index + 1].trail }

  /// The frames of clip `index` from the middle of the previous overlap to the middle of the next overlap.
  func middle(ofClip index: Int) -> Range<Int> {
    func middle(_ overlap: Int) -> Int { overlaps[overlap].lowerBound + overlaps[overlap].count / 2 }
    // The frames of a cycle repeat.
    let (first, last) =
      isCycle
      ? (middle(overlaps.count - 1) - forwardCount, middle(0) + forwardCount)
      : (clips[index].lowerBound, clips[index].upperBound)
    return (index > 0 ? middle(index - 1) : first)..<(index < overlaps.count ? middle(index) : last)
  }

  package func visible(ofClip index: Int) -> Range<Int> { clips[index].clamped(to: 0..<forwardCount) }

  /// The film frames of `title`. The times of a clip's title count from the clip's first or last frame.
  func frames(of title: FilmTitle, ofClip clip: Int?) -> Range<Int> {
    let whole = clip.map { clips[$0] } ?? 0..<forwardCount
    let shown = rate.frames(from: title.start, to: title.end, of: whole.count)
    let frames = whole.lowerBound + shown.lowerBound..<whole.lowerBound + shown.upperBound
    return clip.map { frames.clamped(to: middle(ofClip: $0)).clamped(to: 0..<forwardCount) } ?? frames
  }

  package var frameCount: Int { forwardCount + returnCount }

  package func segment(ofFrame index: Int) -> Segment {
    precondition((0..<forwardCount).contains(index), "the film has no frame \(index)")
    if opening.contains(index) { return .opening }
    if closing.contains(index) { return .closing }
    let clip = clips.last(at: index, \.self) ?? 0
    return clip > 0 && overlaps[clip - 1].contains(index) ? .overlap(outgoing: clip - 1) : .hold(clip: clip)
  }

  /// The first sample of frame `index`: ⌊index · 48000 / rate⌋.
  package func sample(ofFrame index: Int) -> Int {
    let (product, overflow) = index.multipliedReportingOverflow(
      by: SoundDecoding.sampleRate * rate.denominator)
    precondition(!overflow, "the frame's index is too large")
    return product / rate.numerator
  }

  func samples(of frames: Range<Int>) -> Range<Int> {
    sample(ofFrame: frames.lowerBound)..<sample(ofFrame: frames.upperBound)
  }

  /// The samples from `start` to `end`; a `nil` end is the film's end. Returns `nil` for an empty
  /// range.
  func samples(from start: FilmClip.Position, to end: FilmClip.Position?) -> Range<Int>? {
    func place(_ position: FilmClip.Position) -> Int {
      switch position {
      case .seconds(let seconds):
        min(sampleCount, (Ratio(typed: seconds) * Ratio(SoundDecoding.sampleRate)).rounded)
      case .frames(let frame): sample(ofFrame: min(frame, frameCount))
      }
    }
    let (first, last) = (place(start), end.map(place) ?? sampleCount)
    return first < last ? first..<last : nil
  }

  package var sampleCount: Int { sample(ofFrame: frameCount) }

  package func seconds(ofFrame index: Int) -> Double { rate.time(ofFrame: index) }

  /// The progress of frame `index` of `count`: 0 for the first, 1 for the last.
  static func progress(_ index: Int, of count: Int) -> Double {
    count < 2 ? 0 : Double(index) / Double(count - 1)
  }
}

extension FrameRate {
  /// `position` in seconds. A frame number is converted at this rate.
  func seconds(_ position: FilmClip.Position) -> Ratio {
    switch position {
    case .seconds(let seconds): Ratio(typed: seconds)
    case .frames(let frames): exactTime(ofFrame: frames)
    }
  }

  func frames(_ position: FilmClip.Position) -> Int {
    switch position {
    case .seconds(let seconds): self.position(of: seconds)
    case .frames(let frames): frames
    }
  }

  /// The frames from `start` to `end`, exclusive, of a film of `count` frames. Negative times count from
  /// the film's end; a `nil` end is the film's end.
  func frames(from start: FilmClip.Position, to end: FilmClip.Position?, of count: Int) -> Range<Int> {
    func frame(_ position: FilmClip.Position) -> Int {
      let frames = frames(position)
      return min(max(0, position.countsFromEnd ? count + frames : frames), count)
    }
    let (first, last) = (frame(start), end.map(frame) ?? count)
    return first..<max(first, last)
  }
}
