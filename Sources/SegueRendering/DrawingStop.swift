import Synchronization

/// A request to end the drawing of frames early: made `current` on the thread that draws, looked at by renderers
/// between the parts of a frame, between bands and between passes, which then throw `RenderError.cancelled`.
///
/// **Thread-safety:** may be asked for and looked at from any thread.
package final class DrawingStop: Sendable {
  /// The one that holds for what is drawn on this thread; `nil` where nothing ends it.
  @TaskLocal package static var current: DrawingStop?

  private let flag = Atomic(false)

  /// One that has not been asked for.
  package init() {}

  /// Ends what is being drawn, and everything that is to be drawn after it.
  package func request() { flag.store(true, ordering: .relaxed) }

  /// Whether the drawing is to end.
  package var isRequested: Bool { flag.load(ordering: .relaxed) }

  /// - Throws: `RenderError.cancelled` where the drawing is to end.
  package func check() throws(RenderError) {
    if isRequested { throw .cancelled }
  }
}
