/// A length of time that frames cannot fill, in seconds.
///
/// **Thread-safety:** a value.
public enum FrameTimesError: Error, Sendable, Hashable {
  /// A duration that is not above 0 and at most a day.
  case invalidDuration(Double)
  /// A hold that is not between 0 and a day.
  case invalidHold(Double)
}

extension FrameTimesError: CustomStringConvertible {
  /// The fact as one sentence without a full stop.
  public var description: String {
    switch self {
    case .invalidDuration(let seconds):
      return "the duration is \(TimingCurve.text(seconds)) s, but must be above 0 and at most a day"
    case .invalidHold(let seconds):
      return "the hold is \(TimingCurve.text(seconds)) s, but must be between 0 and a day"
    }
  }
}
