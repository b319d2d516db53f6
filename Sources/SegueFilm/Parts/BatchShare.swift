/// The share of a batch, or of a film's chunks, that one machine renders. Share K of N has every N-th job or
/// chunk, beginning with the K-th.
public struct BatchShare: Sendable, Hashable, CustomStringConvertible {
  /// The number of the share, from 1.
  package let number: Int
  package let count: Int

  package static let whole = BatchShare(number: 1, count: 1)

  /// Whether job `index`, counted from 0, belongs to the share.
  package func holds(_ index: Int) -> Bool { index % count == number - 1 }

  /// The number and the count, for example `2/4`.
  public var description: String { "\(number)/\(count)" }
}

extension BatchShare {
  /// The share with a number from 1 to `count`; `nil` for other numbers.
  public init?(_ number: Int, of count: Int) {
    guard count >= 1, (1...count).contains(number) else { return nil }
    self.init(number: number, count: count)
  }
}
