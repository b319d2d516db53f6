extension Int {
  /// The greatest number that divides it and `other`, of which neither is below 0.
  package func greatestCommonDivisor(with other: Int) -> Int {
    other == 0 ? self : other.greatestCommonDivisor(with: self % other)
  }
}
