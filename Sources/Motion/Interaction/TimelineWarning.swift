/// Something in a timeline that had no effect. Events count from 0, in the order in which they were given.
///
/// **Thread-safety:** a value.
public enum TimelineWarning: Sendable, Hashable {
  /// An event came when the animator had come to rest.
  case ignoredAfterRest(index: Int, action: String, time: Double, restTime: Double)
}

extension TimelineWarning: CustomStringConvertible {
  /// The fact as one sentence without a full stop.
  public var description: String {
    switch self {
    case .ignoredAfterRest(let index, let action, let time, let restTime):
      let (at, rest) = (TimingCurve.text(time), TimingCurve.text(restTime))
      return "event \(index), “\(action)” at \(at) s, is ignored: the animator came to rest at \(rest) s"
    }
  }
}
