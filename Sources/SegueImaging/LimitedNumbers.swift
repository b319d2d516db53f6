extension Int {
  /// `value` without its fraction, limited to the range of `Int`; 0 for NaN.
  package init(limiting value: Double) {
    self = Int(exactly: value.rounded(.towardZero)) ?? (value > 0 ? .max : value < 0 ? .min : 0)
  }
}
