/// What is wrong with a timeline. Events count from 0, in the order in which they were given.
///
/// **Thread-safety:** a value.
public enum TimelineError: Error, Sendable, Hashable {
  /// The duration, which may be that of a leg, is not above 0 and at most a day.
  case invalidDuration(Double)
  /// An event's time is not between 0 and a day.
  case invalidTime(index: Int, Double)
  /// The first event in time neither begins nor drags; `index` is `nil` where there is no event at all.
  case missingBegin(index: Int?)
  /// An event's drag is not possible.
  case invalidDrag(index: Int, DragError)
  /// An event comes while a finger drives; `drag` is the drag's event.
  case eventDuringDrag(index: Int, drag: Int)
  /// The animator refuses an event.
  case refused(index: Int, action: String, AnimatorError)
}

extension TimelineError: CustomStringConvertible {
  /// The fact as one sentence without a full stop.
  public var description: String {
    switch self {
    case .invalidDuration(let duration):
      return "the duration is \(duration) s, but must be above 0 and at most a day"
    case .invalidTime(let index, let time):
      return "event \(index) is at \(time) s, but must be between 0 and a day"
    case .missingBegin(nil): return "the timeline has no events; it needs a “begin” or a “drag”"
    case .missingBegin(let index?): return "event \(index) comes first, but neither begins nor drags"
    case .invalidDrag(let index, let error): return "event \(index): \(error)"
    case .eventDuringDrag(let index, let drag): return "event \(index) comes during the drag of event \(drag)"
    case .refused(let index, let action, let error): return "event \(index), “\(action)”: \(error)"
    }
  }
}
