import Motion

/// Answers which transition leads from one screen to another.
///
/// **Thread-safety:** called from any thread.
/// **Source:** UIKit's `UINavigationControllerDelegate` and `UIViewControllerTransitioningDelegate`.
public protocol TransitioningDelegate: Sendable {
  /// The transition for `operation`.
  func transition(for operation: TransitionOperation) -> any Transition
}

extension TransitioningDelegate {
  /// Who runs the transition for `operation` in `context`, for `duration` seconds along `timing`; `nil` is
  /// the transition's own.
  public func coordinator(
    for operation: TransitionOperation, in context: TransitionContext, duration: Double? = nil,
    timing: TimingCurve? = nil
  ) -> TransitionCoordinator {
    TransitionCoordinator(transition(for: operation), in: context, duration: duration, timing: timing)
  }
}
