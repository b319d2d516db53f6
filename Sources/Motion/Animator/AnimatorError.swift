/// Why an animator refuses an event. The animator is as it was before.
///
/// **Thread-safety:** a value.
public enum AnimatorError: Error, Sendable, Hashable {
  /// The event has no meaning in this state.
  case illegal(event: AnimatorEvent, state: AnimatorState)
  /// The event carries a number that is none, or lies outside of what it may be.
  case invalidArgument(event: AnimatorEvent, value: Double)
}

extension AnimatorError: CustomStringConvertible {
  /// The fact as one sentence without a full stop.
  public var description: String {
    switch self {
    case .illegal(let event, let state): return "\(event.name) is not possible while the animator is \(state)"
    case .invalidArgument(let event, let value): return "\(event.name) cannot take \(TimingCurve.text(value))"
    }
  }
}
