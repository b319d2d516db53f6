/// Where an animator is in its life, as UIKit's `UIViewAnimatingState`.
///
/// **Thread-safety:** a value.
public enum AnimatorState: Sendable, Hashable {
  /// Not started, or over.
  case inactive
  /// Running or paused.
  case active
  /// Stopped; waits to be finished.
  case stopped
}
