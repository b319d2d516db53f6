import SegueImaging
import SegueRendering

/// Where a transition takes place: what UIKit's transitioning context tells an animator.
///
/// **Thread-safety:** a value.
public struct TransitionContext: Sendable, Hashable {
  /// Size of the frames, in pixels: both snapshots and the container have it.
  public var containerSize: ImageSize
  /// Where each snapshot is before the transition; `nil` where it is not on the screen yet.
  public var initialFrames: [SnapshotRole: FrameRect]
  /// Where each snapshot is after the transition; `nil` where it is no longer on the screen.
  public var finalFrames: [SnapshotRole: FrameRect]

  /// A context in which both snapshots fill the container, one before and the other after.
  public init(containerSize: ImageSize) {
    self.containerSize = containerSize
    let whole = FrameRect(
      x: 0, y: 0, width: Double(containerSize.width), height: Double(containerSize.height))
    initialFrames = [.from: whole]
    finalFrames = [.to: whole]
  }

  /// Width of the container in pixels.
  public var width: Double { Double(containerSize.width) }
  /// Height of the container in pixels.
  public var height: Double { Double(containerSize.height) }
  /// The container, origin at its top-left corner.
  public var bounds: FrameRect { FrameRect(x: 0, y: 0, width: width, height: height) }

  /// Where the snapshot of `role` is before the transition; the container's bounds where it was not there.
  public func initialFrame(for role: SnapshotRole) -> FrameRect { initialFrames[role] ?? bounds }
  /// Where the snapshot of `role` is after the transition; the container's bounds where it is gone.
  public func finalFrame(for role: SnapshotRole) -> FrameRect { finalFrames[role] ?? bounds }
}
