/// Two transitions that undo each other: one for push and present, one for pop and dismiss.
///
/// **Thread-safety:** a value.
public struct TransitionPair: TransitioningDelegate {
  /// Leads to the next screen: push and present.
  public let forward: any Transition
  /// Leads back: pop and dismiss.
  public let backward: any Transition

  /// `forward`, and the same played backwards with the snapshots' parts exchanged.
  public init(_ forward: any Transition) {
    self.init(forward: forward, backward: forward.mirrored)
  }

  /// Two transitions that were made for each other.
  public init(forward: any Transition, backward: any Transition) {
    self.forward = forward
    self.backward = backward
  }

  /// One definition that asks which way it goes: it is called for push and for pop.
  public init(_ definition: (TransitionOperation) -> any Transition) {
    self.init(forward: definition(.push), backward: definition(.pop))
  }

  /// The forward transition for push and present, the backward one for pop and dismiss.
  public func transition(for operation: TransitionOperation) -> any Transition {
    operation.isForward ? forward : backward
  }
}
