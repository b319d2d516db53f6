/// What is wrong with a frame rate that came from outside, with the rate as it was given.
///
/// **Thread-safety:** a value.
public enum FrameRateError: Error, Sendable, Hashable {
  /// Neither a decimal number nor a fraction.
  case malformed(String)
  /// Not above 0 and at most a million, or a fraction too fine.
  case outOfRange(String)
}

extension FrameRateError: CustomStringConvertible {
  /// The fact as one sentence without a full stop.
  public var description: String {
    switch self {
    case .malformed(let text):
      return "“\(text)” is not a frame rate: expected a number (59.94) or a fraction (30000/1001)"
    case .outOfRange(let text):
      return "a frame rate of \(text) is not above 0 and at most \(FrameRate.greatest), in parts below 2^31"
    }
  }
}
