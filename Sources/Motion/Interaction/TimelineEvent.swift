/// Something that happens to an animator at a time.
///
/// **Thread-safety:** a value.
public struct TimelineEvent: Sendable, Hashable {
  /// Seconds since the timeline's beginning, at least 0.
  public var time: Double
  /// What happens.
  public var action: Action

  /// `action` at `time` seconds.
  public init(at time: Double, _ action: Action) {
    self.time = time
    self.action = action
  }

  /// What can happen.
  public enum Action: Sendable, Hashable {
    /// Starts the animator; resumes a paused one.
    case begin
    /// Stands still.
    case pause
    /// Scrubs to a progress, 0…1 from start to end whatever the direction, and stands there.
    case update(fraction: Double)
    /// Goes on along a curve (`nil`: the one so far) for so many original durations (`nil` or 0: for what is
    /// left).
    case `continue`(timing: TimingCurve? = nil, durationFactor: Double? = nil)
    /// Plays in the other direction.
    case reverse
    /// Leaves off at the current value, to be finished.
    case stop
    /// Comes to rest at a position; stops first where needed.
    case finish(AnimatingPosition)
    /// Runs back to the start in (what is left of that way) × duration along the curve so far.
    case cancel
    /// A finger drives until the drag's last sample and lets go; the rest follows.
    case drag(Drag)

    /// The word for it in a timeline.
    public var name: String {
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
