import SegueMath

/// The columns of a separable map for one level: the left texel, its weight and the next one's.
/// Positions are clamped: if both neighbours are the same texel, it has the whole weight.
struct HorizontalTaps: Sendable {
  /// Left texel of each column.
  let left: [Int32]
  /// The weights of the left texel (low half) and of the next one (high half), which sum to 256.
  let shares: [UInt32]
  /// The longest known run of columns with consecutive texels and the same fraction.
  let even: Range<Int>
  /// The fraction of the run `even`.
  let fraction: Int32
  private let last: Int32
  private let isRising: Bool
  private let isFalling: Bool

  init(_ ux: [Int32], level: Int, first: Int32, last: Int32) {
    var left: [Int32] = []
    var shares: [UInt32] = []
    left.reserveCapacity(ux.count)
    shares.reserveCapacity(ux.count)
    var (rising, falling) = (true, true)
    for value in ux {
      let u = ((value + 2048) >> Int32(level)) - 2048
      let texel = u >> 12
      let near = min(max(texel, first), last)
      let fraction = texel < first || texel >= last ? 0 : UInt32((u & 4095) + 8) >> 4
      if let previous = left.last {
        if near < previous { rising = false }
        if near > previous { falling = false }
      }
      left.append(near)
      shares.append((256 - fraction) | fraction << 16)
    }
    self.left = left
    self.shares = shares
    self.last = last
    (isRising, isFalling) = (rising, falling)
    even = HorizontalTaps.longestEvenRun(left, shares)
    fraction = even.isEmpty ? 0 : Int32(shares[even.lowerBound] >> 16)
  }

  /// The fraction of `span` if it is in the even run.
  func evenFraction(of span: Range<Int>) -> Int32? {
    even.lowerBound <= span.lowerBound && even.upperBound >= span.upperBound ? fraction : nil
  }

  /// The texels that `span` reads; `nil` if the span's ends do not determine them, or if reading
  /// one texel per column is faster.
  func texels(of span: Range<Int>) -> Range<Int>? {
    guard isRising || isFalling else { return nil }
    let (a, b) = (left[span.lowerBound], left[span.upperBound - 1])
    // Beyond the last texel the next one's weight is 0.
    let used = Int(min(a, b))..<Int(min(max(a, b) + 1, last)) + 1
    return used.count > 4 * span.count + 8 ? nil : used
  }

  private static func longestEvenRun(_ left: [Int32], _ shares: [UInt32]) -> Range<Int> {
    var (best, start) = (0..<0, 0)
    for i in left.indices {
      if i > 0 && (left[i] != left[i - 1] + 1 || shares[i] != shares[i - 1]) { start = i }
      if i + 1 - start > best.count { best = start..<(i + 1) }
    }
    return best.count < 16 ? 0..<0 : best
  }
}

/// A table of a map. If its values are monotone, it finds the columns with a range of values.
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

  /// Whether the values never rise or never fall, as `columns` needs.
  var isMonotone: Bool { direction != .neither }

  /// The columns whose value is at least `low` and below `high`; `nil` if the table is not
  /// monotone.
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

  /// The first column for which `isPast` is true. It is also true for all later ones.
  private func first(_ isPast: (Int32) -> Bool) -> Int {
    values.indices.partitioningIndex { isPast(values[$0]) }
  }
}
