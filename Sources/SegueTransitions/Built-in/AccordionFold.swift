import SegueImaging
import SegueMotion
import SegueRendering

/// The outgoing picture is folded up like an accordion.
///
/// **Thread-safety:** a value. **Source:** Core Image's accordion fold transition.
package struct AccordionFold: Transition {
  /// How many folds there are, 1 or more; each has a lit and a shaded half.
  package var folds: Int
  /// How dark the shaded halves become, 0…1.
  package var shadow: Double
  /// Where the picture is folded to.
  package var direction: Direction

  /// A picture folded up in `folds` folds.
  package init(folds: Int = 3, shadow: Double = 0.4, direction: Direction = .up) {
    precondition(folds > 0, "there is at least one fold")
    (self.folds, self.shadow, self.direction) = (folds, shadow, direction)
  }

  /// One second.
  package var duration: Double { 1 }
  /// Ease-in-out.
  package var timing: TimingCurve { .easeInOut }

  /// The squeezed picture, every other strip of it shaded, over the incoming one; progress is clamped to 0…1.
  package func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    let isVertical = direction == .up || direction == .down
    let size = context.containerSize
    // What lies at the end that stays is squeezed towards it.
    let squeeze = AffineMap.scale(x: isVertical ? 1 : 1 - progress, y: isVertical ? 1 - progress : 1)
      .about(x: direction == .right ? context.width : 0, y: direction == .down ? context.height : 0)
    let extent = isVertical ? size.height : size.width
    let fold = min(1, 3 * progress)
    let shaded = Recipe.snapshot(.from).dimmed(by: shadow * fold)
    let lit = Recipe.snapshot(.from).dimmed(by: shadow * fold * progress * 0.5)
    func edge(_ index: Int) -> Int { index * extent / (2 * folds) }
    let strips = (0..<folds).map { index -> RecipeLayer in
      let (first, end) = (edge(2 * index + 1), edge(2 * index + 2))
      let part =
        isVertical
        ? PixelRect(x0: 0, y0: first, x1: size.width, y1: end)
        : PixelRect(x0: first, y0: 0, x1: end, y1: size.height)
      return RecipeLayer(shaded, source: part, transform: squeeze)
    }
    return .stack(
      [RecipeLayer(.snapshot(.to)), RecipeLayer(lit, transform: squeeze)] + strips, background: .transparent)
  }

  static let description = TransitionDescription(
    name: "accordion-fold", summary: "The outgoing picture is folded up like an accordion.",
    source: "Core Image's accordion fold",
    parameters: [
      ParameterDescription(
        name: "folds", type: .int, default: .number(3), minimum: 1, maximum: 50,
        summary: "How many there are."),
      ParameterDescription(
        name: "shadow", type: .float, default: .number(0.4), minimum: 0, maximum: 1,
        summary: "How dark the shaded halves become."),
      Direction.parameter(.up, "Where it is folded to."),
    ]
  ) { AccordionFold(folds: $0.int("folds"), shadow: $0.number("shadow"), direction: Direction($0)) }
}
