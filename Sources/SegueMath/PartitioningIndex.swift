extension Range<Int> {
  /// The first index that satisfies `isPast`, found by binary search; the upper bound if none does. All later
  /// indices must satisfy it too.
  @inlinable package func partitioningIndex(where isPast: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if isPast(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
