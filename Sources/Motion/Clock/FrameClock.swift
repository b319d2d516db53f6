/// What drives a display link: a clock that can be waited for.
///
/// **Thread-safety:** to be used by one thread at a time.
public protocol FrameClock: AnyObject {
  /// The time now, in seconds since some fixed moment; never less than before.
  var now: Double { get }
  /// Waits until `time`; returns at once where that has passed.
  func sleep(until time: Double)
}
