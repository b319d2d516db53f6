import SegueImaging
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
  /// The film frames of each clip, in order, overlaps included.
  package let clips: [Range<Int>]
  /// The film frames of each junction, one fewer than clips. A cut is an empty range at the next clip's
  /// first frame.
  package let overlaps: [Range<Int>]
  /// The frames of the opening transition; empty for none.
  package let opening: Range<Int>
  /// The frames of the closing transition; empty for none.
  package let closing: Range<Int>
  /// Whether each overlap uses handles.
  private let handles: [Bool]

  package enum Segment: Sendable, Hashable {
    /// A single clip.
    case hold(clip: Int)
    /// The overlap of clip `outgoing` and the next one.
    case overlap(outgoing: Int)
    /// The transition from the background to the first clip.
    case opening
    /// The transition from the last clip to the background.
    case closing
  }

  /// Places clips of `lengths` frames, each at least 1, with `overlaps` frames between neighbours.
  /// - Parameters:
  ///   - opening: the length of the opening transition in frames.
  ///   - closing: the length of the closing transition in frames.
  ///   - handles: whether each overlap uses handles; `nil` for none.
  ///   - shortens: whether to cap overlaps that exceed a clip, in proportion on both of its sides.
  ///   - flexible: whether the opening, each overlap and the closing may be capped in any case; `nil` for
  ///     none.
  /// - Throws: `FilmError.overlapsTooLong`, `.tooLong`.
  package init(
    rate: FrameRate, lengths: [Int], overlaps: [Int], opening: Int = 0, closing: Int = 0,
    handles: [Bool]? = nil, shortens: Bool = false, flexible: [Bool]? = nil
  ) throws(FilmError) {
    precondition(lengths.allSatisfy { $0 > 0 }, "each clip needs at least one frame")
    precondition(overlaps.allSatisfy { $0 >= 0 }, "overlaps must be at least 0")
    precondition(overlaps.count == max(0, lengths.count - 1), "each pair of adjacent clips needs one overlap")
    precondition(opening >= 0 && closing >= 0, "opening and closing must be at least 0")
    let handles = handles ?? overlaps.map { _ in false }
    let edges = Edges(
      counts: [opening] + overlaps + [closing], handles: [false] + handles + [false],
      flexible: (flexible ?? Array(repeating: false, count: overlaps.count + 2)).map { $0 || shortens })
    let fitting = edges.fitting(lengths)
    if let clip = lengths.indices.first(where: { edges.hasNoRoom($0, in: lengths[$0]) }) {
      throw .overlapsTooLong(
        source: "input \(clip + 1)", clip: clip, of: lengths.count, length: lengths[clip],
        before: edges.flexible[clip] ? 0 : edges.counts[clip],
        after: edges.flexible[clip + 1] ? 0 : edges.counts[clip + 1], longestBefore: fitting.counts[clip],
        longestAfter: fitting.counts[clip + 1], rate: rate)
    }
    self.rate = rate
    self.handles = handles
    var (ranges, junctions): ([Range<Int>], [Range<Int>]) = ([], [])
    for (index, length) in lengths.enumerated() {
      let end = ranges.last?.upperBound ?? 0
      let start = index == 0 ? 0 : end - fitting.counts[index]
      if index > 0 { junctions.append(start..<end) }
      let whole = length + fitting.lead(of: index) + fitting.trail(of: index)
      let seconds = rate.time(ofFrame: start + whole)
      guard FilmBounds.seconds.contains(seconds) else { throw .tooLong(seconds: seconds) }
      ranges.append(start..<(start + whole))
    }
    let count = ranges.last?.upperBound ?? 0
    clips = ranges
    self.overlaps = junctions
    self.opening = 0..<(lengths.isEmpty ? 0 : fitting.counts[0])
    self.closing = (count - (lengths.isEmpty ? 0 : fitting.counts[lengths.count]))..<count
  }

  /// The number of frames of clip `index` before its in point: its leading handle.
  package func lead(ofClip index: Int) -> Int {
    index > 0 && handles[index - 1] ? overlaps[index - 1].count / 2 : 0
  }

  /// The number of frames of clip `index` after its out point: its trailing handle.
  package func trail(ofClip index: Int) -> Int {
    guard overlaps.indices.contains(index), handles[index] else { return 0 }
    return overlaps[index].count - overlaps[index].count / 2
  }

  /// The frames of clip `index` from the middle of the overlap before it to the middle of the one after.
  func middle(ofClip index: Int) -> Range<Int> {
    func middle(_ overlap: Int) -> Int? {
      overlaps.indices.contains(overlap)
        ? overlaps[overlap].lowerBound + overlaps[overlap].count / 2 : nil
    }
    let (start, end) = (middle(index - 1), middle(index))
    return (start ?? clips[index].lowerBound)..<(end ?? clips[index].upperBound)
  }

  /// The film frames of `title`. The times of a clip's title count from the clip's first or last frame.
  func frames(of title: FilmTitle, ofClip clip: Int?) -> Range<Int> {
    let whole = clip.map { clips[$0] } ?? 0..<frameCount
    let shown = rate.frames(from: title.start, to: title.end, of: whole.count)
    let frames = whole.lowerBound + shown.lowerBound..<whole.lowerBound + shown.upperBound
    return clip.map { frames.clamped(to: middle(ofClip: $0)) } ?? frames
  }

  /// The film's length in frames.
  package var frameCount: Int { clips.last?.upperBound ?? 0 }

  package func segment(ofFrame index: Int) -> Segment {
    precondition((0..<frameCount).contains(index), "the film has no frame \(index)")
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

  /// The range of samples that play during `frames`.
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

  /// The film's length in samples.
  package var sampleCount: Int { sample(ofFrame: frameCount) }

  /// The start time of frame `index` in seconds.
  package func seconds(ofFrame index: Int) -> Double { rate.time(ofFrame: index) }

  /// The progress of frame `index` of `count`: 0 for the first, 1 for the last.
  static func progress(_ index: Int, of count: Int) -> Double {
    count < 2 ? 0 : Double(index) / Double(count - 1)
  }
}

