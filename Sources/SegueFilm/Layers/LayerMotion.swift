import SegueImaging
import SegueRendering
import SegueTransitions

/// A layer's motion through a film: its path and its transitions. A transition runs between an empty frame
/// and the layer, in the film's frame or in the layer's rectangle. Its result is drawn over the film.
struct LayerMotion: Sendable {
  let plan: LayerPlan
  /// The transitions at the plan's ends; `nil` for a cut.
  let enter, exit: FilmTransition?
  /// The painter of transitions in the layer's rectangle; `nil` if they are drawn in the frame.
  let box: BoxPainter?
  let path: LayerPath?

  /// The offsets of a line, word or letter from its title, in frames. It enters `enter` frames later and
  /// exits `exit` frames earlier.
  struct Stagger: Sendable, Hashable {
    var enter = 0
    var exit = 0
  }

  func isChanging(at index: Int) -> Bool {
    [plan.enter, plan.exit].contains { $0?.frames.contains(index) == true }
  }

  /// The layers over film frame `index`; `layer` itself outside of transitions.
  /// - Throws: `RenderError`.
  func layers(_ layer: RecipeLayer, at index: Int, _ stagger: Stagger = Stagger()) throws -> [RecipeLayer] {
    let (coming, going) = (index - stagger.enter, index + stagger.exit)
    guard plan.frames.contains(coming), plan.frames.contains(going) else { return [] }
    let layer = path?.moved(layer, at: index) ?? layer
    if let end = plan.enter, let enter, end.frames.contains(coming) {
      return try drawn(enter, coming, in: end.span, layer, as: .to)
    }
    if let end = plan.exit, let exit, end.frames.contains(going) {
      return try drawn(exit, going, in: end.span, layer, as: .from)
    }
    return [layer]
  }

  /// The result of `transition` with `layer` as `role`; the other picture is transparent and hides
  /// nothing.
  private func drawn(
    _ transition: FilmTransition, _ index: Int, in span: Range<Int>, _ layer: RecipeLayer,
    as role: SnapshotRole
  ) throws -> [RecipeLayer] {
    var (transition, layer) = (transition, layer)
    let picture: Snapshot? = if case .picture(let picture) = layer.recipe.content { picture } else { nil }
    let boxed = box.flatMap { box in picture.map { (box, $0) } }
    if let boxed { transition.context = TransitionContext(containerSize: boxed.1.size) }
    let recipe = transition.recipe(index, in: span)
    switch recipe.content {
    case .snapshot(role): return [layer]
    case .mix(let first, let second, let amount) where first == .snapshot(.from) && second == .snapshot(.to):
      // A mix with transparency is drawn as an opacity, which rounds only once.
      layer.opacity *= min(1, max(0, role == .to ? amount : 1 - amount))
      return [layer]
    default:
      let recipe = recipe.withoutReplacing()
      if let (box, picture) = boxed {
        layer.recipe = .picture(try box.picture(recipe, of: picture, as: role))
        return [layer]
      }
      if let placed = placed(layer, by: recipe, as: role) { return placed }
      let alone = Recipe.stack([layer], background: .transparent)
      return [RecipeLayer(recipe.replacingSnapshots { $0 == role ? alone : .color(.transparent) })]
    }
  }

  /// The layers of a recipe that only transforms whole pictures; `nil` for another recipe. The transforms are
  /// combined, so that the layer is resampled once.
  private func placed(_ layer: RecipeLayer, by recipe: Recipe, as role: SnapshotRole) -> [RecipeLayer]? {
    guard case .stack(let outer, .transparent) = recipe.content, layer.clip == nil,
      case .picture = layer.recipe.content
    else { return nil }
    var placed: [RecipeLayer] = []
    for frame in outer {
      guard case .snapshot(let shown) = frame.recipe.content, frame.source == nil, frame.outline == nil
      else { return nil }
      guard shown == role else { continue }
      var layer = layer
      layer.transform = layer.transform.then(frame.transform)
      layer.opacity *= min(1, max(0, frame.opacity))
      layer.clip = frame.clip
      placed.append(layer)
    }
    return placed
  }
}
