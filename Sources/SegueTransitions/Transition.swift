import SegueImaging
import SegueMotion
import SegueRendering

/// A transition: a pure function from progress to a recipe, with its default duration and curve.
///
/// Progress 0 is the start, 1 the end; a spring overshoots 1. The function takes progresses in any order
/// and returns the same recipe for the same progress.
///
/// **Thread-safety:** its methods are called from any thread.
/// **Source:** UIKit's `UIViewControllerAnimatedTransitioning`.
public protocol Transition: Sendable {
  /// The default duration of the motion in seconds, above 0 and at most a day.
  var duration: Double { get }
  /// The default curve from time to progress.
  var timing: TimingCurve { get }
  /// Whether a finished run begins and ends with exactly the snapshots, instead of the recipe's
  /// frames. True by default; transitions made of users' shaders return false, so that their own
  /// first and last frames are seen.
  var endsAreExact: Bool { get }
  /// The values on which the recipes depend, as text. A film's chunks are reused only if this text is
  /// unchanged.
  ///
  /// `nil` by default: the type and its stored properties identify the transition. For an object or a
  /// function, only its type counts. A class must therefore return a text here, and so must a structure
  /// that stores one.
  var fingerprint: String? { get }
  /// The recipe of the frame at `progress`. Springs overshoot 0…1; progress is never NaN.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe
  /// Checks a recipe's values before drawing. By default every progress can be drawn.
  /// - Parameters:
  ///   - context: the sizes in pixels.
  ///   - progresses: the progresses that will be drawn.
  /// - Throws: an error in values that depend on the frame or the progress.
  func check(in context: TransitionContext, at progresses: [Double]) throws
}

extension Transition {
  package var duration: Double { 1 }
  package var timing: TimingCurve { .linear }

  /// True by default: the snapshots are the first and the last frame.
  public var endsAreExact: Bool { true }

  /// `nil` by default: the type and its stored properties identify the transition.
  public var fingerprint: String? { nil }

  /// Does nothing by default: every progress can be drawn. It never throws.
  public func check(in context: TransitionContext, at progresses: [Double]) throws {}

  /// The recipe of a frame of a finished run. If ``endsAreExact``, it is exactly the first snapshot
  /// at 0 and the second at 1. NaN is 0.
  public func endpointExactRecipe(at progress: Double, in context: TransitionContext) -> Recipe {
    switch progress {
    case 0 where endsAreExact: .snapshot(.from)
    case 1 where endsAreExact: .snapshot(.to)
    case _ where progress.isNaN: endpointExactRecipe(at: 0, in: context)
    default: recipe(at: progress, in: context)
    }
  }

  /// The recipe for a frame of a finished run over `background`.
  package func recipe(
    at progress: Double, in context: TransitionContext, over background: RGBAColor, snapshotsAreOpaque: Bool
  ) -> Recipe {
    endpointExactRecipe(at: progress, in: context).over(background, snapshotsAreOpaque: snapshotsAreOpaque)
  }

  /// The transition that undoes this one. It plays backwards, with the snapshots' roles exchanged.
  public var mirrored: any Transition { MirroredTransition(base: self) }
}
