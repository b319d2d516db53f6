import SegueImaging
import SegueRendering
import SegueTransitions

/// The recipe of each frame of a run.
///
/// **Thread-safety:** a value.
struct FrameRecipes: Sendable {
  let transition: any Transition
  let schedule: FrameSchedule
  let size: ImageSize
  let background: RGBAColor
  let snapshotsAreOpaque: Bool

  /// How frame `index` of the whole is made.
  func recipe(forFrame index: Int) -> Recipe {
    transition
      .endpointExactRecipe(at: schedule.progress(ofFrame: index), in: TransitionContext(containerSize: size))
      .over(background, snapshotsAreOpaque: snapshotsAreOpaque)
  }

  /// The longest run whose recipes are looked at: half an hour at 60 frames a second, some tens of milliseconds' work.
  private static let longestLookedAt = 108_000

  /// Whether every frame of the whole is certain to be opaque; the same for every shard of it.
  var areAllOpaque: Bool {
    background.isOpaque
      || schedule.count <= Self.longestLookedAt
        && (0..<schedule.count).allSatisfy {
          recipe(forFrame: $0).isOpaque(snapshotsAreOpaque: snapshotsAreOpaque)
        }
  }
}
