/// A shard of a run: frames `first…last` of the whole, both included.
///
/// **Thread-safety:** a value.
public struct FrameSelection: Sendable, Hashable {
  /// Index of the first frame, 0-based.
  public let first: Int
  /// Index of the last frame.
  public let last: Int

  /// The frames `range` of the whole, counted from 0.
  public init(_ range: ClosedRange<Int>) {
    precondition(range.lowerBound >= 0, "frames are counted from 0")
    (first, last) = (range.lowerBound, range.upperBound)
  }

  /// Reads `A-B`; `nil` where it is not two whole numbers in order.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Int(parts[0]), let last = Int(parts[1]), first >= 0, last >= first,
      parts.allSatisfy({ $0.allSatisfy(\.isNumber) })
    else { return nil }
    self.first = first
    self.last = last
  }

  /// The frames as indices of a run of `count`.
  /// - Throws: `UsageError.framesOutOfRange`.
  func range(in count: Int) throws(UsageError) -> Range<Int> {
    guard last < count else { throw .framesOutOfRange(first: first, last: last, count: count) }
    return first..<(last + 1)
  }
}
