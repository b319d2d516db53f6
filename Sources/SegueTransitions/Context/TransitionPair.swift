import SegueFields
import SegueMotion
import SegueRendering

/// Two transitions that undo each other: one for push and present, one for pop and dismiss.
///
/// **Source:** UIKit's `UINavigationControllerDelegate` and
/// `UIViewControllerTransitioningDelegate`.
public struct TransitionPair: Sendable {
  /// The transition to the next screen: push and present.
  package let forward: any Transition
  /// The transition back: pop and dismiss.
  package let backward: any Transition

  /// The transition `forward` and its reverse: played backwards with the snapshots' roles
  /// exchanged.
  public init(_ forward: any Transition) {
    self.init(forward: forward, backward: forward.mirrored)
  }

  /// A pair of two independent transitions.
  public init(forward: any Transition, backward: any Transition) {
    self.forward = forward
    self.backward = backward
  }

  /// The transitions that `definition` returns for push and for pop.
  public init(_ definition: (TransitionOperation) -> any Transition) {
    self.init(forward: definition(.push), backward: definition(.pop))
  }

  /// The forward transition for push and present, the backward one for pop and dismiss.
  public func transition(for operation: TransitionOperation) -> any Transition {
    operation.isForward ? forward : backward
  }

  /// A coordinator of the transition for `operation` in `context`.
  /// - Parameters:
  ///   - operation: the navigation.
  ///   - context: the sizes in pixels.
  ///   - duration: seconds, above 0 and at most a day; `nil` means the transition's default.
  ///   - timing: the curve; `nil` is the transition's default.
  /// - Throws: `SegueError` with the code `invalidValue` for other durations, and for a curve
  ///   with invalid parameters.
  public func coordinator(
    for operation: TransitionOperation, in context: TransitionContext, duration: Double? = nil,
    timing: TimingCurve? = nil
  ) throws(SegueError) -> TransitionCoordinator {
    try TransitionCoordinator(transition(for: operation), in: context, duration: duration, timing: timing)
  }
}

/// The navigation that shows another screen, as in UIKit. The operations come in pairs that undo each other.
public enum TransitionOperation: String, Sendable, Hashable, CaseIterable {
  /// A screen is pushed onto a navigation stack.
  case push
  /// The top screen of a stack is popped.
  case pop
  /// A screen is presented over another.
  case present
  /// A screen that was presented over another is dismissed.
  case dismiss

  /// The operation that undoes this one.
  package var reversed: TransitionOperation {
    switch self {
    case .push: .pop
    case .pop: .push
    case .present: .dismiss
    case .dismiss: .present
    }
  }

  /// Whether the operation shows the next screen: push and present.
  package var isForward: Bool { self == .push || self == .present }
}

/// A transition played backwards with the snapshots' roles exchanged: a push's pop, a
/// presentation's dismissal.
package struct MirroredTransition: Transition {
  /// The transition that is undone.
  package let base: any Transition

  package var duration: Double { base.duration }
  package var timing: TimingCurve { base.timing }

  package var endsAreExact: Bool { base.endsAreExact }

  /// The base's recipe at 1 − progress, with its snapshots exchanged.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    base.recipe(at: 1 - progress, in: context).exchangingSnapshots()
  }

  /// Checks the base at 1 − progress.
  package func check(in context: TransitionContext, at progresses: [Double]) throws {
    try base.check(in: context, at: progresses.map { 1 - $0 })
  }
}
