import Synchronization

/// A request to end the drawing of frames early. It is `current` on the drawing thread. Renderers
/// check it between the parts of a frame, between bands and between passes, and then throw
/// `RenderError.cancelled`.
///
/// **Thread-safety:** may be requested and checked from any thread.
package final class DrawingCancellation: Sendable {
  /// The stop for drawing on this thread; `nil` if nothing can end it.
  @TaskLocal package static var current: DrawingCancellation?

  private let flag = Atomic(false)

  package init() {}

  /// Ends the current drawing and all later drawing.
  package func request() { flag.store(true, ordering: .relaxed) }

  /// Whether drawing must end.
  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// - Throws: `RenderError.cancelled` if drawing must end.
  package func check() throws(RenderError) {
    if isRequested { throw .cancelled }
  }
}