/// The lengths of the opening, the overlaps and the closing: the edges before each clip and after the last.
private struct Edges {
  var counts: [Int]
  let handles: [Bool]
  /// Whether each edge may be capped to fit a clip.
  let flexible: [Bool]

  /// Frames of clip `clip` before its in point.
  func lead(of clip: Int) -> Int { handles[clip] ? counts[clip] / 2 : 0 }

  /// Frames of clip `clip` after its out point.
  func trail(of clip: Int) -> Int { handles[clip + 1] ? counts[clip + 1] - counts[clip + 1] / 2 : 0 }

  /// The frames within the clip's length that its edges use.
  private func sides(of clip: Int) -> (before: Int, after: Int) {
    (counts[clip] - lead(of: clip), counts[clip + 1] - trail(of: clip))
  }

  /// Whether the inflexible edges exceed the clip's `length`.
  func hasNoRoom(_ clip: Int, in length: Int) -> Bool {
    let (before, after) = sides(of: clip)
    return (flexible[clip] ? 0 : before) + (flexible[clip + 1] ? 0 : after) > length
  }

  /// The longest edges that fit in a clip of `length` frames. Two flexible or two inflexible edges share it
  /// in proportion; otherwise the flexible edge gets the rest.
  func longest(_ clip: Int, in length: Int) -> (before: Int, after: Int) {
    let (before, after) = sides(of: clip)
    guard before + after > length else { return (counts[clip], counts[clip + 1]) }
    func share(_ side: Int, beside other: Int, _ gives: Bool, _ otherGives: Bool) -> Int {
      if gives != otherGives { return gives ? max(0, length - other) : min(side, length) }
      return (before + after).dividingFullWidth(side.multipliedFullWidth(by: length)).quotient
    }
    let first = share(before, beside: after, flexible[clip], flexible[clip + 1])
    let last = share(after, beside: before, flexible[clip + 1], flexible[clip])
    return (handles[clip] ? first * 2 : first, handles[clip + 1] ? last * 2 + 1 : last)
  }

  /// The edges, each capped by both adjacent clips.
  func fitting(_ lengths: [Int]) -> Edges {
    let limits = lengths.indices.map { longest($0, in: lengths[$0]) }
    var capped = self
    for edge in counts.indices {
      let limit = min(
        edge > 0 ? limits[edge - 1].after : .max, edge < limits.count ? limits[edge].before : .max)
      capped.counts[edge] = min(counts[edge], limit)
    }
    return capped
  }
}

extension FrameRate {
  /// `position` in seconds; its frames are counted at this rate.
  func seconds(_ position: FilmClip.Position) -> Ratio {
    switch position {
    case .seconds(let seconds): Ratio(typed: seconds)
    case .frames(let frames): exactTime(ofFrame: frames)
    }
  }

  /// `position` in whole frames of this rate.
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
