extension Int {
  /// `value` without its fraction, limited to what an `Int` holds; 0 for NaN.
  package init(limiting value: Double) {
    // 2⁶³ is the first that does not fit, and −2⁶³ the last that does.
    if value >= 0x1p63 {
      self = .max
    } else if value <= -0x1p63 {
      self = .min
    } else {
      self = value.isNaN ? 0 : Int(value)
    }
  }
}
