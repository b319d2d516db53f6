/// A clock for rendering: waiting takes no time, and nothing else makes time pass.
///
/// **Thread-safety:** to be used by one thread at a time.
public final class VirtualFrameClock: FrameClock {
  /// The time that was waited for last, in seconds; 0 at first.
  public private(set) var now = 0.0

  /// A clock at 0.
  public init() {}

  /// Makes it `time`, unless that has passed.
  public func sleep(until time: Double) { now = max(now, time) }
}
