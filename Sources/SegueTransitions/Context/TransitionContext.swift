import SegueImaging
import SegueRendering

/// The context of a transition: the values that UIKit's transitioning context gives an animator.
///
/// **Source:** UIKit's `UIViewControllerContextTransitioning`.
public struct TransitionContext: Sendable, Hashable {
  /// The size of the frames in pixels, shared by both snapshots and the container. Sides are
  /// limited to 1…16384.
  public var containerSize: ImageSize {
    didSet { containerSize = containerSize.limitedToFrames }
  }

  /// A context in which both snapshots fill the container. Sides of `containerSize` are limited to
  /// 1…16384.
  public init(containerSize: ImageSize) {
    self.containerSize = containerSize.limitedToFrames
  }

  /// The width of the container in pixels, at least 1.
  public var width: Double { Double(containerSize.width) }
  /// The height of the container in pixels, at least 1.
  public var height: Double { Double(containerSize.height) }
}
