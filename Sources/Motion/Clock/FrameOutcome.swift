/// What became of a frame.
///
/// **Thread-safety:** a value.
public struct FrameOutcome: Sendable, Hashable {
  /// How long after it was due it was ready, in seconds, at least 0.
  public let lateness: Double
  /// Whether it was ready only after the next frame was due.
  public let isMissed: Bool
  /// Frames that were due meanwhile, and were dropped.
  public let droppedCount: Int
}
