extension FrameRate {
  /// 60 frames a second.
  public static let sixty = FrameRate(whole: 60)

  /// A whole number of frames a second, known to be in range.
  private init(whole: Int) {
    numerator = whole
    denominator = 1
  }
}
