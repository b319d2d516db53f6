import SegueMotion
import SegueRendering

/// A transition played backwards with the snapshots' parts exchanged: the pop to a push, the dismissal to a
/// presentation.
///
/// **Thread-safety:** a value.
package struct MirroredTransition: Transition {
  /// The transition that it undoes.
  package let base: any Transition

  /// Undoes `base`.
  package init(_ base: any Transition) {
    self.base = base
  }

  /// As long as the base.
  package var duration: Double { base.duration }
  /// The base's curve.
  package var timing: TimingCurve { base.timing }

  /// As the base says.
  package var endsAreExact: Bool { base.endsAreExact }

  /// The base's recipe at 1 − progress, its snapshots exchanged.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    var mirrored = context
    mirrored.initialFrames = exchanged(context.finalFrames)
    mirrored.finalFrames = exchanged(context.initialFrames)
    return base.recipe(at: 1 - progress, in: mirrored).exchangingSnapshots()
  }

  private func exchanged(_ frames: [SnapshotRole: FrameRect]) -> [SnapshotRole: FrameRect] {
    var result: [SnapshotRole: FrameRect] = [:]
    result[.from] = frames[.to]
    result[.to] = frames[.from]
    return result
  }
}
