import SegueFilms

/// Draws the frames of a page with renderers that are reused.
///
/// **Thread-safety:** for one thread.
final class FramePainter {
  private let model: PreviewModel
  private let renderers: RendererCache

  init(_ model: PreviewModel) {
    self.model = model
    // Renderers of three sizes: full size, the reduced size of a moving picture, and a size between them.
    renderers = RendererCache(byteBudget: 3 * 2 * model.stage.size.area * 4)
  }

  /// Draws the frame at `progress`. The caller must release it.
  /// - Throws: `RenderError`.
  func draw(_ selection: Selection, at progress: Double, level: Int) throws -> VideoFrame {
    let stage = model.stage(level: level)
    let recipe = selection.transition.recipe(
      at: progress, in: stage.context, over: model.background, snapshotsAreOpaque: stage.isOpaque)
    let choice = RendererChoice(
      model.request.drawing, size: model.levels[level], format: .rgba8, needsOpenGL: selection.needsOpenGL)
    let renderer = try choice.makeRenderer(framesHeld: 0, from: renderers)
    // A renderer that failed is not reused: a shader may have left a frame unfinished.
    defer { renderer.close() }
    try renderer.submit(stage.request(recipe))
    return try renderer.receive()
  }

  func close() { renderers.close() }
}
