extension Double {
  /// The shortest decimal that reads back as the number, without a point for whole numbers.
  package var typed: String { Int(exactly: self).map { "\($0)" } ?? "\(self)" }
}
