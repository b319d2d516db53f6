import SegueMath

/// The columns of a row in which lower layers are hidden: ordered spans that neither touch nor
/// overlap.
///
/// **Thread-safety:** none; the memory is the caller's, with room for one span for each insertion.
struct HiddenSpans {
  private let spans: UnsafeMutableBufferPointer<Range<Int>>
  private var count = 0

  /// An empty list.
  init(_ memory: UnsafeMutableBufferPointer<Range<Int>>) { spans = memory }

  /// `span` without its hidden ends.
  func trimming(_ span: Range<Int>) -> Range<Int> {
    var (low, high) = (span.lowerBound, span.upperBound)
    let first = firstIndex { $0.upperBound > low }
    if first < count, spans[first].lowerBound <= low { low = min(spans[first].upperBound, high) }
    let last = firstIndex { $0.lowerBound >= high } - 1
    if last >= 0, spans[last].upperBound >= high { high = max(spans[last].lowerBound, low) }
    return low..<high
  }

  /// Adds a span, which is not empty.
  mutating func insert(_ span: Range<Int>) {
    let first = firstIndex { $0.upperBound >= span.lowerBound }
    let end = firstIndex { $0.lowerBound > span.upperBound }
    var joined = span
    if first < end {
      let (low, high) = (spans[first].lowerBound, spans[end - 1].upperBound)
      joined = min(low, span.lowerBound)..<max(high, span.upperBound)
    }
    // The spans from `first` to `end` become one.
    if let base = spans.baseAddress, end < count {
      (base + first + 1).update(from: base + end, count: count - end)
    }
    spans[first] = joined
    count += 1 - (end - first)
  }

  /// The first span for which `isPast` is true. It is also true for all later ones.
  private func firstIndex(_ isPast: (Range<Int>) -> Bool) -> Int {
    (0..<count).partitioningIndex { isPast(spans[$0]) }
  }
}

extension Range<Int> {
  /// The union of both spans if they touch, else the longer one.
  func joined(with other: Range<Int>) -> Range<Int> {
    if isEmpty || other.isEmpty || lowerBound > other.upperBound || other.lowerBound > upperBound {
      return count >= other.count ? self : other
    }
    return Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
  }

  /// The longer part before or after `other`; the whole span if they do not overlap.
  func longestPart(outside other: Range<Int>) -> Range<Int> {
    guard overlaps(other) else { return self }
    let before = lowerBound..<Swift.max(lowerBound, other.lowerBound)
    let after = Swift.min(upperBound, other.upperBound)..<upperBound
    return before.count >= after.count ? before : after
  }
}
