import Synchronization

/// A request to end the drawing of frames early. `current` is the request of the drawing task. Renderers
/// check it between the parts of a frame, between bands and between passes, and throw
/// `RenderError.cancelled`.
///
/// **Thread-safety:** may be requested and checked from any thread.
package final class DrawingCancellation: Sendable {
  /// The request for drawing in this task; `nil` if nothing can end the drawing.
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
