import SegueMath
import SegueMotion
import SegueRun
import SegueSound
import SegueSystem

/// A clip's playback order other than forwards: reverse, boomerang or with a frozen frame.
struct ClipOrder: Sendable, Hashable {
  /// The spans in order, without gaps.
  let spans: [OrderedSpan]

  /// The playback order of `clip`, which has `count` frames in the film; `nil` if it plays forwards.
  /// - Throws: `FilmError.value` for a freeze beyond the clip's end.
  init?(_ clip: FilmClip, count: Int, rate: FrameRate) throws(FilmError) {
    var spans = [OrderedSpan(range: 0..<count, first: 0, step: 1)]
    if clip.isReversed { spans = [OrderedSpan(range: 0..<count, first: count - 1, step: -1)] }
    if clip.isBoomerang, count > 1 {
      let (first, step) = clip.isReversed ? (1, 1) : (count - 2, -1)
      spans.append(OrderedSpan(range: count..<2 * count - 1, first: first, step: step))
    }
    if let freeze = clip.freeze {
      let (place, length) = (rate.frames(freeze.at), rate.frames(freeze.length))
      let end = spans[spans.count - 1].range.upperBound
      guard (0..<end).contains(place) else {
        throw .value(
          place: "the freeze of \(clip.source.text)",
          value: "\(DecimalText.text(rate.time(ofFrame: place))) s",
          expected: "before its end, \(DecimalText.text(rate.time(ofFrame: end))) s")
      }
      spans = Self.spans(spans, holding: place, for: length)
    }
    guard spans.count > 1 || spans[0].step != 1 else { return nil }
    self.spans = spans
  }

  /// `spans` with the frame at output index `place` repeated `count` more times.
  private static func spans(_ spans: [OrderedSpan], holding place: Int, for count: Int) -> [OrderedSpan] {
    spans.flatMap { span -> [OrderedSpan] in
      func moved(_ range: Range<Int>, by count: Int) -> Range<Int> {
        range.lowerBound + count..<range.upperBound + count
      }
      if span.range.upperBound <= place { return [span] }
      if span.range.lowerBound > place {
        return [OrderedSpan(range: moved(span.range, by: count), first: span.first, step: span.step)]
      }
      let rest = place + 1..<span.range.upperBound
      let parts = [
        OrderedSpan(range: span.range.lowerBound..<place + 1, first: span.first, step: span.step),
        OrderedSpan(range: place + 1..<place + 1 + count, first: span.place(of: place), step: 0),
        OrderedSpan(
          range: moved(rest, by: count), first: span.place(of: place + 1), step: span.step),
      ]
      return parts.filter { !$0.range.isEmpty }
    }
  }

  /// The number of output frames.
  var count: Int { spans[spans.count - 1].range.upperBound }

  /// The source frame of output frame `index`, clamped to the clip.
  func frame(_ index: Int) -> Int {
    let index = max(0, min(count - 1, index))
    guard let span = spans.first(where: { index < $0.range.upperBound }) else { return 0 }
    return span.place(of: index)
  }

  /// The output ranges that show the source range `range`, in order. All ranges are in frames.
  func times(of range: Range<Ratio>) -> [Range<Ratio>] {
    var times: [Range<Ratio>] = []
    for span in spans {
      let (start, length) = (Ratio(span.range.lowerBound), Ratio(span.range.count))
      let first = Ratio(span.first)
      let shown: Range<Ratio> =
        switch span.step {
        case 1: range.lowerBound - first..<range.upperBound - first
        case -1: first + 1 - range.upperBound..<first + 1 - range.lowerBound
        default: range.contains(first) ? 0..<length : 0..<0
        }
      let part = shown.clamped(to: 0..<length)
      if part.isEmpty { continue }
      let moved = part.lowerBound + start..<part.upperBound + start
      if let last = times.last, last.upperBound == moved.lowerBound {
        times[times.count - 1] = last.lowerBound..<moved.upperBound
      } else {
        times.append(moved)
      }
    }
    return times
  }

  /// The order of the sound. Frozen spans are silent.
  /// - Parameter sample: returns the first sample of a frame.
  func sound(_ sample: (Int) -> Int) -> SoundOrder {
    SoundOrder(
      spans: spans.map { span in
        let heard = sample(span.range.lowerBound)..<sample(span.range.upperBound)
        return .init(
          range: heard, first: span.step < 0 ? sample(span.first + 1) - 1 : sample(span.first),
          step: span.step)
      })
  }
}

extension FilmClip {
  /// A description of the playback order for the report; `nil` if it is forwards.
  var orderWords: String? {
    let still = freeze.map { "a frame is frozen at \($0.at.typed) for \($0.length.typed)" }
    let direction =
      isBoomerang
      ? (isReversed ? "backwards, then forwards" : "forwards, then backwards")
      : isReversed ? "backwards" : nil
    let words = [direction, still].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension FilmClip.Position {
  fileprivate var typed: String {
    switch self {
    case .seconds(let seconds): "\(DecimalText.text(seconds)) s"
    case .frames(let frames): "\(frames)f"
    }
  }
}
