import Segue

/// Draws a page's frames with renderers that it keeps from frame to frame.
///
/// **Thread-safety:** none: made, used and closed on one thread.
final class FramePainter {
  private let model: PreviewModel
  private let renderers: RendererCache

  init(_ model: PreviewModel) {
    self.model = model
    // A full size, a moving one, and one on the way between them.
    renderers = RendererCache(byteBudget: 3 * 2 * model.stage.size.area * 4)
  }

  /// Draws the frame at `progress`; it belongs to the caller, who releases it.
  /// - Throws: `RenderError`.
  func draw(_ selection: Selection, at progress: Double, level: Int) throws -> VideoFrame {
    let stage = model.stage(level: level)
    let recipe = selection.transition.recipe(
      at: progress, in: stage.context, over: model.background, snapshotsAreOpaque: stage.isOpaque)
    let choice = RendererChoice(
      model.request.drawing, size: model.levels[level], format: .rgba8, needsOpenGL: selection.needsOpenGL)
    let renderer = try choice.makeRenderer(framesHeld: 0, from: renderers)
    // One that failed is not used again: a shader may have left a frame under way.
    defer { renderer.close() }
    try renderer.submit(stage.request(recipe))
    return try renderer.receive()
  }

  /// Gives the renderers back.
  func close() { renderers.close() }
}
