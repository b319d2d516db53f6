import SegueImaging
import SegueRendering

/// A layer over a film, and how it is blended onto what lies below it.
struct FilmCoverLayer: Equatable {
  let layer: RecipeLayer
  let blend: BlendMode

  /// A layer that lies over what is below.
  init(_ layer: RecipeLayer, blend: BlendMode = .normal) { (self.layer, self.blend) = (layer, blend) }
}

extension Recipe {
  /// The recipe below `layers`, the first at the bottom, all of it over `ground`.
  func covered(by layers: [FilmCoverLayer], over ground: RGBAColor) -> Recipe {
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
