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
  /// The rectangle of each snapshot before the transition; `nil` if it is not on the screen yet.
  package var initialFrames: [SnapshotRole: FrameRect]
  /// The rectangle of each snapshot after the transition; `nil` if it has left the screen.
  package var finalFrames: [SnapshotRole: FrameRect]

  /// A context in which both snapshots fill the container. Sides of `containerSize` are limited to
  /// 1…16384.
  public init(containerSize: ImageSize) {
    let containerSize = containerSize.limitedToFrames
    self.containerSize = containerSize
    let whole = FrameRect(
      x: 0, y: 0, width: Double(containerSize.width), height: Double(containerSize.height))
    initialFrames = [.from: whole]
    finalFrames = [.to: whole]
  }

  /// The width of the container in pixels, at least 1.
  public var width: Double { Double(containerSize.width) }
  /// The height of the container in pixels, at least 1.
  public var height: Double { Double(containerSize.height) }
  /// The rectangle of the container in pixels, origin at its top left corner.
  package var bounds: FrameRect { FrameRect(x: 0, y: 0, width: width, height: height) }

  /// The rectangle of the snapshot of `role` before the transition; the container's bounds if it was not
  /// on the screen.
  package func initialFrame(for role: SnapshotRole) -> FrameRect { initialFrames[role] ?? bounds }
  /// The rectangle of the snapshot of `role` after the transition; the container's bounds if it has left
  /// the screen.
  package func finalFrame(for role: SnapshotRole) -> FrameRect { finalFrames[role] ?? bounds }
}

/// A rectangle in pixels, origin top left, y pointing down.
package struct FrameRect: Sendable, Hashable {
  /// The left edge in pixels; fractions are allowed.
  package var x: Double
  /// The top edge in pixels; fractions are allowed.
  package var y: Double
  /// The width in pixels; fractions are allowed.
  package var width: Double
  /// The height in pixels; fractions are allowed.
  package var height: Double

  /// A rectangle from its top left corner and its size, in pixels.
  package init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
