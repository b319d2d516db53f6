/// An interactive run, written down: what happens to an animator, and when.
///
/// **Thread-safety:** a value.
public struct Timeline: Sendable, Hashable {
  /// How long the uninterrupted run takes, in seconds; a spring made of mass and stiffness takes its settling
  /// duration instead.
  public var duration: Double
  /// The curve at the beginning.
  public var timing: TimingCurve
  /// What happens; brought into the order of time by ``TimelineRun``, where equal times keep the order that
  /// they have here.
  public var events: [TimelineEvent]

  /// The longest duration, event time and leg, in seconds: a day.
  public static let longestDuration = 86_400.0

  /// A timeline.
  public init(duration: Double, timing: TimingCurve = .easeInOut, events: [TimelineEvent]) {
    self.duration = duration
    self.timing = timing
    self.events = events
  }
}
