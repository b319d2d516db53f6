/// A table of a map, with what is needed to solve it for a span of columns.
///
/// **Thread-safety:** immutable.
struct MonotoneTable: Sendable {
  let values: [Int32]
  private let direction: Direction

  private enum Direction { case rising, falling, neither }

  init(_ values: [Int32]) {
    self.values = values
    var (rises, falls) = (true, true)
    for i in values.indices.dropFirst() {
      if values[i] < values[i - 1] { rises = false }
      if values[i] > values[i - 1] { falls = false }
    }
    direction = rises ? .rising : falls ? .falling : .neither
  }

  /// Whether the values never rise or never fall, so that `columns` can tell.
  var isMonotone: Bool { direction != .neither }

  /// The columns whose value is at least `low` and below `high`; `nil` where the table isn't monotone.
  func columns(from low: Int64, below high: Int64) -> Range<Int>? {
    switch direction {
    case .neither: return nil
    case .rising:
      let start = first { Int64($0) >= low }
      return start..<max(start, first { Int64($0) >= high })
    case .falling:
      let start = first { Int64($0) < high }
      return start..<max(start, first { Int64($0) < low })
    }
  }

  /// The first column for which `isPast` holds, which then holds for all that follow.
  private func first(_ isPast: (Int32) -> Bool) -> Int {
    var (low, high) = (0, values.count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(values[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Range where Bound == Int {
  /// What is left of this span where another one covers an end of it.
  func trimmed(by cover: Range<Int>) -> Range<Int> {
    if cover.isEmpty || isEmpty { return self }
    if cover.lowerBound <= lowerBound && cover.upperBound > lowerBound {
      return Swift.min(cover.upperBound, upperBound)..<upperBound
    }
    if cover.upperBound >= upperBound && cover.lowerBound < upperBound {
      return lowerBound..<Swift.max(cover.lowerBound, lowerBound)
    }
    return self
  }
}
