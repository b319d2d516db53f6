/// Consecutive frames of a clip, or samples of its sound.
package struct OrderedSpan: Sendable, Hashable {
  /// The output range, counted from the clip's start.
  package var range: Range<Int>
  /// The source index for the first index of `range`.
  package var first: Int
  /// The source step per output index: 1 forwards, −1 backwards, 0 for a frozen frame, which is silent.
  package var step: Int

  package init(range: Range<Int>, first: Int, step: Int) {
    self.range = range
    self.first = first
    self.step = step
  }

  /// The source index for the output index `index`.
  package func place(of index: Int) -> Int { first + step * (index - range.lowerBound) }
}

/// The playback order of a clip's samples.
package struct SoundOrder: Sendable, Hashable {
  var spans: [OrderedSpan]
  /// The number of samples cut from the start.
  var skipped = 0

  package init(spans: [OrderedSpan]) { self.spans = spans }

  /// The number of source samples to decode.
  var sourceCount: Int {
    spans.filter { $0.step != 0 }.map { $0.step > 0 ? $0.first + $0.range.count : $0.first + 1 }.max() ?? 0
  }

  /// The source sample for output sample `place`, and its gain; `nil` in a frozen span. The sound
  /// fades over 5 ms next to a frozen span.
  func source(at place: Int) -> (sample: Int, gain: Float)? {
    guard let index = spans.firstIndex(where: { place < $0.range.upperBound }), spans[index].step != 0
    else { return nil }
    let span = spans[index]
    var distance = SoundPart.edge
    if index > 0, spans[index - 1].step == 0 { distance = min(distance, place - span.range.lowerBound) }
    if index + 1 < spans.count, spans[index + 1].step == 0 {
      distance = min(distance, span.range.upperBound - 1 - place)
    }
    return (span.place(of: place), Float(distance) / Float(SoundPart.edge))
  }
}
