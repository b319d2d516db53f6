import SegueMedia
import SegueMotion
import SegueRun
import SegueSystem

/// The order in which a clip shows its frames, where that is not one after the other: backwards, there and back, or with
/// one that stands still.
///
/// **Thread-safety:** a value.
struct ClipOrder: Sendable, Hashable {
  /// Frames that follow each other.
  struct Span: Sendable, Hashable {
    /// The frames that are shown, counted from the clip's beginning.
    var shown: Range<Int>
    /// The first one's place in the clip as it is otherwise.
    var first: Int
    /// From one to the next: 1, −1 for backwards, 0 for one that stands still.
    var step: Int
  }

  /// The whole, in order.
  let spans: [Span]

  /// The order that `clip` asks for, which has `count` frames otherwise; `nil` for theirs.
  /// - Throws: `FilmError.value` for a place beyond its end.
  init?(_ clip: FilmClip, count: Int, rate: FrameRate) throws(FilmError) {
    var spans = [Span(shown: 0..<count, first: 0, step: 1)]
    if clip.isReversed { spans = [Span(shown: 0..<count, first: count - 1, step: -1)] }
    if clip.isBoomerang, count > 1 {
      let back =
        clip.isReversed
        ? Span(shown: count..<2 * count - 1, first: 1, step: 1)
        : Span(shown: count..<2 * count - 1, first: count - 2, step: -1)
      spans.append(back)
    }
    if let freeze = clip.freeze {
      let (place, length) = (rate.frames(freeze.at), rate.frames(freeze.length))
      let end = spans[spans.count - 1].shown.upperBound
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

  /// The same, but that the frame shown at `place` is shown `count` times more.
  private static func spans(_ spans: [Span], holding place: Int, for count: Int) -> [Span] {
    spans.flatMap { span -> [Span] in
      func moved(_ range: Range<Int>, by count: Int) -> Range<Int> {
        range.lowerBound + count..<range.upperBound + count
      }
      if span.shown.upperBound <= place { return [span] }
      if span.shown.lowerBound > place {
        return [Span(shown: moved(span.shown, by: count), first: span.first, step: span.step)]
      }
      let passed = place - span.shown.lowerBound
      let rest = place + 1..<span.shown.upperBound
      let parts = [
        Span(shown: span.shown.lowerBound..<place + 1, first: span.first, step: span.step),
        Span(shown: place + 1..<place + 1 + count, first: span.first + span.step * passed, step: 0),
        Span(
          shown: moved(rest, by: count), first: span.first + span.step * (passed + 1), step: span.step),
      ]
      return parts.filter { !$0.shown.isEmpty }
    }
  }

  /// The number of frames that it shows.
  var count: Int { spans[spans.count - 1].shown.upperBound }

  /// The place of the shown frame `index` in the clip as it is otherwise; beyond its ends the first and the last one's.
  func frame(_ index: Int) -> Int {
    let index = max(0, min(count - 1, index))
    guard let span = spans.first(where: { index < $0.shown.upperBound }) else { return 0 }
    return span.first + span.step * (index - span.shown.lowerBound)
  }

  /// The times at which `range` of the clip is shown, both in frames, in order.
  func times(of range: Range<Double>) -> [Range<Double>] {
    var times: [Range<Double>] = []
    for span in spans {
      let (start, length) = (Double(span.shown.lowerBound), Double(span.shown.count))
      let first = Double(span.first)
      let shown =
        switch span.step {
        case 1: range.lowerBound - first..<range.upperBound - first
        case -1: first + 1 - range.upperBound..<first + 1 - range.lowerBound
        default: range.contains(first) ? 0..<length : 0..<0
        }
      let part = shown.clamped(to: 0..<length)
      if part.isEmpty { continue }
      let moved = part.lowerBound + start..<part.upperBound + start
      if let last = times.last, abs(last.upperBound - moved.lowerBound) < 1e-6 {
        times[times.count - 1] = last.lowerBound..<moved.upperBound
      } else {
        times.append(moved)
      }
    }
    return times
  }

  /// The samples of each span: those in which it is heard, counted from the clip's beginning, and the first of the clip's own
  /// that it plays; what stands still is silent.
  /// - Parameter sample: the first sample of a frame, counted likewise.
  func sound(_ sample: (Int) -> Int) -> SoundOrder {
    SoundOrder(
      pieces: spans.map { span in
        let heard = sample(span.shown.lowerBound)..<sample(span.shown.upperBound)
        return .init(
          heard: heard, first: span.step < 0 ? sample(span.first + 1) - 1 : sample(span.first),
          step: span.step)
      })
  }
}

/// The order in which a clip's samples are heard.
///
/// **Thread-safety:** a value.
struct SoundOrder: Sendable, Hashable {
  /// Samples that follow each other.
  struct Piece: Sendable, Hashable {
    var heard: Range<Int>
    /// The place of the first one in the clip's own sound.
    var first: Int
    /// From one to the next: 1, −1, or 0 for silence.
    var step: Int
  }

  var pieces: [Piece]
  /// Samples at its beginning that are left out.
  var skipped = 0

  /// The number of the clip's own samples that are needed.
  var sourceCount: Int {
    pieces.filter { $0.step != 0 }.map { $0.step > 0 ? $0.first + $0.heard.count : $0.first + 1 }.max() ?? 0
  }

  /// The clip's own sample that is heard at `place`, and a factor: what stands still is silent, and sound goes and comes within
  /// 5 ms there.
  func source(at place: Int) -> (sample: Int, gain: Float)? {
    guard let index = pieces.firstIndex(where: { place < $0.heard.upperBound }), pieces[index].step != 0
    else { return nil }
    let piece = pieces[index]
    var way = SoundPart.edge
    if index > 0, pieces[index - 1].step == 0 { way = min(way, place - piece.heard.lowerBound) }
    if index + 1 < pieces.count, pieces[index + 1].step == 0 {
      way = min(way, piece.heard.upperBound - 1 - place)
    }
    return (
      piece.first + piece.step * (place - piece.heard.lowerBound), Float(way) / Float(SoundPart.edge)
    )
  }
}

extension FilmClip {
  /// The order of its frames in words; `nil` where they follow each other.
  var orderWords: String? {
    let still = freeze.map { "a frame stands still at \($0.at.typed) for \($0.length.typed)" }
    let way =
      isBoomerang ? (isReversed ? "back and there" : "there and back") : isReversed ? "backwards" : nil
    let words = [way, still].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }
}

extension FilmClip.Position {
  /// It as it may be typed.
  fileprivate var typed: String {
    switch self {
    case .seconds(let seconds): "\(DecimalText.text(seconds)) s"
    case .frames(let frames): "\(frames)f"
    }
  }
}
