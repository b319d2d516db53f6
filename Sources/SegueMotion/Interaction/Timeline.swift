import SegueFields
import SegueMath

/// A recorded interactive run: the events of an animator with their times.
public struct Timeline: Sendable, Hashable {
  /// The duration of the uninterrupted run, in seconds, above 0 and at most a day; a physical spring
  /// takes its settling duration instead.
  package var duration: Double
  /// The initial curve. Its parameters are checked when the timeline is played.
  package var timing: TimingCurve
  /// The events in any order. They are played in the order of their times; events at the same time
  /// keep their order.
  package var events: [TimelineEvent]

  /// A timeline, checked when it is played.
  /// - Parameters:
  ///   - duration: seconds of an uninterrupted run, above 0 and at most a day. A physical spring
  ///     takes its settling duration instead.
  ///   - timing: the initial curve.
  ///   - events: the events in any order; events at the same time keep their order. The first event
  ///     in time is a `begin` or a `drag`.
  public init(duration: Double, timing: TimingCurve = .easeInOut, events: [TimelineEvent]) {
    self.duration = duration
    self.timing = timing
    self.events = events
  }
}

/// An event of a timeline: an action and its time.
public struct TimelineEvent: Sendable, Hashable {
  /// The time of the event, in seconds since the start of the timeline, 0…86,400.
  package var time: Double
  package var action: Action

  /// The event `action` at `time`, in seconds since the start of the timeline, 0…86,400.
  public init(at time: Double, _ action: Action) {
    self.time = time
    self.action = action
  }

  /// The action of an event. Most actions are methods of ``TransitionAnimator``.
  public enum Action: Sendable, Hashable {
    /// Starts the animator, or resumes a paused animator.
    case begin
    /// Pauses the animator at its current value.
    case pause
    /// Pauses at a progress of 0…1, counted from the start in either direction of play.
    case update(fraction: Double)
    /// Continues along a curve; `nil` means the current one. It takes `durationFactor` × the
    /// original duration; `nil` and 0 are the remaining time.
    case `continue`(timing: TimingCurve? = nil, durationFactor: Double? = nil)
    /// Reverses the direction of play.
    case reverse
    /// Stops at the current value, without completions.
    case stop
    /// Finishes at a position. A running animator is stopped first.
    case finish(AnimatingPosition)
    /// Runs back to the start, in progress × duration seconds, along the current curve; no effect
    /// if it is already returning.
    case cancel
    /// A finger drives the progress until the drag's last sample, its release.
    case drag(Drag)

    /// The name in a timeline file.
    package var name: String {
      switch self {
      case .begin: return "begin"
      case .pause: return "pause"
      case .update: return "update"
      case .continue: return "continue"
      case .reverse: return "reverse"
      case .stop: return "stop"
      case .finish: return "finish"
      case .cancel: return "cancel"
      case .drag: return "drag"
      }
    }
  }
}

/// An error in a timeline. Event indices count from 0, in the given order.
package enum TimelineError: DescribedError {
  /// A duration, of the timeline or between two events, is 0, negative, not finite or longer than a day.
  case invalidDuration(Double)
  /// The timeline's curve has a parameter out of its range.
  case invalidTiming(TimingCurveError)
  /// An event's time is not between 0 and a day.
  case invalidTime(index: Int, Double)
  /// The first event in time is neither a `begin` nor a `drag`; `index` is `nil` if there are no events.
  case missingBegin(index: Int?)
  /// The drag of the event at `index` is invalid.
  case invalidDrag(index: Int, DragError)
  /// An event comes during a drag; `drag` is the index of the drag's event.
  case eventDuringDrag(index: Int, drag: Int)
  /// The animator rejects an event; `action` is the event's name.
  case refused(index: Int, action: String, AnimatorError)
}

extension TimelineError {
  package var code: SegueError.Code { .invalidData }

  package var underlying: SegueError? {
    switch self {
    case .invalidTiming(let error): SegueError(error)
    case .invalidDrag(_, let error): SegueError(error)
    case .refused(_, _, let error): SegueError(error)
    default: nil
    }
  }

  /// The error as one sentence without a full stop.
  package var sentence: String {
    switch self {
    case .invalidDuration(let duration):
      return "the duration is \(duration) s, but must be above 0 and at most a day"
    case .invalidTiming(let error): return "\(error)"
    case .invalidTime(let index, let time):
      return "event \(index) is at \(time) s, but must be between 0 and a day"
    case .missingBegin(nil): return "the timeline has no events; it needs a “begin” or a “drag”"
    case .missingBegin(let index?): return "event \(index) is the first, so it must be a “begin” or a “drag”"
    case .invalidDrag(let index, let error): return "event \(index): \(error)"
    case .eventDuringDrag(let index, let drag): return "event \(index) comes during the drag of event \(drag)"
    case .refused(let index, let action, let error): return "event \(index), “\(action)”: \(error)"
    }
  }
}

/// A warning about an event without effect. Event indices count from 0, in the given order.
package enum TimelineWarning: Sendable, Hashable {
  /// An event follows the animator's end. Times are in seconds.
  case ignoredAfterRest(index: Int, action: String, time: Double, restTime: Double)
}

extension TimelineWarning: CustomStringConvertible {
  /// The warning as one sentence without a full stop.
  package var description: String {
    switch self {
    case .ignoredAfterRest(let index, let action, let time, let restTime):
      let (at, rest) = (time.typed, restTime.typed)
      return "event \(index), “\(action)” at \(at) s, is ignored: the animator came to rest at \(rest) s"
    }
  }
}
