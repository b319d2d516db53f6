import SegueImaging
import SegueMotion
import SegueRendering

/// The outgoing picture is folded up like an accordion.
///
/// **Source:** Core Image's accordion fold transition.
struct AccordionFold: Transition {
  /// The number of folds, 1 or more; each has a lit and a shaded half.
  var folds: Int
  /// The darkness of the shaded halves, 0…1.
  var shadow: Double
  /// The direction in which the picture is folded.
  var direction: Direction

  var timing: TimingCurve { .easeInOut }

  /// The squeezed picture, every other strip of it shaded, over the incoming one; progress is clamped to 0…1.
  func recipe(at progress: Double, in context: TransitionContext) -> Recipe {
    guard progress > 0 else { return .snapshot(.from) }
    guard progress < 1 else { return .snapshot(.to) }
    let isVertical = direction == .up || direction == .down
    let size = context.containerSize
    // The strips are squeezed towards the side of the frame that `direction` names.
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
      .whole("folds", 3, 1...50, "Number of folds."),
      .number("shadow", 0.4, 0...1, "Darkness of the shaded halves."),
      Direction.parameter(.up, "Direction of the folding."),
    ]
  ) { AccordionFold(folds: $0.int("folds"), shadow: $0.number("shadow"), direction: Direction($0)) }
}

/// The outgoing picture is squeezed into a line in the middle of the frame and gives way to the incoming one.
///
/// **Source:** ffmpeg's xfade squeezeh and squeezev.
enum Squeeze {
  static let description = TransitionDescription.look(
    name: "squeeze", summary: "The outgoing picture is squeezed into a line in the middle.",
    source: "ffmpeg's xfade squeezeh and squeezev", duration: 0.5, timing: .easeInOut,
    parameters: [
      .choice("line", ["horizontal", "vertical"], "Direction of the line.")
    ]
  ) {
    let scale =
      $0.choice("line") == "vertical" ? #"["max(0, 1-p)", 1]"# : #"[1, "max(0, 1-p)"]"#
    return .stack(#"{"of": "to"}"#, #"{"of": "from", "scale": \#(scale)}"#)
  }
}

extension Catalogue {
  static let folds = [Squeeze.description, AccordionFold.description]
}
