/// The frames of a motion: i = 0 … N − 1 with N = round(duration × rate) + 1, frame i at the time i / rate.
///
/// **Thread-safety:** a value.
public struct FrameTimes: Sendable, Hashable {
  /// The motion's length, in seconds.
  public let duration: Double
  /// Frames per second.
  public let rate: FrameRate
  /// N, at least 1.
  public let count: Int

  /// The longest motion or hold, in seconds: a day.
  public static let longestDuration = 86_400.0

  /// The frames of a motion of `duration` seconds.
  ///
  /// - Throws: unless the duration is above 0 and at most a day.
  public init(duration: Double, rate: FrameRate) throws(FrameTimesError) {
    guard duration > 0, duration <= Self.longestDuration else { throw .invalidDuration(duration) }
    self.duration = duration
    self.rate = rate
    count = rate.frames(in: duration) + 1
  }

  /// The time of frame `index`, in seconds: index / rate.
  public func time(ofFrame index: Int) -> Double { rate.time(ofFrame: index) }
}
