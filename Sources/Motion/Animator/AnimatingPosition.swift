/// A place on the way, as UIKit's `UIViewAnimatingPosition`.
///
/// **Thread-safety:** a value.
public enum AnimatingPosition: String, Sendable, Hashable, CaseIterable {
  /// Progress 1.
  case end
  /// Progress 0.
  case start
  /// Wherever the progress is.
  case current
}
