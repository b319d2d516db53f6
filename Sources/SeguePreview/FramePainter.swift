import Segue

/// Draws a page's frames with renderers that it keeps from frame to frame.
///
/// **Thread-safety:** none: made, used and closed on one thread.
final class FramePainter {
  private struct Key: Hashable {
    var level: Int
    var needsOpenGL: Bool
  }

  private let model: PreviewModel
  private var renderers: [(key: Key, renderer: any Renderer)] = []
  /// A full size, a moving one, and one on the way between them.
  private static let mostRenderers = 3

  init(_ model: PreviewModel) { self.model = model }

  /// Draws the frame at `progress`; it belongs to the caller, who releases it.
  /// - Throws: `RenderError`.
  func draw(_ selection: Selection, at progress: Double, level: Int) throws -> VideoFrame {
    let stage = model.stage(level: level)
    let recipe = selection.transition.endpointExactRecipe(at: progress, in: stage.context)
      .over(model.background, snapshotsAreOpaque: stage.isOpaque)
    let key = Key(level: level, needsOpenGL: selection.needsOpenGL)
    let renderer = try renderer(key)
    do {
      try renderer.submit(FrameRequest(recipe, outgoing: stage.from, incoming: stage.to))
      return try renderer.receive()
    } catch {
      // A shader that failed may have left a frame under way.
      forget(key)
      throw error
    }
  }

  private func renderer(_ key: Key) throws -> any Renderer {
    if let index = renderers.firstIndex(where: { $0.key == key }) {
      let kept = renderers.remove(at: index)
      renderers.append(kept)
      return kept.renderer
    }
    if renderers.count == Self.mostRenderers { renderers.removeFirst().renderer.close() }
    let choice = RendererChoice(
      model.request.options, size: model.levels[key.level], format: .rgba8, needsOpenGL: key.needsOpenGL)
    let renderer = try choice.makeRenderer(framesHeld: 0)
    renderers.append((key, renderer))
    return renderer
  }

  private func forget(_ key: Key) {
    renderers.filter { $0.key == key }.forEach { $0.renderer.close() }
    renderers.removeAll { $0.key == key }
  }

  /// Gives the renderers back.
  func close() {
    renderers.forEach { $0.renderer.close() }
    renderers = []
  }
}
