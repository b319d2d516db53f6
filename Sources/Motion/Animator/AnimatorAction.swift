/// What an event asks the animator's owner to do.
///
/// **Thread-safety:** a value.
public enum AnimatorAction: Sendable, Hashable {
  /// Call the completions with this position.
  case complete(at: AnimatingPosition)
}
