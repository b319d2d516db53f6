/// How good a video shall be, in its encoder's own terms.
///
/// **Thread-safety:** a value.
public enum VideoQuality: Sendable, Hashable {
  /// The encoder's number: a rate factor (less is better), for GIF the number of colours.
  case value(Double)
  /// Every pixel comes back as it went in.
  case lossless

  /// Reads a number or `lossless`; nil for anything else.
  public init?(_ text: String) {
    if text == "lossless" {
      self = .lossless
    } else if let value = Double(text), value.isFinite {
      self = .value(value)
    } else {
      return nil
    }
  }
}
