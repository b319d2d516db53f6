import SegueImaging
import SegueMath
import SegueMotion
import SegueRun

/// A film in whole frames: where each clip begins and ends, and where two overlap.
///
/// Clip k+1 begins as many frames before the end of clip k as their overlap has, so the film has the sum of the lengths
/// less the sum of the overlaps. An overlap with handles lies on frames beyond both clips' lengths, so that it takes
/// nothing off the film. No frame belongs to more than two clips. Everything follows from frame indices; no duration is
/// ever added to another one.
package struct FilmTimeline: Sendable, Hashable {
  /// Frames a second.
  package let rate: FrameRate
  /// The film's frames of each clip, in order, the overlaps included.
  package let clips: [Range<Int>]
  /// The film's frames of each junction, one fewer than clips; empty for a cut, at the next clip's first frame.
  package let overlaps: [Range<Int>]
  /// The first frames, which come out of the background; empty for none.
  package let opening: Range<Int>
  /// The last frames, which go back into it; empty for none.
  package let closing: Range<Int>
  /// Whether an overlap takes its frames from beyond the clips' lengths.
  private let handles: [Bool]

  /// The content of a frame.
  package enum Segment: Sendable, Hashable {
    /// Clip `clip` alone.
    case hold(clip: Int)
    /// Clip `outgoing` becomes the next one.
    case overlap(outgoing: Int)
    /// The first clip comes out of the background.
    case opening
    /// The last clip goes back into it.
    case closing
  }

  /// Samples of sound a second.
  package static let sampleRate = 48_000

  /// Clips of `lengths` frames, each at least 1, with `overlaps` frames between one and the next.
  /// - Parameters:
  ///   - opening: frames of the first clip that come out of the background.
  ///   - closing: frames of the last clip that go back into it.
  ///   - handles: whether an overlap takes its frames from beyond the lengths; `nil` for none.
  ///   - shortens: whether overlaps that are too long for a clip are capped, those on both of its sides in proportion.
  ///   - flexible: whether the opening, each overlap and the closing is capped in any case; `nil` for none.
  /// - Throws: `FilmError.overlapsTooLong`, `.tooLong`.
  package init(
    rate: FrameRate, lengths: [Int], overlaps: [Int], opening: Int = 0, closing: Int = 0,
    handles: [Bool]? = nil, shortens: Bool = false, flexible: [Bool]? = nil
  ) throws(FilmError) {
    precondition(lengths.allSatisfy { $0 > 0 } && overlaps.allSatisfy { $0 >= 0 }, "a clip has a frame")
    precondition(overlaps.count == max(0, lengths.count - 1), "a junction lies between two clips")
    precondition(opening >= 0 && closing >= 0, "an end of the film has frames or none")
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
    (self.rate, self.handles) = (rate, handles)
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
    (clips, self.overlaps) = (ranges, junctions)
    self.opening = 0..<(lengths.isEmpty ? 0 : fitting.counts[0])
    self.closing = (count - (lengths.isEmpty ? 0 : fitting.counts[lengths.count]))..<count
  }

  /// Frames of clip `index` before its own beginning: its handle.
  package func lead(ofClip index: Int) -> Int {
    index > 0 && handles[index - 1] ? overlaps[index - 1].count / 2 : 0
  }

  /// Frames of clip `index` after its own end.
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

  /// The film's frames in which `title` is seen; one of clip `clip` counts from the clip's first frame, or its last.
  func frames(of title: FilmTitle, ofClip clip: Int?) -> Range<Int> {
    let whole = clip.map { clips[$0] } ?? 0..<frameCount
    let shown = rate.frames(from: title.start, to: title.end, of: whole.count)
    let frames = whole.lowerBound + shown.lowerBound..<whole.lowerBound + shown.upperBound
    return clip.map { frames.clamped(to: middle(ofClip: $0)) } ?? frames
  }

  /// Frames of the whole.
  package var frameCount: Int { clips.last?.upperBound ?? 0 }

  /// The content of frame `index` of the film.
  package func segment(ofFrame index: Int) -> Segment {
    precondition((0..<frameCount).contains(index), "the film has no frame \(index)")
    if opening.contains(index) { return .opening }
    if closing.contains(index) { return .closing }
    // The last clip that has begun.
    var (low, high) = (0, clips.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if clips[middle].lowerBound <= index { low = middle } else { high = middle - 1 }
    }
    guard low > 0, overlaps[low - 1].contains(index) else { return .hold(clip: low) }
    return .overlap(outgoing: low - 1)
  }

  /// The first sample of sound of frame `index`: ⌊index · 48000 / rate⌋, from the film's beginning.
  package func sample(ofFrame index: Int) -> Int {
    let (product, overflow) = index.multipliedReportingOverflow(by: Self.sampleRate * rate.denominator)
    precondition(!overflow, "a film is shorter than that")
    return product / rate.numerator
  }

  /// The samples from `start` to `end`, the film's where that is `nil`; `nil` where the film has none of them.
  func samples(from start: FilmClip.Position, to end: FilmClip.Position?) -> Range<Int>? {
    func place(_ position: FilmClip.Position) -> Int {
      switch position {
      case .seconds(let seconds):
        min(sampleCount, (Ratio(typed: seconds) * Ratio(Self.sampleRate)).rounded)
      case .frames(let frame): sample(ofFrame: min(frame, frameCount))
      }
    }
    let (first, last) = (place(start), end.map(place) ?? sampleCount)
    return first < last ? first..<last : nil
  }

  /// Samples of the whole.
  package var sampleCount: Int { sample(ofFrame: frameCount) }

  /// Seconds at the beginning of frame `index`.
  package func seconds(ofFrame index: Int) -> Double { rate.time(ofFrame: index) }

  /// The progress of frame `index` of `count`, from the first, 0, to the last, 1.
  static func progress(_ index: Int, of count: Int) -> Double {
    count < 2 ? 0 : Double(index) / Double(count - 1)
  }
}

