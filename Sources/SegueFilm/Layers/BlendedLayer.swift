import SegueImaging
import SegueRendering

struct BlendedLayer: Equatable {
  let layer: RecipeLayer
  let blend: BlendMode
}

extension Recipe {
  /// The recipe with `layers` over it, ordered from bottom to top. The background is `ground`.
  func covered(by layers: [BlendedLayer], over ground: RGBAColor) -> Recipe {
    var (whole, waiting): (Recipe, [RecipeLayer]) = (self, [])
    func stacked() -> Recipe {
      waiting.isEmpty ? whole : .stack([RecipeLayer(whole)] + waiting, background: ground)
    }
    for cover in layers {
      if cover.blend == .normal {
        waiting.append(cover.layer)
      } else {
        whole = .blend(stacked(), .stack([cover.layer], background: .transparent), mode: cover.blend)
        waiting = []
      }
    }
    return stacked()
  }
}
