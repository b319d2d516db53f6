import SegueCPU
import SegueImaging
import SegueRendering
import SegueTransitions

/// A layer's way into a film and out of it, ready to be drawn: a transition goes between nothing and the frame that has the
/// layer alone, and what it shows lies over the film.
struct LayerMotion: Sendable {
  let plan: LayerPlan
  /// Those of the plan's ends; `nil` for none.
  let (enter, exit): (FilmTransition?, FilmTransition?)

  /// The layer over the film's frame `index`, one of its own; at rest it is `layer` itself.
  func layer(_ layer: RecipeLayer, at index: Int) -> RecipeLayer {
    if let end = plan.enter, let enter, end.frames.contains(index) {
      return drawn(enter.recipe(index, in: end.span), layer, is: .to)
    }
    if let end = plan.exit, let exit, end.frames.contains(index) {
      return drawn(exit.recipe(index, in: end.span), layer, is: .from)
    }
    return layer
  }

  /// What `recipe` shows where `layer` alone is the picture of `role`, and the other one is nothing.
  private func drawn(_ recipe: Recipe, _ layer: RecipeLayer, is role: SnapshotRole) -> RecipeLayer {
    switch recipe.content {
    case .snapshot(role): return layer
    case .mix(let first, let second, let amount) where first == .snapshot(.from) && second == .snapshot(.to):
      // A mix with nothing is an opacity, which is rounded once.
      var layer = layer
      layer.opacity *= min(1, max(0, role == .to ? amount : 1 - amount))
      return layer
    default:
      let alone = Recipe.stack([layer], background: .transparent)
      return RecipeLayer(recipe.replacingSnapshots { $0 == role ? alone : .color(.transparent) })
    }
  }
}

extension Transition {
  /// The transition between nothing and a layer, which is the picture of `role`. One in which the other picture alone moves, as
  /// the outgoing one of a reveal, is played backwards with the parts exchanged, so that the layer moves: nothing is not seen
  /// to go.
  /// - Throws: `RenderError`.
  func movingLayer(_ role: SnapshotRole) throws -> any Transition {
    let size = ImageSize(width: 32, height: 18)
    let context = TransitionContext(containerSize: size)
    let recipes = [0.25, 0.5, 0.75].map { recipe(at: $0, in: context) }
    if recipes.contains(where: \.hasShader) { return self }
    let layer = PixelBuffer(size: size, color: .white)
    for y in 0..<size.height {
      for x in 0..<size.width {
        layer[x, y] = RGBAColor(red: UInt8(8 * x), green: UInt8(14 * y), blue: UInt8(4 * (x + y)))
      }
    }
    let (picture, nothing) = (Snapshot(layer), Snapshot(PixelBuffer(size: size, color: .transparent)))
    let renderer = CPURenderer(size: size, format: .rgba8, threads: 1, extraSlots: 0)
    defer { renderer.close() }
    for recipe in recipes {
      try renderer.submit(
        FrameRequest(
          recipe, outgoing: role == .from ? picture : nothing, incoming: role == .to ? picture : nothing))
      let frame = try renderer.receive()
      defer { frame.release() }
      let isMoved = frame.withUnsafeBytes { !$0.elementsEqual(picture.rgba) }
      if isMoved { return self }
    }
    return mirrored
  }
}