/// The frames before each clip and after the last: the opening, the overlaps, the closing.
private struct Edges {
  var counts: [Int]
  let handles: [Bool]
  /// Whether each gives way to a clip that is too short for it.
  let flexible: [Bool]

  /// Frames of clip `clip` before its own beginning.
  func lead(of clip: Int) -> Int { handles[clip] ? counts[clip] / 2 : 0 }

  /// Frames of clip `clip` after its own end.
  func trail(of clip: Int) -> Int { handles[clip + 1] ? counts[clip + 1] - counts[clip + 1] / 2 : 0 }

  /// The frames of the clip itself that the edges take.
  private func sides(of clip: Int) -> (before: Int, after: Int) {
    (counts[clip] - lead(of: clip), counts[clip + 1] - trail(of: clip))
  }

  /// Whether the edges that do not give way take more of a clip than its `length`.
  func hasNoRoom(_ clip: Int, in length: Int) -> Bool {
    let (before, after) = sides(of: clip)
    return (flexible[clip] ? 0 : before) + (flexible[clip + 1] ? 0 : after) > length
  }

  /// The longest edges that a clip of `length` frames allows: two of a kind in proportion to those wanted, else the flexible
  /// one has what the other leaves.
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

  /// The same, each edge capped by the clip before and the clip after it.
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
  /// `position` in seconds, frames being those of this rate.
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

  /// The frames of a film of `count` from `start` to `end`, which is exclusive; a negative time counts from the film's
  /// end, and `nil` is that.
  func frames(from start: FilmClip.Position, to end: FilmClip.Position?, of count: Int) -> Range<Int> {
    func frame(_ position: FilmClip.Position) -> Int {
      let frames = frames(position)
      return min(max(0, position.countsFromEnd ? count + frames : frames), count)
    }
    let (first, last) = (frame(start), end.map(frame) ?? count)
    return first..<max(first, last)
  }

  /// `seconds` as a position in whole frames, a half rounded up.
  func position(of seconds: Ratio) -> Int { (seconds * ratio).rounded }

  /// The same of `seconds` as they were typed; one that is beyond 2⁵³ frames is 2⁵³.
  func position(of seconds: Double) -> Int {
    if abs(seconds) < 0x1p33 { return position(of: Ratio(typed: seconds)) }
    let most = 0x1p53
    let frames = (seconds * Double(numerator) / Double(denominator) + 0.5).rounded(.down)
    return Int(frames < -most ? -most : frames < most ? frames : most)
  }
}
